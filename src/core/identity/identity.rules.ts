/** Numbers and pure decisions of signing in, for both sides. The client's own lives of tokens stand in `#kit/facts.ts`. */
import { placeAt } from '#core/accounts/accounts.rules.ts';
import { authFacts, type Locale, locales } from '#kit/facts.ts';

export const TOKEN_SECONDS = authFacts.tokenLifeSeconds;
export const REFRESH_SECONDS = authFacts.refreshTokenLifeSeconds;
/** A session ends this long after the sign-in, however often it was refreshed (ASVS 5.0 10.4.8). */
export const SESSION_SECONDS = 90 * 86_400;
/** A used refresh token is answered once more for the same caller: the first answer may have been lost on the way. */
export const REFRESH_GRACE_SECONDS = 10;
/** The one client of the token endpoint; it may leave the field out. */
export const CLIENT_ID = authFacts.clientId;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
export const NAME_MAX = 100;
export const EMAIL_MAX = 254;
export const PASSKEY_NAME_MAX = 60;
/** Longest code that is looked at: a recovery code with room for spaces and dashes. */
export const CODE_MAX = 40;

/** Name of the job that mails the answer to a request for an account. */
export const SIGN_UP_JOB = 'identity.sign-up-asked';

/** Lives of links, in hours. */
export const LINK_HOURS = {
  'sign-up': 24,
  registration: 24,
  'email-change': 24,
  reset: 1,
  invitation: 168,
  'first-run': 24,
  /** A place in an account that is there. */
  membership: 168,
  /** The first password of somebody whom their account's owner made. */
  'first-sign-in': 168,
  /** Signs everybody out; stands in mails that tell of a sign-in or of changed factors. */
  'not-me': 168,
} as const;
/** News that somebody registered by an invitation into an account: invitationId, userId. */
/** News that a person said “it was not me”: userId, since (epoch ms). What was made in their name since then goes. */
export const NOT_ME = 'identity.not-me';
export const MEMBERSHIP_TAKEN = 'identity.membership-taken';
export type LinkKind = keyof typeof LINK_HOURS;
/** Seconds between two mails of one kind to one address. */
export const RESEND_SECONDS = 60;

/**
 * After `free` failures each further one doubles the wait. `pair` is one caller trying one account and gets slow soon, `near` the same from
 * anywhere in the caller's network; `account` counts tries from everywhere, but stays short, so that nobody can lock others out; `address` leaves
 * room for a whole school behind one address, `network` for several of those. Where somebody is signed in, neither `near`, `network` nor
 * `account` makes them wait.
 */
export const LOGIN_FAILURES = {
  pair: { free: 5, firstSeconds: 5, mostSeconds: 900 },
  near: { free: 15, firstSeconds: 5, mostSeconds: 900 },
  account: { free: 30, firstSeconds: 2, mostSeconds: 60 },
  address: { free: 100, firstSeconds: 2, mostSeconds: 60 },
  network: { free: 400, firstSeconds: 2, mostSeconds: 60 },
} as const;
/** So many wrong passwords before a right one are reported to the person by mail. */
export const TOLD_FAILURES = 10;
/** Wrong passwords of somebody who is signed in and wants to change something. */
export const PASSWORD_FAILURES = { free: 5, firstSeconds: 10, mostSeconds: 900 } as const;
/** Wrong codes and passkeys of somebody whose password was right; `person` counts tries from everywhere. */
export const SECOND_FAILURES = {
  pair: { free: 5, firstSeconds: 10, mostSeconds: 900 },
  person: { free: 10, firstSeconds: 30, mostSeconds: 900 },
} as const;
/** Seconds in which a session may change what lets the person in, after a proof. */
export const PROOF_SECONDS = 600;
/** Seconds for which somebody may act in a customer's name. */
export const IMPERSONATION_SECONDS = 1800;
/** Life of a ticket between two steps of a sign-in, and of a challenge for a passkey. */
export const TICKET_SECONDS = 300;
export const TOTP_STEP_SECONDS = 30;
/** Steps before and after the present one whose code counts, too. */
export const TOTP_WINDOW = 1;
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 20;
/** A browser at an address that was not seen for so long counts as new. */
export const KNOWN_DEVICE_DAYS = 90;
export const USE_LIMITS = {
  login: { max: 1000, windowSeconds: 3600 },
  signUp: { max: 60, windowSeconds: 3600 },
  reset: { max: 60, windowSeconds: 3600 },
  challenge: { max: 5000, windowSeconds: 3600 },
  /** Each look at the sign-in page asks for one. */
  passkeyOffer: { max: 5000, windowSeconds: 3600 },
  link: { max: 300, windowSeconds: 3600 },
  /** Mails of all kinds to one address that anybody can cause. */
  recipient: { max: 6, windowSeconds: 3600 },
} as const;

