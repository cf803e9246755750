/**
 * Controls for rows of lists. A page of a list has fifty of each: the parts of the kit cost a page more time on the server than
 * everything else in it, so these are plain elements with the same look. Elsewhere the parts of the kit are used.
 */
import type { ReactNode } from 'react';
import { type SignName, signOf } from './row-signs.tsx';
import s from './row-parts.module.css';

type PickProps = { label: string; picked: 'all' | 'none'; onToggle: () => void };
/** A square to pick a row. Called, not mounted. */
export const pickBoxOf = ({ label, picked, onToggle }: PickProps): ReactNode => (
  <input type="checkbox" className={s.box} aria-label={label} checked={picked === 'all'} onChange={onToggle} />
);

type PickedState = PickProps['picked'] | 'some';
/** A square to pick all rows; `some` is drawn as a dash. */
export function PickBox({ label, picked, onToggle }: { label: string; picked: PickedState; onToggle: () => void }) {
  const shown = (box: HTMLInputElement | null) => {
    if (box !== null) box.indeterminate = picked === 'some';
  };
  return (
    <input ref={shown} type="checkbox" className={s.box} aria-label={label} checked={picked === 'all'} onChange={onToggle} />
  );
}

type RowButtonProps = {
  look: 'quiet' | 'outlined';
  /** For who listens: what the word means in this row. */
  label: string;
  sign?: SignName;
  state: 'ready' | 'busy';
  onPress: () => void;
  children: ReactNode;
};
/** The one action of a row. While it is busy it can be focused, and presses do nothing. */
export function RowButton({ look, label, sign, state, onPress, children }: RowButtonProps) {
  const busy = state === 'busy' || undefined;
  return (
    <button
      type="button"
      className={s.act}
      data-look={look}
      aria-label={label}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={busy === undefined ? onPress : undefined}
    >
      {sign !== undefined && signOf({ of: sign, size: 15 })}
      {children}
    </button>
  );
}
