/** Subscribers as those who write the newsletter see them, and what bounces and complaints do to them. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { newsletterSubscribersCalls, SubscriberView } from '../lists.contract.ts';
import { type BounceKind, stateAfterBounce, type SubscriberState } from '../newsletter.rules.ts';
import { newsletterEditorOf } from './newsletter-editor.service.ts';
import type { SubscriberRow } from './newsletter.table.ts';
import { forgetSubscriber } from './preferences.service.ts';
import {
  countSubscribers,
  lockSubscriber,
  lockSubscriberByEmail,
  setSubscriber,
  subscribersPage,
  subscriptionsOf,
} from './subscribers.queries.ts';

type NewsletterSubscribersCalls = typeof newsletterSubscribersCalls;

async function views(db: Db, rows: readonly SubscriberRow[]): Promise<SubscriberView[]> {
  const all = await subscriptionsOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map(({ id, email, locale, state, stateSince }) => ({
    ...{ id, email, locale, state, stateSince: stateSince.getTime() },
    subscriptions: all
      .filter((one) => one.subscriberId === id)
      .map(({ listId, askedAddress, source, textVersion, textLocale, confirmedAddress, ...one }) => ({
        ...{ listId, state: one.state, askedAddress, source, textVersion, textLocale, confirmedAddress },
        askedAt: one.askedAt.getTime(),
        confirmedAt: one.confirmedAt?.getTime() ?? null,
        unsubscribedAt: one.state === 'unsubscribed' ? (one.unsubscribedAt?.getTime() ?? null) : null,
      })),
  }));
}
async function viewOne(db: Db, row: SubscriberRow): Promise<SubscriberView> {
  const [view] = await views(db, [row]);
  if (view === undefined) throw notFound();
  return view;
}

export async function listSubscribers(
  ctx: Ctx,
  query: Parsed<NewsletterSubscribersCalls['list']>['query'],
): Promise<ResultIn<NewsletterSubscribersCalls['list']>> {
  newsletterEditorOf(ctx);
  const { search = '', list, state, cursor, limit } = query;
  const filter = {
    ...(search === '' ? {} : { search }),
    ...(list === undefined ? {} : { list }),
    ...(state === undefined ? {} : { state }),
  };
  const { read } = ctx.system;
  const rows = await subscribersPage(read, filter, { before: idCursor.read(cursor), limit: limit + 1 });
  const { shown, next } = pageById(rows, limit);
  return {
    items: await views(read, shown),
    next,
    total: await countSubscribers(read, filter),
  };
}

const deed = (action: string, id: string) => ({
  action: `newsletter.${action}`,
  subjectKind: 'newsletter_subscriber',
  subjectId: id,
});
async function setState(
  ctx: Ctx,
  tx: Db,
  { row, state }: { row: SubscriberRow; state: SubscriberState },
): Promise<SubscriberView> {
  const change = { state, stateSince: new Date(ctx.now()), ...(state === 'active' ? { softBounces: 0 } : {}) };
  if (row.state !== state) await setSubscriber(tx, row.id, change);
  return viewOne(tx, row.state === state ? row : { ...row, ...change });
}

export async function blockSubscriber(ctx: Ctx, id: string): Promise<SubscriberView> {
  newsletterEditorOf(ctx);
  return ctx.system.write(async (tx) => {
    const row = await lockSubscriber(tx, id);
    if (row === null) throw notFound();
    await record(ctx, tx, deed('subscriber-blocked', id));
    return setState(ctx, tx, { row, state: row.state === 'complained' ? 'complained' : 'blocklisted' });
  });
}

/** A complaint is the reader's word, which only they could take back. */
export async function liftSubscriber(ctx: Ctx, id: string): Promise<SubscriberView> {
  newsletterEditorOf(ctx);
  return ctx.system.write(async (tx) => {
    const row = await lockSubscriber(tx, id);
    if (row === null) throw notFound();
    if (row.state === 'complained') throw new Failure('complaint_stays');
    await record(ctx, tx, deed('subscriber-lifted', id));
    return setState(ctx, tx, { row, state: 'active' });
  });
}

export async function eraseSubscriber(ctx: Ctx, id: string): Promise<Record<string, never>> {
  newsletterEditorOf(ctx);
  await ctx.system.write(async (tx) => {
    const row = await lockSubscriber(tx, id);
    if (row === null) throw notFound();
    await forgetSubscriber(tx, row);
    await record(ctx, tx, deed('subscriber-erased', id));
  });
  return {};
}

/** For the reader of bounces and complaints. Counts for campaigns that are being sent, too. False: no subscriber has the address. */
export async function noteBounce(ctx: Ctx, { email, kind }: { email: string; kind: BounceKind }): Promise<boolean> {
  return ctx.system.write(async (tx) => {
    const row = await lockSubscriberByEmail(tx, email.trim().toLowerCase());
    if (row === null) return false;
    const after = stateAfterBounce(row, kind);
    await setSubscriber(tx, row.id, { ...after, ...(after.state === row.state ? {} : { stateSince: new Date(ctx.now()) }) });
    return true;
  });
}
