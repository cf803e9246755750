import { useEffect } from 'react';
import { useShortcut } from '#kit/ui/shortcut.ts';

type RowKeys = {
  count: number;
  here: number;
  setHere: (at: number) => void;
  onSelect: (at: number) => void;
  onOpen: (at: number) => void;
};
/** J and K move through the rows, X chooses, Enter opens. */
export function useRowKeys({ count, here, setHere, onSelect, onOpen }: RowKeys): void {
  const move = (step: number) => setHere(Math.max(0, Math.min(count - 1, here + step)));
  useShortcut('j', () => count > 0 && move(1));
  useShortcut('k', () => count > 0 && move(-1));
  useShortcut('x', () => here >= 0 && onSelect(here));
  useShortcut('Enter', () => {
    // a button or link that has the focus keeps its own Enter
    if (here >= 0 && (document.activeElement === document.body || document.activeElement?.id === 'main')) onOpen(here);
  });
  useEffect(() => {
    document.querySelector('tr[data-here]')?.scrollIntoView({ block: 'nearest' });
  });
}
