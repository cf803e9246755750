/** What sellers agreed with their customers. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { billingTerms, type TermsRow } from './billing.table.ts';

type TermsKey = Pick<TermsRow, 'accountId' | 'sellerId'>;
export async function termsBetween(db: Db, { accountId, sellerId }: TermsKey): Promise<TermsRow | null> {
  const [row] = await db
    .select()
    .from(billingTerms)
    .where(and(eq(billingTerms.accountId, accountId), eq(billingTerms.sellerId, sellerId)));
  return row ?? null;
}

/** Null when somebody else changed them since `revision`; `revision` null: there must be none yet. */
export async function putTerms(tx: Db, row: Omit<TermsRow, 'revision'>, revision: number | null): Promise<TermsRow | null> {
  const { accountId, sellerId } = row;
  const [kept] =
    revision === null
      ? await tx
          .insert(billingTerms)
          .values({ ...row, revision: 1 })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(billingTerms)
          .set({ ...row, revision: sql`${billingTerms.revision} + 1` })
          .where(
            and(eq(billingTerms.accountId, accountId), eq(billingTerms.sellerId, sellerId), eq(billingTerms.revision, revision)),
          )
          .returning();
  return kept ?? null;
}
