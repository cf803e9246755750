import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type BrandRecord, vendorBrands, vendors } from './vendors.table.ts';

const facts = {
  accountId: vendorBrands.accountId,
  name: vendorBrands.name,
  accent: vendorBrands.accent,
  senderName: vendorBrands.senderName,
  replyTo: vendorBrands.replyTo,
  host: vendorBrands.host,
  hostCheckedAt: vendorBrands.hostCheckedAt,
  hostTrouble: vendorBrands.hostTrouble,
  hostAskedAt: vendorBrands.hostAskedAt,
  hostCode: vendorBrands.hostCode,
  logoHash: vendorBrands.logoHash,
  revision: vendorBrands.revision,
  changedAt: vendorBrands.changedAt,
};

/** Without the picture, which only its own address needs. */
export async function brandById(db: Db, accountId: string): Promise<BrandRecord | null> {
  const [row] = await db.select(facts).from(vendorBrands).where(eq(vendorBrands.accountId, accountId));
  return row ?? null;
}
export async function lockBrand(tx: Db, accountId: string): Promise<BrandRecord | null> {
  const [row] = await tx.select(facts).from(vendorBrands).where(eq(vendorBrands.accountId, accountId)).for('update');
  return row ?? null;
}
export async function ensureBrand(tx: Db, accountId: string, at: Date): Promise<void> {
  await tx.insert(vendorBrands).values({ accountId, revision: 1, changedAt: at }).onConflictDoNothing();
}

export type BrandChange = Partial<Omit<typeof vendorBrands.$inferInsert, 'accountId' | 'revision'>>;
export async function changeBrand(tx: Db, accountId: string, change: BrandChange): Promise<void> {
  await tx
    .update(vendorBrands)
    .set({ ...change, revision: sql`${vendorBrands.revision} + 1` })
    .where(eq(vendorBrands.accountId, accountId));
}

export async function logoByHash(db: Db, hash: string): Promise<Buffer | null> {
  const [row] = await db.select({ logo: vendorBrands.logo }).from(vendorBrands).where(eq(vendorBrands.logoHash, hash));
  return row?.logo ?? null;
}

/** The vendor that a host name belongs to; while nobody proved it, one of those who wish for it since `since`. `referral` while it takes customers. */
export async function vendorAtHost(
  db: Db,
  host: string,
  since: Date,
): Promise<{ accountId: string; checked: 'yes' | 'no'; state: string; referral: string } | null> {
  const [row] = await db
    .select({
      accountId: vendorBrands.accountId,
      checkedAt: vendorBrands.hostCheckedAt,
      state: vendors.state,
      referral: vendors.referralCode,
    })
    .from(vendorBrands)
    .innerJoin(vendors, eq(vendors.accountId, vendorBrands.accountId))
    .where(
      and(
        eq(vendorBrands.host, host),
        or(
          isNotNull(vendorBrands.hostCheckedAt),
          and(gt(vendorBrands.hostAskedAt, since), inArray(vendors.state, ['active', 'suspended'])),
        ),
      ),
    )
    .orderBy(sql`${vendorBrands.hostCheckedAt} is null`, asc(vendorBrands.hostAskedAt))
    .limit(1);
  if (row === undefined) return null;
  const { accountId, checkedAt, state, referral } = row;
  return { accountId, checked: checkedAt === null ? 'no' : 'yes', state, referral };
}
