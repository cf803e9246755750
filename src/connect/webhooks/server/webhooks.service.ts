/** Webhooks of an account: made, changed, given another secret, tried out. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newCode, newId } from '#kit/server/ids.ts';
import { isPrivateAddress, reachOf } from '#kit/server/http/outbound.ts';
import { isIP } from 'node:net';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { fits } from '#core/accounts/accounts.rules.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { SentDetail, Webhook, webhooksCalls } from '../webhooks.contract.ts';
import { PING, webhookEvents, webhookLimits } from '../webhooks.rules.ts';
import { deliver, tryDelivery } from './deliveries.service.ts';
import { hookKeeper } from './keeper.service.ts';
import { sentOne } from './sent.service.ts';
import { secretPurpose } from './webhook-sign.service.ts';
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  lockWebhooks,
  setWebhook,
  type WebhookRow,
  webhooksOf,
  webhookCounts,
} from './webhooks.queries.ts';

const ms = (at: Date | null) => at?.getTime() ?? null;
const viewOf = (row: WebhookRow, now: number): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: webhookEvents.filter((one) => row.events.includes(one)),
  state: row.state,
  hint: row.hint,
  oldEndsAt: row.oldEndsAt !== null && row.oldEndsAt.getTime() > now ? row.oldEndsAt.getTime() : null,
  failingSince: ms(row.failingSince),
  lastTakenAt: ms(row.lastTakenAt),
  createdAt: row.createdAt.getTime(),
});

/** Whether an address that people typed can be one; `everywhere` also without encryption, for trying things out. */
function isWebhookUrl(text: string, reach: 'public' | 'everywhere'): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (reach === 'everywhere' && protocol === 'http:');
}

/** Throws `bad_address`. What a name stands for is looked at again with every try. */
function checkUrl(ctx: Ctx, url: string): void {
  const reach = reachOf(ctx.config);
  const bad = (reason: string) => new Failure('bad_address', { data: { reason }, fields: { 'body.url': 'bad_address' } });
  if (!isWebhookUrl(url, reach)) throw bad('not_https');
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (reach === 'public' && ((isIP(host) !== 0 && isPrivateAddress(host)) || /(^|\.)localhost$/.test(host))) throw bad('private');
}

const newSecret = () => `whsec_${newCode(40)}`;
const sealed = (ctx: Ctx, secret: string) => ({
  secretSealed: ctx.secrets.seal(secretPurpose, secret),
  hint: secret.slice(-4),
});

const tellScreens = (ctx: Ctx, tx: Db, accountId: string) =>
  ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'webhooks' });

export async function list(ctx: Ctx): Promise<ResultIn<typeof webhooksCalls.list>> {
  const { accountId } = hookKeeper(ctx);
  const rows = await webhooksOf(ctx.db.read, accountId);
  const { webhooks: max } = await entitlementsFor(ctx.db.read, accountId);
  return { items: rows.map((row) => viewOf(row, ctx.now())), max };
}

/** How many webhooks accounts have; accounts without any are left out. */
export const countsOfWebhooks = (db: Db, accountIds: readonly string[]): Promise<Map<string, number>> =>
  accountIds.length === 0 ? Promise.resolve(new Map()) : webhookCounts(db, accountIds);

/** Throws `bad_address`, or `limit_reached` when the plan has no room for one more. */
export async function add(ctx: Ctx, body: Parsed<typeof webhooksCalls.add>['body']): Promise<ResultIn<typeof webhooksCalls.add>> {
  const { accountId, userId } = hookKeeper(ctx);
  checkUrl(ctx, body.url);
  const secret = newSecret();
  return ctx.db.write(async (tx) => {
    await lockWebhooks(tx, accountId);
    const { webhooks: max } = await entitlementsFor(tx, accountId);
    const used = await countWebhooks(tx, accountId);
    if (!fits(max, used)) throw limitReached({ accountId, limit: 'webhooks', max, used });
    const row: WebhookRow = {
      ...body,
      ...sealed(ctx, secret),
      id: newId(ctx.now()),
      accountId,
      oldSecretSealed: null,
      oldEndsAt: null,
      state: 'on',
      failingSince: null,
      failingDays: 0,
      failedAt: null,
      lastTakenAt: null,
      createdAt: new Date(ctx.now()),
      createdBy: userId,
    };
    await insertWebhook(tx, row);
    await record(ctx, tx, { action: 'webhooks.made', subjectKind: 'webhook', subjectId: row.id, data: { name: row.name } });
    await tellScreens(ctx, tx, accountId);
    return { webhook: viewOf(row, ctx.now()), secret };
  });
}

