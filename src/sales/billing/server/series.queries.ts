import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { InvoiceKind } from '../invoices.contract.ts';

/** Beyond what any series reaches, and within an integer of the database. */
const MADE_UP = { from: 1_000_000_000, to: 2_000_000_000 } as const;
const isMadeUp = sql`current_setting('app.numbers', true) is not distinct from 'made up'`;

/** Two previews of one subscription wait for each other, and each runs months of the engine. */
const PREVIEW_STATEMENT_MS = 60_000;
/** For a transaction that is taken back: its numbers are made up, so that nobody waits for it to give theirs. */
export async function makeUpNumbers(tx: Db): Promise<void> {
  const ms = String(PREVIEW_STATEMENT_MS);
  await tx.execute(sql`select set_config('app.numbers', 'made up', true), set_config('statement_timeout', ${ms}, true)`);
}

/**
 * The next number of a series, within the transaction that uses it: what is rolled back leaves no gap. `date`: of the document; a later one
 * that stands in the series already is given back instead, because dates do not run backwards.
 */
export async function takeNumber(
  tx: Db,
  of: { sellerId: string; kind: InvoiceKind; year: number; date: string },
): Promise<{ serial: number; date: string }> {
  const { rows } = await tx.execute<{ serial: number; date: string }>(sql`
    insert into invoice_series as s (seller_id, kind, year, next, last_date)
    select ${of.sellerId}::uuid, ${of.kind}, ${of.year}::int, 2, ${of.date}::date where not (${isMadeUp})
    on conflict (seller_id, kind, year) do update set next = s.next + 1, last_date = greatest(s.last_date, excluded.last_date)
    returning s.next - 1 as serial, s.last_date::text as date`);
  const [taken] = rows;
  if (taken !== undefined) return taken;
  const { rows: asked } = await tx.execute<{ made: boolean }>(sql`select ${isMadeUp} as made`);
  if (asked[0]?.made !== true) throw new Error('the series gave no number');
  // anywhere, as two of them at once would wait for each other over the same one
  return { serial: randomInt(MADE_UP.from, MADE_UP.to), date: of.date };
}
