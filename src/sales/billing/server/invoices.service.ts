/** Invoices for the account that pays them. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { isDue } from '../due.rules.ts';
import type { InvoiceView, invoicesCalls, NextStep } from '../invoices.contract.ts';
import { buyerOf, pushToSeller } from './access.service.ts';
import { byTransferWay, wayBy } from './card-tries.service.ts';
import { itemOf, viewOf } from './invoice-view.service.ts';
import { countInvoices, invoiceById, type InvoiceFilter, invoicesPage } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { beginPayment } from './pay.service.ts';
import { undecidedOf } from './payments.queries.ts';
import { settle } from './settle.service.ts';

type ListQuery = Parsed<typeof invoicesCalls.list>['query'];
type List = ResultIn<typeof invoicesCalls.list>;

/** One page of a filter, newest first. */
export async function pageOf(
  ctx: Ctx,
  query: Pick<ListQuery, 'cursor' | 'limit'>,
  of: { scope: Ctx['db']; filter: InvoiceFilter },
): Promise<List> {
  const { scope, filter } = of;
  const before = idCursor.read(query.cursor);
  const [rows, total] = await Promise.all([
    invoicesPage(scope.read, filter, { before, limit: query.limit + 1 }),
    countInvoices(scope.read, filter),
  ]);
  const { shown, next } = pageById(rows, query.limit);
  const names = await findAccountNames(
    ctx.system.read,
    shown.map((row) => row.accountId),
  );
  return {
    items: shown.map((row) => itemOf(row, { names, now: ctx.now() })),
    next,
    ...(total === undefined ? {} : { total }),
  };
}

/** Of the account: everything that has a number, and what waits for its tax before it gets one. */
export async function list(ctx: Ctx, query: ListQuery): Promise<List> {
  const actor = buyerOf(ctx, 'invoices.view');
  const { state, kind, search, from, to } = query;
  const filter = { accountId: actor.accountId, issued: true as const, state, kind, search, from, to, now: new Date(ctx.now()) };
  return pageOf(ctx, query, { scope: ctx.db, filter });
}

/** Throws `not_found` for another account's, and for a draft. */
export async function ownInvoice(ctx: Ctx, id: string): Promise<InvoiceRow> {
  const actor = buyerOf(ctx, 'invoices.view');
  const row = await invoiceById(ctx.db.read, id);
  if (row === null || row.accountId !== actor.accountId || row.state === 'draft') throw notFound();
  return row;
}
export const get = async (ctx: Ctx, id: string): Promise<InvoiceView> =>
  viewOf(ctx, ctx.db.read, { row: await ownInvoice(ctx, id), side: 'buyer' });

type PayAsked = Parsed<typeof invoicesCalls.pay>['body'] & { id: string };
/** Throws `nothing_due`, `payment_undecided`, `provider_off`, `provider_down`. */
export async function pay(ctx: Ctx, { id, by, manual, challenge }: PayAsked): Promise<NextStep> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  const row = await ownInvoice(ctx, id);
  // cards are tried out on shops that let them
  if (by === 'card') await ctx.limits.use(`billing-card:${actor.accountId}`, { max: 10, windowSeconds: 3600 });
  return beginPayment(ctx, row, await wayBy(ctx, { accountId: actor.accountId, by, manual: manual ?? null, challenge }));
}

/** "I have paid": somebody of the seller looks for the money. Saying it twice is saying it once. */
export async function report(ctx: Ctx, { id, note }: { id: string; note: string }): Promise<InvoiceView> {
  buyerOf(ctx, 'subscriptions.purchase');
  const row = await ownInvoice(ctx, id);
  if (!isDue(row)) throw new Failure('nothing_due');
  await beginPayment(ctx, row, byTransferWay);
  await ctx.system.write(async (tx) => {
    const waiting = await undecidedOf(tx, id);
    if (waiting === null || waiting.provider !== 'transfer') throw new Failure('payment_undecided');
    if (waiting.state === 'awaiting_transfer') await settle(ctx, tx, { id: waiting.id, state: 'reported', note });
    await pushToSeller(ctx, tx, row.sellerId);
  });
  return get(ctx, id);
}
