/** Who was in meetings, and for how long. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { totalField } from '#kit/total.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const time = z.number();
const byId = z.object({ id });

const presence = z.object({
  name: z.string(),
  userId: z.nullable(z.string()),
  role: z.enum(['moderator', 'viewer']),
  joinedAt: time,
  /** Null while still in. */
  leftAt: z.nullable(time),
  /** Minutes in all sittings together, rounded up. */
  minutes: z.number(),
  sittings: z.number(),
  /** How long they spoke; null until the server sends it, after the end. */
  talkedSeconds: z.nullable(z.number()),
  /** Right answers in the polls that had one and names; null for who answered none of them. */
  rightAnswers: z.nullable(z.number()),
  /** In which breakout groups they were and when, in order. `name` is empty where the group has none; its number, from 1, is its name then. */
  groups: z.array(z.object({ group: z.number(), name: z.string(), from: time, to: time })),
});

/** What is kept of the polls of one meeting; `question` and `text` are lengths. */
export const pollLimits = { polls: 50, options: 9, answers: 1_000, question: 500, text: 200, voters: 3 } as const;
/** Figures of so few people would say who chose what. */
export const isTooFew = (poll: { anonymous: boolean; voted: number }): boolean =>
  poll.anonymous && poll.voted < pollLimits.voters;

const pollResult = z.object({
  question: z.string(),
  /** The server's own word: `yes-no`, `true-false`, `letters`, `own` and `typed` of the embedded engine, `YN` and others of BBB. */
  kind: z.string(),
  options: z.array(z.string()),
  /** Places of the right options, counted from 0; empty: it was no quiz. */
  right: z.array(z.number()),
  anonymous: z.boolean(),
  voted: z.number(),
  /** People who could vote; 0 where the server did not say. */
  invited: z.number(),
  startedAt: z.nullable(time),
  /** How often each option was chosen, and what was typed; null for an anonymous poll with fewer than three voters. */
  figures: z.nullable(
    z.object({ counts: z.array(z.number()), typed: z.array(z.object({ text: z.string(), count: z.number() })) }),
  ),
  /** Who chose what; empty for an anonymous poll. `isRight` is null where there is no right answer. */
  answers: z.array(
    z.object({ name: z.string(), choices: z.array(z.number()), typed: z.string(), isRight: z.nullable(z.boolean()) }),
  ),
});
export type PollResult = z.output<typeof pollResult>;

const moment = z.coerce.number().check(z.int(), z.gte(0));
/** Meetings that began from `from` on and before `to`; a page of them at a time. `view`, `roomId` and `cursor` as in the list of meetings. */
const attendancePeriodQuery = z.object({
  view: z._default(z.enum(['account', 'mine']), 'account'),
  roomId: z.optional(id),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  from: moment,
  to: moment,
});
export type AttendancePeriodQuery = z.output<typeof attendancePeriodQuery>;

export const attendanceCalls = {
  attendance: call({
    method: 'GET',
    path: '/api/meetings/{id}/attendance',
    summary: 'Who was in the meeting and its breakout groups and how long, and what its polls showed.',
    access: 'attendance.view',
    params: byId,
    result: z.object({
      items: z.array(presence),
      /** In the order in which they were asked; none before the end. */
      polls: z.array(pollResult),
      /** Of those polls, how many had a right answer and names. */
      quizQuestions: z.number(),
      /** When it will be deleted; null while live. */
      keptUntil: z.nullable(time),
      /** The meeting is older than these days, which are what its plan shows: nobody is listed until a plan shows more. Null: all are. */
      shownDays: z.nullable(z.number()),
    }),
  }),
  attendanceCsv: call({
    method: 'GET',
    path: '/api/meetings/{id}/attendance-csv',
    summary: 'The same as a CSV text, for a download made by the page.',
    access: 'attendance.view',
    params: byId,
    result: z.object({ fileName: z.string(), text: z.string() }),
    failures: { limit_reached: 402 },
  }),
  attendancePeriod: call({
    method: 'GET',
    path: '/api/attendance-csv',
    summary: 'Who was in the meetings of a period, as lines of CSV, page by page; the first page has the head.',
    access: 'attendance.view',
    query: attendancePeriodQuery,
    /** `meetings`: so many were looked at for this page; `beyondPlan`: so many of them are left out because the plan does not reach back to them. */
    result: z.object({
      text: z.string(),
      meetings: z.number(),
      beyondPlan: z.number(),
      total: totalField,
      next: z.nullable(z.string()),
    }),
  }),
};
