import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import type { DataTableProps, ShownColumn } from './table-shape.ts';
import { useMenuOnLongTap } from '#kit/ui/gestures.ts';
import { Bone } from '#kit/ui/feedback.tsx';
import { PickBox, pickBoxOf } from './row-parts.tsx';
import s from './table.module.css';
import type { RowSelection } from './table-bulk.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';

type RowParts<R> = { props: DataTableProps<R>; columns: readonly ShownColumn<R>[]; selection: RowSelection };
const classOf = <R,>(column: ShownColumn<R>): string | undefined =>
  [
    column.align === 'end' ? 'end' : '',
    column.lead === undefined ? '' : s.lead,
    column.narrow === undefined || column.fold !== undefined ? '' : s.wideOnly,
  ]
    .filter(Boolean)
    .join(' ') || undefined;

function SortButton<R>({ props, column }: { props: DataTableProps<R>; column: ShownColumn<R> }) {
  const say = kitText();
  const { sort, setSort } = props.list;
  const here = sort.by === column.id;
  const label = here
    ? sort.dir === 'up'
      ? say('table.sortUp', { column: column.title })
      : say('table.sortDown', { column: column.title })
    : say('table.sortBy', { column: column.title });
  const Arrow = sort.dir === 'up' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={s.sort} data-on={here || undefined} aria-label={label} onClick={() => setSort(column.id)}>
      {column.title}
      {here && <Arrow size={12} stroke={2} />}
    </button>
  );
}

export function TableHead<R>({ props, columns, selection }: RowParts<R>) {
  const say = kitText();
  const { sort } = props.list;
  const sorted = (column: ShownColumn<R>) =>
    column.sort === undefined || sort.by !== column.id ? undefined : sort.dir === 'up' ? 'ascending' : 'descending';
  return (
    <thead>
      <tr>
        {props.bulk && (
          <th className={s.pick} scope="col">
            <PickBox label={say('table.selectAll')} picked={selection.all} onToggle={selection.toggleAll} />
          </th>
        )}
        {columns.map((column) => (
          <th key={column.id} scope="col" className={classOf(column)} data-fold={column.fold} aria-sort={sorted(column)}>
            {column.sort === undefined ? column.title : <SortButton props={props} column={column} />}
          </th>
        ))}
        {props.actions && <td className={s.acts} />}
      </tr>
    </thead>
  );
}

const bones = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
function BoneRows<R>({ props, columns }: Omit<RowParts<R>, 'selection'>) {
  return bones.map((bone, at) => (
    <tr key={bone} style={{ opacity: 1 - at * 0.1 }}>
      {props.bulk && (
        <td className={s.pick}>
          <Bone w={16} h={16} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)} data-phone={column.phone} data-fold={column.fold}>
          <Bone w={column.bone ?? (column.lead === undefined ? 56 : 112 - (at % 3) * 12)} />
        </td>
      ))}
      {props.actions && (
        <td className={s.acts}>
          <Bone w={48} />
        </td>
      )}
    </tr>
  ));
}

/** A plain press on the row's own link: what is held down, or another button, is the browser's business. */
function followsLink(event: MouseEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('[data-row-link]') === null) return false;
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;
}

const control = 'a, button, input, select, label, [role="menuitem"]';
/** A click beside the controls opens the row; a click that ends a marking of text does not. */
function opens(event: MouseEvent): boolean {
  const { target } = event;
  return target instanceof Element && target.closest(control) === null && (window.getSelection()?.toString() ?? '') === '';
}

function pressed(event: MouseEvent, open: () => void): void {
  const follows = followsLink(event);
  if (follows) event.preventDefault();
  if (follows || opens(event)) open();
}

export function TableBody<R>({ props, columns, selection, here, loading }: RowParts<R> & { here: number; loading: boolean }) {
  const say = kitText();
  const { rows, rowId, rowName, onOpen } = props;
  const longTap = useMenuOnLongTap();
  const cells = columns.map((column) => ({ column, className: classOf(column) }));
  if (rows === undefined) return <tbody>{loading && <BoneRows props={props} columns={columns} />}</tbody>;
  return (
    <tbody {...(props.actions && longTap)}>
      {rows.map((row, at) => {
        const id = rowId(row);
        const chosen = selection.has(id);
        return (
          <tr
            key={id}
            aria-selected={props.bulk === undefined ? undefined : chosen}
            data-here={at === here || undefined}
            data-opens={onOpen !== undefined || undefined}
            onClick={(event) => onOpen !== undefined && pressed(event, () => onOpen(row))}
          >
            {props.bulk && (
              <td className={s.pick}>
                {pickBoxOf({
                  label: say('table.selectRow', { name: rowName(row) }),
                  picked: chosen ? 'all' : 'none',
                  onToggle: () => selection.toggle(id),
                })}
              </td>
            )}
            {cells.map(({ column, className }) => (
              <td key={column.id} className={className} data-phone={column.phone} data-fold={column.fold}>
                {column.cell(row) ?? <span className={s.none}>–</span>}
              </td>
            ))}
            {props.actions && <td className={s.acts}>{props.actions(row)}</td>}
          </tr>
        );
      })}
    </tbody>
  );
}
