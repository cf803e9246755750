/** What a program and a person read when a plan refuses a call: the limit, its figures and the plan that has more. */
import { type CallFailure, failure } from '@atrium/bbb/failure';
import type { Ctx } from '#kit/server/ctx.ts';
import type { LimitName } from '#core/accounts/refusal.rules.ts';
import { toldOfLimit } from '#sales/plans/server/refusal.service.ts';
import type { DoorEndpoint } from '../call-handler.service.ts';

export type ReachedLimit = { limit: LimitName; used: number };

/** `link`: where those who look after the plan can lift it; null for readers who do not. */
export type LimitWords = { text: string; link: string | null };

/** In that language; null where the plan has no such limit. */
export async function wordsOfLimit(
  ctx: Ctx,
  { accountId, account }: DoorEndpoint,
  reached: ReachedLimit & { locale: string; offers: 'told' | 'left' },
): Promise<LimitWords | null> {
  const max = account.plan[reached.limit];
  if (typeof max !== 'number') return null;
  const told = await toldOfLimit(ctx, { ...reached, accountId, max, wanted: null });
  return told === null || told.text === '' ? null : { text: told.text, link: reached.offers === 'told' ? told.link : null };
}

/** The refusal with the same key, and with words that say which limit it was: programs read keys, people read their logs in English. */
export async function limitFailure(
  ctx: Ctx,
  endpoint: DoorEndpoint,
  at: ReachedLimit & { why: CallFailure },
): Promise<CallFailure> {
  const words = await wordsOfLimit(ctx, endpoint, { ...at, locale: 'en-US', offers: 'told' });
  return words === null ? at.why : failure(at.why.key, words.text);
}
