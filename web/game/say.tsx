/** Words that go with an act: they belong to the turn in which they were written. */
import { useEffect, useState } from 'react';
import type { Act } from '../../src/core/index.ts';
import { useWords } from '../words/index.ts';
import style from './say.module.css';

const MOST = 500;

export function useSaid(turn: number) {
  const [said, setSaid] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn, new words
  useEffect(() => setSaid(''), [turn]);
  const words = said.trim();
  return { said, setSaid, withWords: <A extends Act>(act: A): A => (words === '' ? act : { ...act, words }) };
}

export function Say({
  said,
  most = MOST,
  onChange,
}: {
  said: string;
  most?: number;
  onChange: (said: string) => void;
}) {
  const words = useWords();
  return (
    <label className={style.say}>
      <span>{words.play.say}</span>
      <input
        type="text"
        maxLength={most}
        value={said}
        placeholder={words.play.sayHint}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
