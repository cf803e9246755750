import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef } from 'react';
import { useLazyOpened } from './lazy-opened.ts';
import { loadable } from './loadable.tsx';
import type { MenuShape } from './menu-body.tsx';

const MenuBody = loadable(async () => (await import('./menu-body.tsx')).MenuBody);

/** What the button of a menu must be given. */
export type MenuButtonProps = {
  ref: Ref<HTMLButtonElement>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onPointerEnter: () => void;
};
type LazyMenuProps = MenuShape & {
  button: (props: MenuButtonProps) => ReactNode;
  /** What the menu offers, of the parts in `menu-parts.tsx`; asked for when it is opened the first time. */
  children: () => ReactNode;
};

/**
 * A button that opens a menu. The menu is made when it is first asked for: a page has many, and most are never opened. Its code
 * is loaded when somebody points at the button or reaches it with the keyboard.
 */
export function LazyMenu({ position = 'bottom-end', button, children, ...shape }: LazyMenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const { shown, setShown, press, getReady } = useLazyOpened(MenuBody.preload);
  const opened = shown === 'opened';
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || opened) return;
    event.preventDefault();
    press();
  };
  return (
    <>
      {button({
        ref: opener,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onClick: press,
        onKeyDown,
        onFocus: getReady,
        onPointerEnter: getReady,
      })}
      {shown !== 'unmade' && (
        <MenuBody id={id} button={opener} shown={shown} setShown={setShown} shape={{ ...shape, position }}>
          {children()}
        </MenuBody>
      )}
    </>
  );
}
