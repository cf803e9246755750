/** A move to another version of the plan that one has is the seller's doing. */
type PlanVersionKey = { planId: string; version: number };

/** Whether what comes next is such a move, which only leaving takes back. */
export const isMoved = (row: PlanVersionKey & { pending: PlanVersionKey | null }): boolean =>
  row.pending !== null && row.pending.planId === row.planId && row.pending.version !== row.version;
