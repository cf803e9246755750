/** What an account may be and hold. */
export type AccountKind = 'customer' | 'vendor' | 'operator';
export type AccountState = 'active' | 'pending' | 'suspended' | 'closed';
export type MemberRole = 'owner' | 'admin' | 'member' | 'staff';
export type UserState = 'active' | 'suspended';
/** Of a person in an account. A place that was taken away stays as a tombstone. */
export type PlaceState = 'active' | 'suspended' | 'deleted';
/** Why something of an account rests, and wakes by itself: there is more of it than the plan allows. */
export type RestReason = 'over_plan';
export type PlaceFacts = {
  state: string;
  expiresAt: number | null;
  lockedAt: number | null;
  passwordChangedAt: number | null;
};
/** What a place is at that moment: `ended` when its time is over, `locked` until its holder chose a new password. Milliseconds. */
export function placeAt(facts: PlaceFacts, now: number): PlaceState | 'ended' | 'locked' {
  if (facts.state !== 'active') return facts.state === 'deleted' ? 'deleted' : 'suspended';
  if (facts.expiresAt !== null && facts.expiresAt <= now) return 'ended';
  return facts.lockedAt !== null && (facts.passwordChangedAt ?? 0) < facts.lockedAt ? 'locked' : 'active';
}

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
  /** Addresses that hear of events. */
  webhooks: number | null;
  /** Participant minutes in a calendar month, of all meetings together. */
  minutesPerMonth: number | null;
  /** What is over these minutes is counted and let through; false: nothing new starts. */
  minutesBeyond: boolean;
  /** Groups of its people. */
  groups: number | null;
  /** Programs may use it: the BBB endpoint and access keys. */
  apiAllowed: boolean;
  accessKeys: number | null;
  /** A look of its own: colour, logo, footer. */
  branding: boolean;
  /** Addresses of rooms in its own words. */
  customSlug: boolean;
  /** A host name of its own for its endpoint. */
  customDomain: boolean;
  /** No word about who runs this, at the doors of its rooms and under its mails. */
  removeFooter: boolean;
  /** How far back its audit log can be read, in days. */
  auditDays: number | null;
  /** How far back its use and attendance can be read, in days. */
  analyticsDays: number | null;
  /** What its library may take. */
  libraryGb: number | null;
  /** Largest file of its library. */
  fileMb: number | null;
  /** Most pages of a file of its library. */
  filePages: number | null;
  /** Business hours until a ticket is answered, in minutes; 0 and null promise nothing. */
  firstResponseMinutes: number | null;
  /** Its tickets come before those of others. */
  prioritySupport: boolean;
  /** Its rooms may be opened from courses of learning platforms. */
  ltiAllowed: boolean;
  ltiPlatforms: number | null;
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
  webhooks: 10,
  minutesPerMonth: null,
  minutesBeyond: false,
  groups: 500,
  apiAllowed: true,
  accessKeys: 50,
  branding: true,
  customSlug: true,
  customDomain: true,
  removeFooter: true,
  auditDays: null,
  analyticsDays: null,
  libraryGb: 10,
  fileMb: 500,
  filePages: 1_000,
  firstResponseMinutes: 0,
  prioritySupport: false,
  ltiAllowed: true,
  ltiPlatforms: null,
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
  webhooks: null,
  minutesPerMonth: null,
  minutesBeyond: true,
  groups: null,
  apiAllowed: true,
  accessKeys: null,
  branding: true,
  customSlug: true,
  customDomain: true,
  removeFooter: true,
  auditDays: null,
  analyticsDays: null,
  libraryGb: null,
  fileMb: null,
  filePages: null,
  firstResponseMinutes: null,
  prioritySupport: true,
  ltiAllowed: true,
  ltiPlatforms: null,
};

/** Nothing: what a plan does not name is not in it. */
const denied: Entitlements = {
  rooms: 0,
  peoplePerMeeting: 0,
  minutesPerMeeting: 0,
  meetingsAtOnce: 0,
  people: 0,
  peopleAtOnce: 0,
  callsPerMinute: 0,
  recordingAllowed: false,
  recordingGb: 0,
  recordingDays: 0,
  webhooks: 0,
  minutesPerMonth: 0,
  minutesBeyond: false,
  groups: 0,
  apiAllowed: false,
  accessKeys: 0,
  branding: false,
  customSlug: false,
  customDomain: false,
  removeFooter: false,
  auditDays: 0,
  analyticsDays: 0,
  libraryGb: 0,
  fileMb: 0,
  filePages: 0,
  firstResponseMinutes: 0,
  prioritySupport: false,
  ltiAllowed: false,
  ltiPlatforms: 0,
};

