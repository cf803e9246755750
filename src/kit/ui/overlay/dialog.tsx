import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import s from './dialog.module.css';

/** For a `<dialog>` that is open as long as it is drawn: the browser's own, which keeps the focus inside. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}

type Props = {
  title: string;
  /** A sentence on what it is for. */
  lead?: ReactNode;
  /** Pixels. */
  width?: number;
  onClose: () => void;
  children: ReactNode;
};

/** A window for one piece of work; Escape closes it. */
export function Dialog({ title, lead, width = 480, onClose, children }: Props) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog ref={dialog} className={s.dialog} style={{ maxInlineSize: width }} aria-labelledby={id} onCancel={onClose}>
      <div className={s.body}>
        <h2 className={s.title} id={id}>
          {title}
        </h2>
        {lead !== undefined && <p className={s.lead}>{lead}</p>}
        {children}
      </div>
    </dialog>
  );
}
