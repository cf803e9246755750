/** A card that the provider stored, as one of the account's: the same card stored again takes the place of the one before. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { CardOfProvider } from '#sales/providers/providers.rules.ts';
import type { MethodRow } from './billing.table.ts';
import { keepMethod, makeFirst, methodsOf, removeMethod } from './parties.queries.ts';

export const FORGET_JOB = 'billing.forget-card';
/** Hours in which a payment that was begun with the card before is decided. */
const DECIDED_HOURS = 72;

/**
 * Keeps the card; the first one of an account is charged first. A card that is known by the provider's word for it (`fingerprint`) is not
 * listed twice: the newer reference, which may have a newer year, is charged from then on, and the older one is forgotten at the provider
 * once no payment can be under way with it.
 */
export async function keepCard(
  ctx: Ctx,
  tx: Db,
  { accountId, card }: { accountId: string; card: CardOfProvider },
): Promise<MethodRow | null> {
  const before = await methodsOf(tx, accountId);
  const at = new Date(ctx.now());
  const fingerprint = card.fingerprint ?? null;
  const { ref, brand, last4, expires } = card;
  const row = {
    id: newId(ctx.now()),
    accountId,
    provider: 'card' as const,
    ref,
    brand,
    last4,
    expires,
    fingerprint,
    createdAt: at,
  };
  const kept = await keepMethod(tx, { ...row, first: false });
  // known already, perhaps forgotten since: late news put no other in its place
  if (kept?.id !== row.id) return kept;
  const same = before.filter((one) => fingerprint !== null && one.fingerprint === fingerprint);
  for (const { id } of same) {
    await removeMethod(tx, id, at);
    await ctx.jobs.enqueue(tx, { job: FORGET_JOB, payload: { id }, after: ctx.now() + DECIDED_HOURS * 3_600_000 });
  }
  if (before.length > 0 && same.every((one) => !one.first)) return kept;
  await makeFirst(tx, { accountId, id: kept.id });
  return { ...kept, first: true };
}
