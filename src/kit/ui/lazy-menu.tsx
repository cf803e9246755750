import { Menu, type MenuProps } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';

type Opener = RefObject<HTMLButtonElement | null>;
/** Tells the menu where the button is that opens it; the button itself stands outside, and there before the menu is. */
function Anchor({ ref, button }: { ref?: Ref<HTMLButtonElement | null>; button: Opener }) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button]);
  return null;
}

/** `unmade` until it is opened the first time. */
type Shown = 'unmade' | 'closed' | 'opened';
type Position = Exclude<MenuProps['position'], undefined>;
type BodyProps = {
  id: string;
  button: Opener;
  shown: Shown;
  setShown: (shown: Shown) => void;
  position: Position;
  children: ReactNode;
};
function MenuBody({ id, button, shown, setShown, position, children }: BodyProps) {
  // opened after it stands: opening is then the same the first time and later, with the way back of the focus
  useEffect(() => setShown('opened'), [setShown]);
  return (
    <Menu
      id={id}
      position={position}
      opened={shown === 'opened'}
      onChange={(opened) => setShown(opened ? 'opened' : 'closed')}
      // the focus goes to the first item
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Anchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** What the button of a menu must be given. */
export type MenuButtonProps = {
  ref: Ref<HTMLButtonElement>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};
type LazyMenuProps = {
  position?: Position;
  button: (props: MenuButtonProps) => ReactNode;
  /** What the menu offers; asked for when it is opened the first time. */
  children: () => ReactNode;
};
/** A button that opens a menu. The menu is made when it is first asked for: a page has many, and most are never opened. */
export function LazyMenu({ position = 'bottom-end', button, children }: LazyMenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<Shown>('unmade');
  const opened = shown === 'opened';
  const press = () => setShown(shown === 'closed' ? 'opened' : 'closed');
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
      })}
      {shown !== 'unmade' && (
        <MenuBody id={id} button={opener} shown={shown} setShown={setShown} position={position}>
          {children()}
        </MenuBody>
      )}
    </>
  );
}