/** Seconds for which a bot-check puzzle may be answered. */
export const CHALLENGE_SECONDS = 600;
/** Work of one puzzle: tries between `low` and `high`, each of `cost` rounds; about a quarter of a second on a laptop. */
export const CHALLENGE_WORK = { cost: 2000, low: 100, high: 300 } as const;
/** The forms that the bot check stands before. The provider repeats the name in its verdict, so an answer given for one opens no other. */
export type BotCheckedForm = 'login' | 'sign_up' | 'reset' | 'card' | 'newsletter' | 'instant_meeting';
/** Below this score of reCAPTCHA v3 (0 robot … 1 person) nobody passes. */
export const RECAPTCHA_SCORE = 0.5;
/** `last seen` is written at most this often per session. */
export const SEEN_SECONDS = 60;

export type SignUpPolicy = 'open' | 'domain' | 'invitation' | 'approval' | 'closed';

/** The address as it is compared and stored. */
export const tidyEmail = (email: string): string => email.trim().toLowerCase();

/** Whether somebody with that address may ask for an account by themselves; else the code of the refusal. */
export function maySignUp(
  policy: SignUpPolicy,
  domains: readonly string[],
  email: string,
): 'yes' | 'sign_up_closed' | 'invitation_needed' | 'domain_not_allowed' {
  if (policy === 'closed') return 'sign_up_closed';
  if (policy === 'invitation') return 'invitation_needed';
  if (policy === 'domain' && !domains.includes(tidyEmail(email).split('@').at(-1) ?? '')) return 'domain_not_allowed';
  return 'yes';
}

/** The offered language that the text names, or English. */
export const localeOf = (text: string): Locale => locales.find((one) => one === text) ?? 'en-US';

/** Why a session may not go on; null = it may. */
export type SessionFacts = {
  endedAt: number | null;
  expiresAt: number;
  userState: string;
  memberState: string | null;
  memberEnds?: number | null;
  lockedAt?: number | null;
  passwordChangedAt?: number | null;
  accountState: string | null;
  /** The account is closed, and its owner may still open it again. */
  awaitsErasure?: boolean;
  /** Held in this person's name by somebody else, and by whom, as long as they may. */
  impersonated?: boolean;
  impersonator?: unknown;
};
const placeOf = ({ memberState, memberEnds, lockedAt, passwordChangedAt }: SessionFacts, now: number) =>
  placeAt(
    {
      state: memberState ?? 'deleted',
      expiresAt: memberEnds ?? null,
      lockedAt: lockedAt ?? null,
      passwordChangedAt: passwordChangedAt ?? null,
    },
    now,
  );
export function refusalOf(session: SessionFacts, now: number): 'ended' | 'expired' | 'suspended' | null {
  if (session.endedAt !== null) return 'ended';
  if (session.impersonated === true && (session.impersonator ?? null) === null) return 'ended';
  if (session.expiresAt <= now) return 'expired';
  if (session.userState !== 'active' || placeOf(session, now) !== 'active') return 'suspended';
  if (session.accountState === 'closed' && session.awaitsErasure === true) return null;
  return session.accountState === 'active' || session.accountState === 'pending' ? null : 'suspended';
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];
const firstOf = (table: typeof browsers, text: string) => table.find(([pattern]) => pattern.test(text))?.[1] ?? null;
/** Names of browser and system, as far as the User-Agent tells them. */
export const describeAgent = (agent: string): { browser: string | null; system: string | null } => ({
  browser: firstOf(browsers, agent),
  system: firstOf(systems, agent),
});

const lookalikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
/** What was typed: six digits are of the app, everything else is read as a recovery code (Crockford's base32: look-alikes are the same). */
export function readCode(typed: string): { kind: 'totp' | 'recovery'; code: string } {
  const plain = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(plain)) return { kind: 'totp', code: plain };
  return { kind: 'recovery', code: plain.replace(/[OIL]/g, (letter) => lookalikes[letter] ?? letter) };
}
