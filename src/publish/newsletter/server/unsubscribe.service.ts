/** Ways out of the newsletter that every one of its mails carries: RFC 2369 for people, RFC 8058 for their mail programs. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import type { MailHeaders } from '#core/outbox/outbox.rules.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { addressOf } from '../newsletter.rules.ts';
import { countUnsubscribed } from './campaigns.queries.ts';
import { preferencesPath, readLink } from './links.service.ts';
import type { UnsubscribedBy } from './newsletter.table.ts';
import { lockSubscriber, subscriberById, unsubscribe } from './subscribers.queries.ts';

/** `token`: of a link to the preferences. */
type WayOut = { token: string; subscriberId: string };
/** Requests by mail go to an address of the subscriber's own; where no mail comes in, to `sender`, from which the mails come. */
export function headersFor(ctx: Ctx, { token, subscriberId }: WayOut, sender: string): MailHeaders {
  const url = `${siteUrl(ctx)}${preferencesPath(token)}`;
  const address = returnAddress(ctx, { kind: 'unsubscribe', id: subscriberId }) ?? sender;
  const mailto = `mailto:${encodeURI(address)}?subject=unsubscribe%20${token}`;
  return {
    'List-Unsubscribe': `<${url}>, <${mailto}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
export const senderNow = async (ctx: Ctx, db: Db): Promise<string> => addressOf((await platformNow(ctx, db)).mail.from);
export const unsubscribeHeaders = async (ctx: Ctx, tx: Db, way: WayOut): Promise<MailHeaders> =>
  headersFor(ctx, way, await senderNow(ctx, tx));

type UnsubscribeRequest = {
  subscriberId: string;
  campaignId: string | null;
  lists: readonly string[] | null;
  by: UnsubscribedBy;
};
/** A campaign counts those who left by its mails. A subscriber who is gone has nothing to leave. */
const leave = (ctx: Ctx, { subscriberId, campaignId, lists, by }: UnsubscribeRequest): Promise<string[]> =>
  ctx.system.write(async (tx) => {
    if ((await lockSubscriber(tx, subscriberId)) === null) return [];
    const left = await unsubscribe(tx, { subscriberId, lists, at: new Date(ctx.now()), by });
    if (left.length > 0 && campaignId !== null) await countUnsubscribed(tx, campaignId);
    return left;
  });

type LeaveRequest = { token: string; lists: readonly string[] | null; by: UnsubscribedBy };
/** Leaves the lists, or all. A link never gets too old for it. Null: it is not one of ours. */
export async function leaveLists(ctx: Ctx, { token, lists, by }: LeaveRequest): Promise<string[] | null> {
  const link = readLink(ctx, token);
  return link?.kind === 'preferences' ? leave(ctx, { ...link, lists, by }) : null;
}

/** The POST of a mail program (RFC 8058): leaves the list of the mail, or all where it was about none. */
export async function oneClick(ctx: Ctx, token: string): Promise<'left' | 'unknown'> {
  const list = readLink(ctx, token)?.listId ?? null;
  const left = await leaveLists(ctx, { token, lists: list === null ? null : [list], by: 'one_click' });
  return left === null ? 'unknown' : 'left';
}

/** A mail to a subscriber's own address: leaves the list of the token; all where it has none, or one of somebody else's mail. */
export async function leaveByMail(
  ctx: Ctx,
  { subscriberId, token }: { subscriberId: string; token: string | null },
): Promise<'left' | 'unknown'> {
  // a subscriber belongs to no account
  if ((await subscriberById(ctx.system.read, subscriberId)) === null) return 'unknown';
  const link = token === null ? null : readLink(ctx, token);
  const own = link?.kind === 'preferences' && link.subscriberId === subscriberId ? link : null;
  const list = own?.listId ?? null;
  await leave(ctx, { subscriberId, campaignId: own?.campaignId ?? null, lists: list === null ? null : [list], by: 'mail' });
  return 'left';
}
