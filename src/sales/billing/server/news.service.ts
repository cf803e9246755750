/** News of the card provider: kept once each, then taken as a reason to ask how things stand (business rules §5.4). */
import type { Ctx } from '#kit/server/ctx.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import type { Refusal } from '#sales/providers/providers.rules.ts';
import { isId } from '#kit/ids.ts';
import { refusedValue } from '#kit/server/http/input-values.ts';
import { note } from './access.service.ts';
import { tooManyDeclines } from './card-tries.service.ts';
import { findDispute, takeDispute } from './disputes.service.ts';
import { invoiceById } from './invoices.queries.ts';
import type { PaymentRow } from './invoices.table.ts';
import { heardOfCustomer, heardOfMethod } from './method-news.service.ts';
import { tellOperator } from './operator-word.service.ts';
import {
  closeProviderEvent,
  keepProviderEvent,
  paymentById,
  paymentByRef,
  providerEventById,
  touchNews,
  waitingNews,
} from './payments.queries.ts';
import { heardOfRefusal, heardOfSetup } from './methods.service.ts';
import { letGo, reconcilePayment } from './pay.service.ts';
import { refundsOfPayment } from './refunds.queries.ts';
import { reconcileRefundsOf } from './refunds.service.ts';
import { tellStray } from './stray-charges.service.ts';

export const NEWS_JOB = 'billing.provider-news';

export type Taken = { kind: 'taken' } | { kind: 'refused'; why: Refusal };

/** Takes one delivery. The same one twice is kept once; what it leads to is done by a job. */
export async function takeNews(ctx: Ctx, delivery: { body: string; signature: string | undefined }): Promise<Taken> {
  const provider = cardProvider(ctx);
  if (provider === null) return { kind: 'refused', why: 'not_offered' };
  const news = await provider.parseWebhook({ ...delivery, now: ctx.now() });
  if (news.kind === 'refused') return news;
  const { hint } = news;
  if (refusedValue(hint, 'event') !== null) return { kind: 'refused', why: 'not_readable' };
  await ctx.system.write(async (tx) => {
    const isNew = await keepProviderEvent(tx, {
      provider: 'card',
      eventId: hint.eventId,
      kind: hint.type,
      objectId: hint.objectId,
      // another program at the same provider may name its things in its own way
      paymentId: hint.paymentId !== null && isId(hint.paymentId) ? hint.paymentId : null,
      paymentRef: hint.paymentRef,
      receivedAt: new Date(ctx.now()),
    });
    if (isNew) await ctx.jobs.enqueue(tx, { job: NEWS_JOB, payload: { id: hint.eventId } });
  });
  return { kind: 'taken' };
}

type Event = NonNullable<Awaited<ReturnType<typeof providerEventById>>>;
const notOurs = 'no payment of ours';

/** By our own name, else by the provider's for the thing itself, or for the payment that it belongs to. */
async function paymentOf(ctx: Ctx, event: Pick<Event, 'paymentId' | 'objectId' | 'paymentRef'>): Promise<PaymentRow | null> {
  const { read } = ctx.system;
  const named = event.paymentId === null ? null : await paymentById(read, event.paymentId);
  if (named !== null) return named;
  for (const ref of [event.objectId, event.paymentRef]) {
    const found = ref === null ? null : await paymentByRef(read, { provider: 'card', ref });
    if (found !== null) return found;
  }
  return null;
}

async function onPayment(ctx: Ctx, event: Event): Promise<string | null> {
  const payment = await paymentOf(ctx, event);
  if (payment === null) {
    if (event.kind === 'setup_intent.setup_failed' && event.paymentId !== null && (await heardOfRefusal(ctx, event.paymentId)))
      return null;
    if (event.objectId !== null && (await heardOfSetup(ctx, event.objectId))) return null;
    if (event.paymentId !== null && event.kind === 'payment_intent.succeeded')
      await tellStray(ctx, event.objectId ?? event.eventId);
    return notOurs;
  }
  if (!(await reconcilePayment(ctx, payment))) throw new Error('the provider did not say how the payment stands');
  if (event.kind === 'payment_intent.payment_failed' && (await tooManyDeclines(ctx, payment)))
    await letGo(ctx, payment.invoiceId);
  return null;
}

