import { Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import { MenuParts } from './menu-parts.tsx';
import { OutsideAnchor } from './outside-anchor.tsx';

export type MenuShape = Pick<MenuProps, 'position' | 'width' | 'withinPortal'>;
type BodyProps = {
  button: HTMLButtonElement;
  shown: 'closed' | 'opened';
  setShown: (shown: 'closed' | 'opened') => void;
  shape: MenuShape;
  children: ReactNode;
};
/** The button names the menu and points at it while it is open; it gets both here, because most buttons never open theirs. */
function useTies(button: HTMLButtonElement, shown: BodyProps['shown']): string {
  const id = useId();
  useEffect(() => {
    button.id = id;
  }, [button, id]);
  useEffect(() => {
    if (shown === 'opened') button.setAttribute('aria-controls', `${id}-dropdown`);
    else button.removeAttribute('aria-controls');
  }, [button, id, shown]);
  return id;
}

/** The menu itself; loaded by `LazyMenu`. */
export function MenuBody({ button, shown, setShown, shape, children }: BodyProps) {
  const id = useTies(button, shown);
  const anchor = useMemo(() => ({ current: button }), [button]);
  // opened after it stands: opening is then the same the first time and later, with the way back of the focus
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => setShown('opened'), []);
  return (
    <Menu
      id={id}
      {...shape}
      opened={shown === 'opened'}
      onChange={(opened) => setShown(opened ? 'opened' : 'closed')}
      // the focus goes to the first item
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <OutsideAnchor button={anchor} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuParts value={Menu}>{children}</MenuParts>
      </Menu.Dropdown>
    </Menu>
  );
}
