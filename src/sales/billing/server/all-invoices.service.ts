/** Invoices for the operator's people who manage money. They work across accounts, hence the rights of the system. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import type { allInvoicesCalls } from '../all-invoices.contract.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import { moneyKeeperOf, note, sellerKeeperOf } from './access.service.ts';
import { mustHaveRate } from './accounting.service.ts';
import { afterTakenBack, lookAgain, lookIfBehind } from './after.service.ts';
import { awaitTax, writeDraft } from './claim.service.ts';
import { voidClaim } from './drop.service.ts';
import { asOfToday, partiesOf, pricesOf, putPriced, sumsOf } from './drafts.service.ts';
import { finalize } from './finalize.service.ts';
import { viewOf } from './invoice-view.service.ts';
import { creditNote } from './credit-notes.service.ts';
import { wishOf } from './credit-parts.service.ts';
import { changeInvoice, deleteInvoice, invoiceById, lockInvoice, openFigures } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { pageOf } from './invoices.service.ts';
import { manualSeen } from './manual-methods.service.ts';
import { postWriteOff } from './journal.service.ts';
import { mailAbout } from './mail.service.ts';
import { letGo } from './pay.service.ts';
import { countReported, undecidedOf } from './payments.queries.ts';
import { countDisputed, countToRefund } from './refunds.queries.ts';
import { dropUndecided, settle } from './settle.service.ts';
import { lockSubscription } from './subscriptions.queries.ts';
import { bookArrival } from './transfer-booking.service.ts';

type Query = Parsed<typeof allInvoicesCalls.list>['query'];
type InvoiceDraftBody = Parsed<typeof allInvoicesCalls.create>['body'];
type Edit = Parsed<typeof allInvoicesCalls.edit>['body'];
type Payment = Parsed<typeof allInvoicesCalls.record>['body'];
type Credit = Parsed<typeof allInvoicesCalls.credit>['body'];

export function list(ctx: Ctx, query: Query): Promise<ResultIn<typeof allInvoicesCalls.list>> {
  const actor = sellerKeeperOf(ctx);
  const { state, kind, search, from, to, accountId } = query;
  const narrow = accountId === undefined ? {} : { accountId };
  const filter = { sellerId: actor.accountId, ...narrow, state, kind, search, from, to, now: new Date(ctx.now()) };
  return pageOf(ctx, query, { scope: ctx.system, filter });
}

export async function figures(ctx: Ctx): Promise<ResultIn<typeof allInvoicesCalls.figures>> {
  const actor = moneyKeeperOf(ctx);
  const rows = await openFigures(ctx.system.read, actor.accountId, new Date(ctx.now()));
  const sums = (which: typeof rows) => {
    const by = new Map<string, { currency: string; amount: bigint; count: number }>();
    for (const { currency, amount, count } of which) {
      const known = by.get(currency) ?? { currency, amount: 0n, count: 0 };
      by.set(currency, { currency, amount: known.amount + BigInt(amount), count: known.count + count });
    }
    return [...by.values()].map(({ amount, ...rest }) => ({ ...rest, amount: Number(amount) }));
  };
  return {
    open: sums(rows),
    overdue: sums(rows.filter((row) => row.overdue)),
    reported: await countReported(ctx.system.read, actor.accountId),
    toRefund: await countToRefund(ctx.system.read, actor.accountId),
    disputed: await countDisputed(ctx.system.read, actor.accountId),
  };
}

async function owned(ctx: Ctx, id: string): Promise<InvoiceRow> {
  const actor = sellerKeeperOf(ctx);
  const row = await invoiceById(ctx.system.read, id);
  if (row === null || row.sellerId !== actor.accountId) throw notFound();
  return row;
}
export const get = async (ctx: Ctx, id: string): Promise<InvoiceView> =>
  viewOf(ctx, ctx.system.read, { row: await owned(ctx, id), side: 'seller' });

/** Does something with one invoice that is locked, and answers with how it is then. */
export async function change(ctx: Ctx, id: string, work: (tx: Db, row: InvoiceRow) => Promise<void>): Promise<InvoiceView> {
  const actor = sellerKeeperOf(ctx);
  await ctx.system.write(async (tx) => {
    const seen = await invoiceById(tx, id);
    // in the order in which everybody here locks
    if (seen?.subscriptionId != null) await lockSubscription(tx, seen.subscriptionId);
    const row = await lockInvoice(tx, id);
    if (row === null || row.sellerId !== actor.accountId) throw notFound();
    await work(tx, row);
    await ctx.bus.push(tx, { topic: `account:${row.accountId}`, kind: 'billing' });
  });
  return get(ctx, id);
}
/** The same, after the provider closed a page that somebody left open; what was paid there meanwhile counts first. */
export async function changeFreed(ctx: Ctx, id: string, work: (tx: Db, row: InvoiceRow) => Promise<void>): Promise<InvoiceView> {
  await owned(ctx, id);
  await letGo(ctx, id);
  return change(ctx, id, work);
}
export const must = (row: InvoiceRow, ...states: InvoiceRow['state'][]) => {
  if (!states.includes(row.state) || row.kind !== 'invoice') throw new Failure('wrong_state');
};
export const mustBe = (row: InvoiceRow, revision: number) => {
  if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
};
export const tell = (ctx: Ctx, tx: Db, of: { row: InvoiceRow; action: string; data?: Record<string, string | number> }) =>
  recordForBoth(ctx, tx, {
    action: `billing.${of.action}`,
    subjectKind: 'invoice',
    subjectId: of.row.id,
    accountId: of.row.accountId,
    data: { number: of.row.number ?? '', ...of.data },
  });

