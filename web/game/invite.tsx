/** The link by which a friend takes the seat that is still free. */
import { useId, useState } from 'react';
import { useWords } from '../words/index.ts';
import style from './invite.module.css';

interface InviteProps {
  readonly id: string;
  readonly taken: boolean;
  /** Whether the first act is of who invites. */
  readonly opens: boolean;
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
    return (
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
        {copied && words.invite.copied} {opens ? words.invite.youBegin : words.invite.theyBegin}
      </p>
    </section>
  );
}
