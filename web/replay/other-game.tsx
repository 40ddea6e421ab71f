/** Sets another game of the same place beside this one. */
import { useId, useState } from 'react';
import { useWords } from '../words/index.ts';
import { gameIn, type Place } from './asked.ts';
import style from './open.module.css';

export function OtherGame({ place, problem }: { readonly place: Place; readonly problem: string | undefined }) {
  const words = useWords();
  const id = useId();
  const [pasted, setPasted] = useState('');
  const wanted = gameIn(pasted)?.game;
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== undefined) place.set({ with: wanted });
      }}
    >
      <label htmlFor={id} className="muted">
        {words.replay.otherGame}
      </label>
      <input
        id={id}
        className={style.id}
        value={pasted}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setPasted(target.value)}
      />
      <button type="submit" aria-disabled={wanted === undefined}>
        {words.replay.setBeside}
      </button>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
