/** The months of a vendor, and what its customers subscribe to. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findNumbers } from '#sales/billing/server/resold.service.ts';
import { holdVendor, operatorOf, sideOf, vendorOf } from '#sales/vendors/server/access.service.ts';
import { findVendorState } from '#sales/vendors/server/selling.service.ts';
import type { resaleCalls, StatementItem, StatementView } from '../resale.contract.ts';
import { chargesOn, onStatement, payCommissions, payStatement, statementById, statementsPage } from './earned.queries.ts';
import type { Party, StatementRow } from './resale.table.ts';
import { subscriptionsByIds } from './sold.service.ts';

type Query = Parsed<typeof resaleCalls.ownStatements>['query'];
type Page = ResultIn<typeof resaleCalls.ownStatements>;

const itemOf = (row: StatementRow, numbers: ReadonlyMap<string, string>): StatementItem => ({
  ...{ id: row.id, kind: row.kind, month: row.month, currency: row.currency, issueDate: row.issueDate },
  ...{ net: Number(row.net), tax: Number(row.tax), gross: Number(row.gross) },
  number: row.number ?? (row.invoiceId === null ? '' : (numbers.get(row.invoiceId) ?? '')),
  ...{ paidOn: row.paidOn, bankRef: row.bankRef, invoiceId: row.invoiceId },
});

async function pageOf(ctx: Ctx, vendorId: string, query: Query): Promise<Page> {
  const { read } = ctx.system;
  const rows = await statementsPage(read, vendorId, { before: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageById(rows, query.limit);
  const numbers = await findNumbers(
    read,
    shown.flatMap((row) => row.invoiceId ?? []),
  );
  return {
    items: shown.map((row) => itemOf(row, numbers)),
    next,
  };
}
export async function statements(ctx: Ctx, { id, query }: { id: string; query: Query }): Promise<Page> {
  operatorOf(ctx);
  if ((await findVendorState(ctx.system.read, id)) === null) throw notFound();
  return pageOf(ctx, id, query);
}
export const ownStatements = async (ctx: Ctx, query: Query): Promise<Page> => pageOf(ctx, vendorOf(ctx).accountId, query);

async function linesOf(db: Db, row: StatementRow): Promise<StatementView['lines']> {
  const [earned, charged] = [await onStatement(db, row.id), await chargesOn(db, row.id)];
  const numbers = await findNumbers(
    db,
    earned.map((one) => one.invoiceId),
  );
  const sold = await subscriptionsByIds(
    db,
    charged.map((one) => one.subscriptionId),
  );
  const names = await findAccountNames(db, [
    ...earned.map((one) => one.customerId),
    ...[...sold.values()].map((one) => one.accountId),
  ]);
  return [
    ...earned.map((one) => ({
      ...{ customer: names.get(one.customerId) ?? '', what: numbers.get(one.invoiceId) ?? '' },
      ...{ base: Number(one.base), rate: one.rate, amount: Number(one.amount), at: one.createdAt.getTime() },
    })),
    ...charged.map((one) => {
      const of = sold.get(one.subscriptionId);
      const customer = of === undefined ? '' : (names.get(of.accountId) ?? '');
      const what = of?.plan ?? '';
      return { customer, what, base: null, rate: null, amount: Number(one.amount), at: one.startsAt.getTime() };
    }),
  ];
}

const sideOnPaper = (party: Party | null): StatementView['supplier'] => {
  if (party === null) return null;
  const { name, street, postcode, city, country, vatId, taxNumber, iban } = party;
  return { name, street, postcode, city, country, vatId, taxNumber, iban };
};
async function viewOf(db: Db, row: StatementRow): Promise<StatementView> {
  const numbers = await findNumbers(db, row.invoiceId === null ? [] : [row.invoiceId]);
  const names = await findAccountNames(db, [row.accountId]);
  const { supplier = null, buyer = null, taxes = [] } = row.paper;
  return {
    ...itemOf(row, numbers),
    vendorName: names.get(row.accountId) ?? '',
    ...{ supplier: sideOnPaper(supplier), buyer: sideOnPaper(buyer) },
    papers: { pdf: row.pdfSha256 !== null, xml: row.xmlSha256 !== null },
    taxes: taxes.map(({ category, rate, base, tax }) => ({ category, rate, base, tax })),
    lines: await linesOf(db, row),
  };
}

/** For the operator any, for a vendor its own; another vendor's is not there. */
export async function statement(ctx: Ctx, id: string): Promise<StatementView> {
  const actor = sideOf(ctx);
  const row = await statementById(ctx.system.read, id);
  if (row === null || (actor.accountKind !== 'operator' && row.accountId !== actor.accountId)) throw notFound();
  return viewOf(ctx.system.read, row);
}

type Payout = Parsed<typeof resaleCalls.payout>['body'];
/** Notes the transfer to the vendor. Throws `already_paid`, and `vendor_held` while the vendor is suspended. */
export async function payout(ctx: Ctx, { id, body }: { id: string; body: Payout }): Promise<StatementView> {
  operatorOf(ctx);
  return ctx.system.write(async (tx) => {
    const seen = await statementById(tx, id);
    if (seen === null || seen.kind !== 'commission') throw notFound();
    await holdVendor(tx, seen.accountId);
    if ((await findVendorState(tx, seen.accountId)) === 'suspended') throw new Failure('vendor_held');
    if (!(await payStatement(tx, id, body))) throw new Failure('already_paid');
    await payCommissions(tx, id);
    const data = { number: seen.number ?? '', amount: Number(seen.gross), currency: seen.currency, paidOn: body.paidOn };
    const deed = { action: 'resale.paid-out', subjectKind: 'statement', subjectId: id, data };
    await recordForBoth(ctx, tx, { ...deed, accountId: seen.accountId });
    await ctx.bus.push(tx, { topic: `account:${seen.accountId}`, kind: 'resale' });
    return viewOf(tx, { ...seen, ...body });
  });
}
