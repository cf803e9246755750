/** Learning platforms that open our rooms from their courses (LTI 1.3 Advantage, LTI 1.1). Times are epoch milliseconds; absent is null. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { keyPlatformCalls } from './key-platforms.contract.ts';
import { ltiLimits as max, courseParts, gradeRules, ltiRefusals } from './lti.rules.ts';
import {
  ltiAccess as access,
  ltiId as id,
  platformParams as byId,
  emptyResult as done,
  webAddress,
  deploymentId,
  platformValues as values,
  platformRules as rules,
  platformItem as platform,
  platformDetail as detail,
} from './platform-shapes.contract.ts';

export type { LtiPlatform, LtiPlatformDetail } from './platform-shapes.contract.ts';

/** The addresses that every platform of this account is given. */
const toolAddresses = z.object({
  launch: z.string(),
  login: z.string(),
  keys: z.string(),
  redirect: z.string(),
  /** Where launches of LTI 1.1 come to. */
  keyLaunch: z.string(),
  icon: z.string(),
});
export type LtiToolAddresses = z.infer<typeof toolAddresses>;

const launch = z.object({
  id: z.string(),
  at: z.number(),
  platformId: z.nullable(z.string()),
  platform: z.nullable(z.string()),
  /** Null: not known, since the launch was refused before it could be believed. */
  person: z.nullable(z.string()),
  part: z.nullable(z.enum(courseParts)),
  course: z.nullable(z.string()),
  room: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** `opened`: the page of the room; `chose`: a room was put into the course. */
  result: z.enum(['opened', 'chose', 'refused']),
  refusal: z.nullable(z.enum(ltiRefusals)),
  /** The value that did not fit, where it can be shown, such as the deployment that is not entered. */
  value: z.nullable(z.string()),
});
export type LtiLaunch = z.infer<typeof launch>;

const course = z.object({
  id: z.string(),
  title: z.string(),
  room: z.nullable(z.object({ id: z.string(), name: z.string() })),
  people: z.number(),
  grade: z.enum(gradeRules),
  lastLaunchAt: z.nullable(z.number()),
});
export type LtiCourse = z.infer<typeof course>;

const checked = z.object({
  field: z.enum(['issuer', 'authUrl', 'tokenUrl', 'keysUrl']),
  state: z.enum(['good', 'unreachable', 'not_found', 'no_keys', 'not_https', 'refused']),
  /** HTTP status that came back. */
  status: z.nullable(z.number()),
  /** A value that works, where one was found. */
  suggestion: z.nullable(z.string()),
});
export type LtiAddressCheck = z.infer<typeof checked>;

const page = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};

