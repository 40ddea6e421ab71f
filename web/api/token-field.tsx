/** Asks for the token of a server that opens games for who knows it. */
import { useId, useSyncExternalStore } from 'react';
import { useWords } from '../words/index.ts';
import { serverToken } from './token.ts';

export function TokenField() {
  const words = useWords();
  const id = useId();
  const token = useSyncExternalStore(serverToken.subscribe, serverToken.get);
  return (
    <div className="row">
      <label htmlFor={id}>{words.start.token}</label>
      <input
        id={id}
        type="password"
        autoComplete="off"
        value={token}
        onChange={({ target }) => serverToken.set(target.value)}
      />
    </div>
  );
}
