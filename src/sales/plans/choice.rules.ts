/** How the plans on sale stand to each other where somebody chooses one. Amounts are of one currency and period. */

export type PlanOnSale = { id: string; amount: number };
/** What choosing a plan means for the holder of `current`; without one it is a first choice. */
export type PlanStep = 'choose' | 'current' | 'upgrade' | 'downgrade';

/** Dearer is up; of two at the same price the later one in the list is. A plan that is not sold any more says nothing. */
export function planStep(plans: readonly PlanOnSale[], of: { current: string | null; id: string }): PlanStep {
  if (of.id === of.current) return 'current';
  const [from, to] = [of.current, of.id].map((id) => plans.findIndex((one) => one.id === id));
  const [held, other] = [plans[from ?? -1], plans[to ?? -1]];
  if (held === undefined || other === undefined) return 'choose';
  const dearer = other.amount - held.amount || (to ?? 0) - (from ?? 0);
  return dearer > 0 ? 'upgrade' : 'downgrade';
}

/** The next one above the current plan, or the middle one where there is none; null where nothing is left to recommend. */
export function recommendedPlan(plans: readonly PlanOnSale[], current: string | null): string | null {
  const sorted = plans.toSorted((one, other) => one.amount - other.amount);
  const at = sorted.findIndex((one) => one.id === current);
  if (at >= 0) return sorted[at + 1]?.id ?? null;
  return sorted.length < 2 ? null : (sorted[Math.floor(sorted.length / 2)]?.id ?? null);
}
