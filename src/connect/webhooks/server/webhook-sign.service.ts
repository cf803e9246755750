/** How a delivery to a webhook is signed at the moment of each try, and what its outcome means for the webhook. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { hmacHex, openIfKnown } from '#kit/server/secrets.ts';
import { findAccount, findOwners } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { PING, webhookHeaders, webhookLimits } from '../webhooks.rules.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import { noteFailed, noteTaken, webhookById, type WebhookRow } from './webhooks.queries.ts';
import { webhookMails } from './webhooks.mail.ts';

export const secretPurpose = 'webhooks.secret';

/** `t=…,v1=…` over the body at this moment; `now` in epoch milliseconds. */
export function signature(secrets: readonly string[], body: string, now: number): string {
  const t = Math.floor(now / 1000);
  const signed = secrets.map((secret) => `v1=${hmacHex(Buffer.from(secret, 'utf8'), `${t}.${body}`)}`);
  return [`t=${t}`, ...signed].join(',');
}

/** Where it goes by now and with which headers; or why it goes nowhere. */
export async function addressed(
  ctx: Ctx,
  row: DeliveryRow,
  body: string,
): Promise<{ url: string; headers: Record<string, string> } | { refused: 'webhook_off' | 'secret_lost' }> {
  const hook = row.webhookId === null ? null : await webhookById(ctx.system.read, row.webhookId);
  if (hook === null || (hook.state !== 'on' && row.event !== PING)) return { refused: 'webhook_off' };
  const secret = openIfKnown(ctx.secrets, secretPurpose, hook.secretSealed);
  if (secret === null) return { refused: 'secret_lost' };
  const overlaps = hook.oldEndsAt !== null && hook.oldEndsAt.getTime() > ctx.now();
  const old = overlaps && hook.oldSecretSealed !== null ? openIfKnown(ctx.secrets, secretPurpose, hook.oldSecretSealed) : null;
  return {
    url: hook.url,
    headers: {
      'content-type': 'application/json',
      [webhookHeaders.event]: row.event ?? '',
      [webhookHeaders.id]: row.eventId ?? row.id,
      [webhookHeaders.signature]: signature(old === null ? [secret] : [secret, old], body, ctx.now()),
    },
  };
}

/** Notifies the owners and the author of the webhook that nothing is sent any more. */
async function tellOff(ctx: Ctx, tx: Db, hook: WebhookRow): Promise<void> {
  const account = await findAccount(tx, hook.accountId);
  const people = new Set([...(await findOwners(tx, hook.accountId)), ...(hook.createdBy === null ? [] : [hook.createdBy])]);
  const link = '/settings?tab=webhooks';
  for (const userId of people) {
    const person = await findPerson(tx, userId);
    if (person === null || person.state !== 'active') continue;
    await sendMail(ctx, tx, {
      template: webhookMails.failed,
      to: person.email,
      locale: person.locale,
      data: { webhook: hook.name, account: account?.name ?? '', days: webhookLimits.failDays },
      path: link,
      accountId: hook.accountId,
      userId,
    });
  }
  await record(ctx, tx, {
    action: 'webhooks.failed',
    subjectKind: 'webhook',
    subjectId: hook.id,
    accountId: hook.accountId,
    data: { name: hook.name },
  });
  await ctx.bus.push(tx, { topic: `account:${hook.accountId}`, kind: 'webhooks' });
}

/** Keeps count of an address that takes nothing, and turns it off after days of that. Tests count for nothing. */
export async function noteWebhook(
  ctx: Ctx,
  tx: Db,
  of: { row: DeliveryRow; outcome: 'taken' | 'failed' | 'gone' | 'not-sent' },
): Promise<void> {
  const { row, outcome } = of;
  if (row.webhookId === null || outcome === 'not-sent' || (row.event === PING && outcome !== 'taken')) return;
  const at = new Date(ctx.now());
  if (outcome === 'taken') return noteTaken(tx, row.webhookId, at);
  const limit = new Date(ctx.now() - webhookLimits.failDays * 86_400_000);
  const gone = outcome === 'gone' ? 'gone' : 'there';
  const off = await noteFailed(tx, row.webhookId, { at, limit, days: webhookLimits.failDays, gone });
  if (off !== null) await tellOff(ctx, tx, off);
}
