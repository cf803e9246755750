/** A vendor's own host name: any vendor may ask for one, and the vendor that proves it with a DNS record gets it. */
import { Failure, notFound } from '#kit/errors.ts';
import { isLapsed } from '#kit/host-proof.ts';
import { type HostProof, holdHost, proofOf } from '#kit/server/http/host-proof.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { BrandView } from '../vendors.contract.ts';
import { vendorOf } from './access.service.ts';
import { brandView } from './brand.service.ts';
import { brandById, changeBrand, lockBrand } from './brands.queries.ts';
import { giveWay } from './host-claims.service.ts';
import type { BrandRecord } from './vendors.table.ts';

type CheckedHost = HostProof & { row: BrandRecord; host: string };
async function settle(ctx: Ctx, tx: Db, { row, host, trouble, texts }: CheckedHost): Promise<void> {
  const { accountId } = row;
  if (trouble !== null) return changeBrand(tx, accountId, { hostTrouble: trouble });
  await giveWay(ctx, tx, { host, mine: { place: 'vendors', accountId }, texts });
  await changeBrand(tx, accountId, { hostTrouble: null, hostCheckedAt: new Date(ctx.now()) });
  if (row.hostCheckedAt === null)
    await record(ctx, tx, { action: 'vendors.host-checked', subjectKind: 'account', subjectId: accountId, data: { host } });
}

/**
 * Looks whether the name is the vendor's, by its record, and leads here. One that did once keeps its look when a later check has a bad
 * moment. Throws `host_taken` while somebody else's record exists, `not_possible` without a name.
 */
export async function checkHost(ctx: Ctx): Promise<BrandView> {
  const actor = vendorOf(ctx);
  await ctx.limits.use(`vendor-host:${actor.accountId}`, { max: 20, windowSeconds: 600 });
  const wished = await brandById(ctx.db.read, actor.accountId);
  const host = wished?.host ?? null;
  const code = wished?.hostCode ?? null;
  if (wished === null || host === null || code === null || isLapsed(wished, ctx.now())) throw new Failure('not_possible');
  const proof = await proofOf(ctx.config, siteUrl(ctx), { host, code });
  return ctx.system.write(async (tx) => {
    await holdHost(tx, host);
    const row = await lockBrand(tx, actor.accountId);
    if (row === null) throw notFound();
    // another name was set meanwhile: this answer is about the old one
    if (row.host === host) await settle(ctx, tx, { row, host, ...proof });
    return brandView((await lockBrand(tx, actor.accountId)) ?? row, ctx.now());
  });
}
