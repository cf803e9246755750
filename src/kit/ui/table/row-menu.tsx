import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { signOf } from './row-signs.tsx';
import s from './row-parts.module.css';

type RowMenuProps = {
  label: string;
  /** In a row of a list, or beside the other buttons of a page's head. */
  look?: 'row' | 'head';
  /** What the menu offers; asked for when it is opened the first time. */
  children: () => ReactNode;
};
/** A button with dots that opens a menu: a list has fifty of these. */
export function RowMenu({ label, look = 'row', children }: RowMenuProps) {
  return (
    <LazyMenu
      button={(props) => (
        <button type="button" className={s.icon} data-look={look} aria-label={label} {...props}>
          {look === 'row' ? signOf({ of: 'dots' }) : <IconDots size={16} stroke={1.75} />}
        </button>
      )}
    >
      {children}
    </LazyMenu>
  );
}