async function onRefund(ctx: Ctx, event: Event): Promise<string | null> {
  const payment = await paymentOf(ctx, event);
  if (payment === null) return notOurs;
  await reconcileRefundsOf(ctx, payment.id);
  if (event.kind !== 'refund.created') return null;
  const known = await refundsOfPayment(ctx.system.read, payment.id);
  if (known.some((one) => one.ref === event.objectId)) return null;
  // somebody gave money back at the provider itself: no credit note says so, and a person has to write it
  await ctx.system.write(async (tx) => {
    const { accountId, sellerId, invoiceId, id: paymentId } = payment;
    await note(ctx, tx, { accountId, sellerId, invoiceId, paymentId, kind: 'payment.refunded_elsewhere' });
    const invoice = await invoiceById(tx, invoiceId);
    const data = { number: invoice?.number ?? '', name: invoice?.buyer?.name ?? '' };
    await tellOperator(ctx, tx, { sellerId, kind: 'refundElsewhere', data, link: `/all-invoices/${invoiceId}` });
  });
  return 'a refund that is not ours';
}

async function onDispute(ctx: Ctx, event: Event): Promise<string | null> {
  const found = event.objectId === null ? null : await findDispute(ctx, event.objectId);
  const payment = await paymentOf(ctx, { ...event, paymentRef: found?.paymentRef ?? event.paymentRef });
  if (found === null || payment === null) return notOurs;
  return takeDispute(ctx, { payment, found });
}

/** What is about a card or a customer: looked at by the name of the thing. */
const about =
  (hear: (ctx: Ctx, ref: string) => Promise<boolean>) =>
  async (ctx: Ctx, { objectId }: Event): Promise<string | null> =>
    objectId !== null && (await hear(ctx, objectId)) ? null : 'nothing of ours';
/** Which kinds of events are about what; the first that fits. */
const readers: readonly [RegExp, (ctx: Ctx, event: Event) => Promise<string | null>][] = [
  [/^charge\.dispute\./, onDispute],
  [/^(refund\.|charge\.refund)/, onRefund],
  [/^payment_method\./, about(heardOfMethod)],
  [/^customer\.deleted$/, about(heardOfCustomer)],
  [/^/, onPayment],
];

/** Asks the provider about what an event names, whatever the event says of it. */
export async function handleNews(ctx: Ctx, eventId: string): Promise<void> {
  const event = await providerEventById(ctx.system.read, { provider: 'card', eventId });
  if (event === null || event.handledAt !== null) return;
  const read = readers.find(([kind]) => kind.test(event.kind))?.[1] ?? onPayment;
  const trouble = await read(ctx, event);
  await ctx.system.write((tx) => closeProviderEvent(tx, { provider: 'card', eventId }, { at: new Date(ctx.now()), trouble }));
}

/** Hours between two tries of what could not be taken in, and days after which nobody tries any more. */
const [TRY_HOURS, TRY_DAYS] = [6, 30];
/** Tries again what its job gave up on: an outage may last longer than a job does. */
export async function retakeNews(ctx: Ctx): Promise<void> {
  if (cardProvider(ctx) === null) return;
  const failed: unknown[] = [];
  for (const { eventId, receivedAt } of await waitingNews(ctx.system.read, new Date(ctx.now() - TRY_HOURS * 3_600_000))) {
    const of = { provider: 'card', eventId };
    const isOver = receivedAt.getTime() < ctx.now() - TRY_DAYS * 86_400_000;
    await handleNews(ctx, eventId).catch(async (error: unknown) => {
      failed.push(error);
      const at = new Date(ctx.now());
      // those behind it have their turn next time
      await ctx.system.write((tx) =>
        isOver ? closeProviderEvent(tx, of, { at, trouble: 'could not be taken in' }) : touchNews(tx, of, at),
      );
    });
  }
  if (failed.length > 0) throw new AggregateError(failed, 'news could not be taken in');
}