/** `full`; or `restricted` while a bill is long overdue: what runs goes on, nothing new starts. */
export type ServiceLevel = 'full' | 'restricted';
/**
 * `stored`: given to the account itself as long as it has no plan; `plan`: what it bought; `raised`: what is added to either for a while;
 * `extra`: given instead of what the plan says.
 */
export type EntitlementSources = {
  stored: Partial<Entitlements>;
  plan: Partial<Entitlements> | null;
  raised: Partial<Entitlements>;
  extra: Partial<Entitlements>;
  service: ServiceLevel;
};
export const withoutPlan = (stored: Partial<Entitlements>): EntitlementSources => ({
  stored,
  plan: null,
  raised: {},
  extra: {},
  service: 'full',
});

/** Limits with something added `times` times: numbers add up, no limit stays none, and what is included once is included. */
export function raisedBy<H extends Partial<Entitlements>>(held: H, more: Partial<Entitlements>, times = 1): H {
  const had = new Map<string, number | boolean | null>(Object.entries(held));
  const sums = Object.entries(more).map(([key, value]) => {
    const now = had.get(key);
    if (now === null || value === null) return [key, null] as const;
    if (typeof value === 'boolean') return [key, value || now === true] as const;
    return [key, (typeof now === 'number' ? now : 0) + value * times] as const;
  });
  return { ...held, ...Object.fromEntries(sums) };
}

/** The limits of an account: those of its kind or its plan, with what was added and given to it on top. */
export function entitlementsOf(kind: AccountKind, { stored, plan, raised, extra, service }: EntitlementSources): Entitlements {
  if (kind === 'operator') return { ...unlimited, ...stored };
  const held =
    plan === null
      ? raisedBy({ ...standardEntitlements, ...stored }, raised)
      : { ...raisedBy({ ...denied, ...plan }, raised), ...extra };
  return service === 'restricted' ? { ...held, meetingsAtOnce: 0, recordingAllowed: false } : held;
}

/** What differs from the standard: only that is stored for a new account, so that a new standard counts for it too. */
export function beyondStandard(all: Entitlements): Partial<Entitlements> {
  const standard = new Map<string, unknown>(Object.entries(standardEntitlements));
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => standard.get(name) !== value));
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

/** `accent`: `#rrggbb`. `logo`: path of this site. `footer`: a line under pages and mails. */
export type AccountBranding = { accent: string | null; logo: string | null; footer: string | null };
export const noBranding: AccountBranding = { accent: null, logo: null, footer: null };
export const FOOTER_MAX = 200;
/** Bytes of a logo as it is sent, and pixels of it as it is kept. */
export const LOGO_BYTES = 1_000_000;
export const LOGO_BOX = { width: 640, height: 240 } as const;
/** Prefix of all logos. A new logo gets a new name, so caches may keep each for ever. */
export const logosPath = '/logos/';
/** The path of a logo of ours; anything else is no logo. */
export const isLogoPath = (path: string): boolean => /^\/logos\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.(?:png|webp)$/.test(path);

/** State changes that make sense; everything else is refused. */
const next: Readonly<Record<AccountState, readonly AccountState[]>> = {
  pending: ['active', 'closed'],
  active: ['suspended', 'closed'],
  suspended: ['active', 'closed'],
  closed: [],
};
export const mayBecome = (from: AccountState, to: AccountState): boolean => next[from].includes(to);

/** An account that manages others: the operator all but its own, a vendor those it brought in. */
export type AccountKeeper = { accountId: string; accountKind: AccountKind };
/** Whether that account is one that the keeper looks after; what they may do there is a question of permissions. */
export function looksAfter(keeper: AccountKeeper, account: { kind: AccountKind; vendorAccountId: string | null }): boolean {
  if (keeper.accountKind === 'operator') return account.kind !== 'operator';
  return keeper.accountKind === 'vendor' && account.kind === 'customer' && account.vendorAccountId === keeper.accountId;
}
/** What the operator closed, a vendor does not open. */
export const mayOpenAgain = (keeper: AccountKeeper, account: { state: AccountState; stateBy: string | null }): boolean =>
  keeper.accountKind === 'operator' || account.state === 'active' || account.stateBy === keeper.accountId;
/** What a vendor suspended, the operator may suspend too: from then on it is not the vendor's to open. */
export const mayTakeOver = (keeper: AccountKeeper, account: { state: AccountState; stateBy: string | null }): boolean =>
  keeper.accountKind === 'operator' &&
  account.state === 'suspended' &&
  account.stateBy !== null &&
  account.stateBy !== keeper.accountId;
/** Longest reason that an account is closed with, and that somebody acts for a customer with. */
export const REASON_MAX = 500;

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
