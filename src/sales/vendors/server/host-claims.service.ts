/** Who gives way when a host name is proven: vendors and accounts with an endpoint ask for names out of one pot. */
import { Failure } from '#kit/errors.ts';
import { hostRecord } from '#kit/host-proof.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { mailOwners } from './access.service.ts';
import { type HostPlace, lockHolder, releaseHost } from './host-claims.queries.ts';
import { vendorMails } from './vendors.mail.ts';

const places = {
  vendors: { action: 'vendors.host-lost', path: '/vendors/edit-vendor' },
  endpoint: { action: 'endpoint.host-lost', path: '/api-endpoint' },
} as const satisfies Record<HostPlace, unknown>;

/**
 * A holder of the name without a DNS record loses it, and gets a mail. `texts` are what the records say now; the host is
 * held (`holdHost`). Throws `host_taken` while the holder's record stands.
 */
export async function giveWay(
  ctx: Ctx,
  tx: Db,
  { host, mine, texts }: { host: string; mine: { place: HostPlace; accountId: string }; texts: readonly string[] },
): Promise<void> {
  const holder = await lockHolder(tx, host);
  if (holder === null) return;
  const { place, accountId, code } = holder;
  if (place === mine.place && accountId === mine.accountId) return;
  if (code !== null && texts.includes(hostRecord({ host, code }).value)) throw new Failure('host_taken');
  await releaseHost(tx, host, new Date(ctx.now()));
  const { action, path } = places[place];
  await record(ctx, tx, { action, subjectKind: 'account', subjectId: accountId, accountId, data: { host } });
  if (place === 'endpoint') await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'endpoint' });
  await mailOwners(ctx, tx, { accountId, template: vendorMails.hostLost, data: { host }, path });
}
