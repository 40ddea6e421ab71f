/** Why the server did not do it, said where it happened; where it wants its token, that is asked for and the same is tried again. */
import { useId, useState, useSyncExternalStore } from 'react';
import { useWords } from '../words/index.ts';
import type { Problem } from './client.ts';
import style from './refusal.module.css';
import { serverToken } from './token.ts';

export interface RefusalProps {
  readonly error: Problem | null | undefined;
  /** What to say where no answer came. */
  readonly offline?: string;
  /** Asks for the same again. */
  onAgain(): void;
}

export function Refusal({ error, offline, onAgain }: RefusalProps) {
  const words = useWords();
  const isToken = error?.code === 'token';
  const says = !error
    ? ''
    : error.status === 0
      ? (offline ?? words.error.offline)
      : isToken
        ? words.token[serverToken.get() === '' ? 'needed' : 'wrong']
        : error.message;
  return (
    <>
      <p className="problem" role="alert" hidden={!error}>
        {says}
      </p>
      {isToken && <TokenField onGiven={onAgain} />}
    </>
  );
}

/** No form of its own: it may stand in one. */
function TokenField({ onGiven }: { readonly onGiven: () => void }) {
  const words = useWords();
  const id = useId();
  const [text, setText] = useState('');
  const give = () => {
    if (text.trim() === '') return;
    serverToken.set(text.trim());
    onGiven();
  };
  return (
    <div className={style.token}>
      <label htmlFor={id}>{words.token.name}</label>
      <input
        id={id}
        type="password"
        autoComplete="off"
        value={text}
        aria-describedby={`${id}about`}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          give();
        }}
      />
      <button type="button" onClick={give}>
        {words.token.use}
      </button>
      <small id={`${id}about`} className="muted">
        {words.token.about}
      </small>
    </div>
  );
}

/** Stands only where this tab keeps a token. */
export function ForgetToken() {
  const words = useWords();
  const token = useSyncExternalStore(serverToken.subscribe, serverToken.get);
  if (token === '') return null;
  return (
    <button type="button" className={style.forget} onClick={() => serverToken.set('')}>
      {words.token.forget}
    </button>
  );
}
