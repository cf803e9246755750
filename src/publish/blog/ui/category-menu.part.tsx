import { IconArrowsMove, IconListNumbers, IconPencil, IconSubtask, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { fitsBelow } from '../blog.rules.ts';
import type { CategoryView } from '../categories.contract.ts';
import { categoriesText } from './categories-text.hook.ts';
import { nameIn } from '../category-names.rules.ts';

export type CategoryActs = { move: (of: CategoryView) => void; remove: (of: CategoryView) => void };
type MenuProps = { of: CategoryView; items: readonly CategoryView[]; acts: CategoryActs };

function Items({ of, items, acts }: MenuProps) {
  const say = categoriesText();
  const navigate = useNavigate();
  const nodes = items.map(({ id, parentId }, position) => ({ id, parentId, position }));
  return (
    <>
      <MenuItem
        leftSection={<IconPencil size={16} stroke={1.75} />}
        onClick={() => void navigate(`/categories/edit-categories/${of.id}`)}
      >
        {say('categories.actions.edit')}
      </MenuItem>
      <MenuItem
        leftSection={<IconListNumbers size={16} stroke={1.75} />}
        onClick={() => void navigate(`/categories/edit-blogs/${of.id}`)}
      >
        {say('categories.actions.order')}
      </MenuItem>
      {fitsBelow(nodes, null, of.id) && (
        <MenuItem
          leftSection={<IconSubtask className="turn" size={16} stroke={1.75} />}
          onClick={() => void navigate(`/categories/add-categories?parent=${of.id}`)}
        >
          {say('categories.actions.sub')}
        </MenuItem>
      )}
      <MenuItem leftSection={<IconArrowsMove size={16} stroke={1.75} />} onClick={() => acts.move(of)}>
        {say('categories.actions.move')}
      </MenuItem>
      <MenuDivider />
      <MenuItem color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => acts.remove(of)}>
        {say('categories.actions.remove')}
      </MenuItem>
    </>
  );
}

export function CategoryMenu(props: MenuProps) {
  const say = categoriesText();
  const { locale } = useReader();
  return <RowMenu label={say('categories.more', { name: nameIn(props.of.names, locale) })}>{() => <Items {...props} />}</RowMenu>;
}
