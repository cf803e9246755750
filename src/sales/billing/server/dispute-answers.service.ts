/**
 * What the operator tells the bank of a payer. It is written down first; then the card provider is asked, by a job, until it says that it has it; then
 * our row follows (business rules §5.2, F6).
 */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { PaymentProvider, ProofTexts, ToldDispute } from '#sales/providers/providers.rules.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { whyNoAnswer } from '../dispute.rules.ts';
import type { DisputeProof, DisputeProposal } from '../disputes.contract.ts';
import type { PaymentWhole } from '../payments.contract.ts';
import { moneyKeeperOf, note } from './access.service.ts';
import { tell } from './all-invoices.service.ts';
import {
  answerById,
  answerOf,
  changeAnswer,
  disputeById,
  insertAnswer,
  lockAnswer,
  lockDisputeOf,
  sendingAnswers,
} from './dispute-answers.queries.ts';
import type { DisputeAnswerRow } from './dispute-answers.table.ts';
import { proposalFor } from './dispute-proposal.service.ts';
import { mailSellerOfDispute } from './dispute-mail.service.ts';
import { takeDispute } from './disputes.service.ts';
import { invoiceById } from './invoices.queries.ts';
import type { PaymentRow } from './invoices.table.ts';
import { paperOf } from './papers.service.ts';
import { disputesOfPayments } from './payment-list.queries.ts';
import { wholeOf } from './payment-view.service.ts';
import { paymentById } from './payments.queries.ts';
import { changeDispute, lockDispute } from './refunds.queries.ts';
import type { DisputeRow } from './refunds.table.ts';
import { lockPaymentWithInvoice } from './settle.service.ts';

export const DISPUTE_JOB = 'billing.dispute-answer';
/** Minutes after which an answer that its job gave up on is sent again. */
const STALE_MINUTES = 15;

/** The operator's own payment. Throws `not_found`. */
async function paymentOf(ctx: Ctx, id: string): Promise<PaymentRow> {
  const { accountId } = moneyKeeperOf(ctx);
  const row = await paymentById(ctx.system.read, id);
  if (row === null || row.sellerId !== accountId) throw notFound();
  return row;
}

/** Throws `not_found`, and `wrong_state` where no bank asks. */
export async function propose(ctx: Ctx, id: string): Promise<DisputeProposal> {
  const payment = await paymentOf(ctx, id);
  const [open] = await disputesOfPayments(ctx.system.read, [id]);
  if (open?.state !== 'open') throw new Failure('wrong_state');
  return proposalFor(ctx, payment);
}

type Words = Pick<DisputeAnswerRow, 'kind' | 'texts' | 'document'>;
/** Stores an answer and queues its sending. */
async function say(ctx: Ctx, id: string, words: Words): Promise<PaymentWhole> {
  const row = await paymentOf(ctx, id);
  const actor = moneyKeeperOf(ctx);
  if (cardProvider(ctx) === null) throw new Failure('provider_off');
  await ctx.system.write(async (tx) => {
    const seen = await lockPaymentWithInvoice(tx, id);
    const dispute = await lockDisputeOf(tx, id);
    const why = whyNoAnswer(dispute, dispute === null ? null : await answerOf(tx, dispute.id), ctx.now());
    if (why !== null || dispute === null || seen === null) throw new Failure(why ?? 'wrong_state');
    const at = new Date(ctx.now());
    const answer = await insertAnswer(tx, {
      ...{ id: newId(ctx.now()), disputeId: dispute.id, ...words, state: 'sending' },
      ...{ writtenBy: actor.userId, createdAt: at, changedAt: at },
    });
    if (answer === null) throw new Failure('dispute_answered');
    const { accountId, sellerId, invoiceId, currency } = row;
    const amount = Number(dispute.amount);
    const kind = words.kind === 'proof' ? 'payment.dispute_proof' : 'payment.dispute_accepted';
    await note(ctx, tx, { accountId, sellerId, invoiceId, paymentId: id, kind, data: { amount, currency } });
    const action = words.kind === 'proof' ? 'dispute-answered' : 'dispute-accepted';
    await tell(ctx, tx, { row: seen.invoice, action, data: { amount, currency } });
    await ctx.jobs.enqueue(tx, { job: DISPUTE_JOB, payload: { id: answer.id }, key: answer.id });
    await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
  });
  return wholeOf(ctx, ctx.system.read, { row: await paymentOf(ctx, id), reader: 'seller' });
}