/** One deed on a webhook of the actor's account, held and noted in one transaction. */
function onWebhook<T>(
  ctx: Ctx,
  id: string,
  work: (tx: Db, row: WebhookRow) => Promise<{ result: T; action: string }>,
): Promise<T> {
  const { accountId } = hookKeeper(ctx);
  return ctx.db.write(async (tx) => {
    const row = await lockWebhook(tx, id);
    if (row === null || row.accountId !== accountId) throw notFound();
    const { result, action } = await work(tx, row);
    await record(ctx, tx, { action: `webhooks.${action}`, subjectKind: 'webhook', subjectId: id, data: { name: row.name } });
    await tellScreens(ctx, tx, accountId);
    return result;
  });
}

/** Throws `bad_address`. Turned on again, it starts without failures. */
export async function edit(ctx: Ctx, id: string, body: Parsed<typeof webhooksCalls.edit>['body']): Promise<Webhook> {
  hookKeeper(ctx);
  if (body.url !== undefined) checkUrl(ctx, body.url);
  const { name, url, events, state } = body;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(state === undefined ? {} : { state, failingSince: null, failingDays: 0, failedAt: null }),
  };
  return onWebhook(ctx, id, async (tx, row) => ({
    result: viewOf(Object.keys(change).length === 0 ? row : await setWebhook(tx, id, change), ctx.now()),
    action: 'changed',
  }));
}

export async function remove(ctx: Ctx, id: string): Promise<{ done: true }> {
  return onWebhook(ctx, id, async (tx) => {
    await deleteWebhook(tx, id);
    return { result: { done: true }, action: 'removed' };
  });
}

/** A new secret; the one before signs as well for `overlapHours`. */
export async function rotate(
  ctx: Ctx,
  id: string,
  { overlapHours }: Parsed<typeof webhooksCalls.rotate>['body'],
): Promise<ResultIn<typeof webhooksCalls.rotate>> {
  const secret = newSecret();
  return onWebhook(ctx, id, async (tx, held) => {
    const old =
      overlapHours === 0
        ? { oldSecretSealed: null, oldEndsAt: null }
        : { oldSecretSealed: held.secretSealed, oldEndsAt: new Date(ctx.now() + overlapHours * 3_600_000) };
    const row = await setWebhook(tx, id, { ...sealed(ctx, secret), ...old });
    return { result: { webhook: viewOf(row, ctx.now()), secret }, action: 'secret-replaced' };
  });
}

/** Sends `ping` with one try and waits for its end, ten seconds at most. Throws `too_many_requests`. */
export async function sendTest(ctx: Ctx, id: string): Promise<SentDetail> {
  const { accountId } = hookKeeper(ctx);
  const sent = await ctx.db.write(async (tx) => {
    const row = await lockWebhook(tx, id);
    if (row === null || row.accountId !== accountId) throw notFound();
    await ctx.limits.use(`webhook-test:${accountId}`, webhookLimits.tests);
    const eventId = newId(ctx.now());
    const body = JSON.stringify({
      id: eventId,
      type: PING,
      at: ctx.now(),
      account: accountId,
      data: { webhook: row.name },
    });
    const webhook = { webhookId: id, event: PING, eventId };
    return deliver(ctx, tx, { accountId, kind: 'webhook', subjectId: id, method: 'POST', url: row.url, body, webhook });
  });
  await tryDelivery(ctx, { id: sent });
  return sentOne(ctx, sent);
}
