/** What an account asks of everybody who acts in it. */
export const signInWays = ['password', 'passkey', 'provider'] as const;
export type SignInWay = (typeof signInWays)[number];

export type AccountPolicy = {
  /** Epoch ms from which a second factor is needed; null = it is not. */
  secondFactorFrom: number | null;
  /** Days that people had to set one up when it was asked for. */
  graceDays: number;
  /** Least characters of a new password. */
  passwordMin: number;
  /** A session that was not used for so long ends; null = no limit. */
  idleMinutes: number | null;
  /** A session ends so long after the sign-in; null = only when every session does. */
  sessionHours: number | null;
  /** The ways in which people may sign in. */
  ways: readonly SignInWay[];
  /** 0 = nobody changed it yet. */
  version: number;
};

export const POLICY_LIMITS = {
  passwordMin: { low: 8, high: 64 },
  idleMinutes: { low: 5, high: 43_200 },
  sessionHours: { low: 1, high: 2_160 },
  graceDays: { low: 0, high: 90 },
} as const;

export const standardPolicy: AccountPolicy = {
  secondFactorFrom: null,
  graceDays: 7,
  passwordMin: POLICY_LIMITS.passwordMin.low,
  idleMinutes: null,
  sessionHours: null,
  ways: signInWays,
  version: 0,
};

const minute = 60_000;
const hour = 60 * minute;

export type SessionUse = { way: string | null; createdAt: number; lastSeenAt: number };
/** Why a session may not go on under the rules of its account; null = it may. Times in epoch ms. */
export function refusedBy(
  policy: Pick<AccountPolicy, 'idleMinutes' | 'sessionHours' | 'ways'>,
  session: SessionUse,
  now: number,
): 'idle' | 'too-long' | 'way' | null {
  if (session.way !== null && !policy.ways.some((way) => way === session.way)) return 'way';
  if (policy.sessionHours !== null && session.createdAt + policy.sessionHours * hour <= now) return 'too-long';
  if (policy.idleMinutes !== null && session.lastSeenAt + policy.idleMinutes * minute <= now) return 'idle';
  return null;
}

/** The longest of the least lengths: a password counts in every account of a person. */
export const passwordMinOf = (policies: readonly Pick<AccountPolicy, 'passwordMin'>[]): number =>
  Math.max(POLICY_LIMITS.passwordMin.low, ...policies.map((one) => one.passwordMin));
