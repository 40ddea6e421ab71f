/** Words that go with an act: they belong to it, and outlive a reload until it is made. */
import type { Act } from '../../src/core/index.ts';
import { useWords } from '../words/index.ts';
import style from './say.module.css';

const MOST = 500;

export function spoken<A extends Act>(act: A, said: string): A {
  return said.trim() === '' ? act : { ...act, words: said.trim() };
}

export function Say({
  said,
  most = MOST,
  onChange,
  onAlone,
}: {
  said: string;
  most?: number;
  onChange: (said: string) => void;
  /** Enter says the words and nothing else, where they may stand alone; otherwise it sends the form. */
  onAlone?: (() => void) | undefined;
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
        onKeyDown={(event) => {
          if (!onAlone || said.trim() === '' || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onAlone();
        }}
      />
    </label>
  );
}
