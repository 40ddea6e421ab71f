/** For who has no key yet: a name, and the key is made; or a key from a file. */
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { useWords } from '../words/index.ts';
import { ImportKey } from './import.tsx';
import type { OwnKey } from './key.ts';
import style from './keys.module.css';
import { useKeyring } from './me.ts';

export function Join({ own }: { readonly own: OwnKey | null }) {
  const words = useWords();
  const keyring = useKeyring();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const isNameless = asked && name.trim() === '';
  const id = useId();
  const join = useMutation<void, Problem, string>({ mutationFn: (taken) => keyring.take(own, taken) });
  return (
    <div className={style.join}>
      <form
        className={style.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const given = name.trim();
          setAsked(true);
          if (given === '') document.getElementById(id)?.focus();
          else join.mutate(given);
        }}
      >
        <label htmlFor={id}>{words.keys.name}</label>
        <div className={style.field}>
          <input
            id={id}
            value={name}
            maxLength={40}
            required
            autoComplete="nickname"
            aria-invalid={isNameless}
            aria-describedby={`${id}hint`}
            onChange={({ target }) => setName(target.value)}
          />
          <button type="submit" className="main" disabled={join.isPending}>
            {words.keys.make}
          </button>
        </div>
        {isNameless && (
          <p className="problem" role="alert">
            {words.keys.noName}
          </p>
        )}
        <p id={`${id}hint`} className="small muted">
          {words.keys.nameHint}
        </p>
        <Refusal error={join.error} onAgain={() => join.mutate(name.trim())} />
      </form>
      <details className={style.details}>
        <summary>{words.keys.have}</summary>
        <ImportKey />
      </details>
    </div>
  );
}
