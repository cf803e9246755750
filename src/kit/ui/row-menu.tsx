import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
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
import { Sign } from './row-signs.tsx';
import s from './row-parts.module.css';

type Button = RefObject<HTMLButtonElement | null>;
/** Tells the menu where the button is that opens it; the button itself stands outside, and there before the menu is. */
function Anchor({ ref, button }: { ref?: Ref<HTMLButtonElement | null>; button: Button }) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button]);
  return null;
}

/** `unmade` until it is opened the first time. */
type Shown = 'unmade' | 'closed' | 'opened';
type BodyProps = { id: string; button: Button; shown: Shown; setShown: (shown: Shown) => void; children: ReactNode };
function MenuBody({ id, button, shown, setShown, children }: BodyProps) {
  // opened after it stands: opening is then the same the first time and later, with the way back of the focus
  useEffect(() => setShown('opened'), [setShown]);
  return (
    <Menu
      id={id}
      position="bottom-end"
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

type RowMenuProps = {
  label: string;
  /** In a row of a list, or beside the other buttons of a page's head. */
  look?: 'row' | 'head';
  /** What the menu offers; asked for when it is opened the first time. */
  children: () => ReactNode;
};
/** A button with dots that opens a menu. The menu is made when it is first asked for: a list has fifty of these. */
export function RowMenu({ label, look = 'row', children }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
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
      <button
        ref={button}
        type="button"
        id={id}
        className={s.icon}
        data-look={look}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        onClick={press}
        onKeyDown={onKeyDown}
      >
        {look === 'row' ? <Sign of="dots" /> : <IconDots size={16} stroke={1.75} />}
      </button>
      {shown !== 'unmade' && (
        <MenuBody id={id} button={button} shown={shown} setShown={setShown}>
          {children()}
        </MenuBody>
      )}
    </>
  );
}
