/** The log of what went out to an account's programs, and sending it again. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { SentDetail, SentItem, webhooksCalls } from '../webhooks.contract.ts';
import { webhookLimits } from '../webhooks.rules.ts';
import { deliveryById, type DeliveryRow } from './deliveries.queries.ts';
import { bodyOf, queueDelivery } from './deliveries.service.ts';
import { hookKeeper } from './keeper.service.ts';
import { countSent, lockWebhook, renewDelivery, renewRange, sentPage } from './webhooks.queries.ts';

function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

const itemOf = (row: DeliveryRow): SentItem => ({
  id: row.id,
  kind: row.kind,
  webhookId: row.webhookId,
  event: row.event,
  method: row.method,
  address: withoutQuery(row.url),
  state: row.state,
  tries: row.tries,
  createdAt: row.createdAt.getTime(),
  nextAt: row.nextAt?.getTime() ?? null,
  endedAt: row.endedAt?.getTime() ?? null,
  lastStatus: row.lastStatus,
  lastTrouble: row.lastTrouble,
  tookMs: row.lastTookMs,
});

export async function sent(
  ctx: Ctx,
  query: Parsed<typeof webhooksCalls.sent>['query'],
): Promise<ResultIn<typeof webhooksCalls.sent>> {
  const { accountId } = hookKeeper(ctx);
  const filter = {
    accountId,
    state: query.state ?? null,
    kind: query.kind ?? null,
    webhookId: query.webhookId ?? null,
    search: query.search === undefined || query.search === '' ? null : query.search,
  };
  const [rows, total] = await Promise.all([
    sentPage(ctx.db.read, filter, { before: idCursor.read(query.cursor), limit: query.limit + 1 }),
    countSent(ctx.db.read, filter),
  ]);
  const { shown, next } = pageById(rows, query.limit);
  return {
    items: shown.map(itemOf),
    next,
    total,
  };
}

export async function sentOne(ctx: Ctx, id: string): Promise<SentDetail> {
  const { accountId } = hookKeeper(ctx);
  const row = await deliveryById(ctx.db.read, id);
  if (row === null || row.accountId !== accountId) throw notFound();
  return { ...itemOf(row), body: row.webhookId === null ? null : bodyOf(ctx, row), answer: row.lastAnswer };
}

/** Throws `not_possible` while it is being tried, and `too_many_requests`. */
export async function again(ctx: Ctx, id: string): Promise<SentItem> {
  const { accountId } = hookKeeper(ctx);
  return ctx.db.write(async (tx) => {
    const held = await deliveryById(tx, id);
    if (held === null || held.accountId !== accountId) throw notFound();
    await ctx.limits.use(`webhook-again:${accountId}`, webhookLimits.again);
    const row = await renewDelivery(tx, id, new Date(ctx.now()));
    if (row === null) throw new Failure('not_possible');
    await queueDelivery(ctx, tx, { row, key: `${id} again ${ctx.now()}` });
    await record(ctx, tx, { action: 'deliveries.retried', subjectKind: 'delivery', subjectId: id });
    return itemOf(row);
  });
}

/** Sends again what one webhook was sent in a span of time. Returns how many. Throws `too_many_requests`. */
export async function replay(ctx: Ctx, id: string, body: Parsed<typeof webhooksCalls.replay>['body']): Promise<{ sent: number }> {
  const { accountId } = hookKeeper(ctx);
  return ctx.db.write(async (tx) => {
    const hook = await lockWebhook(tx, id);
    if (hook === null || hook.accountId !== accountId) throw notFound();
    await ctx.limits.use(`webhook-replay:${accountId}`, webhookLimits.replays);
    const rows = await renewRange(tx, {
      webhookId: id,
      from: new Date(body.from),
      to: new Date(body.to),
      states: body.which === 'all' ? ['given-up', 'delivered'] : ['given-up'],
      most: webhookLimits.replay,
      now: new Date(ctx.now()),
    });
    for (const row of rows) await queueDelivery(ctx, tx, { row, key: `${row.id} again ${ctx.now()}` });
    await record(ctx, tx, {
      action: 'webhooks.replayed',
      subjectKind: 'webhook',
      subjectId: id,
      data: { name: hook.name, sent: rows.length },
    });
    return { sent: rows.length };
  });
}
