/** Ways out of the newsletter that every one of its mails carries: RFC 2369 for people, RFC 8058 for their mail programs. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { MailHeaders } from '#core/outbox/outbox.rules.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { addressOf } from '../newsletter.rules.ts';
import { countUnsubscribed } from './campaigns.queries.ts';
import { preferencesPath, readLink } from './links.service.ts';
import type { UnsubscribedBy } from './newsletter.table.ts';
import { lockSubscriber, unsubscribe } from './subscribers.queries.ts';

/** `sender`: the address that the mails come from, which also takes requests by mail. */
export function headersFor(ctx: Ctx, token: string, sender: string): MailHeaders {
  const url = `${siteUrl(ctx)}${preferencesPath(token)}`;
  const mailto = `mailto:${encodeURI(sender)}?subject=unsubscribe%20${token}`;
  return {
    'List-Unsubscribe': `<${url}>, <${mailto}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
export const senderNow = async (ctx: Ctx, db: Db): Promise<string> => addressOf((await platformNow(ctx, db)).mail.from);
export const unsubscribeHeaders = async (ctx: Ctx, tx: Db, token: string): Promise<MailHeaders> =>
  headersFor(ctx, token, await senderNow(ctx, tx));

type LeaveRequest = { token: string; lists: readonly string[] | null; by: UnsubscribedBy };
/**
 * Leaves the lists, or all. A link never gets too old for it. Null: it is not one of ours; a subscriber who is gone has nothing to leave.
 * A campaign counts those who left by a link of its mails.
 */
export async function leaveLists(ctx: Ctx, { token, lists, by }: LeaveRequest): Promise<string[] | null> {
  const link = readLink(ctx, token);
  if (link === null || link.kind !== 'preferences') return null;
  return ctx.system.write(async (tx) => {
    if ((await lockSubscriber(tx, link.subscriberId)) === null) return [];
    const left = await unsubscribe(tx, { subscriberId: link.subscriberId, lists, at: new Date(ctx.now()), by });
    if (left.length > 0 && link.campaignId !== null) await countUnsubscribed(tx, link.campaignId);
    return left;
  });
}

/** The POST of a mail program (RFC 8058): leaves the list of the mail, or all where it was about none. */
export async function oneClick(ctx: Ctx, token: string): Promise<'left' | 'unknown'> {
  const list = readLink(ctx, token)?.listId ?? null;
  const left = await leaveLists(ctx, { token, lists: list === null ? null : [list], by: 'one_click' });
  return left === null ? 'unknown' : 'left';
}
