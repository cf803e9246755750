import { and, asc, between, desc, eq, ilike, inArray, lt, or, sql } from 'drizzle-orm';
import { rowsAfter } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { containsPattern, containsText } from '#kit/server/db/search.ts';
import type { BankMovement } from '../movements.rules.ts';
import {
  bankBookings,
  bankEntries,
  bankSettings,
  bankStatements,
  type BookingRow,
  type EntryRow,
  type SettingsRow,
  type StatementRow,
} from './bank.table.ts';

export async function settingsOf(db: Db, sellerId: string): Promise<SettingsRow | null> {
  const [row] = await db.select().from(bankSettings).where(eq(bankSettings.sellerId, sellerId));
  return row ?? null;
}
/** False when somebody was faster: `revision` is of what was read, 0 of nothing. */
export async function putSettings(tx: Db, row: SettingsRow): Promise<boolean> {
  const kept = await tx
    .insert(bankSettings)
    .values({ ...row, revision: 1 })
    .onConflictDoUpdate({
      target: bankSettings.sellerId,
      set: { ...row, revision: sql`${bankSettings.revision} + 1` },
      setWhere: eq(bankSettings.revision, row.revision),
    })
    .returning({ id: bankSettings.sellerId });
  return kept.length > 0;
}
/** How many exact proposals were confirmed by hand. */
export const countAgreed = async (db: Db, sellerId: string): Promise<number> => {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(bankEntries)
    .where(and(eq(bankEntries.sellerId, sellerId), bankEntries.agreed, eq(bankEntries.how, 'hand')));
  return row?.n ?? 0;
};

export const statementsOfFile = (db: Db, of: { sellerId: string; sha256: string }): Promise<StatementRow[]> =>
  db
    .select()
    .from(bankStatements)
    .where(and(eq(bankStatements.sellerId, of.sellerId), eq(bankStatements.sha256, of.sha256)))
    .orderBy(asc(bankStatements.position));
export async function insertStatement(tx: Db, row: StatementRow): Promise<StatementRow> {
  const [kept] = await tx.insert(bankStatements).values(row).returning();
  if (kept === undefined) throw new Error('nothing was kept');
  return kept;
}
export const statementsPage = (db: Db, of: { sellerId: string; before: string | null; limit: number }): Promise<StatementRow[]> =>
  db
    .select()
    .from(bankStatements)
    .where(and(eq(bankStatements.sellerId, of.sellerId), of.before === null ? undefined : lt(bankStatements.id, of.before)))
    .orderBy(desc(bankStatements.id))
    .limit(of.limit);
/** Nobody else keeps statements of that seller until the transaction ends. */
export async function holdStatements(tx: Db, sellerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bank ' || ${sellerId}, 0))`);
}

/** Lines between two days, and those with one of these names, in the order in which they were kept. */
export const keptMovements = (
  db: Db,
  of: { sellerId: string; from: string; to: string; prints: readonly string[] },
): Promise<BankMovement[]> =>
  db
    .select({
      print: bankEntries.print,
      account: bankStatements.account,
      bookedOn: bankEntries.bookedOn,
      amount: bankEntries.amount,
      currency: bankEntries.currency,
      payerName: bankEntries.payerName,
      payerIban: bankEntries.payerIban,
      bankRef: bankEntries.bankRef,
      endToEnd: bankEntries.endToEnd,
      texts: bankEntries.texts,
    })
    .from(bankEntries)
    .innerJoin(bankStatements, eq(bankStatements.id, bankEntries.statementId))
    .where(
      and(
        eq(bankEntries.sellerId, of.sellerId),
        or(between(bankEntries.bookedOn, of.from, of.to), sql`${bankEntries.print} = any(${sql.param([...of.prints])}::text[])`),
      ),
    )
    .orderBy(asc(bankEntries.bookedOn), asc(bankEntries.id));
const PIECE = 500;
export async function insertEntries(tx: Db, rows: readonly (typeof bankEntries.$inferInsert)[]): Promise<void> {
  for (let at = 0; at < rows.length; at += PIECE)
    await tx
      .insert(bankEntries)
      .values(rows.slice(at, at + PIECE))
      .onConflictDoNothing();
}
export async function entryById(db: Db, id: string): Promise<EntryRow | null> {
  const [row] = await db.select().from(bankEntries).where(eq(bankEntries.id, id));
  return row ?? null;
}
/** Locked until the transaction ends. */
export async function lockEntry(tx: Db, id: string): Promise<EntryRow | null> {
  const [row] = await tx.select().from(bankEntries).where(eq(bankEntries.id, id)).for('update');
  return row ?? null;
}
export type EntryChange = Partial<Pick<EntryRow, 'state' | 'how' | 'agreed' | 'returns' | 'reason' | 'decidedBy' | 'decidedAt'>>;
export async function changeEntry(tx: Db, id: string, change: EntryChange): Promise<void> {
  await tx.update(bankEntries).set(change).where(eq(bankEntries.id, id));
}
/** Lines that have these words somewhere; no words: all. */
function having(search: string | undefined) {
  if (search === undefined || search === '') return undefined;
  const { payerName, payerIban, texts, bankRef } = bankEntries;
  // account numbers are typed with blanks
  const iban = containsPattern(search.replace(/[\\%_\s]/g, ''));
  return or(containsText(search, payerName, sql`array_to_string(${texts}, ' ')`, bankRef), ilike(payerIban, iban));
}
type OpenAsk = { sellerId: string; search?: string; after?: Pick<EntryRow, 'bookedOn' | 'id'> | null; limit: number };
/** Nobody decided about them yet, the oldest first; `after` one of them. */
export const openEntries = (db: Db, { after = null, ...of }: OpenAsk): Promise<EntryRow[]> =>
  db
    .select()
    .from(bankEntries)
    .where(
      and(
        eq(bankEntries.sellerId, of.sellerId),
        eq(bankEntries.state, 'open'),
        having(of.search),
        after === null ? undefined : rowsAfter([bankEntries.bookedOn, after.bookedOn, 'asc'], [bankEntries.id, after.id, 'asc']),
      ),
    )
    .orderBy(asc(bankEntries.bookedOn), asc(bankEntries.id))
    .limit(of.limit);
