import type { Menu, MenuDividerProps, MenuItemProps, MenuLabelProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, createContext, use } from 'react';

/** What a menu is made of. The code comes when a menu is opened the first time: no page needs it before. */
export const MenuParts = createContext<Pick<typeof Menu, 'Item' | 'Label' | 'Divider'> | null>(null);

type ItemProps =
  | (MenuItemProps & Omit<ComponentPropsWithoutRef<'button'>, keyof MenuItemProps> & { component?: 'button' })
  | (MenuItemProps & Omit<ComponentPropsWithoutRef<'a'>, keyof MenuItemProps> & { component: 'a' });
/** One thing to do; only inside a `LazyMenu` or a `RowMenu`. */
export function MenuItem(props: ItemProps) {
  const parts = use(MenuParts);
  if (parts === null) return null;
  return props.component === 'a' ? <parts.Item {...props} /> : <parts.Item {...props} />;
}

/** What the items under it have in common. */
export function MenuLabel(props: MenuLabelProps) {
  const parts = use(MenuParts);
  return parts && <parts.Label {...props} />;
}

/** A line between two kinds of items. */
export function MenuDivider(props: MenuDividerProps) {
  const parts = use(MenuParts);
  return parts && <parts.Divider {...props} />;
}
