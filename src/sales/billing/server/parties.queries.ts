/** Who sells and what buyers want on their invoices. */
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { AgreedTax } from '#sales/tax/agreed.rules.ts';
import {
  billingProfiles,
  billingSellers,
  billingTerms,
  type MethodRow,
  paymentMethods,
  type ProfileRow,
  providerCustomers,
  type SellerRow,
  subscriptions,
} from './billing.table.ts';

export async function sellerById(db: Db, accountId: string): Promise<SellerRow | null> {
  const [row] = await db.select().from(billingSellers).where(eq(billingSellers.accountId, accountId));
  return row ?? null;
}
/** `agreed`: with each of its sellers, what counts instead of the rules of tax. */
export type BuyerRow = ProfileRow & { agreed: (AgreedTax & { sellerId: string })[] };
export async function profileOf(db: Db, accountId: string): Promise<BuyerRow | null> {
  const rows = await db
    .select({ profile: billingProfiles, sellerId: billingTerms.sellerId, tax: billingTerms.tax })
    .from(billingProfiles)
    .leftJoin(billingTerms, eq(billingTerms.accountId, billingProfiles.accountId))
    .where(eq(billingProfiles.accountId, accountId));
  const [first] = rows;
  if (first === undefined) return null;
  return {
    ...first.profile,
    agreed: rows.flatMap(({ sellerId, tax }) => (sellerId === null || tax === null ? [] : { ...tax, sellerId })),
  };
}

/** The same of an account that said nothing of itself yet. */
export async function agreedWith(db: Db, accountId: string): Promise<BuyerRow['agreed']> {
  const rows = await db.select().from(billingTerms).where(eq(billingTerms.accountId, accountId));
  return rows.flatMap(({ sellerId, tax }) => (tax === null ? [] : { ...tax, sellerId }));
}

/** What a seller need not say. */
export type Extra =
  | 'cards'
  | 'taxFallback'
  | 'accountingCurrency'
  | 'registrations'
  | 'abroad'
  | 'contactName'
  | 'contactPhone'
  | 'contactEmail';
type SellerGiven = Omit<SellerRow, 'revision' | Extra> & Partial<Pick<SellerRow, Extra>>;
/** Null when somebody else changed it since `revision`; `revision` null: there must be none yet. */
export async function putSeller(tx: Db, row: SellerGiven, revision: number | null): Promise<SellerRow | null> {
  const [kept] =
    revision === null
      ? await tx
          .insert(billingSellers)
          .values({ ...row, revision: 1 })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(billingSellers)
          .set({ ...row, revision: sql`${billingSellers.revision} + 1` })
          .where(and(eq(billingSellers.accountId, row.accountId), eq(billingSellers.revision, revision)))
          .returning();
  return kept ?? null;
}
type ProfileGiven = Omit<ProfileRow, 'revision' | 'leitwegId'> & Partial<Pick<ProfileRow, 'leitwegId'>>;
export async function putProfile(tx: Db, row: ProfileGiven, revision: number | null): Promise<ProfileRow | null> {
  const [kept] =
    revision === null
      ? await tx
          .insert(billingProfiles)
          .values({ ...row, revision: 1 })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(billingProfiles)
          .set({ ...row, revision: sql`${billingProfiles.revision} + 1` })
          .where(and(eq(billingProfiles.accountId, row.accountId), eq(billingProfiles.revision, revision)))
          .returning();
  return kept ?? null;
}
export async function setLeitwegId(tx: Db, { accountId, leitwegId }: Pick<ProfileRow, 'accountId' | 'leitwegId'>): Promise<void> {
  await tx
    .update(billingProfiles)
    .set({ leitwegId, revision: sql`${billingProfiles.revision} + 1` })
    .where(eq(billingProfiles.accountId, accountId));
}
/** Accounts of German public bodies. */
export async function publicBuyers(db: Db): Promise<string[]> {
  const rows = await db
    .select({ accountId: billingProfiles.accountId })
    .from(billingProfiles)
    .where(isNotNull(billingProfiles.leitwegId))
    .orderBy(billingProfiles.accountId);
  return rows.map((row) => row.accountId);
}
export async function setVatCheck(tx: Db, accountId: string, of: Pick<ProfileRow, 'vatId' | 'vatCheck'>): Promise<void> {
  await tx
    .update(billingProfiles)
    .set({ vatCheck: of.vatCheck })
    .where(
      and(
        eq(billingProfiles.accountId, accountId),
        of.vatId === null ? isNull(billingProfiles.vatId) : eq(billingProfiles.vatId, of.vatId),
      ),
    );
}

