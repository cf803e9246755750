/** The present account: name, language, zone, look and limits. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { isTimeZone } from './accounts.rules.ts';

const limit = z.nullable(z.number());
export const brandingView = z.object({
  /** `#rrggbb`, or null for the product's own colour. */
  accent: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
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
      branding: z.optional(brandingView),
      version: z.number(),
    }),
    result: accountView,
  }),
};
