/** Decisions about vendors that both sides ask: their steps, their pool, their look. */
export const vendorStates = ['applied', 'rejected', 'active', 'suspended', 'terminated'] as const;
export type VendorState = (typeof vendorStates)[number];

/** Steps that make sense; the database refuses every other one too. */
const next: Readonly<Record<VendorState, readonly VendorState[]>> = {
  applied: ['active', 'rejected'],
  rejected: [],
  active: ['suspended', 'terminated'],
  suspended: ['active', 'terminated'],
  terminated: [],
};
export const mayStep = (from: VendorState, to: VendorState): boolean => next[from].includes(to);
export const stepsFrom = (from: VendorState): readonly VendorState[] => next[from];
/** Steps that need a reason. */
export const needsReason = (to: VendorState): boolean => to === 'rejected' || to === 'suspended' || to === 'terminated';
/** A vendor that was rejected or terminated may apply again. */
export const mayApply = (state: VendorState | null): boolean => state === null || state === 'rejected' || state === 'terminated';

/** What can be given away in parts, by the names of the entitlements. `people` are places for users of the account. */
export const poolKeys = ['rooms', 'people', 'meetingsAtOnce', 'peopleAtOnce', 'recordingGb'] as const;
export type PoolKey = (typeof poolKeys)[number];
/** Null = no limit. */
export type Pool = Record<PoolKey, number | null>;
/** What one customer holds; always numbers, so that the sum is known. */
export type Grant = Record<PoolKey, number>;

export const firstPool: Pool = { rooms: 100, people: 100, meetingsAtOnce: 20, peopleAtOnce: 500, recordingGb: 100 };
export const firstGrant: Grant = { rooms: 3, people: 5, meetingsAtOnce: 1, peopleAtOnce: 25, recordingGb: 1 };
/** Largest figure of a pool or grant. */
export const POOL_MAX = 1_000_000;

const filled = <T>(of: (key: PoolKey) => T): Record<PoolKey, T> => ({
  rooms: of('rooms'),
  people: of('people'),
  meetingsAtOnce: of('meetingsAtOnce'),
  peopleAtOnce: of('peopleAtOnce'),
  recordingGb: of('recordingGb'),
});
export const perKey = filled;

/** A pool as it is stored: what is missing is nothing. */
export const poolOf = (stored: Partial<Pool>): Pool => filled((key) => (stored[key] === undefined ? 0 : stored[key]));
/** A grant out of an account's entitlements; what holds no number counts as nothing here, the database counts it as too much. */
export const grantOf = (stored: Readonly<Partial<Record<PoolKey, number | null>>>): Grant => filled((key) => stored[key] ?? 0);
export const sumOf = (grants: readonly Grant[]): Grant => filled((key) => grants.reduce((sum, grant) => sum + grant[key], 0));

/** What is left of the pool; null = no limit. */
export const leftOf = (pool: Pool, given: Grant): Pool =>
  filled((key) => {
    const limit = pool[key];
    return limit === null ? null : Math.max(0, limit - given[key]);
  });

/** The first thing of which `wish` holds more than is left, and how much that is. */
export function lacking(left: Pool, wish: Grant): { key: PoolKey; left: number; wish: number } | null {
  for (const key of poolKeys) {
    const limit = left[key];
    if (limit !== null && wish[key] > limit) return { key, left: limit, wish: wish[key] };
  }
  return null;
}
/** As much of `wish` as is left. */
export const atMost = (left: Pool, wish: Grant): Grant => filled((key) => Math.min(wish[key], left[key] ?? wish[key]));

export const vendorLimits = { name: 100, text: 2000, reason: 500, contract: 40, logoBytes: 1_000_000, brandName: 60 } as const;

/** Whether it has customers and a pool: applicants, and rejected or ended vendors, have none. */
export const holdsPool = (state: VendorState): boolean => state === 'active' || state === 'suspended';
