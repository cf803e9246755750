/**
 * The kit's parts as plain elements with the kit's own classes: the same look for a tenth of the server's time. For what stands in
 * the frame of every page and around every list; elsewhere the parts themselves are used.
 */
import { ActionIcon, Button, Input, Kbd, UnstyledButton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import s from './light-parts.module.css';
import parts from './theme/parts.module.css';

const pressed = 'mantine-focus-auto mantine-active';

type IconButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  'aria-label': string;
  /** Pixels. */
  size?: 28 | 32 | 40;
  look?: 'subtle' | 'default';
};
/** A button that shows an icon alone. */
export function IconButton({ size = 32, look = 'subtle', className = '', children, ...rest }: IconButtonProps) {
  const press = rest.disabled === true ? 'mantine-focus-auto' : pressed;
  return (
    <button
      {...rest}
      type="button"
      className={`${press} ${s.icon} ${ActionIcon.classes.root} ${UnstyledButton.classes.root} ${className}`}
      data-variant={look}
      data-size={size}
    >
      <span className={ActionIcon.classes.icon}>{children}</span>
    </button>
  );
}

type BarButtonProps = Omit<ComponentProps<'button'>, 'type'> & { icon: ReactNode; state?: 'ready' | 'busy' };
/** A quiet button with an icon and a word, for the bar above a list. While it is busy it can be focused, and presses do nothing. */
export function BarButton({ icon, state = 'ready', children, onClick, ...rest }: BarButtonProps) {
  const busy = state === 'busy' || undefined;
  const { classes } = Button;
  return (
    <button
      {...rest}
      type="button"
      className={`${pressed} ${parts.button} ${s.button} ${classes.root} ${UnstyledButton.classes.root}`}
      data-variant="subtle"
      data-with-left-section
      aria-busy={busy}
      aria-disabled={busy}
      onClick={busy === undefined ? onClick : undefined}
    >
      <span className={classes.inner}>
        <span className={`${parts.buttonSection} ${classes.section}`} data-position="left">
          {icon}
        </span>
        <span className={classes.label}>{children}</span>
      </span>
    </button>
  );
}

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & { 'aria-label': string; icon: ReactNode };
/** A field to search with; `className` is of the field with its icon. */
export function SearchField({ icon, className = '', ...rest }: SearchFieldProps) {
  const { classes } = Input;
  return (
    <div className={`${className} ${s.field} ${classes.wrapper}`} data-variant="default" data-with-left-section>
      <div data-position="left" className={classes.section}>
        {icon}
      </div>
      <input {...rest} type="search" className={`${parts.field} ${classes.input}`} data-variant="default" />
    </div>
  );
}

/** A key of the keyboard. */
export function KeyCap({ children, dir }: { children: ReactNode; dir?: 'ltr' }) {
  return (
    <kbd className={`${parts.kbd} ${Kbd.classes.root}`} dir={dir}>
      {children}
    </kbd>
  );
}
