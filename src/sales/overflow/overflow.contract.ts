/** Rooms and people that an account has more of than its plan allows. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { CHOICE_MAX, overflowKeys } from './overflow.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const key = z.enum(overflowKeys);

export const overflowView = z.object({
  key,
  /** Those that rest count. */
  used: z.number(),
  max: z.number(),
  overSince: z.number(),
  /** When those that are too many begin to rest. */
  restsAt: z.number(),
  /** How many will rest then, and how many rest now. */
  extra: z.number(),
  resting: z.number(),
});
export type OverflowView = z.output<typeof overflowView>;

const thing = z.object({
  id: z.string(),
  name: z.string(),
  /** Of a room its link; of a person what they sign in with. */
  detail: z.string(),
  since: z.number(),
  /** Begin of a room's last meeting. */
  usedAt: z.nullable(z.number()),
  /** Stays as it is chosen now, or by its age. */
  stays: z.boolean(),
  /** An owner: never rests. */
  fixed: z.boolean(),
  rests: z.boolean(),
  /** A meeting runs in it, or the person is in one: it rests when that is over. */
  busy: z.boolean(),
});
const choice = z.extend(overflowView, {
  /** Oldest first. */
  things: z.array(thing),
  /** The plan that allows as many; null: none on sale does. */
  lift: z.nullable(z.string()),
});
export type Choice = z.output<typeof choice>;
export type ChoiceThing = z.output<typeof thing>;

export const overflowCalls = {
  mine: call({
    method: 'GET',
    path: '/api/overflow',
    summary: 'What the account has more of than its plan allows, and when that begins to rest; empty as long as everything fits.',
    access: 'user',
    result: z.object({ items: z.array(overflowView), rights: z.object({ choose: z.boolean() }) }),
  }),
  things: call({
    method: 'GET',
    path: '/api/overflow/things',
    summary: 'The rooms or people of which there are too many, and which of them stay. Not found while they fit.',
    access: 'subscriptions.purchase',
    query: z.object({ key }),
    result: choice,
  }),
  choose: call({
    method: 'PUT',
    path: '/api/overflow/stay',
    summary:
      'Chooses which stay; of those that are not named the oldest stay as far as the plan goes. Counts at once for those that rest already.',
    access: 'subscriptions.purchase',
    body: z.strictObject({ key, stay: z.array(id).check(z.maxLength(CHOICE_MAX)) }),
    result: choice,
    failures: { too_many_chosen: 422 },
  }),
};
