import type { ReactNode } from 'react';
import type { ListControls, ListState } from './list-state.ts';

export type TableColumn<R> = {
  id: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** For CSV; without it the column is left out there. */
  text?: (row: R) => string;
  sort?: 'sortable';
  /** Figures: right-aligned in both directions. */
  align?: 'end';
  /** The one that carries the weight; it names the row. */
  lead?: 'lead';
  /** Folds where the list has no room for it; of several the one furthest to the end folds first. */
  narrow?: 'hide';
  /** May be hidden by the reader; `off` is hidden until chosen. */
  optional?: 'on' | 'off';
  /** Its place on a phone, where a row has two lines: above the name, below the state and the time. The others are left out there. */
  phone?: 'name' | 'state' | 'time';
  /** Width of the bone while loading, in pixels. */
  bone?: number;
};
export type ListFilter = { id: string; title: string; options: readonly { value: string; label: string }[] };

/** `page` asks for one page of the list; the file takes all pages of what search and filters show. */
export type CsvExport<R> = {
  file: string;
  page: (list: ListState) => Promise<{ items: readonly R[]; next: string | null }>;
};

export type DataTableProps<R> = {
  /** Unique on the page. */
  name: string;
  /** For who listens: what the table lists. */
  label: string;
  list: ListControls;
  columns: readonly TableColumn<R>[];
  /** Undefined while nothing is there yet. */
  rows: readonly R[] | undefined;
  rowId: (row: R) => string;
  rowName: (row: R) => string;
  /** `total` undefined: more than is counted. */
  page: { next: string | null; total?: number | undefined };
  pending: boolean;
  /** The last refresh failed; what is shown is of `at` (epoch ms). */
  stale?: { at: number; retry: () => unknown };
  filters?: readonly ListFilter[];
  /** At the end of each row. */
  actions?: (row: R) => ReactNode;
  /** On a phone the actions get a line of their own: for those that need their words. */
  phoneActs?: 'below';
  /** Buttons for the chosen rows. */
  bulk?: (ids: readonly string[], clear: () => void) => ReactNode;
  /** Enter or a click beside the controls of a row. */
  onOpen?: (row: R) => void;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  searchLabel?: string;
  /** In the bar, after the search. */
  beside?: ReactNode;
  /** More keys, after those of every list. */
  keys?: ReactNode;
  csv?: CsvExport<R>;
};

/** Whether a phone shows the list in rows of two lines; a list that gives its columns no place stays a table there. */
export const fitsPhone = <R>(columns: readonly TableColumn<R>[]): boolean => columns.some((column) => column.phone !== undefined);

export type ShownColumn<R> = TableColumn<R> & {
  /** The width of the list, in pixels, below which the column folds: a step of the style sheet. */
  fold?: number;
};
/** What columns take on average, in pixels. */
const room = { lead: 240, word: 120, figure: 70, pick: 40, actions: 110 };
const foldSteps = { step: 100, last: 1500 };
const roomOf = <R>({ lead, align }: TableColumn<R>): number => (lead ? room.lead : align === 'end' ? room.figure : room.word);

/** By estimate, not by measure: a table that is measured moves once more after its page is drawn. */
function withFolds<R>({ bulk, actions }: DataTableProps<R>, columns: readonly TableColumn<R>[]): ShownColumn<R>[] {
  let taken = (bulk ? room.pick : 0) + (actions ? room.actions : 0);
  for (const column of columns) if (column.narrow === undefined) taken += roomOf(column);
  return columns.map((column) => {
    if (column.narrow === undefined) return column;
    taken += roomOf(column);
    return { ...column, fold: Math.min(Math.ceil(taken / foldSteps.step) * foldSteps.step, foldSteps.last) };
  });
}

/** The columns that are drawn. Those that the reader has chosen do not fold beside a side bar; the list scrolls then. */
export function drawnColumns<R>(props: DataTableProps<R>): ShownColumn<R>[] {
  const columns = shownColumns(props.columns, props.list.columns);
  return props.list.columns === null ? withFolds(props, columns) : columns;
}

export const shownColumns = <R>(columns: readonly TableColumn<R>[], chosen: readonly string[] | null): TableColumn<R>[] =>
  columns.filter(
    (column) => column.optional === undefined || (chosen === null ? column.optional === 'on' : chosen.includes(column.id)),
  );
