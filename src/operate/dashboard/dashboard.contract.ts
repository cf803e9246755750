/** The page after signing in: what runs, what is quick to start, what waits. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { totalField } from '#kit/total.contract.ts';
import { shareRoles } from '#meet/rooms/rooms.rules.ts';

const named = z.object({ id: z.string(), name: z.string() });
const time = z.number();

const liveMeeting = z.object({
  id: z.string(),
  name: z.string(),
  room: z.nullable(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
  account: z.nullable(named),
  host: z.nullable(z.string()),
  people: z.number(),
  since: time,
  canJoin: z.boolean(),
});
const quickStart = z.array(
  z.object({ id: z.string(), name: z.string(), slug: z.string(), lastMeetingAt: z.nullable(time), live: z.boolean() }),
);
const meter = z.object({ used: z.number(), /** Null = no limit. */ limit: z.nullable(z.number()) });

const customer = z.object({
  kind: z.literal('customer'),
  live: z.array(liveMeeting),
  /** The rooms this person may start, last used first; at most three. */
  quickStart,
  /** Of the whole account. `peopleAtOnce.used` is of now, `peak` the fullest meeting of the last 30 days. */
  usage: z.object({ rooms: meter, meetingsAtOnce: meter, peopleAtOnce: z.extend(meter, { peak: z.number() }) }),
  latest: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      roomId: z.nullable(z.string()),
      startedAt: time,
      minutes: z.number(),
      total: z.number(),
      endReason: z.nullable(z.string()),
    }),
  ),
  waiting: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['share', 'transfer']),
      room: named,
      from: named,
      role: z.nullable(z.enum(shareRoles)),
      at: time,
    }),
  ),
});
/** What a new installation needs, in this order. */
export const setupSteps = ['meeting', 'mail', 'legal', 'server', 'plan', 'people'] as const;
/** What somebody has to look after today, the most urgent first. */
export const todayKinds = [
  'overdue',
  'failedMails',
  'silentServers',
  'transfers',
  'refunds',
  'lateTickets',
  'newTickets',
] as const;
const operator = z.object({
  kind: z.literal('operator'),
  live: z.array(liveMeeting),
  /** The rooms this person may start, last used first; at most three. */
  quickStart,
  /** Null once all of it is there or the list was hidden, and for staff without `platform.manage`. */
  setup: z.nullable(z.array(z.object({ key: z.enum(setupSteps), done: z.boolean() }))),
  /** Kinds of which there are none are left out, and those that the reader may not see. */
  today: z.array(
    z.object({
      kind: z.enum(todayKinds),
      count: z.number(),
      /** Of invoices, in the smallest unit of each currency. */
      amounts: z.array(z.object({ currency: z.string(), minor: z.number() })),
    }),
  ),
  /** Each part is null for staff without its permission: `servers.manage`, `users.manage`, `outbox.view`. */
  servers: z.nullable(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        state: z.string(),
        health: z.string(),
        reason: z.nullable(z.string()),
        meetings: z.number(),
        people: z.number(),
        /** People that it may carry; null without a limit. */
        maxPeople: z.nullable(z.number()),
      }),
    ),
  ),
  /** New accounts of the last 7 and 30 days, and all. */
  signUps: z.nullable(z.object({ week: totalField, month: totalField, accounts: totalField })),
  mails: z.nullable(z.object({ queued: z.number(), failed: z.number(), kept: z.number() })),
});
const dashboard = z.discriminatedUnion('kind', [customer, operator]);
export type Dashboard = z.output<typeof dashboard>;

export const dashboardCalls = {
  get: call({ method: 'GET', path: '/api/dashboard', summary: 'The page after signing in.', access: 'user', result: dashboard }),
  hideSetup: call({
    method: 'POST',
    path: '/api/dashboard/setup/hide',
    summary: 'Hides the list of what a new installation needs, for everybody.',
    access: 'platform.manage',
    result: z.object({}),
  }),
};