/** Accounts, after an id, whose number was valid when it was asked for before then (epoch ms), and that the engine claims money from until the other day. */
export async function withOldChecks(
  db: Db,
  of: { before: number; until: Date; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ accountId: billingProfiles.accountId })
    .from(billingProfiles)
    .innerJoin(subscriptions, eq(subscriptions.accountId, billingProfiles.accountId))
    .where(
      and(
        sql`${billingProfiles.vatCheck} ->> 'check' = 'valid' and (${billingProfiles.vatCheck} ->> 'at')::bigint < ${of.before}`,
        isNull(subscriptions.endedAt),
        lte(subscriptions.nextAt, of.until),
        of.after === null ? undefined : gt(billingProfiles.accountId, of.after),
      ),
    )
    .orderBy(billingProfiles.accountId)
    .limit(of.limit);
  return rows.map((row) => row.accountId);
}

/** The one used first, first. */
export const methodsOf = (db: Db, accountId: string): Promise<MethodRow[]> =>
  db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.accountId, accountId), isNull(paymentMethods.removedAt)))
    .orderBy(desc(paymentMethods.first), paymentMethods.id);
/** A card that is known already stays the one it was. */
export async function keepMethod(tx: Db, row: typeof paymentMethods.$inferInsert): Promise<MethodRow | null> {
  const [kept] = await tx.insert(paymentMethods).values(row).onConflictDoNothing().returning();
  if (kept !== undefined) return kept;
  const [known] = await tx
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.provider, row.provider), eq(paymentMethods.ref, row.ref)));
  return known ?? null;
}
/** The card that is charged from now on. */
export async function makeFirst(tx: Db, of: { accountId: string; id: string }): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ first: false })
    .where(and(eq(paymentMethods.accountId, of.accountId), eq(paymentMethods.first, true), ne(paymentMethods.id, of.id)));
  await tx.update(paymentMethods).set({ first: true }).where(eq(paymentMethods.id, of.id));
}
export async function removeMethod(tx: Db, id: string, at: Date): Promise<void> {
  await tx.update(paymentMethods).set({ removedAt: at, first: false }).where(eq(paymentMethods.id, id));
}

/** One that is not forgotten; null when there is none of that name. */
export async function methodByRef(db: Db, ref: string): Promise<MethodRow | null> {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.provider, 'card'), eq(paymentMethods.ref, ref), isNull(paymentMethods.removedAt)));
  return row ?? null;
}
/** The bank gave its holder another number or another year. */
export async function refreshMethod(tx: Db, id: string, of: Pick<MethodRow, 'brand' | 'last4' | 'expires'>): Promise<void> {
  await tx.update(paymentMethods).set({ brand: of.brand, last4: of.last4, expires: of.expires }).where(eq(paymentMethods.id, id));
}
export async function accountOfCustomer(db: Db, of: { provider: string; ref: string }): Promise<string | null> {
  const [row] = await db
    .select({ accountId: providerCustomers.accountId })
    .from(providerCustomers)
    .where(and(eq(providerCustomers.provider, of.provider), eq(providerCustomers.ref, of.ref)));
  return row?.accountId ?? null;
}
export async function dropCustomer(tx: Db, of: { provider: string; ref: string }): Promise<void> {
  await tx.delete(providerCustomers).where(and(eq(providerCustomers.provider, of.provider), eq(providerCustomers.ref, of.ref)));
}

export async function customerRef(db: Db, of: { accountId: string; provider: string }): Promise<string | null> {
  const [row] = await db
    .select()
    .from(providerCustomers)
    .where(and(eq(providerCustomers.accountId, of.accountId), eq(providerCustomers.provider, of.provider)));
  return row?.ref ?? null;
}
export async function keepCustomer(tx: Db, row: { accountId: string; provider: string; ref: string }): Promise<void> {
  await tx.insert(providerCustomers).values(row).onConflictDoNothing();
}
export async function methodsByIds(db: Db, ids: readonly string[]): Promise<Map<string, MethodRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(paymentMethods)
    .where(inArray(paymentMethods.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}
