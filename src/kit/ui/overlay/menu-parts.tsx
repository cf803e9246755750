import type { Menu, MenuDividerProps, MenuItemProps, MenuLabelProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, createContext, use } from 'react';

/** What a menu is made of. The code comes when a menu is opened the first time: no page needs it before. */
export const MenuParts = createContext<Pick<typeof Menu, 'Item' | 'Label' | 'Divider'> | null>(null);

type ItemProps =
  | (MenuItemProps & Omit<ComponentPropsWithoutRef<'button'>, keyof MenuItemProps> & { component?: 'button' })
  | (MenuItemProps & Omit<ComponentPropsWithoutRef<'a'>, keyof MenuItemProps> & { component: 'a' });
/** One thing to do, or by its `role` one thing to choose; only inside a `LazyMenu` or a `RowMenu`. */
export function MenuItem(props: ItemProps) {
  const parts = use(MenuParts);
  if (parts === null) return null;
  if (props.component === 'a') return <parts.Item {...props} />;
  const { role } = props;
  // the kit calls whatever stands in a menu an item, and on an item `aria-checked` means nothing
  if (role !== undefined) return <parts.Item {...props} renderRoot={(root) => <button type="button" {...root} role={role} />} />;
  return <parts.Item {...props} />;
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
