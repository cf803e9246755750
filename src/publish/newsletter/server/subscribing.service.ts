/** From an address to a confirmed subscription. Subscribers are nobody's account, hence the system's eyes throughout. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken } from '#kit/server/secrets.ts';
import { requireHuman } from '#core/identity/server/sign-in/bot-check.service.ts';
import { requireLastingMail } from '#core/identity/server/sign-up/disposable.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { nameIn } from '#publish/blog/category-names.rules.ts';
import { CONSENT_VERSION, newsletterLimits } from '../newsletter.rules.ts';
import type { newsletterCalls } from '../subscribing.contract.ts';
import { confirmPath, isLinkOld, type NewsletterLink, preferencesPath, readLink, signLink } from './links.service.ts';
import { openLists } from './lists.queries.ts';
import { newsletterMails } from './newsletter.mail.ts';
import type { ListRow, SubscriberRow, SubscriptionRow } from './newsletter.table.ts';
import {
  confirmPending,
  forgetPending,
  lockSubscriber,
  lockSubscriberByEmail,
  putSubscription,
  setSubscriber,
  subscriberById,
  subscriptionsOf,
  takeSubscriber,
} from './subscribers.queries.ts';
import { senderNow, unsubscribeHeaders } from './unsubscribe.service.ts';

export const OPT_IN_JOB = 'newsletter.opt-in';
export const LINK_JOB = 'newsletter.mail-link';

type OfferWords = ResultIn<typeof newsletterCalls.offers>['items'][number];
export const wordsOfList = (row: ListRow, locale: string): OfferWords => ({
  id: row.id,
  name: nameIn(row.names, locale),
  description: nameIn(row.descriptions, locale),
  rhythm: nameIn(row.rhythms, locale),
});
/** "News, Ideas and Maintenance" in the language. */
const joined = (names: readonly string[], locale: Locale): string => new Intl.ListFormat(locale).format(names);

/** Counted by caller and by address, and refused for either alike, whether or not the address is known. */
async function countUse(ctx: Ctx, email: string): Promise<void> {
  await ctx.limits.use(`newsletter:${callerIn(ctx.caller.address)}`, newsletterLimits.subscribe);
  await ctx.limits.use(`newsletter:mail:${hashToken(email)}`, newsletterLimits.subscribeAddress);
}

/** Asks for newsletters. What follows is a job, so that a known address takes exactly as long as an unknown one. */
export async function subscribe(
  ctx: Ctx,
  body: Parsed<typeof newsletterCalls.subscribe>['body'],
): Promise<Record<string, never>> {
  const { email, lists, locale, source, challenge } = body;
  await countUse(ctx, email);
  await requireHuman(ctx, { answer: challenge, form: 'newsletter' });
  await requireLastingMail(ctx, email);
  const payload: OptInRequest = { email, lists, locale, source, address: ctx.caller.address };
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: OPT_IN_JOB, payload }));
  return {};
}

export async function mailLink(ctx: Ctx, body: Parsed<typeof newsletterCalls.mailLink>['body']): Promise<Record<string, never>> {
  const { email, locale, challenge } = body;
  await countUse(ctx, email);
  await requireHuman(ctx, { answer: challenge, form: 'newsletter' });
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: LINK_JOB, payload: { email, locale } }));
  return {};
}

const newSubscriber = (ctx: Ctx, email: string, locale: Locale): SubscriberRow => ({
  id: newId(ctx.now()),
  ...{ email, locale, state: 'active', softBounces: 0, optInSentAt: null, optInAgainAt: null, figuresAgreedAt: null },
  ...{ stateSince: new Date(ctx.now()), createdAt: new Date(ctx.now()) },
});
const isDayAgo = (ctx: Ctx, at: Date | null): boolean =>
  at === null || at.getTime() + newsletterLimits.optInHours * 3_600_000 <= ctx.now();
const mayMail = (ctx: Ctx, { optInSentAt }: SubscriberRow): boolean => isDayAgo(ctx, optInSentAt);
/** No link that was mailed confirms it. */
const isUncovered = (subscription: SubscriptionRow | undefined, { optInSentAt }: SubscriberRow): boolean =>
  subscription?.state !== 'pending' || optInSentAt === null || subscription.askedAt.getTime() > optInSentAt.getTime();

const linkOf = (ctx: Ctx, subscriberId: string, kind: NewsletterLink['kind']): string =>
  signLink(ctx, { kind, subscriberId, listId: null, campaignId: null, at: ctx.now() });

type TemplateName = keyof typeof newsletterMails;
type SubscriberMail = { row: SubscriberRow; template: TemplateName; names: readonly string[]; locale: Locale };
/** A mail about the subscription, with a way out of it: somebody else may have typed the address. */
async function mailSubscriber(ctx: Ctx, tx: Db, { row, ...mail }: SubscriberMail): Promise<void> {
  const preferences = linkOf(ctx, row.id, 'preferences');
  await sendMail(ctx, tx, {
    template: newsletterMails[mail.template],
    to: row.email,
    locale: mail.locale,
    data: { lists: joined(mail.names, mail.locale), days: newsletterLimits.pendingDays },
    path: mail.template === 'confirm' ? confirmPath(linkOf(ctx, row.id, 'confirm')) : preferencesPath(preferences),
    alsoPath: preferencesPath(preferences),
    headers: await unsubscribeHeaders(ctx, tx, { token: preferences, subscriberId: row.id }),
  });
}

export type OptInRequest = { email: string; lists: string[]; locale: Locale; source: string; address: string };
/**
 * The job of `subscribe`. Nothing goes to suppressed addresses, nor to the address that our own mails come from, and one mail in a day, or
 * a second one for lists that the first does not confirm.
 */
