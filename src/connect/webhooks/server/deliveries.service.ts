/**
 * The delivery machine: news for programs of customers, kept until they are taken. A delivery is a row and a job of one
 * transaction; each try is taken, made, settled, so that a process may end between any two of them.
 */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { OutboundRefused, type OutboundFetch, outbound, reachOf, textOf } from '#kit/server/http/outbound.ts';
import * as z from 'zod/mini';
import { deliveryLimits, type DeliveryKind, isGone, isTaken, pauseAfter, redirectsFor } from '../deliveries.rules.ts';
import { PING } from '../webhooks.rules.ts';
import { deleteEnded, type DeliveryRow, insertDelivery, noteTry, overdue, takeDelivery } from './deliveries.queries.ts';
import { addressed, noteWebhook } from './webhook-sign.service.ts';

export const DELIVER_JOB = 'webhooks.deliver';
const purpose = 'webhooks.delivery';
/** A try that did not come to an end within this is made again by somebody else. */
const leaseMs = 60_000;

const content = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });

/** A host that gave no answer is left alone for five seconds, then twice as long each time, up to a minute. */
const silence = { free: 1, firstSeconds: 5, mostSeconds: 60 } as const;
/** Milliseconds after which a try that is not made because the host is silent counts like one that failed. */
const patience = 600_000;

/** Deliveries of one account to one host go out one after the other; all others side by side. */
export const receiverOf = (row: { accountId: string; url: string }): string =>
  `delivery:${row.accountId}:${URL.parse(row.url)?.host ?? ''}`;

/** Queues the next try. `key` differs between tries, or it would be taken for the one under way. */
export const queueDelivery = (
  ctx: Ctx,
  tx: Db,
  { row, ...when }: { row: Pick<DeliveryRow, 'id' | 'accountId' | 'url'>; key: string; after?: number },
): Promise<void> => ctx.jobs.enqueue(tx, { job: DELIVER_JOB, payload: { id: row.id }, group: receiverOf(row), ...when });

/** `url` is an address of a customer's; `subjectId` what it is about. Headers and body carry signatures, so they are sealed. */
export type DeliveryNews = {
  accountId: string;
  kind: DeliveryKind;
  subjectId: string | null;
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** One of the customer's own webhooks: signed at each try, once for each event. */
  webhook?: { webhookId: string; event: string; eventId: string };
};

/** Queues the news in the transaction of its cause. `tx` must see the account, or be the system's. Returns the delivery's id. */
export async function deliver(ctx: Ctx, tx: Db, news: DeliveryNews): Promise<string> {
  const { headers = {}, body = '', webhook = {}, ...rest } = news;
  const id = newId(ctx.now());
  const now = new Date(ctx.now());
  const contentSealed = ctx.secrets.seal(purpose, JSON.stringify({ headers, body }));
  const written = await insertDelivery(tx, {
    ...rest,
    ...webhook,
    id,
    contentSealed,
    state: 'waiting',
    createdAt: now,
    nextAt: now,
  });
  if (written) await queueDelivery(ctx, tx, { row: { ...rest, id }, key: id });
  return id;
}

type DeliveryAnswer = { status: number | null; trouble: string | null; url?: string; text?: string };

const cut = (text: string) => text.replaceAll('\0', '').slice(0, deliveryLimits.trouble);

/** Our own refusals by their code; of all others no more than the code of the system, which names no address. */
function codeOf(error: unknown): string {
  if (error instanceof OutboundRefused) return error.reason;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : 'no_answer';
}

/** What a receiver wrote, as far as it is kept; an answer without an end is not waited for. */
async function beginning(answer: Awaited<ReturnType<OutboundFetch>>): Promise<string> {
  return textOf(answer).catch((error: unknown) => codeOf(error));
}

/** `trouble` of a delivery whose content was sealed with a key that is lost: it can never be sent. */
const lost = 'secret_lost';
/** Troubles that no further try mends. */
const hopeless: ReadonlySet<string | null> = new Set([lost, 'webhook_off']);
/** Troubles that come from us and say nothing of how the receiver is. */
const ours: ReadonlySet<string | null> = new Set([
  ...hopeless,
  'bad_address',
  'private_address',
  'too_long',
  'too_many_redirects',
]);

/** What was sent, for the log; null when its key is lost. */
export function bodyOf(ctx: Ctx, row: DeliveryRow): string | null {
  const opened = openIfKnown(ctx.secrets, purpose, row.contentSealed);
  return opened === null ? null : z.parse(content, JSON.parse(opened)).body;
}

