import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { cssVars } from '#kit/ui/css-vars.ts';
import s from '#kit/ui/feedback.module.css';
import { kitText } from '#kit/ui/text/kit-text.ts';

type IconComponent = ComponentType<{ size?: number; stroke?: number }>;
export type ToastContent = {
  icon?: IconComponent;
  text: ReactNode;
  /** Takes it back. */
  undo?: () => void | Promise<void>;
  /** How long it stays; 8 when left out. */
  seconds?: number;
  /** Called once when the time for taking back is over. */
  onDone?: () => void;
};
type ShownToast = ToastContent & { id: number };

const usualSeconds = 8;
const ToastContext = createContext<(toast: ToastContent) => void>(() => {});
/** Shows that something is done and can be undone for some seconds. Never for errors of a form or a list. */
export const useToast = (): ((toast: ToastContent) => void) => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const last = useRef(0);
  const show = useCallback((toast: ToastContent) => {
    last.current += 1;
    const id = last.current;
    setToasts((now) => [...now.slice(-2), { ...toast, id }]);
  }, []);
  const remove = useCallback((id: number) => setToasts((now) => now.filter((t) => t.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      <div className={s.toasts} role="status">
        {toasts.map((toast) => (
          <UndoToast key={toast.id} toast={toast} onClose={() => remove(toast.id)} />
        ))}
      </div>
    </ToastContext>
  );
}

/** Counts the seconds down; pointing at it or focusing it stops the clock. */
function useCountdown(seconds: number, paused: string, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (paused !== '') return;
    if (left <= 0) return end.current();
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, paused]);
  return left;
}

function UndoToast({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const say = kitText();
  const [paused, setPaused] = useState('');
  const done = () => {
    toast.onDone?.();
    onClose();
  };
  const { icon: Icon, undo, seconds = usualSeconds } = toast;
  const left = useCountdown(seconds, paused, done);
  const undone = () => {
    onClose();
    void undo?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only stops the clock
    <div
      className={s.toast}
      onMouseEnter={() => setPaused('pointed')}
      onMouseLeave={() => setPaused('')}
      onFocus={() => setPaused('focused')}
      onBlur={() => setPaused('')}
    >
      {Icon && <Icon size={16} stroke={1.75} />}
      <span className="grow">{toast.text}</span>
      {undo && (
        <button type="button" className={s.undo} onClick={undone}>
          <IconArrowBackUp size={16} stroke={2} className="turn" />
          {say('toast.undo')}
          <span aria-hidden="true">{say('toast.seconds', { count: left })}</span>
        </button>
      )}
      <ActionIcon size={28} aria-label={say('toast.close')} onClick={done}>
        <IconX size={14} stroke={2} />
      </ActionIcon>
      <span className={s.left} style={cssVars({ '--part': `${(left / seconds) * 100}%` })} aria-hidden="true" />
    </div>
  );
}
