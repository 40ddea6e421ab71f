/** A key from a file; a passphrase is asked for where the file has one. */
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Problem } from '../api/client.ts';
import { useWords, type Words } from '../words/index.ts';
import { importKey, isSealed, WrongPassphrase } from './key.ts';
import style from './keys.module.css';
import { useKeyring } from './me.ts';

/** More is no key. */
const LARGEST = 20_000;

export function ImportKey() {
  const words = useWords();
  const { keep } = useKeyring();
  const [text, setText] = useState<string>();
  const [passphrase, setPassphrase] = useState('');
  const id = useId();
  const take = useMutation<void, Error>({
    mutationFn: async () => keep(await importKey(text ?? '', passphrase)),
  });
  const sealed = text !== undefined && isSealed(text);
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        take.mutate();
      }}
    >
      <label htmlFor={id}>{words.keys.file}</label>
      <input
        id={id}
        type="file"
        accept=".json,.pem,.jwk,.key,application/json"
        onChange={async ({ target }) => {
          const file = target.files?.[0];
          take.reset();
          setText(file && file.size < LARGEST ? await file.text() : '');
        }}
      />
      {sealed && (
        <label className={style.pass}>
          <span>{words.keys.passphrase}</span>
          <input
            type="password"
            autoComplete="current-password"
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
          />
        </label>
      )}
      <div>
        <button type="submit" disabled={text === undefined || take.isPending}>
          {words.keys.import}
        </button>
      </div>
      <p className="problem" role="alert" hidden={!take.error}>
        {take.error && problemOf(take.error, words)}
      </p>
    </form>
  );
}

function problemOf(error: Error, words: Words): string {
  if (error instanceof Problem) return error.status === 0 ? words.error.offline : error.message;
  return error instanceof WrongPassphrase ? words.keys.wrongPassphrase : words.keys.noKeyFile;
}