async function send(ctx: Ctx, row: DeliveryRow): Promise<DeliveryAnswer> {
  const opened = openIfKnown(ctx.secrets, purpose, row.contentSealed);
  if (opened === null) return { status: null, trouble: lost };
  const { headers, body } = z.parse(content, JSON.parse(opened));
  const to = row.webhookId === null ? { url: row.url, headers } : await addressed(ctx, row, body);
  if ('refused' in to) return { status: null, trouble: to.refused };
  const { url } = to;
  const { timeout: timeoutMs } = deliveryLimits;
  const redirects = redirectsFor(row.kind);
  const ask = outbound({ reach: reachOf(ctx.config), timeoutMs, redirects, maxBytes: 64 * 1024 });
  try {
    const answer = await ask(url, {
      method: row.method,
      headers: { 'user-agent': 'Atrium', ...to.headers },
      ...(row.method === 'GET' ? {} : { body }),
    });
    const text = await beginning(answer);
    return { status: answer.status, trouble: isTaken(row.kind, answer.status) ? null : cut(text), url, text: cut(text) };
  } catch (error) {
    return { status: null, trouble: codeOf(error), url };
  }
}

/** Until when the receiver is left alone, epoch milliseconds; null: it may be asked. */
async function silentUntil(ctx: Ctx, receiver: string): Promise<number | null> {
  try {
    await ctx.limits.mayTry(receiver);
    return null;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'too_many_requests') throw error;
    return ctx.now() + z.parse(z.object({ seconds: z.number() }), error.data).seconds * 1_000;
  }
}

/** Puts a try off until its receiver may be asked again. It counts as none. */
async function postpone(ctx: Ctx, { row, lease }: { row: DeliveryRow; lease: Date }, until: number): Promise<void> {
  const { id, tries, lastStatus, lastTrouble } = row;
  const later = { state: 'waiting', tries, lastStatus, lastTrouble, endedAt: null, nextAt: new Date(until) } as const;
  await ctx.system.write(async (tx) => {
    if (await noteTry(tx, { id, lease }, later)) await queueDelivery(ctx, tx, { row, key: `${id} ${tries}`, after: until });
  });
}

/** Makes the try, and remembers whether the receiver answers at all. */
async function ask(ctx: Ctx, row: DeliveryRow): Promise<DeliveryAnswer> {
  const answer = await send(ctx, row);
  if (answer.status !== null) await ctx.limits.succeeded(receiverOf(row));
  else if (!ours.has(answer.trouble)) await ctx.limits.failed(receiverOf(row), silence);
  return answer;
}

/** Makes a try when it is due, and plans the next one when it was no success. */
export async function tryDelivery(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const lease = new Date(ctx.now() + leaseMs);
  const row = await takeDelivery(ctx.system.read, id, { now: new Date(ctx.now()), until: lease });
  if (row === null) return;
  const began = ctx.now();
  // somebody waits for the answer to a test
  const until = row.event === PING ? null : await silentUntil(ctx, receiverOf(row));
  if (until !== null && began - row.createdAt.getTime() < patience) return postpone(ctx, { row, lease }, until);
  const answer = until === null ? await ask(ctx, row) : { status: null, trouble: row.lastTrouble ?? 'no_answer' };
  const { status, trouble, url = row.url, text } = answer;
  const tries = row.tries + 1;
  const now = ctx.now();
  const taken = status !== null && isTaken(row.kind, status);
  if (trouble === lost && status === null)
    ctx.log.warn({ delivery: id, account: row.accountId }, 'the key of a delivery is lost; it is given up');
  const gone = status !== null && isGone(status);
  const unsent = until !== null || (status === null && hopeless.has(trouble));
  // somebody waits for the answer to a test, and sends another
  const pause = taken || gone || (unsent && until === null) || row.event === PING ? null : pauseAfter(row.kind, tries);
  await ctx.system.write(async (tx) => {
    const nextAt = pause === null ? null : new Date(now + pause);
    const noted = await noteTry(
      tx,
      { id, lease },
      {
        state: taken ? 'delivered' : nextAt === null ? 'given-up' : 'waiting',
        tries,
        nextAt,
        endedAt: nextAt === null ? new Date(now) : null,
        lastStatus: status,
        lastTrouble: trouble,
        ...(row.webhookId === null ? {} : { url, lastAnswer: text ?? null, lastTookMs: now - began }),
      },
    );
    if (noted) await noteWebhook(ctx, tx, { row, outcome: taken ? 'taken' : gone ? 'gone' : unsent ? 'not-sent' : 'failed' });
    if (noted && nextAt !== null) await queueDelivery(ctx, tx, { row, key: `${id} ${tries}`, after: nextAt.getTime() });
  });
}

/** Queues again what nobody works on any more. */
export async function sweepDeliveries(ctx: Ctx): Promise<void> {
  await ctx.system.write(async (tx) => {
    for (const row of await overdue(tx, new Date(ctx.now() - leaseMs))) await queueDelivery(ctx, tx, { row, key: row.id });
  });
}

/** Deletes what ended long ago. */
export const forgetDeliveries = (ctx: Ctx): Promise<void> =>
  deleteEnded(ctx.system.read, new Date(ctx.now() - deliveryLimits.keepDays * 86_400_000));
