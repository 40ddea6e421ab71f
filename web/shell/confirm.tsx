/** Asks before something that cannot be taken back. Escape is no. */
import { Modal } from './modal.tsx';

export interface ConfirmProps {
  readonly title: string;
  readonly says: string;
  readonly yes: string;
  readonly no: string;
  onYes(): void;
  onNo(): void;
}

export function Confirm({ title, says, yes, no, onYes, onNo }: ConfirmProps) {
  return (
    <Modal title={title} says={says} onClose={onNo}>
      <div className="row">
        <button type="button" className="main" onClick={onNo}>
          {no}
        </button>
        <button type="button" onClick={onYes}>
          {yes}
        </button>
      </div>
    </Modal>
  );
}
