/** News of the card provider: kept once each, then taken as a reason to ask how things stand (business rules §5.4). */
import type { Ctx } from '#kit/server/ctx.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import type { Refusal } from '#sales/providers/providers.rules.ts';
import { paymentById, paymentByRef, providerEventById, closeProviderEvent, keepProviderEvent } from './payments.queries.ts';
import { reconcilePayment } from './pay.service.ts';

export const NEWS_JOB = 'billing.provider-news';

export type Taken = { kind: 'taken' } | { kind: 'refused'; why: Refusal };

/** Takes one delivery. The same one twice is kept once; what it leads to is done by a job. */
export async function takeNews(ctx: Ctx, delivery: { body: string; signature: string | undefined }): Promise<Taken> {
  const provider = cardProvider(ctx);
  if (provider === null) return { kind: 'refused', why: 'not_offered' };
  const news = await provider.parseWebhook({ ...delivery, now: ctx.now() });
  if (news.kind === 'refused') return news;
  const { hint } = news;
  await ctx.system.write(async (tx) => {
    const isNew = await keepProviderEvent(tx, {
      provider: 'card',
      eventId: hint.eventId,
      kind: hint.type,
      objectId: hint.objectId,
      paymentId: hint.paymentId,
      receivedAt: new Date(ctx.now()),
    });
    if (isNew) await ctx.jobs.enqueue(tx, { job: NEWS_JOB, payload: { id: hint.eventId } });
  });
  return { kind: 'taken' };
}

/** Asks the provider about the payment that an event names, whatever the event says of it. */
export async function handleNews(ctx: Ctx, eventId: string): Promise<void> {
  const event = await providerEventById(ctx.system.read, { provider: 'card', eventId });
  if (event === null || event.handledAt !== null) return;
  const named = event.paymentId === null ? null : await paymentById(ctx.system.read, event.paymentId);
  const payment =
    named ?? (event.objectId === null ? null : await paymentByRef(ctx.system.read, { provider: 'card', ref: event.objectId }));
  if (payment !== null && !(await reconcilePayment(ctx, payment)))
    throw new Error('the provider did not say how the payment stands');
  const trouble = payment === null ? 'no payment of ours' : null;
  await ctx.system.write((tx) => closeProviderEvent(tx, { provider: 'card', eventId }, { at: new Date(ctx.now()), trouble }));
}
