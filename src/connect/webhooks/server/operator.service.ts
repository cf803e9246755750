/** What the operator sees and does of the deliveries of all accounts, hence the system's hands. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { deliveriesCalls, DeliveryItem } from '../deliveries.contract.ts';
import { countDeliveries, deliveriesPage, deliveryById, type DeliveryRow, reviveDelivery } from './deliveries.queries.ts';
import { queueDelivery } from './deliveries.service.ts';

function mustBeOperator({ actor }: Ctx): void {
  if (actor.kind === 'system') return;
  if (actor.kind !== 'user' || actor.accountKind !== 'operator') throw notFound();
  if (!actor.scope.includes('outbox.view')) throw notAllowed('outbox.view');
}

function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

async function itemsOf(ctx: Ctx, rows: readonly DeliveryRow[]): Promise<DeliveryItem[]> {
  const names = await findAccountNames(ctx.system.read, [...new Set(rows.map((row) => row.accountId))]);
  return rows.map((row) => ({
    id: row.id,
    account: { id: row.accountId, name: names.get(row.accountId) ?? '' },
    kind: row.kind,
    method: row.method,
    address: withoutQuery(row.url),
    state: row.state,
    tries: row.tries,
    createdAt: row.createdAt.getTime(),
    nextAt: row.nextAt?.getTime() ?? null,
    endedAt: row.endedAt?.getTime() ?? null,
    lastStatus: row.lastStatus,
    lastTrouble: row.lastTrouble,
  }));
}

export async function list(
  ctx: Ctx,
  query: Parsed<typeof deliveriesCalls.list>['query'],
): Promise<ResultIn<typeof deliveriesCalls.list>> {
  mustBeOperator(ctx);
  const filter = { state: query.state ?? null, kind: query.kind ?? null, accountId: query.accountId ?? null };
  const before = idCursor.read(query.cursor);
  const db = ctx.system.read;
  const [rows, total] = await Promise.all([
    deliveriesPage(db, filter, { before, limit: query.limit + 1 }),
    countDeliveries(db, filter),
  ]);
  const { shown, next } = pageById(rows, query.limit);
  return {
    items: await itemsOf(ctx, shown),
    next,
    total,
  };
}

/** Throws `not_possible` for one that was delivered or is being tried at this moment. */
export async function retry(ctx: Ctx, id: string): Promise<DeliveryItem> {
  mustBeOperator(ctx);
  if (!isId(id)) throw notFound();
  const row = await ctx.system.write(async (tx) => {
    const revived = await reviveDelivery(tx, id, new Date(ctx.now()));
    if (revived === null) throw (await deliveryById(tx, id)) === null ? notFound() : new Failure('not_possible');
    await queueDelivery(ctx, tx, { row: revived, key: `${id} again ${ctx.now()}` });
    const deed = { action: 'deliveries.retried', subjectKind: 'delivery', subjectId: id, accountId: revived.accountId };
    await record(ctx, tx, deed);
    return revived;
  });
  const [item] = await itemsOf(ctx, [row]);
  if (item === undefined) throw notFound();
  return item;
}
