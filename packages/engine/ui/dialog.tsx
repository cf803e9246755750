import { type ReactNode, useEffect, useId, useRef } from 'react';
import s from '#ui/float.module.css';

type DialogProps = {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  actions: ReactNode;
  /** Left out: only one of the answers closes it. */
  onClose?(): void;
  /** One answer below the other, for long ones. */
  stacked?: true;
  /** For work that needs the room; on phones it fills the screen. */
  size?: 'wide';
  /** Takes the last step back, also by Ctrl Z outside of fields. */
  onUndo?: (() => void) | undefined;
};

/** A question, never "Are you sure?". What is marked with `data-safe` has the focus; Escape is the safe answer too. */
export function Dialog({ title, lead, children, actions, onClose, stacked, size, onUndo }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-safe]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={s.dialog}
      data-size={size}
      onKeyDown={(event) => {
        if (onUndo === undefined || event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return;
        if (event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        onUndo();
      }}
      role={onClose ? undefined : 'alertdialog'}
      aria-labelledby={id}
      aria-describedby={lead ? `${id}-lead` : undefined}
      closedby={onClose ? undefined : 'none'}
      onCancel={(e) => {
        e.preventDefault();
        onClose?.();
      }}
      // Browsers that do not know `closedby` close at the second Escape, whatever the page says.
      onClose={() => onClose ?? ref.current?.showModal()}
    >
      <h2 id={id} className={s.title}>
        {title}
      </h2>
      {lead && (
        <p id={`${id}-lead`} className={s.lead}>
          {lead}
        </p>
      )}
      {size === 'wide' ? <div className={s.scroll}>{children}</div> : children}
      <div className={stacked ? s.stack : s.acts}>{actions}</div>
    </dialog>
  );
}