export async function answerOptIn(ctx: Ctx, request: OptInRequest): Promise<void> {
  const { email, locale } = request;
  if (email === (await senderNow(ctx, ctx.system.read))) return;
  await ctx.system.write(async (tx) => {
    const all = await openLists(tx);
    const lists = all.filter((list) => request.lists.includes(list.id));
    if (lists.length === 0) return;
    const row = await takeSubscriber(tx, newSubscriber(ctx, email, locale));
    if (row.state !== 'active') return;
    const known = new Map((await subscriptionsOf(tx, [row.id])).map((one) => [one.listId, one]));
    const asked = lists.filter((list) => known.get(list.id)?.state !== 'confirmed');
    // what waits already stays as it was asked for: a later request must not make the links that were mailed for it worthless
    for (const { id } of asked.filter((list) => known.get(list.id)?.state !== 'pending'))
      await putSubscription(tx, {
        ...{ subscriberId: row.id, listId: id, state: 'pending', askedAt: new Date(ctx.now()), askedAddress: request.address },
        ...{
          source: request.source,
          textVersion: CONSENT_VERSION,
          textLocale: locale,
          confirmedAt: null,
          confirmedAddress: null,
        },
        // kept until it is confirmed: what is never confirmed stays unsubscribed
        unsubscribedAt: known.get(id)?.unsubscribedAt ?? null,
        unsubscribedBy: known.get(id)?.unsubscribedBy ?? null,
      });
    const now = new Date(ctx.now());
    if (mayMail(ctx, row)) await setSubscriber(tx, row.id, { optInSentAt: now });
    else if (isDayAgo(ctx, row.optInAgainAt) && asked.some((list) => isUncovered(known.get(list.id), row)))
      await setSubscriber(tx, row.id, { optInSentAt: now, optInAgainAt: now });
    else return;
    // the link confirms what was asked for before, too
    const confirmed = all.filter((list) => asked.includes(list) || known.get(list.id)?.state === 'pending');
    const named = (asked.length === 0 ? lists : confirmed).map((list) => wordsOfList(list, locale).name);
    await mailSubscriber(ctx, tx, { row, template: asked.length === 0 ? 'preferences' : 'confirm', names: named, locale });
  });
}

/** The job of `mailLink`; an unknown address gets nothing. */
export async function answerLink(ctx: Ctx, { email, locale }: { email: string; locale: Locale }): Promise<void> {
  await ctx.system.write(async (tx) => {
    const row = await lockSubscriberByEmail(tx, email);
    if (row === null || row.state !== 'active' || !mayMail(ctx, row)) return;
    await setSubscriber(tx, row.id, { optInSentAt: new Date(ctx.now()) });
    const mine = (await subscriptionsOf(tx, [row.id])).map((one) => one.listId);
    const names = (await openLists(tx)).filter((list) => mine.includes(list.id)).map((list) => wordsOfList(list, locale).name);
    await mailSubscriber(ctx, tx, { row, template: 'preferences', names, locale });
  });
}

/** The link, if it is one of that kind and still good. Throws `link_unknown`, `link_expired`. */
export function openLink(ctx: Ctx, token: string, kind: NewsletterLink['kind']): NewsletterLink {
  const link = readLink(ctx, token);
  if (link === null || link.kind !== kind) throw new Failure('link_unknown');
  if (isLinkOld(link, ctx.now())) throw new Failure('link_expired');
  return link;
}

/** What the link would confirm, or has. Opening it changes nothing: mail scanners open links. */
export async function lookAtPending(ctx: Ctx, token: string): Promise<ResultIn<typeof newsletterCalls.pending>> {
  const link = openLink(ctx, token, 'confirm');
  const { read } = ctx.system;
  const row = await subscriberById(read, link.subscriberId);
  if (row === null) throw new Failure('link_unknown');
  const about = (await subscriptionsOf(read, [row.id])).filter((one) => one.askedAt.getTime() <= link.at);
  const pending = about.filter((one) => one.state === 'pending');
  const shown = pending.length > 0 ? pending : about.filter((one) => one.state === 'confirmed');
  const lists = (await openLists(read)).filter((list) => shown.some((one) => one.listId === list.id));
  return {
    email: row.email,
    lists: lists.map((list) => ({ id: list.id, name: wordsOfList(list, ctx.locale).name })),
    confirmed: pending.length === 0 && shown.length > 0,
  };
}

export async function confirm(ctx: Ctx, { token }: { token: string }): Promise<ResultIn<typeof newsletterCalls.confirm>> {
  const link = openLink(ctx, token, 'confirm');
  return ctx.system.write(async (tx) => {
    const row = await lockSubscriber(tx, link.subscriberId);
    if (row === null) throw new Failure('link_unknown');
    const preferences = linkOf(ctx, row.id, 'preferences');
    if (row.state !== 'active') return { lists: [], preferences };
    const done = await confirmPending(tx, {
      ...{ subscriberId: row.id, askedUntil: new Date(link.at), at: new Date(ctx.now()), address: ctx.caller.address },
    });
    const names = (await openLists(tx)).filter((one) => done.includes(one.id)).map((one) => wordsOfList(one, row.locale).name);
    if (names.length > 0) await mailSubscriber(ctx, tx, { row, template: 'welcome', names, locale: row.locale });
    return { lists: names, preferences };
  });
}

/** Deletes what was never confirmed; how many subscriptions. */
export const forgetUnconfirmed = (ctx: Ctx): Promise<number> =>
  ctx.system.write((tx) => forgetPending(tx, new Date(ctx.now() - newsletterLimits.pendingDays * 86_400_000)));
