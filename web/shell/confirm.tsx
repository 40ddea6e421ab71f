/** Asks before something that cannot be taken back. Escape is no. */
import { useEffect, useRef } from 'react';
import style from './confirm.module.css';

export interface ConfirmProps {
  readonly title: string;
  readonly says: string;
  readonly yes: string;
  readonly no: string;
  onYes(): void;
  onNo(): void;
}

export function Confirm({ title, says, yes, no, onYes, onNo }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={style.confirm} aria-label={title} onClose={onNo}>
      <h2>{title}</h2>
      <p>{says}</p>
      <div className="row">
        <button type="button" className="main" onClick={onNo}>
          {no}
        </button>
        <button type="button" onClick={onYes}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}
