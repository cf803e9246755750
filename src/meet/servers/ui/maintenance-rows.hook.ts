import type { MaintenanceWindow } from '../server-views.contract.ts';

/** A time of maintenance as one types it: `from` and `to` as `2026-11-21T06:40`, on the clock of the reader's zone. */
export type MaintenanceRow = { id: string; from: string; to: string; note: string };

/** A moment as a field for date and time shows it in a zone. */
export function localOf(ms: number, zone: string): string {
  const shape: Intl.DateTimeFormatOptions = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' };
  // Swedish writes dates as ISO 8601 does
  return new Intl.DateTimeFormat('sv-SE', shape).format(ms).replace(' ', 'T');
}

/** The moment that a clock of the zone shows so; null when it is no date. An hour that the clock skips counts as the one after it. */
export function msOf(local: string, zone: string): number | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const offset = (at: number) => Date.parse(`${localOf(at, zone)}Z`) - Math.floor(at / 60_000) * 60_000;
  const near = asUtc - offset(asUtc);
  // once more, for the days on which the clock is changed
  return asUtc - offset(near);
}

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
