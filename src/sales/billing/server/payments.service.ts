/** Payments for who pays, and for who is paid: the operator, or a vendor that sells in its own name. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { vendorOf } from '#sales/vendors/server/access.service.ts';
import { midnightAfter, startOf } from '../days.rules.ts';
import type { allPaymentsCalls, PaymentWhole } from '../payments.contract.ts';
import { buyerOf, moneyKeeperOf, sellerSeenBy } from './access.service.ts';
import type { PaymentRow } from './invoices.table.ts';
import { sellerById } from './parties.queries.ts';
import { countPayments, currenciesOf, foundBy, paymentsPage, type Whose } from './payment-list.queries.ts';
import { itemsOf, maySay, type Reader, wholeOf } from './payment-view.service.ts';
import { reconcilePayment } from './pay.service.ts';
import { paymentById, undecided } from './payments.queries.ts';
import { refundsOfPayment } from './refunds.queries.ts';
import { reconcileRefundsOf } from './refunds.service.ts';

type Query = Parsed<typeof allPaymentsCalls.list>['query'];
type List = ResultIn<typeof allPaymentsCalls.list>;
/** `zone`: whose calendar the days of the filter are of. `names`: of which accounts the reader may know the name. */
type PaymentListScope = { whose: Whose; zone: string; scope: Ctx['db']; names: 'all' | 'payers' };

async function pageOf(ctx: Ctx, query: Query, { whose, zone, scope, names: known }: PaymentListScope): Promise<List> {
  const { state, provider, currency, search, from, to } = query;
  const before = idCursor.read(query.cursor);
  const found = await foundBy(ctx.system.read, { ...whose, search });
  const filter = {
    ...{ ...whose, state, provider, currency },
    from: from === undefined ? undefined : startOf(from, zone),
    until: to === undefined ? undefined : midnightAfter(to, zone),
  };
  const asked = { filter, found };
  const narrowedTo = query.accountId ?? null;
  const { sellerId } = whose;
  const [rows, total, currencies, names] = await Promise.all([
    paymentsPage(scope.read, asked, { before, limit: query.limit + 1 }),
    countPayments(scope.read, asked),
    currenciesOf(scope.read, sellerId === undefined ? whose : { sellerId }),
    narrowedTo === null ? null : findAccountNames(ctx.system.read, [narrowedTo]),
  ]);
  const { shown, next } = pageById(rows, query.limit);
  const items = await itemsOf(ctx, scope.read, shown);
  // the name of an account that never paid anything here is not shown
  const pays =
    known === 'all' ||
    items.length > 0 ||
    (await paymentsPage(scope.read, { filter: whose, found: undefined }, { before: null, limit: 1 })).length > 0;
  const name = narrowedTo === null || !pays ? undefined : names?.get(narrowedTo);
  return {
    items,
    next,
    ...(total === undefined ? {} : { total }),
    currencies,
    account: name === undefined ? null : { id: narrowedTo ?? '', name },
  };
}
const zoneOf = async (ctx: Ctx, sellerId: string): Promise<string> =>
  (await sellerById(ctx.system.read, sellerId))?.zone ?? 'UTC';

/** Of the account as the payer. */
export async function list(ctx: Ctx, query: Omit<Query, 'accountId'>): Promise<List> {
  const { accountId } = buyerOf(ctx, 'invoices.view');
  const zone = (await sellerSeenBy(ctx))?.zone ?? 'UTC';
  return pageOf(ctx, query, { whose: { accountId }, zone, scope: ctx.db, names: 'payers' });
}
/** Throws `not_found` for another account's. */
export async function get(ctx: Ctx, id: string): Promise<PaymentWhole> {
  const { accountId } = buyerOf(ctx, 'invoices.view');
  const row = await paymentById(ctx.db.read, id);
  if (row === null || row.accountId !== accountId) throw notFound();
  return wholeOf(ctx, ctx.db.read, { row, reader: 'buyer' });
}

async function listPaidTo(
  ctx: Ctx,
  query: Query,
  { sellerId, names }: { sellerId: string } & Pick<PaymentListScope, 'names'>,
): Promise<List> {
  const { accountId } = query;
  const whose = { sellerId, ...(accountId === undefined ? {} : { accountId }) };
  return pageOf(ctx, query, { whose, zone: await zoneOf(ctx, sellerId), scope: ctx.system, names });
}
async function paidTo(db: Db, { id, sellerId }: { id: string; sellerId: string }): Promise<PaymentRow> {
  const row = await paymentById(db, id);
  if (row === null || row.sellerId !== sellerId) throw notFound();
  return row;
}
const wholePaidTo = async (ctx: Ctx, of: { id: string; sellerId: string; reader: Reader }): Promise<PaymentWhole> =>
  wholeOf(ctx, ctx.system.read, { row: await paidTo(ctx.system.read, of), reader: of.reader });

/** To the operator. */
export const listAll = async (ctx: Ctx, query: Query): Promise<List> =>
  listPaidTo(ctx, query, { sellerId: moneyKeeperOf(ctx).accountId, names: 'all' });
export const getOfAll = async (ctx: Ctx, id: string): Promise<PaymentWhole> =>
  wholePaidTo(ctx, { id, sellerId: moneyKeeperOf(ctx).accountId, reader: 'seller' });

/** Throws `not_found`, `wrong_state` where the provider has nothing more to say, `provider_down`. */
export async function look(ctx: Ctx, id: string): Promise<PaymentWhole> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  const { read } = ctx.system;
  const row = await paidTo(read, { id, sellerId });
  if (cardProvider(ctx) === null || !maySay(row, await refundsOfPayment(read, id))) throw new Failure('wrong_state');
  await ctx.limits.use(`billing-look:${id}`, { max: 10, windowSeconds: 600 });
  const waits = undecided.some((state) => state === row.state);
  if (waits && !(await reconcilePayment(ctx, row))) throw new Failure('provider_down');
  if (!waits) await reconcileRefundsOf(ctx, id);
  return wholePaidTo(ctx, { id, sellerId, reader: 'seller' });
}

/** To the own account as a vendor. */
export const listOfVendor = async (ctx: Ctx, query: Query): Promise<List> =>
  listPaidTo(ctx, query, { sellerId: vendorOf(ctx).accountId, names: 'payers' });
export const getOfVendor = async (ctx: Ctx, id: string): Promise<PaymentWhole> =>
  wholePaidTo(ctx, { id, sellerId: vendorOf(ctx).accountId, reader: 'vendor' });
