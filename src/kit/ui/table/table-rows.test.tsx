import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { TableBody } from './table-rows.tsx';
import { type TableColumn, type DataTableProps, drawnColumns, fitsPhone } from './table-shape.ts';

vi.mock('#kit/ui/text/kit-text.ts', () => ({ kitText: () => (key: string) => key }));

type Room = { id: string; name: string };
const columns: readonly TableColumn<Room>[] = [
  { id: 'name', title: 'Room', lead: 'lead', phone: 'name', cell: (room) => room.name },
  { id: 'owner', title: 'Owner', cell: () => 'Ada' },
  { id: 'recent', title: 'Last used', phone: 'time', cell: () => null },
];
const list: DataTableProps<Room>['list'] = {
  q: '',
  sort: { by: '', dir: 'up' },
  filters: {},
  after: null,
  columns: null,
  narrowed: false,
  setQ: () => {},
  setSort: () => {},
  setFilter: () => {},
  setColumns: () => {},
  clear: () => {},
  next: () => {},
  previous: () => {},
};
const props: DataTableProps<Room> = {
  name: 'rooms',
  label: 'Rooms',
  list,
  columns,
  rows: [{ id: '1', name: 'Physics' }],
  rowId: (room) => room.id,
  rowName: (room) => room.name,
  page: { next: null },
  pending: false,
  actions: () => 'Join',
  empty: null,
};
const selection = { chosen: [], all: 'none' as const, has: () => false, toggle: () => {}, toggleAll: () => {}, clear: () => {} };

test('each cell says its place on a phone; what has none there says nothing', () => {
  const html = renderToString(
    <table>
      <TableBody props={props} columns={columns} selection={selection} here={-1} loading={false} />
    </table>,
  );
  const places = [...html.matchAll(/<td[^>]*?(?: data-phone="(\w+)")?>/g)].map((found) => found[1] ?? '');
  expect(places).toEqual(['name', '', 'time', '']);
});

test('the rows that stand there while the list is loading have the same places', () => {
  const html = renderToString(
    <table>
      <TableBody props={{ ...props, rows: undefined }} columns={columns} selection={selection} here={-1} loading />
    </table>,
  );
  expect(html).toContain('data-phone="name"');
});

test('a list whose columns have no places stays a table', () => {
  expect(fitsPhone(columns)).toBe(true);
  expect(fitsPhone(columns.map(({ phone: _, ...column }) => column))).toBe(false);
});

test('columns fold from the end of the list, and those that the reader has chosen stay', () => {
  const wide: DataTableProps<Room>['columns'] = [
    ...columns,
    { id: 'tags', title: 'Tags', narrow: 'hide', optional: 'on', cell: () => 'a' },
    { id: 'people', title: 'People', narrow: 'hide', align: 'end', optional: 'on', cell: () => 3 },
    { id: 'made', title: 'Created', narrow: 'hide', optional: 'off', cell: () => 'now' },
  ];
  const folds = (chosen: string[] | null) =>
    drawnColumns({ ...props, columns: wide, list: { ...list, columns: chosen } }).map(({ id, fold }) => [id, fold]);
  const firm = [
    ['name', undefined],
    ['owner', undefined],
    ['recent', undefined],
  ];
  expect(folds(null)).toEqual([...firm, ['tags', 800], ['people', 800]]);
  expect(folds(['made'])).toEqual([...firm, ['made', undefined]]);
});
