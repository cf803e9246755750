import { type ReactNode, useEffect, useId, useRef } from 'react';
import dialogs from '#kit/ui/dialog.module.css';

/** A small window of its own about one recording; Escape closes it. */
export function RecordingDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className={dialogs.dialog} style={{ maxInlineSize: 480 }} aria-labelledby={id} onCancel={onClose}>
      <div className={dialogs.body}>
        <h2 className={dialogs.title} id={id}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
