/** Words that give something away; what it is stands in a note that hover and focus show, in sight wherever the words stand. */
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Hit } from '../../src/agents/tells/words.ts';
import { useWords } from '../words/index.ts';
import style from './tell.module.css';

/** Pixels between a note and the edge of the screen. */
const EDGE = 8;

export function Tell({ hit, text }: { readonly hit: Hit; readonly text: string }) {
  const words = useWords();
  const id = useId();
  const mark = useRef<HTMLElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => {
    if (!shown) return undefined;
    const put = () => mark.current && note.current && place(note.current, mark.current);
    put();
    addEventListener('scroll', put, { capture: true, passive: true });
    addEventListener('resize', put);
    return () => {
      removeEventListener('scroll', put, { capture: true });
      removeEventListener('resize', put);
    };
  }, [shown]);
  const [show, hide] = [() => setShown(true), () => setShown(false)];
  return (
    <mark
      ref={mark}
      className={style.tell}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the note must be reached by keyboard too
      tabIndex={0}
      aria-describedby={id}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {text}
      <span ref={note} id={id} className={style.note} role="note" data-shown={shown}>
        {words.talk.tell(hit.signal)}. {hit.explanation}
      </span>
    </mark>
  );
}

/** Above the words, or below them where there is no room; never over an edge of the screen, nor cut by what scrolls. */
function place(note: HTMLElement, mark: HTMLElement): void {
  const words = mark.getClientRects()[0] ?? mark.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = note;
  const above = words.top - height;
  // The body ends where the bar of the page begins.
  const most = document.body.getBoundingClientRect().right - width - EDGE;
  note.style.left = `${Math.max(EDGE, Math.min(words.left, most))}px`;
  note.style.top = `${above >= EDGE ? above : words.bottom}px`;
}
