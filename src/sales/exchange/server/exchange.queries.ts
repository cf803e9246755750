import { and, desc, eq, inArray, isNotNull, isNull, max, or, sql } from 'drizzle-orm';
import { rowsAfter } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { daysBefore, MAX_AGE_DAYS, PIVOT, type RateSource } from '../exchange.rules.ts';
import { exchangeRates, exchangeSettings, type RateRow, type SettingsRow } from './exchange.table.ts';

/** All that a rate between two currencies on a day can follow from. */
export const quotesFor = (db: Db, { from, to, on }: { from: string; to: string; on: string }): Promise<RateRow[]> => {
  const sides = [from, to, PIVOT];
  return db
    .select()
    .from(exchangeRates)
    .where(
      and(
        inArray(exchangeRates.base, sides),
        inArray(exchangeRates.currency, sides),
        isNull(exchangeRates.withdrawnAt),
        sql`${exchangeRates.day} between ${daysBefore(on, MAX_AGE_DAYS)}::date and ${on}::date`,
      ),
    )
    .orderBy(desc(exchangeRates.day), exchangeRates.id);
};
/** Marks what an invoice rests on. False when one of them was taken away, or out of use, meanwhile. */
export async function markUsed(tx: Db, ids: readonly string[], at: Date): Promise<boolean> {
  await tx
    .update(exchangeRates)
    .set({ usedAt: at })
    .where(and(inArray(exchangeRates.id, [...ids]), isNull(exchangeRates.usedAt)));
  // read in share mode, so that a rate is not taken out of use between this look and the invoice
  const kept = await tx
    .select({ id: exchangeRates.id })
    .from(exchangeRates)
    .where(and(inArray(exchangeRates.id, [...ids]), isNull(exchangeRates.withdrawnAt)))
    .for('share');
  return kept.length === ids.length;
}

const PIECE = 500;
/** Keeps what is not there yet; returns what was. */
export async function insertRates(tx: Db, rows: readonly (typeof exchangeRates.$inferInsert)[]): Promise<RateRow[]> {
  const kept: RateRow[] = [];
  for (let at = 0; at < rows.length; at += PIECE)
    kept.push(
      ...(await tx
        .insert(exchangeRates)
        .values(rows.slice(at, at + PIECE))
        .onConflictDoNothing()
        .returning()),
    );
  return kept;
}
export async function newestOf(db: Db, source: RateSource): Promise<string | null> {
  const [row] = await db
    .select({ day: max(exchangeRates.day) })
    .from(exchangeRates)
    .where(eq(exchangeRates.source, source));
  return row?.day ?? null;
}

export type RatePosition = { day: string; id: string };
type Page = { after: RatePosition | null; limit: number; source: RateSource | undefined; currency: string | undefined };
/** The latest day first. */
export const ratesPage = (db: Db, { after, limit, source, currency }: Page): Promise<RateRow[]> =>
  db
    .select()
    .from(exchangeRates)
    .where(
      and(
        source === undefined ? undefined : eq(exchangeRates.source, source),
        currency === undefined ? undefined : or(eq(exchangeRates.base, currency), eq(exchangeRates.currency, currency)),
        after === null ? undefined : rowsAfter([exchangeRates.day, after.day, 'desc'], [exchangeRates.id, after.id, 'desc']),
      ),
    )
    .orderBy(desc(exchangeRates.day), desc(exchangeRates.id))
    .limit(limit);
export async function rateById(db: Db, id: string): Promise<RateRow | null> {
  const [row] = await db.select().from(exchangeRates).where(eq(exchangeRates.id, id));
  return row ?? null;
}
/** Only what was entered by hand and nothing rests on; false otherwise. */
export async function deleteRate(tx: Db, id: string): Promise<boolean> {
  const gone = await tx
    .delete(exchangeRates)
    .where(and(eq(exchangeRates.id, id), eq(exchangeRates.source, 'own'), isNull(exchangeRates.usedAt)))
    .returning({ id: exchangeRates.id });
  return gone.length > 0;
}
/** Takes one that an invoice rests on out of use; false for the bank's, and for one that is out of use already. */
export async function withdrawRate(tx: Db, id: string, at: Date): Promise<boolean> {
  const gone = await tx
    .update(exchangeRates)
    .set({ withdrawnAt: at })
    .where(
      and(
        eq(exchangeRates.id, id),
        eq(exchangeRates.source, 'own'),
        isNotNull(exchangeRates.usedAt),
        isNull(exchangeRates.withdrawnAt),
      ),
    )
    .returning({ id: exchangeRates.id });
  return gone.length > 0;
}

export async function settingsOf(db: Db): Promise<SettingsRow | null> {
  const [row] = await db.select().from(exchangeSettings);
  return row ?? null;
}
/** False when somebody was faster: `revision` is of what was read, 0 of nothing. */
export async function putSettings(tx: Db, of: Pick<SettingsRow, 'ecb' | 'revision' | 'changedAt'>): Promise<boolean> {
  const kept = await tx
    .insert(exchangeSettings)
    .values({ ...of, one: true, revision: 1 })
    .onConflictDoUpdate({
      target: exchangeSettings.one,
      set: { ecb: of.ecb, changedAt: of.changedAt, revision: sql`${exchangeSettings.revision} + 1` },
      setWhere: eq(exchangeSettings.revision, of.revision),
    })
    .returning({ one: exchangeSettings.one });
  return kept.length > 0;
}
/** How the last try went. */
export async function putTried(tx: Db, of: Partial<Pick<SettingsRow, 'takenAt' | 'failedAt' | 'failure'>>): Promise<void> {
  await tx.update(exchangeSettings).set(of);
}
