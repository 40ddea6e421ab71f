/** The key of this browser: whose it is, a way to take it along, and the two ways to be rid of it. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '../api/client.ts';
import { Confirm } from '../shell/confirm.tsx';
import { Modal } from '../shell/modal.tsx';
import { useWords } from '../words/index.ts';
import { exportKey, type OwnKey } from './key.ts';
import style from './keys.module.css';
import { type Identity, useKeyring } from './me.ts';

interface PanelProps {
  readonly own: OwnKey;
  readonly identity: Identity;
}

export function KeyPanel({ own, identity }: PanelProps) {
  const words = useWords();
  const keyring = useKeyring();
  const [asks, setAsks] = useState<'export' | 'revoke' | 'forget'>();
  const revoked = identity.revoked !== null;
  const end = useMutation<void, Problem, 'revoke' | 'forget'>({
    mutationFn: (how) => (how === 'revoke' ? keyring.revoke(own) : keyring.forget()),
  });
  const close = () => setAsks(undefined);
  return (
    <section className={style.panel}>
      <h2>{words.keys.title}</h2>
      <p>
        <b>{identity.name}</b>{' '}
        <span className="muted">
          {words.keys.fingerprint} <code>{identity.fingerprint}</code>
        </span>
      </p>
      <p className="muted">{revoked ? words.keys.revoked : words.keys.about}</p>
      <div className="row">
        {!revoked && (
          <>
            <button type="button" onClick={() => setAsks('export')}>
              {words.keys.export}
            </button>
            <button type="button" onClick={() => setAsks('revoke')}>
              {words.keys.revoke}
            </button>
          </>
        )}
        <button type="button" onClick={() => setAsks('forget')}>
          {words.keys.forget}
        </button>
      </div>
      <p className="problem" role="alert" hidden={!end.error}>
        {end.error && (end.error.status === 0 ? words.error.offline : end.error.message)}
      </p>
      {asks === 'export' && <Export own={own} name={identity.name} onClose={close} />}
      {(asks === 'revoke' || asks === 'forget') && (
        <Confirm
          title={words.keys[asks]}
          says={asks === 'revoke' ? words.keys.revokeAbout : words.keys.forgetAbout}
          yes={words.keys[asks]}
          no={words.keys.no}
          onNo={close}
          onYes={() => {
            close();
            end.mutate(asks);
          }}
        />
      )}
    </section>
  );
}

function Export({ own, name, onClose }: { own: OwnKey; name: string; onClose: () => void }) {
  const words = useWords();
  const [passphrase, setPassphrase] = useState('');
  const save = useMutation({
    mutationFn: async () => {
      download(`${fileName(name)}.parley-key.json`, await exportKey(own, name, passphrase));
      onClose();
    },
  });
  return (
    <Modal title={words.keys.export} says={words.keys.exportAbout} onClose={onClose}>
      <form
        className={`${style.form} ${style.export}`}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <p className="muted">{words.keys.lost}</p>
        <label className={style.pass}>
          <span>{words.keys.passphrase}</span>
          <input
            type="password"
            autoComplete="new-password"
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
          />
          <small className="muted">{words.keys.noPassphrase}</small>
        </label>
        <div className="row">
          <button type="button" onClick={onClose}>
            {words.keys.close}
          </button>
          <button type="submit" className="main" disabled={save.isPending}>
            {words.keys.save}
          </button>
        </div>
      </form>
    </Modal>
  );
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_-]+/gu, '-');
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
