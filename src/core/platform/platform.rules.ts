/** What the operator sets for the whole installation, and what counts as long as nothing is set. */
import { type Entitlements, standardEntitlements } from '#core/accounts/accounts.rules.ts';

export const signUpPolicies = ['open', 'domain', 'invitation', 'approval', 'closed'] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];
export const mailSecurities = ['starttls', 'tls', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];
export const botChecks = ['off', 'puzzle', 'recaptcha'] as const;
export type BotCheckKind = (typeof botChecks)[number];
export const legalKinds = ['imprint', 'privacy', 'terms'] as const;
export type LegalKind = (typeof legalKinds)[number];

export const platformLimits = {
  host: 255,
  user: 200,
  password: 500,
  from: 320,
  key: 200,
  banner: 500,
  legal: 60_000,
  domains: 100,
  /** For which data of an ended account are kept: two words a month and a week before need their time. */
  endedDays: { min: 30, max: 3_650 },
} as const;

/** By language; where one is missing, English is used, else any that is there. */
export type ByLocale = Readonly<Record<string, string>>;
export function inLocale(texts: ByLocale, locale: string): { locale: string; text: string } | null {
  const found = [locale, 'en-US', ...Object.keys(texts)].find((one) => (texts[one] ?? '').trim() !== '');
  return found === undefined ? null : { locale: found, text: texts[found] ?? '' };
}

/** Secrets are sealed; an empty one is none. Times in epoch milliseconds. */
export type Platform = {
  /** An empty host: no mail server, mails stay in the outbox. */
  mail: { host: string; port: number; security: MailSecurity; user: string; sealedPassword: string; from: string };
  botCheck: { kind: BotCheckKind; siteKey: string; sealedSecret: string };
  analytics: { tagManagerId: string };
  /** `perDay`: new accounts in 24 hours; null = no limit. `refuseDisposable`: addresses at mailboxes that live for minutes. */
  signUp: {
    policy: SignUpPolicy;
    domains: readonly string[];
    perDay: number | null;
    refuseDisposable: boolean;
    entitlements: Entitlements;
  };
  banner: { texts: ByLocale; from: number | null; until: number | null };
  /** `instantAccountId`: whose meetings those are that visitors start on the start page; null: they sign up. */
  features: { recordings: boolean; guests: boolean; social: boolean; instantAccountId: string | null };
  /** Days for which the data of an account are kept whose plan ended unpaid; 0 = for ever. */
  endedData: { days: number };
};
export const platformParts = ['mail', 'botCheck', 'analytics', 'signUp', 'banner', 'features', 'endedData'] as const;
export type PlatformPart = (typeof platformParts)[number];

export const standardPlatform: Platform = {
  mail: { host: '', port: 587, security: 'starttls', user: '', sealedPassword: '', from: '' },
  botCheck: { kind: 'puzzle', siteKey: '', sealedSecret: '' },
  analytics: { tagManagerId: '' },
  signUp: { policy: 'open', domains: [], perDay: null, refuseDisposable: true, entitlements: standardEntitlements },
  banner: { texts: {}, from: null, until: null },
  features: { recordings: true, guests: true, social: true, instantAccountId: null },
  endedData: { days: 60 },
};

/** Whether the banner is to be seen at this moment. */
export const bannerShows = ({ from, until }: Pick<Platform['banner'], 'from' | 'until'>, now: number): boolean =>
  (from === null || from <= now) && (until === null || now < until);

/** Parts whose change needs a proof of who is there: they hold secrets, decide where mails with links go, or bring scripts to every page. */
export const needsProof = (part: string): boolean => part === 'mail' || part === 'botCheck' || part === 'analytics';

export const isTagManagerId = (text: string): boolean => text === '' || /^GTM-[A-Z0-9]{4,12}$/.test(text);
/** A host name or an address, without scheme, path or port. */
export const isHost = (text: string): boolean =>
  text === '' ||
  /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i.test(text) ||
  /^[0-9a-f:]*:[0-9a-f:.]+$/i.test(text);
/** `name@host` or `Name <name@host>`, on one line. */
export const isSender = (text: string): boolean =>
  text === '' || /^(?:[^<>\r\n"]{0,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text);
export const isDomain = (text: string): boolean => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(text);
