/** The end of a month: what each vendor earned is stated and billed in its name, and what its customers had is charged to it. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { accountingOfTax } from '#sales/billing/server/accounting.service.ts';
import { type Priced, priced } from '#sales/billing/server/price.service.ts';
import { findSeller, onPaper, type Seller } from '#sales/billing/server/resold.service.ts';
import { holdVendor } from '#sales/vendors/server/access.service.ts';
import { findAllTerms } from '#sales/vendors/server/selling.service.ts';
import { lastMonth, type Month, type WaitReason } from '../resale.rules.ts';
import { findStatement, insertStatement, lockedOf, moveCommissions, takeSerial } from './earned.queries.ts';
import type { CommissionRow, Paper, Party } from './resale.table.ts';
import { PAPERS_JOB } from './statement-papers.service.ts';
import { keepWaits, type Wait } from './waits.service.ts';
import { chargeMonth } from './wholesale.service.ts';

const partyOf = (seller: Seller): Party => {
  const { footer: _footer, ...paper } = onPaper(seller);
  return paper;
};
/** What the vendor asks the operator for: its own tax on what it earned. The operator's VAT number counts as it stands. */
function billed(of: { vendor: Seller; operator: Seller; currency: string; net: bigint; now: number }): Priced {
  const { vendor, operator, currency, net, now } = of;
  const vatCheck = { check: 'valid' as const, at: now, requestId: null, name: null, address: null };
  const { country, postcode, vatId } = operator;
  return priced({
    seller: vendor,
    place: { country, postcode, buyer: 'business', vatId, vatCheck, agreed: [] },
    currency,
    inclusive: false,
    items: [{ kind: 'manual', title: '', detail: '', quantity: 1n, unit: net, discountable: false, span: null }],
    coupon: null,
    at: now,
    unchecked: 'charge',
  });
}

type Taxed = { vendor: Seller; tax: bigint; currency: string; day: string };
/** Its tax in the currency of the vendor's books; missing where the vendor wants that and no rate is known: the month waits. */
async function accountingOn(
  ctx: Ctx,
  tx: Db,
  { vendor, day, ...of }: Taxed,
): Promise<NonNullable<Paper['accounting']> | 'missing' | null> {
  const found = await accountingOfTax(ctx, tx, { of, seller: vendor, day }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'rate_missing') return 'missing' as const;
    throw error;
  });
  if (found === 'missing') return found;
  if (found.accountingCurrency === null || found.accountingTax === null || found.accountingRate === null) return null;
  return { currency: found.accountingCurrency, tax: Number(found.accountingTax), rate: found.accountingRate };
}

type Sides = { vendorId: string; vendor: Seller | null; operator: Seller; month: Month };
/**
 * One statement with the self-billed invoice that it is; nothing while the sum is not above nothing: it goes into the next one. Else why it waits. A
 * vendor that did not say who it is on paper gets none.
 */
async function state(
  ctx: Ctx,
  tx: Db,
  of: Sides & { currency: string; rows: readonly CommissionRow[] },
): Promise<'written' | 'nothing' | WaitReason> {
  const { vendorId: accountId, vendor, operator, month, currency, rows } = of;
  const net = rows.reduce((all, one) => all + one.amount, 0n);
  if (net <= 0n || (await findStatement(tx, { accountId, kind: 'commission', month: month.name, currency })) !== null)
    return 'nothing';
  if (vendor === null) return 'paper';
  const { totals, taxes, decision } = billed({ vendor, operator, currency, net, now: ctx.now() });
  const accounting = await accountingOn(ctx, tx, { vendor, tax: totals.tax, currency, day: month.day });
  if (accounting === 'missing') return 'rate';
  const year = Number(month.day.slice(0, 4));
  const serial = await takeSerial(tx, { accountId, year });
  const reason = decision.kind === 'decided' ? decision.reason : null;
  const law = decision.kind === 'decided' ? (decision.evidence.law ?? null) : null;
  const paper: Paper = {
    supplier: partyOf(vendor),
    buyer: partyOf(operator),
    taxes: taxes.map((one) => ({ ...one, base: Number(one.base), tax: Number(one.tax), reason, law })),
    ...(accounting === null ? {} : { accounting }),
  };
  const id = newId(ctx.now());
  await insertStatement(tx, {
    ...{ id, accountId, kind: 'commission', month: month.name, currency, paper, invoiceId: null, paidOn: null, bankRef: null },
    ...{ net: totals.net, tax: totals.tax, gross: totals.gross, issueDate: month.day, createdAt: new Date(ctx.now()) },
    number: `SB${year}-${String(serial).padStart(4, '0')}`,
  });
  await ctx.jobs.enqueue(tx, { job: PAPERS_JOB, payload: { id }, key: id });
  await moveCommissions(
    tx,
    rows.map((row) => row.id),
    { state: 'payable', statementId: id },
  );
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'resale' });
  return 'written';
}

/** What cannot be stated yet waits, and the operator gets the reason. Returns how many statements were written. */
export async function stateMonth(ctx: Ctx, of: { vendorId: string; operator: Seller; month: Month }): Promise<number> {
  const { vendorId, operator, month } = of;
  return ctx.system.write(async (tx) => {
    await holdVendor(tx, vendorId);
    const vendor = await findSeller(tx, vendorId);
    const rows = await lockedOf(tx, vendorId, month.until);
    const waits: Wait[] = [];
    let written = 0;
    for (const currency of [...new Set(rows.map((row) => row.currency))].sort()) {
      const same = rows.filter((row) => row.currency === currency);
      const done = await state(ctx, tx, { vendorId, vendor, operator, month, currency, rows: same });
      if (done === 'written') written += 1;
      else if (done !== 'nothing') waits.push({ currency, reason: done });
    }
    await keepWaits(ctx, tx, { vendorId, operatorId: operator.accountId, kind: 'commission', month: month.name, waits });
    return written;
  });
}

/** What there is to do for the month that is over; again changes nothing. A vendor that fails holds up no other; what was no expected answer is thrown at the end. */
export async function closeMonth(ctx: Ctx): Promise<number> {
  const operatorId = (await findOperatorAccount(ctx.system.read))?.id;
  const operator = operatorId === undefined ? null : await findSeller(ctx.system.read, operatorId);
  if (operator === null) return 0;
  const month = lastMonth(ctx.now(), operator.zone);
  let written = 0;
  const failed: unknown[] = [];
  for (const { accountId: vendorId } of await findAllTerms(ctx.system.read)) {
    for (const work of [stateMonth, chargeMonth])
      try {
        written += await work(ctx, { vendorId, operator, month });
      } catch (error) {
        const told = { vendorId, month: month.name };
        if (error instanceof Failure) ctx.log.warn({ ...told, code: error.code }, 'the month of a vendor waits');
        else failed.push(error);
      }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'the month of a vendor failed');
  return written;
}
