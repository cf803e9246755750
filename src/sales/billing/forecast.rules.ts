/** Charges of two courses of time beside each other, day by day. */

/** `at`: of the first charge of that day, in epoch milliseconds. */
export type ForecastRow<C> = { at: number; asIs: C[]; changed: C[] };

const DAY_MS = 86_400_000;
/** One row for each day (UTC) on which something is charged in either of them, in order. */
export function forecastRows<C extends { at: number }>(asIs: readonly C[], changed: readonly C[]): ForecastRow<C>[] {
  const rows = new Map<number, ForecastRow<C>>();
  for (const [name, charges] of [
    ['asIs', asIs],
    ['changed', changed],
  ] as const)
    for (const charge of charges) {
      const day = Math.floor(charge.at / DAY_MS);
      const row = rows.get(day) ?? { at: charge.at, asIs: [], changed: [] };
      row[name].push(charge);
      rows.set(day, { ...row, at: Math.min(row.at, charge.at) });
    }
  return [...rows.values()].sort((one, other) => one.at - other.at);
}
