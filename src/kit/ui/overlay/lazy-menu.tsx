import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { MenuShape } from './menu-body.tsx';

const MenuBody = loadable(async () => (await import('./menu-body.tsx')).MenuBody);

/** What the button of a menu must be given. */
export type MenuButtonProps = {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: (event: SyntheticEvent<HTMLButtonElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
  onFocus: () => void;
  onPointerEnter: () => void;
};
type LazyMenuProps = MenuShape & {
  button: (props: MenuButtonProps) => ReactNode;
  /** What the menu offers, of the parts in `menu-parts.tsx`; asked for when it is opened the first time. */
  children: () => ReactNode;
};

/** The menu that stands, and its button; or why its code could not be loaded. */
type MadeMenu = { opener: HTMLButtonElement; shown: 'closed' | 'opened' } | { lost: unknown };

const near = () => void MenuBody.preload().catch(() => null);

/**
 * A button that opens a menu. The menu is made when it is first asked for: a page has many, and most are never opened. Its code
 * is loaded when somebody points at the button or reaches it with the keyboard.
 */
export function LazyMenu({ position = 'bottom-end', button, children, ...shape }: LazyMenuProps) {
  const [made, setMade] = useState<MadeMenu | null>(null);
  // the page knows what to do about code that cannot be loaded
  if (made !== null && 'lost' in made) throw made.lost;
  const opened = made?.shown === 'opened';
  const press = ({ currentTarget: opener }: SyntheticEvent<HTMLButtonElement>) => {
    if (made !== null) return setMade({ opener, shown: opened ? 'closed' : 'opened' });
    MenuBody.preload().then(
      () => setMade({ opener, shown: 'closed' }),
      // without a connection the page says so already, and the next press tries again
      (lost: unknown) => navigator.onLine && setMade({ lost }),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || opened) return;
    event.preventDefault();
    press(event);
  };
  return (
    <>
      {button({
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        onClick: press,
        onKeyDown,
        onFocus: near,
        onPointerEnter: near,
      })}
      {made !== null && (
        <MenuBody
          button={made.opener}
          shown={made.shown}
          setShown={(shown) => setMade({ opener: made.opener, shown })}
          shape={{ ...shape, position }}
        >
          {children()}
        </MenuBody>
      )}
    </>
  );
}
