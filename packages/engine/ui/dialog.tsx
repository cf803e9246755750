import { type ReactNode, useEffect, useId, useRef } from 'react';
import s from '#ui/float.module.css';

type DialogProps = { title: ReactNode; lead?: ReactNode; children?: ReactNode; actions: ReactNode; onClose(): void };

/** A question, never "Are you sure?". What is marked with `data-safe` has the focus; Escape is the safe answer too. */
export function Dialog({ title, lead, children, actions, onClose }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-safe]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={s.dialog}
      aria-labelledby={id}
      onCancel={(e) => {
        e.preventDefault();
        onClose();
      }}
    >
      <h2 id={id} className={s.title}>
        {title}
      </h2>
      {lead && <p className={s.lead}>{lead}</p>}
      {children}
      <div className={s.acts}>{actions}</div>
    </dialog>
  );
}
