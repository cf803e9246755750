import { localOf, msOf } from '#kit/ui/local-moment.ts';
import type { MaintenanceWindow } from '../server-views.contract.ts';

/** A time of maintenance as one types it: `from` and `to` as `2026-11-21T06:40`, on the clock of the reader's zone. */
export type MaintenanceRow = { id: string; from: string; to: string; note: string };

export const rowsOf = (windows: readonly MaintenanceWindow[], zone: string): MaintenanceRow[] =>
  windows.map((one, at) => ({ id: String(at), from: localOf(one.from, zone), to: localOf(one.to, zone), note: one.note }));

/** Null when one of them has no beginning, no end, or ends before it begins. */
export function windowsOf(rows: readonly MaintenanceRow[], zone: string): MaintenanceWindow[] | null {
  const windows = rows.flatMap((row) => {
    const from = msOf(row.from, zone);
    const to = msOf(row.to, zone);
    return from === null || to === null || to <= from ? [] : [{ from, to, note: row.note.trim() }];
  });
  return windows.length === rows.length ? windows : null;
}
export const windowTrouble = (rows: readonly MaintenanceRow[], zone: string) => windowsOf(rows, zone) === null;
