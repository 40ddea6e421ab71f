/** The link by which a friend takes the seat that is still free. */
import { useId, useState } from 'react';
import { useWords } from '../words/index.ts';
import style from './invite.module.css';

interface InviteProps {
  readonly id: string;
  readonly taken: boolean;
  /** Whether the first act is of who looks at this; undefined once it was made. */
  readonly opens: boolean | undefined;
}

export function Invite({ id, taken, opens }: InviteProps) {
  const words = useWords();
  const field = useId();
  const [copied, setCopied] = useState(false);
  const link = `${location.origin}/g/${id}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Pages without leave to write there, or without https: the old way.
      const input = document.getElementById(field) as HTMLInputElement;
      input.select();
      document.execCommand('copy');
    }
    setCopied(true);
  };
  if (taken)
    return opens === undefined ? null : (
      <p className="muted">
        {words.invite.taken} {opens ? words.game.youOpen : words.game.theyOpen}
      </p>
    );
  return (
    <section className={style.invite}>
      <label htmlFor={field}>{words.invite.send}</label>
      <div className={style.line}>
        <input id={field} className="mono" readOnly value={link} onFocus={({ target }) => target.select()} />
        <button type="button" onClick={() => void copy()}>
          {words.invite.copy}
        </button>
      </div>
      <p className="small muted" role="status">
        {copied && words.invite.copied}{' '}
        {opens !== undefined && (opens ? words.invite.youBegin : words.invite.theyBegin)}{' '}
        {isLoopback(location.hostname) && words.invite.loopback}
      </p>
    </section>
  );
}

/** Whether an address leads nowhere but to the machine it is typed on. */
function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
