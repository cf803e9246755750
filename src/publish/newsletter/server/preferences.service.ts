/** What somebody gets, by the link in a mail, which proves the address. No sign-in; subscribers are nobody's account, hence the system's eyes. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { CONSENT_VERSION } from '../newsletter.rules.ts';
import type { newsletterCalls, PreferencesView } from '../subscribing.contract.ts';
import { forgetFigures } from './figures.queries.ts';
import type { NewsletterLink } from './links.service.ts';
import { allLists } from './lists.queries.ts';
import type { SubscriberRow } from './newsletter.table.ts';
import {
  deleteSubscriber,
  deleteSubscriptions,
  lockSubscriber,
  lockSubscriberByEmail,
  putSubscription,
  setSubscriber,
  subscriberById,
  subscriptionsOf,
  unsubscribe,
} from './subscribers.queries.ts';
import { openLink, wordsOfList } from './subscribing.service.ts';
import { leaveLists } from './unsubscribe.service.ts';

async function view(ctx: Ctx, db: Db, of: { row: SubscriberRow; link: NewsletterLink }): Promise<PreferencesView> {
  const { row, link } = of;
  const [lists, own] = await Promise.all([allLists(db), subscriptionsOf(db, [row.id])]);
  const byList = new Map(own.map((one) => [one.listId, one]));
  return {
    email: row.email,
    locale: row.locale,
    state: row.state,
    lists: lists
      .filter((list) => list.archivedAt === null || byList.get(list.id)?.state === 'confirmed')
      .map((list) => {
        const mine = byList.get(list.id);
        return {
          ...wordsOfList(list, ctx.locale),
          subscribed: mine?.state === 'confirmed',
          since: mine?.state === 'confirmed' ? (mine.confirmedAt?.getTime() ?? null) : null,
          unsubscribedAt: mine?.state === 'unsubscribed' ? (mine.unsubscribedAt?.getTime() ?? null) : null,
        };
      }),
    list: link.listId,
    figures: row.figuresAgreedAt !== null,
  };
}

export async function readPreferences(ctx: Ctx, { token }: { token: string }): Promise<PreferencesView> {
  const link = openLink(ctx, token, 'preferences');
  const row = await subscriberById(ctx.system.read, link.subscriberId);
  if (row === null) throw new Failure('link_unknown');
  return view(ctx, ctx.system.read, { row, link });
}

export async function savePreferences(ctx: Ctx, body: Parsed<typeof newsletterCalls.save>['body']): Promise<PreferencesView> {
  const link = openLink(ctx, body.token, 'preferences');
  const at = new Date(ctx.now());
  return ctx.system.write(async (tx) => {
    const row = await lockSubscriber(tx, link.subscriberId);
    if (row === null) throw new Failure('link_unknown');
    const [lists, own] = await Promise.all([allLists(tx), subscriptionsOf(tx, [row.id])]);
    const locale = body.locale ?? row.locale;
    const figuresAgreedAt = body.figures === undefined ? row.figuresAgreedAt : body.figures ? (row.figuresAgreedAt ?? at) : null;
    await setSubscriber(tx, row.id, { locale, figuresAgreedAt });
    if (row.figuresAgreedAt !== null && figuresAgreedAt === null) await forgetFigures(tx, row.id);
    const leaving = own.filter((one) => one.state !== 'unsubscribed' && !body.lists.includes(one.listId));
    await unsubscribe(tx, { subscriberId: row.id, lists: leaving.map((one) => one.listId), at, by: 'preferences' });
    const joined = lists.filter((list) => list.archivedAt === null && body.lists.includes(list.id));
    for (const { id } of joined)
      if (own.find((one) => one.listId === id)?.state !== 'confirmed')
        await putSubscription(tx, {
          // the link came by mail to this address, so that consent and its proof are one
          ...{ subscriberId: row.id, listId: id, state: 'confirmed', askedAt: at, askedAddress: ctx.caller.address },
          ...{ source: '/newsletter', textVersion: CONSENT_VERSION, textLocale: locale },
          ...{ confirmedAt: at, confirmedAddress: ctx.caller.address, unsubscribedAt: null, unsubscribedBy: null },
        });
    return view(ctx, tx, { row: { ...row, locale, figuresAgreedAt }, link });
  });
}

export async function leave(
  ctx: Ctx,
  body: Parsed<typeof newsletterCalls.leave>['body'],
): Promise<ResultIn<typeof newsletterCalls.leave>> {
  const left = await leaveLists(ctx, { token: body.token, lists: body.lists ?? null, by: 'preferences' });
  if (left === null) throw new Failure('link_unknown');
  return { left };
}

/** Deletes the subscriber. Of a suppressed one the address stays, because the suppression would end with it. */
export async function forgetSubscriber(tx: Db, row: SubscriberRow): Promise<void> {
  if (row.state === 'active') return deleteSubscriber(tx, row.id);
  await deleteSubscriptions(tx, row.id);
}
export async function forget(ctx: Ctx, { token }: { token: string }): Promise<Record<string, never>> {
  const link = openLink(ctx, token, 'preferences');
  await ctx.system.write(async (tx) => {
    const row = await lockSubscriber(tx, link.subscriberId);
    if (row !== null) await forgetSubscriber(tx, row);
  });
  return {};
}
/** For the erasure of a person. */
export async function forgetAddress(tx: Db, email: string): Promise<void> {
  const row = await lockSubscriberByEmail(tx, email.toLowerCase());
  if (row !== null) await forgetSubscriber(tx, row);
}
