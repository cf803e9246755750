import { useRef, useState } from 'react';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import type { ListControls } from './list-state.ts';
import { Button } from '@mantine/core';
import { usePrefetchOfRows } from '#kit/ui/link.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import { BulkBar, useSelection } from './table-bulk.tsx';
import { SignSheet } from './row-signs.tsx';
import { ListBar } from './table-bar.tsx';
import { ListFoot } from './table-foot.tsx';
import { TableBody, TableHead } from './table-rows.tsx';
import { useRowKeys } from './table-keys.ts';
import { type DataTableProps, fitsPhone, drawnColumns } from './table-shape.ts';
import s from './table.module.css';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { useTimeText } from '#kit/ui/time.tsx';

/** A list: search, filters, sort, columns, selection, pages by key; its state stands in the address. Rows are plain `<tr>`. */
export function DataTable<R>(given: DataTableProps<R>) {
  const rows = useSteadyAnswer({ data: given.rows, isLoading: given.pending && given.rows === undefined });
  const props = { ...given, rows };
  const { list, rowId } = props;
  const columns = drawnColumns(props);
  const loading = rows === undefined && (props.pending || given.rows !== undefined);
  const ids = (rows ?? []).map(rowId);
  const selection = useSelection(ids);
  const [here, setHere] = useState(-1);
  const table = useRef<HTMLTableElement>(null);
  usePrefetchOfRows(table, rows);
  useRowKeys({
    count: ids.length,
    here,
    setHere,
    onSelect: (at) => selection.toggle(ids[at] ?? ''),
    onOpen: (at) => openAt(props, at),
  });
  if (rows !== undefined && rows.length === 0 && !list.narrowed && list.after === null) return props.empty;
  const none = rows !== undefined && rows.length === 0;
  return (
    <div className={s.list}>
      <SignSheet />
      <ListBar props={props} />
      {props.stale && <StaleBanner stale={props.stale} />}
      <div className={s.scroll} aria-busy={loading || undefined}>
        <table
          ref={table}
          className={s.table}
          aria-label={props.label}
          data-phone={fitsPhone(props.columns) ? (props.phoneActs ?? 'beside') : undefined}
        >
          <TableHead props={props} columns={columns} selection={selection} />
          <TableBody props={props} columns={columns} selection={selection} here={here} loading={loading} />
        </table>
      </div>
      {none && <NothingFits list={list} />}
      {props.bulk && selection.chosen.length > 0 && (
        <BulkBar selection={selection}>{props.bulk(selection.chosen, selection.clear)}</BulkBar>
      )}
      <ListFoot props={props} loading={loading} />
    </div>
  );
}

function openAt<R>({ rows, onOpen }: DataTableProps<R>, at: number): void {
  const row = rows?.[at];
  if (row !== undefined) onOpen?.(row);
}

function NothingFits({ list }: { list: ListControls }) {
  const say = kitText();
  return (
    <EmptyState title={say('table.nothingTitle')} text={say('table.nothingText')}>
      <Button onClick={list.clear}>{say('table.clearFilters')}</Button>
    </EmptyState>
  );
}

function StaleBanner({ stale }: { stale: { at: number; retry: () => unknown } }) {
  const say = kitText();
  const time = useTimeText();
  return (
    <Banner
      hue="red"
      action={
        <Button size="xs" onClick={() => void stale.retry()}>
          {say('again')}
        </Button>
      }
    >
      <b>{say('table.staleTitle')}</b>
      {stale.at > 0 && ` ${say('table.staleSince', { time: time(stale.at, 'time') })}`}
    </Banner>
  );
}
