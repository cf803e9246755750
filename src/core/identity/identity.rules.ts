/** Numbers and pure decisions of signing in, for both sides. The client's own lives of tokens stand in `#kit/facts.ts`. */
import { authFacts, type Locale, locales } from '#kit/facts.ts';

export const TOKEN_SECONDS = authFacts.tokenLifeSeconds;
export const REFRESH_SECONDS = authFacts.refreshTokenLifeSeconds;
/** A session ends this long after the sign-in, however often it was refreshed (ASVS 5.0 10.4.8). */
export const SESSION_SECONDS = 90 * 86_400;
/** A used refresh token is answered once more for the same caller: the first answer may have been lost on the way. */
export const REFRESH_GRACE_SECONDS = 10;
/** The one client of the token endpoint; it may leave the field out. */
export const CLIENT_ID = authFacts.defaultStrategy;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
export const NAME_MAX = 100;
export const EMAIL_MAX = 254;
/** The wording of the terms that people agree to when they register. */
export const TERMS_VERSION = '1';

/** Lives of links, in hours. */
export const LINK_HOURS = { 'sign-up': 24, registration: 24, 'email-change': 24, reset: 1, invitation: 168, 'first-run': 24 } as const;
export type LinkKind = keyof typeof LINK_HOURS;
/** Seconds between two mails of one kind to one address. */
export const RESEND_SECONDS = 60;

/** After `free` failures each further one doubles the wait. */
export const LOGIN_FAILURES = {
  account: { free: 5, firstSeconds: 5, mostSeconds: 900 },
  address: { free: 20, firstSeconds: 5, mostSeconds: 900 },
} as const;
export const USE_LIMITS = {
  loginPerAddress: { max: 100, windowSeconds: 3600 },
  signUpPerAddress: { max: 20, windowSeconds: 3600 },
  resetPerAddress: { max: 20, windowSeconds: 3600 },
  mailsPerRecipient: { max: 5, windowSeconds: 3600 },
  challengesPerAddress: { max: 300, windowSeconds: 3600 },
  linksPerAddress: { max: 120, windowSeconds: 3600 },
  refreshPerAddress: { max: 2000, windowSeconds: 3600 },
} as const;

/** Seconds for which a bot-check puzzle may be answered. */
export const CHALLENGE_SECONDS = 600;

export type SignUpPolicy = 'open' | 'domain' | 'invitation' | 'approval' | 'closed';

/** The address as it is compared and stored. */
export const tidyEmail = (email: string): string => email.trim().toLowerCase();

/** Whether somebody with that address may ask for an account by themselves; else the code of the refusal. */
export function maySignUp(policy: SignUpPolicy, domains: readonly string[], email: string): 'yes' | 'sign_up_closed' | 'invitation_needed' | 'domain_not_allowed' {
  if (policy === 'closed') return 'sign_up_closed';
  if (policy === 'invitation') return 'invitation_needed';
  if (policy === 'domain' && !domains.includes(tidyEmail(email).split('@').at(-1) ?? '')) return 'domain_not_allowed';
  return 'yes';
}

/** The offered language that the text names, or English. */
export const localeOf = (text: string): Locale => locales.find((one) => one === text) ?? 'en-US';