/** Went out, and as much came in before that nothing took back yet. */
export const perhapsReturns = (db: Db, of: { sellerId: string; search?: string; limit: number }): Promise<EntryRow[]> =>
  db
    .select()
    .from(bankEntries)
    .where(
      and(
        eq(bankEntries.sellerId, of.sellerId),
        eq(bankEntries.state, 'out'),
        having(of.search),
        sql`exists (select 1 from bank_entries b where b.seller_id = ${bankEntries.sellerId} and b.currency = ${bankEntries.currency} and b.amount = -${bankEntries.amount}
          and b.state = 'booked' and b.booked_on <= ${bankEntries.bookedOn}
          and not exists (select 1 from bank_entries r where r.returns = b.id and r.state = 'booked'))`,
      ),
    )
    .orderBy(asc(bankEntries.bookedOn), asc(bankEntries.id))
    .limit(of.limit);
export const countOpen = async (db: Db, of: { sellerId: string; search?: string }): Promise<number> => {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(bankEntries)
    .where(and(eq(bankEntries.sellerId, of.sellerId), eq(bankEntries.state, 'open'), having(of.search)));
  return row?.n ?? 0;
};
export const decidedPage = (
  db: Db,
  of: { sellerId: string; state: 'booked' | 'ignored' | 'out'; before: string | null; limit: number },
): Promise<EntryRow[]> =>
  db
    .select()
    .from(bankEntries)
    .where(
      and(
        eq(bankEntries.sellerId, of.sellerId),
        eq(bankEntries.state, of.state),
        of.before === null ? undefined : lt(bankEntries.id, of.before),
      ),
    )
    .orderBy(desc(bankEntries.id))
    .limit(of.limit);
/** Booked lines of exactly these sums that nothing took back yet: what a return may be for. */
export async function returnable(
  db: Db,
  of: { sellerId: string; currency: string; amounts: readonly bigint[] },
): Promise<EntryRow[]> {
  if (of.amounts.length === 0) return [];
  return db
    .select()
    .from(bankEntries)
    .where(
      and(
        eq(bankEntries.sellerId, of.sellerId),
        eq(bankEntries.currency, of.currency),
        eq(bankEntries.state, 'booked'),
        inArray(bankEntries.amount, [...of.amounts]),
        sql`not exists (select 1 from bank_entries r where r.returns = ${bankEntries.id} and r.state = 'booked')`,
      ),
    )
    .orderBy(desc(bankEntries.bookedOn), desc(bankEntries.id))
    .limit(500);
}

export async function insertBookings(tx: Db, rows: readonly BookingRow[]): Promise<void> {
  await tx.insert(bankBookings).values([...rows]);
}
export const bookingsOf = async (db: Db, entryIds: readonly string[]): Promise<BookingRow[]> =>
  entryIds.length === 0
    ? []
    : db
        .select()
        .from(bankBookings)
        .where(inArray(bankBookings.entryId, [...entryIds]))
        .orderBy(asc(bankBookings.entryId), asc(bankBookings.position));
export async function bookingOfPayment(db: Db, of: { sellerId: string; paymentId: string }): Promise<BookingRow | null> {
  const [row] = await db
    .select()
    .from(bankBookings)
    .where(and(eq(bankBookings.paymentId, of.paymentId), eq(bankBookings.sellerId, of.sellerId)));
  return row ?? null;
}
/** Who paid from these account numbers before: the numbers by account. */
export async function knownIbans(
  db: Db,
  { sellerId, ibans }: { sellerId: string; ibans: readonly string[] },
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectDistinct({ payer: bankBookings.payerId, iban: bankEntries.payerIban })
    .from(bankBookings)
    .innerJoin(bankEntries, eq(bankEntries.id, bankBookings.entryId))
    .where(and(eq(bankEntries.sellerId, sellerId), inArray(bankEntries.payerIban, [...ibans])));
  const known = new Map<string, string[]>();
  for (const { payer, iban } of rows) if (iban !== null) known.set(payer, [...(known.get(payer) ?? []), iban]);
  return known;
}
