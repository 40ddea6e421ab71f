/** Waiting for a match: what happens meanwhile, and when an agent sits down if nobody comes. */
import { useEffect, useState } from 'react';
import { useWords } from '../words/index.ts';
import style from './match.module.css';
import type { Ticket } from './matches.ts';

export function Waiting({ ticket, busy, onLeave }: { ticket: Ticket; busy: boolean; onLeave: () => void }) {
  const words = useWords();
  const left = useSecondsTo(ticket.agentAt);
  const all = Math.max(1, (Date.parse(ticket.agentAt) - Date.parse(ticket.created)) / 1000);
  return (
    <div className={style.waiting}>
      <p className={style.large} role="status">
        {words.match.waiting}
      </p>
      <progress className={style.progress} max={all} value={all - left} aria-label={words.match.waiting} />
      <p aria-live="off">{left > 0 ? words.match.agentIn(left) : words.match.agentSoon}</p>
      <p className="small muted">{words.match.meanwhile}</p>
      <div>
        <button type="button" disabled={busy} onClick={onLeave}>
          {words.match.leave}
        </button>
      </div>
    </div>
  );
}

function useSecondsTo(when: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(when) - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left), 500);
    return () => clearInterval(timer);
  });
  return seconds;
}
