/** What stories of dying processes have in common: plans whose sums cards take in every currency, and how they are bought. */
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, type PlanGiven } from '../billing.factory.ts';
import { buyByCard, payOn, visa } from '../card-world.factory.ts';
import type { KillStage } from '../kill.factory.ts';

/** Ten of the currency for a month, and a tenth of one for a seat. */
export const planIn = ({ world, shop, currency }: KillStage, given: PlanGiven = {}): Promise<string> =>
  buildPlan(world, shop, { currency, name: 'Card', month: 10_000n, year: 100_000n, seat: 100n, ...given });

/** A plan that is paid by card; its first invoice. */
export async function bought(stage: KillStage, buyer: UserActor): Promise<{ planId: string; invoiceId: string }> {
  const planId = await planIn(stage);
  const { currency } = stage;
  return { planId, invoiceId: await buyByCard(stage.world, buyer, { planId, currency }) };
}

/** Types a card into the page where there is one, and comes back from it. */
export async function payAndReturn(
  { world }: KillStage,
  buyer: UserActor,
  { next, invoiceId }: { next: { kind: string; url?: string }; invoiceId: string | null },
): Promise<void> {
  if (next.url !== undefined) await payOn(next.url, visa);
  if (invoiceId !== null) await world.api(buyer).billing.outcome({ params: { id: invoiceId } });
}

/** The subscription that somebody holds. */
export async function heldOf({ world }: KillStage, buyer: UserActor) {
  const { subscription } = await world.api(buyer).billing.subscription();
  if (subscription === null) throw new Error('nothing is held');
  return subscription;
}

/** The newest invoice of somebody. */
export const newestOf = async ({ world }: KillStage, buyer: UserActor): Promise<string> =>
  (await world.api(buyer).invoices.list()).items[0]?.id ?? '';
