/** Settings of the whole installation, and what everybody reads of them. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import { accountView } from '#core/accounts/accounts.contract.ts';
import {
  botChecks,
  isDomain,
  isHost,
  isSender,
  isTagManagerId,
  legalKinds,
  mailSecurities,
  platformLimits as max,
  signUpPolicies,
} from './platform.rules.ts';

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const locale = z.enum(locales);
const limit = (most: number) => z.nullable(z.int().check(z.gte(0), z.lte(most)));
const moment = z.nullable(z.int().check(z.gte(0), z.lte(8_640_000_000_000_000)));
/** Text by language; those that are left out are empty. */
const texts = (most: number) => z.partialRecord(locale, text(most));

/** Limits are whole numbers from zero; null = no limit. */
const entitlements = accountView.shape.entitlements.check(
  z.refine(
    (all) => Object.values(all).every((one) => typeof one !== 'number' || (Number.isInteger(one) && one >= 0)),
    'not_whole',
  ),
);

export const mailFields = z.object({
  host: text(max.host).check(z.refine(isHost, 'bad_host')),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  security: z.enum(mailSecurities),
  user: text(max.user),
  from: text(max.from).check(z.refine(isSender, 'bad_sender')),
});
export const botCheckFields = z.object({ kind: z.enum(botChecks), siteKey: text(max.key) });
export const analyticsFields = z.object({ tagManagerId: text(30).check(z.refine(isTagManagerId, 'bad_tag')) });
export const signUpFields = z.object({
  policy: z.enum(signUpPolicies),
  domains: z.array(text(253).check(z.toLowerCase(), z.refine(isDomain, 'bad_domain'))).check(z.maxLength(max.domains)),
  perDay: limit(100_000),
  refuseDisposable: z.boolean(),
  entitlements,
});
export const bannerFields = z.object({ texts: texts(max.banner), from: moment, until: moment });
export const endedDataFields = z.object({
  days: z.int().check(z.refine((days) => days === 0 || (days >= max.endedDays.min && days <= max.endedDays.max), 'not_days')),
});
export const featuresFields = z.object({
  recordings: z.boolean(),
  guests: z.boolean(),
  social: z.boolean(),
  instantAccountId: z.nullable(z.string().check(z.refine(isId, 'not_an_id'))),
});

const version = z.int();
/** Left out: it stays. Empty: it is taken away. */
const secret = z.optional(z.string().check(z.maxLength(max.password)));

/** `fixed`: fields that the environment sets, as `part.field` → name of the variable. */
export const platformView = z.object({
  mail: z.extend(mailFields, { hasPassword: z.boolean(), version }),
  botCheck: z.extend(botCheckFields, { hasSecret: z.boolean(), version }),
  analytics: z.extend(analyticsFields, { version }),
  signUp: z.extend(signUpFields, { version }),
  banner: z.extend(bannerFields, { version }),
  /** `instantAccount`: the account of `instantAccountId`. */
  features: z.extend(featuresFields, { instantAccount: z.nullable(z.object({ id: z.string(), name: z.string() })), version }),
  endedData: z.extend(endedDataFields, { version }),
  fixed: z.record(z.string(), z.string()),
});
export type PlatformView = z.infer<typeof platformView>;

/** Programs that know nothing of meetings from the start page leave its account as it is; null takes it away. */
const featuresChange = z.extend(featuresFields, { instantAccountId: z.optional(featuresFields.shape.instantAccountId), version });
/** Each part with the version that was read; parts that are left out stay. */
export const platformChange = z.strictObject({
  mail: z.optional(z.extend(mailFields, { password: secret, version })),
  botCheck: z.optional(z.extend(botCheckFields, { secret, version })),
  analytics: z.optional(z.extend(analyticsFields, { version })),
  signUp: z.optional(z.extend(signUpFields, { version })),
  banner: z.optional(z.extend(bannerFields, { version })),
  features: z.optional(featuresChange),
  endedData: z.optional(z.extend(endedDataFields, { version })),
});
export type PlatformChange = z.output<typeof platformChange>;

const kind = z.object({ kind: z.enum(legalKinds) });
/** Markdown by language. `version` 0: nothing is published yet. */
export const legalTexts = z.object({
  version,
  texts: z.record(z.string(), z.string()),
  publishedAt: moment,
  /** Numbers and days of all versions, the newest first. */
  versions: z.array(z.object({ version, publishedAt: z.number() })),
});
export type LegalTexts = z.infer<typeof legalTexts>;
const legalPage = z.object({
  kind: z.enum(legalKinds),
  version,
  /** The language it is in, which may be another than the one asked for. */
  locale: z.string(),
  /** Safe HTML, made of the Markdown by the server. */
  html: z.string(),
  publishedAt: z.number(),
});
export type LegalPage = z.infer<typeof legalPage>;

export const platformCalls = {
  get: call({
    method: 'GET',
    path: '/api/platform',
    summary: 'The settings of the installation, without secrets.',
    access: 'platform.manage',
    result: platformView,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/platform',
    summary:
      'Changes parts of the settings. Mail, the bot check and the tag ask for a proof of who is there; another mail server needs its password again, and the owner: all mails pass through it. What the environment sets stays.',
    access: 'platform.manage',
    body: platformChange,
    result: platformView,
    failures: { owner_only: 403, proof_needed: 403, set_by_environment: 409 },
  }),
  legalTexts: call({
    method: 'GET',
    path: '/api/platform/legal/{kind}',
    summary: 'The Markdown of a legal page in all languages.',
    access: 'platform.manage',
    params: kind,
    result: legalTexts,
  }),
  publishLegal: call({
    method: 'POST',
    path: '/api/platform/legal/{kind}',
    summary: 'Publishes a new version of a legal page; older ones are kept. No text at all takes the page away.',
    access: 'platform.manage',
    params: kind,
    body: z.strictObject({ version, texts: texts(max.legal) }),
    result: legalTexts,
    bodyLimit: 1_000_000,
  }),
  legalPage: call({
    method: 'GET',
    path: '/api/legal/{kind}',
    summary: 'A legal page as everybody reads it, in the language asked for or the nearest that there is.',
    access: 'all',
    params: kind,
    query: z.object({ locale: z.optional(locale) }),
    result: legalPage,
  }),
  banner: call({
    method: 'GET',
    path: '/api/banner',
    summary: 'The operator’s word to everybody, such as a maintenance to come; null: none now.',
    access: 'all',
    query: z.object({ locale: z.optional(locale) }),
    result: z.object({ banner: z.nullable(z.object({ text: z.string(), locale: z.string(), until: moment })) }),
  }),
};
