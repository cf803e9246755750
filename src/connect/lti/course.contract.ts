/**
 * The pages that a course shows of us. Who may is proved by the token in the address, which a launch gave: no cookie is needed, since
 * browsers keep none in frames of other sites. A token that is unknown or over answers `not_found`.
 */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { courseParts, gradeRules, ltiLimits as max } from './lti.rules.ts';

const access = 'guest';
const byToken = z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/)) });
const id = z.string().check(z.refine(isId, 'not_an_id'));
const text = (most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(most),
    z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'not_one_line'),
  );

const offeredRoom = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  live: z.boolean(),
  people: z.number(),
  recordings: z.number(),
  lobby: z.boolean(),
  /** Already in this course. */
  here: z.boolean(),
});
export type OfferedRoom = z.infer<typeof offeredRoom>;
const gradeRule = z.object({
  rule: z.enum(gradeRules),
  /** Per cent of a meeting's time that count as attended. */
  atLeastPercent: z.int().check(z.gte(1), z.lte(100)),
});
export type GradeRule = z.infer<typeof gradeRule>;
const recording = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: nobody knows when it was held. */
  at: z.nullable(z.number()),
  minutes: z.number(),
  url: z.string(),
});

const visit = z.object({
  /** `join`: a room's page; `choose`: no room stands behind this link yet; `deep_link`: a room is chosen for the course's page. */
  purpose: z.enum(['join', 'choose', 'deep_link']),
  account: z.object({ name: z.string(), accent: z.nullable(z.string()), logo: z.nullable(z.string()) }),
  course: z.nullable(z.string()),
  person: z.object({ name: z.string(), part: z.enum(courseParts) }),
  /** May choose rooms, sees attendance and sets the grade. */
  teaches: z.boolean(),
  makesRooms: z.boolean(),
  /** The platform takes grades for this link. */
  takesGrades: z.boolean(),
  grade: gradeRule,
  room: z.nullable(
    z.object({
      name: z.string(),
      state: z.enum(['idle', 'live', 'rests']),
      people: z.number(),
      since: z.nullable(z.number()),
      /** Recordings are made here, so that people agree before they join. */
      record: z.boolean(),
      canStart: z.boolean(),
      nextAt: z.nullable(z.number()),
      recordings: z.array(recording),
    }),
  ),
});
export type CourseVisit = z.infer<typeof visit>;

const coursePerson = z.object({
  key: z.string(),
  name: z.string(),
  part: z.enum(courseParts),
  /** Meetings attended, of `meetings` held since the room is in the course. */
  attended: z.number(),
  minutes: z.number(),
  /** 0 to 100 as it was sent; null: none was. */
  grade: z.nullable(z.number()),
});
export type CoursePerson = z.infer<typeof coursePerson>;

export const courseCalls = {
  visit: call({
    method: 'GET',
    path: '/api/lti/visits/{token}',
    summary: 'What the page of a launch shows.',
    access,
    params: byToken,
    result: visit,
  }),
  join: call({
    method: 'POST',
    path: '/api/lti/visits/{token}/join',
    summary: 'Into the meeting of the room; teachers start it when it does not run.',
    access,
    params: byToken,
    body: z.object({ consent: z.optional(z.boolean()) }),
    result: z.object({ url: z.string() }),
    neverKept: 'neverKept',
    failures: {
      waiting_for_host: 409,
      consent_required: 422,
      meeting_full: 409,
      limit_reached: 402,
      no_server: 503,
      server_failed: 502,
      server_insecure: 502,
      entry_locked: 403,
      lobby_denied: 403,
      room_missing: 409,
      too_many_requests: 429,
    },
  }),
  rooms: call({
    method: 'GET',
    path: '/api/lti/visits/{token}/rooms',
    summary: 'Rooms that a teacher may put into the course, the last used first.',
    access,
    params: byToken,
    query: z.object({
      search: z.optional(z.string().check(z.trim(), z.maxLength(max.search))),
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    result: z.object({ items: z.array(offeredRoom), next: z.nullable(z.string()) }),
    failures: { bad_cursor: 422 },
  }),
  makeRoom: call({
    method: 'POST',
    path: '/api/lti/visits/{token}/rooms',
    summary: 'A new room for the course.',
    access,
    params: byToken,
    body: z.object({ name: text(100) }),
    result: offeredRoom,
    failures: { limit_reached: 402 },
  }),
  chooseRoom: call({
    method: 'PUT',
    path: '/api/lti/visits/{token}/room',
    summary: 'Puts a room behind a link of the course that has none.',
    access,
    params: byToken,
    body: z.object({ roomId: id }),
    result: visit,
  }),
  addToCourse: call({
    method: 'POST',
    path: '/api/lti/visits/{token}/content',
    summary: 'The signed answer of deep linking, which the browser posts to the platform.',
    access,
    params: byToken,
    body: z.object({ roomId: id, title: text(max.title), grade: gradeRule }),
    result: z.object({ action: z.string(), jwt: z.string() }),
    neverKept: 'neverKept',
    failures: { deep_link_refused: 409 },
  }),
  setGrade: call({
    method: 'PUT',
    path: '/api/lti/visits/{token}/grade',
    summary: 'How attendance becomes a grade; grades of meetings held are sent again.',
    access,
    params: byToken,
    body: gradeRule,
    result: visit,
  }),
  people: call({
    method: 'GET',
    path: '/api/lti/visits/{token}/people',
    summary: 'People of the course with what they attended, by name.',
    access,
    params: byToken,
    result: z.object({
      items: z.array(coursePerson),
      meetings: z.number(),
      /** When the platform was asked last for the people of the course; null: it was not, or does not tell. */
      askedAt: z.nullable(z.number()),
      more: z.boolean(),
    }),
  }),
};
