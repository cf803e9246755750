/** The present account: name, language, zone, look and limits. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { FOOTER_MAX, isTimeZone, LOGO_BYTES } from './accounts.rules.ts';

const limit = z.nullable(z.number());
export const brandingView = z.object({
  /** `#rrggbb`, or null for the product's own colour. */
  accent: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  /** Path of the picture on this site. */
  logo: z.nullable(z.string()),
  /** A line under pages and mails. */
  footer: z.nullable(z.string()),
});
/** What is typed of the look; the logo is sent by itself. What is left out stays. */
const brandingChange = z.strictObject({
  accent: z.optional(brandingView.shape.accent),
  footer: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(FOOTER_MAX)))),
});
export const accountView = z.object({
  id: z.string(),
  kind: z.enum(['customer', 'vendor', 'operator']),
  state: z.enum(['active', 'pending', 'suspended', 'closed']),
  name: z.string(),
  locale: z.string(),
  timeZone: z.string(),
  branding: brandingView,
  /** null = no limit; minutes are whole minutes. */
  entitlements: z.object({
    rooms: limit,
    peoplePerMeeting: limit,
    minutesPerMeeting: limit,
    meetingsAtOnce: limit,
    people: limit,
    peopleAtOnce: limit,
    callsPerMinute: limit,
    recordingAllowed: z.boolean(),
    recordingGb: limit,
    recordingDays: limit,
    webhooks: limit,
    minutesPerMonth: limit,
    minutesBeyond: z.boolean(),
    groups: limit,
    apiAllowed: z.boolean(),
    accessKeys: limit,
    branding: z.boolean(),
    customSlug: z.boolean(),
    customDomain: z.boolean(),
    removeFooter: z.boolean(),
    auditDays: limit,
    analyticsDays: limit,
    libraryGb: limit,
    fileMb: limit,
    filePages: limit,
    firstResponseMinutes: limit,
    prioritySupport: z.boolean(),
    ltiAllowed: z.boolean(),
    ltiPlatforms: limit,
  }),
  /** What the reader may do with it. */
  rights: z.object({ edit: z.boolean() }),
  version: z.number(),
  createdAt: z.number(),
});
export type AccountView = z.infer<typeof accountView>;

const zone = z.string().check(z.maxLength(64), z.refine(isTimeZone));

export const accountsCalls = {
  get: call({
    method: 'GET',
    path: '/api/account',
    summary: 'The account that this session acts in.',
    access: 'user',
    result: accountView,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/account',
    summary: 'Changes name, language, time zone or look of the account.',
    access: 'account.edit',
    body: z.strictObject({
      name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
      locale: z.optional(z.enum(locales)),
      timeZone: z.optional(zone),
      branding: z.optional(brandingChange),
      version: z.number(),
    }),
    result: accountView,
    failures: { low_contrast: 400 },
  }),
  setLogo: call({
    method: 'PUT',
    path: '/api/account/logo',
    summary: 'Sets the logo: PNG, JPEG or WebP of at most 1 MB, in base64.',
    access: 'account.edit',
    body: z.strictObject({ picture: z.base64().check(z.maxLength(Math.ceil(LOGO_BYTES / 3) * 4)) }),
    result: accountView,
    failures: { bad_picture: 422 },
    bodyLimit: 1_400_000,
  }),
  removeLogo: call({
    method: 'DELETE',
    path: '/api/account/logo',
    summary: 'Takes the logo away.',
    access: 'account.edit',
    result: accountView,
  }),
};
