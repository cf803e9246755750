/** What an account may be and hold. */
export type AccountKind = 'customer' | 'vendor' | 'operator';
export type AccountState = 'active' | 'pending' | 'suspended' | 'closed';
export type MemberRole = 'owner' | 'admin' | 'member' | 'staff';
export type UserState = 'active' | 'suspended';

/** What a plan allows; null = no limit. */
export type Entitlements = {
  rooms: number | null;
  peoplePerMeeting: number | null;
  /** Longest meeting, in minutes. */
  minutesPerMeeting: number | null;
  meetingsAtOnce: number | null;
  people: number | null;
  /** In all its meetings together. */
  peopleAtOnce: number | null;
  /** Calls of its programs on the BBB endpoint. */
  callsPerMinute: number | null;
  recordingAllowed: boolean;
  recordingGb: number | null;
  /** Longest time that recordings are kept. */
  recordingDays: number | null;
};

/** What an account holds as long as no plan says otherwise. */
export const standardEntitlements: Entitlements = {
  rooms: 100,
  peoplePerMeeting: 100,
  minutesPerMeeting: 1440,
  meetingsAtOnce: 10,
  people: 50,
  peopleAtOnce: 200,
  callsPerMinute: 6_000,
  recordingAllowed: true,
  recordingGb: 20,
  recordingDays: null,
};
const unlimited: Entitlements = {
  rooms: null,
  peoplePerMeeting: null,
  minutesPerMeeting: null,
  meetingsAtOnce: null,
  people: null,
  peopleAtOnce: null,
  callsPerMinute: null,
  recordingAllowed: true,
  recordingGb: null,
  recordingDays: null,
};

/** The limits of an account: those of its kind, with what is stored for it on top. */
export function entitlementsOf(kind: AccountKind, stored: Partial<Entitlements>): Entitlements {
  return { ...(kind === 'operator' ? unlimited : standardEntitlements), ...stored };
}

/** True when one more fits under the limit. */
export const fits = (limit: number | null, used: number): boolean => limit === null || used < limit;

const bytesPerGb = 1_000_000_000;
/** Whether a new meeting may be recorded: not when the `plan` has no recordings, or their storage is `full`. `bytes`: of all that is kept. */
export function recordingWith(
  may: Pick<Entitlements, 'recordingAllowed' | 'recordingGb'>,
  bytes: number,
): 'yes' | 'plan' | 'full' {
  if (!may.recordingAllowed) return 'plan';
  return fits(may.recordingGb === null ? null : may.recordingGb * bytesPerGb, bytes) ? 'yes' : 'full';
}

export type Branding = { accent: string | null };
export const noBranding: Branding = { accent: null };

/** State changes that make sense; everything else is refused. */
const next: Readonly<Record<AccountState, readonly AccountState[]>> = {
  pending: ['active', 'closed'],
  active: ['suspended', 'closed'],
  suspended: ['active', 'closed'],
  closed: [],
};
export const mayBecome = (from: AccountState, to: AccountState): boolean => next[from].includes(to);

/** May this actor change the account's own data? Pure; `scope` is the actor's. */
export const mayEditAccount = (scope: readonly string[]): boolean => scope.includes('account.edit');

/** True for a time zone that this machine knows (IANA name). */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
