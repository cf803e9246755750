import { Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { MenuParts } from './menu-parts.tsx';
import { type Opener, OutsideAnchor } from './outside-anchor.tsx';

export type MenuShape = Pick<MenuProps, 'position' | 'width' | 'withinPortal'>;
type BodyProps = {
  id: string;
  button: Opener;
  shown: 'closed' | 'opened';
  setShown: (shown: 'closed' | 'opened') => void;
  shape: MenuShape;
  children: ReactNode;
};
/** The menu itself; loaded by `LazyMenu`. */
export function MenuBody({ id, button, shown, setShown, shape, children }: BodyProps) {
  // opened after it stands: opening is then the same the first time and later, with the way back of the focus
  useEffect(() => setShown('opened'), [setShown]);
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
        <OutsideAnchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuParts value={Menu}>{children}</MenuParts>
      </Menu.Dropdown>
    </Menu>
  );
}