/** Throws `profile_missing` for a customer that nobody could write an invoice to, `seller_missing`. */
export async function create(ctx: Ctx, body: InvoiceDraftBody): Promise<InvoiceView> {
  const actor = moneyKeeperOf(ctx);
  const id = await ctx.system.write(async (tx) => {
    const parties = await partiesOf(tx, { sellerId: actor.accountId, accountId: body.accountId });
    const row = await writeDraft(ctx, tx, {
      ...parties,
      cause: 'manual',
      currency: body.currency,
      inclusive: false,
      priced: pricesOf(ctx, parties, body),
      note: body.note,
    });
    await tell(ctx, tx, { row, action: 'invoice-drafted' });
    return row.id;
  });
  return get(ctx, id);
}

export const edit = (ctx: Ctx, { id, body }: { id: string; body: Edit }): Promise<InvoiceView> =>
  change(ctx, id, async (tx, row) => {
    must(row, 'draft');
    mustBe(row, body.revision);
    const found = pricesOf(ctx, await partiesOf(tx, row), { currency: row.currency, lines: body.lines, ownTax: row.ownTax });
    await putPriced(tx, id, found);
    await changeInvoice(tx, id, { ...sumsOf(found), taxFacts: found.facts, note: body.note });
  });

export async function remove(ctx: Ctx, id: string): Promise<{ done: true }> {
  const actor = moneyKeeperOf(ctx);
  await ctx.system.write(async (tx) => {
    const row = await lockInvoice(tx, id);
    if (row === null || row.sellerId !== actor.accountId) throw notFound();
    must(row, 'draft');
    await deleteInvoice(tx, id);
    await tell(ctx, tx, { row, action: 'invoice-dropped' });
  });
  return { done: true };
}

/**
 * While the buyer's VAT number is not checked the draft waits for that. Where the tax is another one than in the draft, the draft takes it and
 * `changed_meanwhile` is thrown: nothing gets a number with amounts that nobody saw.
 */
export async function finalizeDraft(ctx: Ctx, { id, revision }: { id: string; revision: number }): Promise<InvoiceView> {
  const view = await change(ctx, id, async (tx, row) => {
    must(row, 'draft');
    mustBe(row, revision);
    const parties = await partiesOf(tx, row);
    const { same, draft: repriced } = await asOfToday(ctx, tx, { row, parties });
    if (!same) return;
    if (repriced.taxFacts === null) return void (await awaitTax(ctx, tx, repriced));
    await mustHaveRate(ctx, tx, { of: repriced, seller: parties.seller });
    const after = await finalize(ctx, tx, { draft: repriced, ...parties });
    await tell(ctx, tx, { row: after, action: 'invoice-finalized' });
  });
  if (view.state === 'draft') throw new Failure('changed_meanwhile', { data: { revision: view.revision } });
  return view;
}

