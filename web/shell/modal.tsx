/**
 * A dialog over the page: named by its title, described by its sentence. The first that can be pressed in it has the keyboard, so put what
 * does no harm first; when it goes, the keyboard is back where it was. Escape closes.
 */
import { useId, useLayoutEffect, useRef } from 'react';
import style from './modal.module.css';

export interface ModalProps {
  readonly title: string;
  readonly says: string;
  readonly children: React.ReactNode;
  onClose(): void;
}

export function Modal({ title, says, children, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // A dialog that is taken away open takes the keyboard's place with it.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={style.modal}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}says`}
      // The page takes it away, at once: the browser tells of a close only later, and what is pressed meanwhile would be lost.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A second Escape in a row closes whatever the page says.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}says`}>{says}</p>
      {children}
    </dialog>
  );
}