export const ltiCalls = {
  ...keyPlatformCalls,
  overview: call({
    method: 'GET',
    path: '/api/lti',
    summary: 'The addresses that learning platforms are given, and how many may be connected.',
    access,
    result: z.object({
      addresses: toolAddresses,
      /** Whether the plan lets rooms be opened from learning platforms. */
      allowed: z.boolean(),
      /** Whether the account lets platforms in by a key and a secret (LTI 1.1). */
      keyLaunches: z.boolean(),
      platforms: z.object({ used: z.number(), max: z.nullable(z.number()) }),
      /** Since midnight in the account's zone. */
      today: z.object({ launches: z.number(), refused: z.number() }),
    }),
  }),
  platforms: call({
    method: 'GET',
    path: '/api/lti/platforms',
    summary: 'The connected learning platforms, the newest first.',
    access,
    query: z.object(page),
    result: z.object({ items: z.array(platform), next: z.nullable(z.string()) }),
    failures: { bad_cursor: 422 },
  }),
  platform: call({
    method: 'GET',
    path: '/api/lti/platforms/{id}',
    summary: 'One learning platform with its values.',
    access,
    params: byId,
    result: detail,
  }),
  addPlatform: call({
    method: 'POST',
    path: '/api/lti/platforms',
    summary: 'Connects a learning platform by the values that it shows.',
    access,
    body: z.object({
      ...values,
      teachersMakeRooms: z._default(rules.teachersMakeRooms, true),
      roomOffer: z._default(rules.roomOffer, 'made_there'),
      launchPlace: z._default(rules.launchPlace, 'frame'),
    }),
    result: detail,
    failures: { limit_reached: 402, platform_exists: 409 },
  }),
  changePlatform: call({
    method: 'PATCH',
    path: '/api/lti/platforms/{id}',
    summary: 'Changes values of a platform, or what its people may do.',
    access,
    params: byId,
    body: z.object({
      name: z.optional(values.name),
      clientId: z.optional(values.clientId),
      deploymentIds: z.optional(values.deploymentIds),
      authUrl: z.optional(values.authUrl),
      tokenUrl: z.optional(values.tokenUrl),
      keysUrl: z.optional(values.keysUrl),
      teachersMakeRooms: z.optional(rules.teachersMakeRooms),
      roomOffer: z.optional(rules.roomOffer),
      launchPlace: z.optional(rules.launchPlace),
      roles: z.optional(rules.roles),
      enabled: z.optional(z.boolean()),
      version: z.int(),
    }),
    result: detail,
    failures: { changed_meanwhile: 409, platform_exists: 409, limit_reached: 402 },
  }),
  removePlatform: call({
    method: 'DELETE',
    path: '/api/lti/platforms/{id}',
    summary: 'Disconnects a platform: its courses open no rooms any more, the rooms stay.',
    access,
    params: byId,
    result: done,
  }),
  acceptDeployment: call({
    method: 'POST',
    path: '/api/lti/platforms/{id}/deployments',
    summary: 'Lets launches of one more deployment in.',
    access,
    params: byId,
    body: z.object({ deploymentId }),
    result: detail,
    failures: { too_many: 422 },
  }),
  checkAddresses: call({
    method: 'POST',
    path: '/api/lti/checks',
    summary: 'Asks addresses of a platform whether they answer as LTI expects.',
    access,
    body: z.object({
      issuer: z.optional(webAddress),
      authUrl: z.optional(webAddress),
      tokenUrl: z.optional(webAddress),
      keysUrl: z.optional(webAddress),
    }),
    result: z.object({ checks: z.array(checked) }),
    failures: { too_many_requests: 429 },
  }),
  startRegistration: call({
    method: 'POST',
    path: '/api/lti/registrations',
    summary: 'An address, good once and for an hour, at which a platform registers itself.',
    access,
    body: z.object({ name: values.name, program: values.program }),
    result: z.object({ id: z.string(), url: z.string(), expiresAt: z.number() }),
    neverKept: 'neverKept',
    failures: { limit_reached: 402 },
  }),
  registration: call({
    method: 'GET',
    path: '/api/lti/registrations/{id}',
    summary: 'What became of a registration.',
    access,
    params: byId,
    result: z.object({
      state: z.enum(['waiting', 'done', 'failed', 'expired']),
      platformId: z.nullable(z.string()),
      refusal: z.nullable(z.enum(ltiRefusals)),
    }),
  }),
  testLaunch: call({
    method: 'POST',
    path: '/api/lti/platforms/{id}/test-launches',
    summary: 'The page of a room as a course shows it, without the platform; the address works for some minutes.',
    access,
    params: byId,
    // what is no id is a room that is not there
    body: z.object({ roomId: z.string().check(z.maxLength(36)), part: z.enum(['teacher', 'learner']) }),
    result: z.object({ url: z.string() }),
    neverKept: 'neverKept',
    failures: { limit_reached: 402 },
  }),
  courses: call({
    method: 'GET',
    path: '/api/lti/platforms/{id}/courses',
    summary: 'Where a platform uses rooms, the last used first.',
    access,
    params: byId,
    query: z.object(page),
    result: z.object({ items: z.array(course), next: z.nullable(z.string()) }),
    failures: { bad_cursor: 422 },
  }),
  launches: call({
    method: 'GET',
    path: '/api/lti/launches',
    summary: 'Launches of the last 90 days, the newest first, with the reason of each refusal.',
    access,
    query: z.object({
      platform: z.optional(id),
      result: z.optional(z.enum(['opened', 'chose', 'refused'])),
      search: z.optional(z.string().check(z.trim(), z.maxLength(max.search))),
      ...page,
    }),
    result: z.object({ items: z.array(launch), next: z.nullable(z.string()) }),
    failures: { bad_cursor: 422 },
  }),
};