/**
 * Money that arrived: by transfer, or in any other way that somebody saw. For what is paid or void it is the account's, when `more` says that it
 * is meant: pressing twice is not paying twice. Throws `wrong_state`, `payment_undecided` while a card is being charged.
 */
export const recordPayment = (ctx: Ctx, { id, body }: { id: string; body: Payment }): Promise<InvoiceView> =>
  changeFreed(ctx, id, async (tx, row) => {
    must(row, 'open', 'uncollectible', ...(body.more === true ? (['paid', 'void'] as const) : []));
    const { amount, more: _more, manual: by, ...arrival } = body;
    const manual = by == null ? by : await manualSeen(tx, { sellerId: row.sellerId, id: by });
    await bookArrival(ctx, tx, { row, arrival: { ...arrival, ...(manual !== undefined && { manual }), amount: BigInt(amount) } });
  });

/** A transfer that was said to be on its way is not there; the claim stays open, and its payer has a mail with the reason. */
export const reject = (ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<InvoiceView> =>
  change(ctx, id, async (tx, row) => {
    const waiting = await undecidedOf(tx, id);
    if (waiting?.state !== 'reported') throw new Failure('wrong_state');
    await settle(ctx, tx, { id: waiting.id, state: 'rejected', reason });
    await mailAbout(ctx, tx, { invoice: row, about: 'rejected', reason, once: waiting.id });
    // what waited for the answer may be due already
    await lookAgain(ctx, tx, row.subscriptionId);
    await tell(ctx, tx, { row, action: 'payment-rejected', data: { reason } });
  });

export const remind = (ctx: Ctx, id: string): Promise<InvoiceView> =>
  change(ctx, id, async (tx, row) => {
    must(row, 'open');
    await ctx.limits.use(`billing-remind:${id}`, { max: 3, windowSeconds: 86_400 });
    await mailAbout(ctx, tx, { invoice: row, about: 'reminder' });
    await note(ctx, tx, { accountId: row.accountId, sellerId: row.sellerId, invoiceId: id, kind: 'invoice.reminded' });
  });

/** Throws `payment_undecided` while a card is being charged. */
export const voiding = (ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<InvoiceView> =>
  changeFreed(ctx, id, async (tx, row) => {
    must(row, 'open', 'uncollectible');
    if (!(await voidClaim(ctx, tx, { invoice: row, reason }))) throw new Failure('wrong_state');
    await afterTakenBack(ctx, tx, { invoice: row, reason });
    await tell(ctx, tx, { row, action: 'invoice-voided', data: { reason } });
  });

export const writeOff = (ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<InvoiceView> =>
  changeFreed(ctx, id, async (tx, row) => {
    must(row, 'open');
    await dropUndecided(ctx, tx, id);
    await postWriteOff(ctx, tx, row);
    await changeInvoice(tx, id, { state: 'uncollectible', closedAt: new Date(ctx.now()) });
    await note(ctx, tx, {
      accountId: row.accountId,
      sellerId: row.sellerId,
      invoiceId: id,
      kind: 'invoice.uncollectible',
      fromState: 'open',
      toState: 'uncollectible',
      reason,
    });
    await lookIfBehind(ctx, tx, row.subscriptionId);
    await tell(ctx, tx, { row, action: 'invoice-written-off', data: { reason } });
  });

/** Gives something back: what is due first, then to the balance. Throws `credit_too_much`, `payment_undecided`. */
export const credit = (ctx: Ctx, { id, body }: { id: string; body: Credit }): Promise<InvoiceView> =>
  changeFreed(ctx, id, async (tx, row) => {
    must(row, 'open', 'paid', 'uncollectible');
    const note = await creditNote(ctx, tx, { invoice: row, ...wishOf(body), reason: body.reason });
    const data = { amount: Number(note.total), currency: row.currency, credit: note.number ?? '' };
    await tell(ctx, tx, { row, action: 'invoice-credited', data });
  });
