import { and, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type AnswerRow, networkAnswers, networkOffers, type OfferRow } from './network.table.ts';

type NetworkPage = { before: string | null; limit: number };
const older = (before: string | null) => (before === null ? undefined : lt(networkOffers.id, before));
const insideNetwork = (accountId: string) => sql<boolean>`in_network(${networkOffers.accountId}, ${accountId}::uuid)`;

export type OfferWithAnswer = { offer: OfferRow; answer: AnswerRow | null };
/**
 * Offers to an account, newest first. `taken`: only those that it accepted; `all`: those that wait or were declined too. Runs with the
 * account's own eyes, and asks for the network all the same.
 */
export function offersTo(
  db: Db,
  to: { accountId: string; which: 'all' | 'taken' },
  page: NetworkPage,
): Promise<OfferWithAnswer[]> {
  return db
    .select({ offer: networkOffers, answer: networkAnswers })
    .from(networkOffers)
    .leftJoin(networkAnswers, and(eq(networkAnswers.offerId, networkOffers.id), eq(networkAnswers.accountId, to.accountId)))
    .where(
      and(
        ne(networkOffers.accountId, to.accountId),
        or(
          eq(networkOffers.toAccountId, to.accountId),
          and(sql`${networkOffers.toAccountId} is null`, insideNetwork(to.accountId)),
        ),
        to.which === 'taken' ? eq(networkAnswers.state, 'accepted') : undefined,
        older(page.before),
      ),
    )
    .orderBy(desc(networkOffers.id))
    .limit(page.limit);
}

/** An offer to this account, or null. */
export async function offerTo(db: Db, to: { offerId: string; accountId: string }): Promise<OfferRow | null> {
  const [row] = await db
    .select()
    .from(networkOffers)
    .where(
      and(
        eq(networkOffers.id, to.offerId),
        insideNetwork(to.accountId),
        or(eq(networkOffers.toAccountId, to.accountId), sql`${networkOffers.toAccountId} is null`),
      ),
    )
    .for('update');
  return row ?? null;
}

export function offersOf(db: Db, accountId: string, page: NetworkPage): Promise<OfferRow[]> {
  return db
    .select()
    .from(networkOffers)
    .where(and(eq(networkOffers.accountId, accountId), older(page.before)))
    .orderBy(desc(networkOffers.id))
    .limit(page.limit);
}
export const countOffers = (db: Db, accountId: string): Promise<number> =>
  db.$count(networkOffers, eq(networkOffers.accountId, accountId));

/** Accounts that took offers. */
export function takersOf(db: Db, offerIds: readonly string[]): Promise<{ offerId: string; accountId: string }[]> {
  return db
    .select({ offerId: networkAnswers.offerId, accountId: networkAnswers.accountId })
    .from(networkAnswers)
    .where(and(inArray(networkAnswers.offerId, [...offerIds]), eq(networkAnswers.state, 'accepted')));
}

export async function insertOffer(tx: Db, row: OfferRow): Promise<void> {
  await tx.insert(networkOffers).values(row);
}
/** Null when the account has no such offer. */
export async function deleteOffer(tx: Db, key: { id: string; accountId: string }): Promise<OfferRow | null> {
  const [row] = await tx
    .delete(networkOffers)
    .where(and(eq(networkOffers.id, key.id), eq(networkOffers.accountId, key.accountId)))
    .returning();
  return row ?? null;
}

export async function putAnswer(tx: Db, row: AnswerRow): Promise<void> {
  const { state, who, people, answeredBy, changedAt } = row;
  await tx
    .insert(networkAnswers)
    .values(row)
    .onConflictDoUpdate({
      target: [networkAnswers.offerId, networkAnswers.accountId],
      set: { state, who, people, answeredBy, changedAt },
    });
}

/** What an account took of one room, with the role that goes with it. */
export function admissionsTo(
  db: Db,
  key: { roomId: string; accountId: string },
): Promise<(Pick<AnswerRow, 'who' | 'people'> & Pick<OfferRow, 'role'>)[]> {
  return db
    .select({ who: networkAnswers.who, people: networkAnswers.people, role: networkOffers.role })
    .from(networkAnswers)
    .innerJoin(networkOffers, eq(networkOffers.id, networkAnswers.offerId))
    .where(
      and(
        eq(networkAnswers.roomId, key.roomId),
        eq(networkAnswers.accountId, key.accountId),
        eq(networkAnswers.state, 'accepted'),
      ),
    );
}
