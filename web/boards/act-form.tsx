/** The form of an own act. What the page proposes is sent by the button that names it; Enter in a field sends only what was set by hand. */
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/index.ts';
import style from './play.module.css';

interface ActFormProps {
  readonly turn: number;
  /** Nothing can be sent now. */
  readonly waits: boolean;
  /** Whether what would be sent was set by hand. */
  readonly isChosen: boolean;
  /** What there is to say of it before it is sent. */
  readonly warning?: string;
  onAct(): void;
  readonly children: ReactNode;
}

export function ActForm({ turn, waits, isChosen, warning = '', onAct, children }: ActFormProps) {
  const words = useWords();
  /** The turn in which Enter sent nothing. */
  const [held, hold] = useState<number>();
  return (
    <form
      className={style.play}
      // A slider ends where its rail does, a price need not: the browser would hold back what the rules take.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!waits) onAct();
      }}
      onKeyDown={(event) => {
        const isField = !(event.target instanceof HTMLButtonElement);
        if (event.key !== 'Enter' || event.isDefaultPrevented() || !isField || isChosen || waits) return;
        event.preventDefault();
        // Where nothing is there to be sent the button says what is missing.
        const isReady = event.currentTarget.querySelector('[type=submit]:not([aria-disabled=true])') !== null;
        if (isReady && !event.nativeEvent.isComposing) hold(turn);
      }}
    >
      {children}
      <p className={style.warning} role="status">
        {held === turn && !isChosen ? words.play.byButton : warning}
      </p>
    </form>
  );
}
