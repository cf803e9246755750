/** A vendor's own host name: wished for by whoever likes, held by whoever proves it with a record in its DNS. */
import dns from 'node:dns/promises';
import { Failure, notFound } from '#kit/errors.ts';
import { hostTrouble } from '#kit/server/own-host.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type Db, isDuplicate } from '#kit/server/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { BrandView } from '../vendors.contract.ts';
import { hostRecord, isLapsed } from '../vendors.rules.ts';
import { vendorOf } from './access.service.ts';
import { brandView } from './brand.service.ts';
import { brandById, changeBrand, lockBrand, lockHolder } from './brands.queries.ts';
import type { BrandRecord } from './vendors.table.ts';

/** What the records under that name say; none when it cannot be asked. */
const textsAt = async (name: string): Promise<string[]> =>
  (await dns.resolveTxt(name).catch(() => [])).map((parts) => parts.join('').trim());

/** Whoever held the name and has no record there any more gives way. Throws `host_taken` while their record stands. */
async function giveWay(ctx: Ctx, tx: Db, { host, mine, texts }: { host: string; mine: string; texts: string[] }): Promise<void> {
  const holder = await lockHolder(tx, host);
  if (holder === null || holder.accountId === mine) return;
  if (holder.hostCode !== null && texts.includes(hostRecord({ host, code: holder.hostCode }).value)) throw taken();
  await changeBrand(tx, holder.accountId, { hostCheckedAt: null, hostTrouble: 'not_proven', hostAskedAt: new Date(ctx.now()) });
  await record(ctx, tx, {
    action: 'vendors.brand-changed',
    subjectKind: 'account',
    subjectId: holder.accountId,
    accountId: holder.accountId,
    data: { fields: 'host' },
  });
}
const taken = () => new Failure('host_taken');

type Found = { row: BrandRecord; host: string; trouble: string | null; texts: string[] };
async function settle(ctx: Ctx, tx: Db, { row, host, trouble, texts }: Found): Promise<void> {
  const { accountId } = row;
  if (trouble !== null) return changeBrand(tx, accountId, { hostTrouble: trouble });
  await giveWay(ctx, tx, { host, mine: accountId, texts });
  await changeBrand(tx, accountId, { hostTrouble: null, hostCheckedAt: new Date(ctx.now()) });
  if (row.hostCheckedAt === null)
    await record(ctx, tx, { action: 'vendors.host-checked', subjectKind: 'account', subjectId: accountId, data: { host } });
}

/**
 * Looks whether the name is the vendor's, by its record, and leads here. One that did once keeps its look when a later check has a bad
 * moment. Throws `host_taken` while somebody else's record stands there, `not_possible` without a name.
 */
export async function checkHost(ctx: Ctx): Promise<BrandView> {
  const actor = vendorOf(ctx);
  await ctx.limits.use(`vendor-host:${actor.accountId}`, { max: 20, windowSeconds: 600 });
  const wished = await brandById(ctx.db.read, actor.accountId);
  const host = wished?.host ?? null;
  const code = wished?.hostCode ?? null;
  if (wished === null || host === null || code === null || isLapsed(wished, ctx.now())) throw new Failure('not_possible');
  const { name, value } = hostRecord({ host, code });
  const texts = await textsAt(name);
  const trouble = texts.includes(value) ? await hostTrouble(ctx.config, siteUrl(ctx), host) : 'not_proven';
  try {
    return await ctx.system.write(async (tx) => {
      const row = await lockBrand(tx, actor.accountId);
      if (row === null) throw notFound();
      // another name was set meanwhile: this answer is about the old one
      if (row.host === host) await settle(ctx, tx, { row, host, trouble, texts });
      return brandView((await lockBrand(tx, actor.accountId)) ?? row, ctx.now());
    });
  } catch (error) {
    // somebody else proved it in this very moment, or it leads to somebody's endpoint
    if (isDuplicate(error, 'vendor_brands_host_key')) throw taken();
    throw error;
  }
}