/** Throws `not_found`, `wrong_state`, `dispute_answered`, `dispute_too_late`, `provider_off`. */
export const answerDispute = (ctx: Ctx, { id, body }: { id: string; body: DisputeProof }): Promise<PaymentWhole> => {
  const { document, ...texts } = body;
  return say(ctx, id, { kind: 'proof', texts, document });
};
/** The same. */
export const accept = (ctx: Ctx, id: string): Promise<PaymentWhole> =>
  say(ctx, id, { kind: 'accept', texts: {}, document: 'none' });

const places = ['product', 'name', 'email', 'address', 'period', 'activity', 'other'] as const;
const textsOf = ({ texts }: DisputeAnswerRow): ProofTexts => {
  const [product = '', name = '', email = '', address = '', period = '', activity = '', other = ''] = places.map(
    (place) => texts[place] ?? '',
  );
  return { product, name, email, address, period, activity, other };
};
type Sending = { provider: PaymentProvider; row: DisputeAnswerRow; dispute: DisputeRow };

async function ask(ctx: Ctx, { provider, row, dispute }: Sending): Promise<ToldDispute> {
  const { id } = row;
  const { ref } = dispute;
  if (row.kind === 'accept') return provider.acceptDispute({ id, ref });
  const invoice = row.document === 'invoice' ? await invoiceById(ctx.system.read, dispute.invoiceId) : null;
  const paper = invoice === null ? null : await paperOf(ctx, invoice, 'pdf');
  const document = paper === null ? null : { name: paper.file, bytes: paper.bytes };
  return provider.answerDispute({ id, ref, texts: textsOf(row), document });
}

/** Whether the provider has it, whatever it said to this call: an earlier call may have arrived, and its response lost. */
const hasIt = ({ kind }: DisputeAnswerRow, told: ToldDispute): boolean =>
  told.kind === 'taken' || (kind === 'proof' ? told.found?.answered === true : told.found?.state === 'lost');

async function settle(
  ctx: Ctx,
  tx: Db,
  { row, dispute, told }: Omit<Sending, 'provider'> & { told: ToldDispute },
): Promise<void> {
  if ((await lockPaymentWithInvoice(tx, dispute.paymentId)) === null) return;
  await lockDispute(tx, dispute.ref);
  const now = await lockAnswer(tx, row.id);
  if (now?.state !== 'sending') return;
  const at = new Date(ctx.now());
  const has = hasIt(now, told);
  const failure = told.kind === 'refused' && !has ? told.code : null;
  await changeAnswer(tx, row.id, { state: has ? 'sent' : 'refused', failure, settledAt: at, changedAt: at });
  if (has) await changeDispute(tx, dispute.id, { answeredAt: at });
  const { accountId, sellerId, invoiceId, paymentId, currency } = dispute;
  const data = { amount: Number(dispute.amount), currency };
  const kind = has ? 'payment.dispute_sent' : 'payment.dispute_refused';
  await note(ctx, tx, { accountId, sellerId, invoiceId, paymentId, kind, data });
  if (!has) await mailSellerOfDispute(ctx, tx, { dispute, about: 'disputeRefused', once: row.id });
  await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
}

/** Asks the provider to take it. Rejects when it does not answer, and is tried again. */
export async function sendAnswer(ctx: Ctx, id: string): Promise<void> {
  const provider = cardProvider(ctx);
  const row = await answerById(ctx.system.read, id);
  const dispute = row === null ? null : await disputeById(ctx.system.read, row.disputeId);
  if (provider === null || row?.state !== 'sending' || dispute === null) return;
  const told = await ask(ctx, { provider, row, dispute });
  await ctx.system.write((tx) => settle(ctx, tx, { row, dispute, told }));
  const payment = await paymentById(ctx.system.read, dispute.paymentId);
  const trouble = told.found === null || payment === null ? null : await takeDispute(ctx, { payment, found: told.found });
  if (trouble !== null) throw new Error(`${dispute.ref}: ${trouble}`);
}

/** The hourly look at what was never said to have arrived. */
export async function resendAnswers(ctx: Ctx): Promise<void> {
  const failed: unknown[] = [];
  for (const { id } of await sendingAnswers(ctx.system.read, new Date(ctx.now() - STALE_MINUTES * 60_000))) {
    await sendAnswer(ctx, id).catch((error: unknown) => void failed.push(error));
    // those behind it have their turn next time
    await ctx.system.write((tx) => changeAnswer(tx, id, { changedAt: new Date(ctx.now()) }));
  }
  if (failed.length > 0) throw new AggregateError(failed, 'answers to banks could not be sent');
}
