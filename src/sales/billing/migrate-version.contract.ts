/** Who holds which version of a plan, and moving them to the newest one with notice. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';

/** Days between the mail that tells of other terms and the first renewal that has them. */
export const MOVE_NOTICE_DAYS = 30;
const id = z.string().check(z.refine(isId, 'not_an_id'));
const versionHeld = z.object({
  version: z.number(),
  /** Subscriptions that are not over. */
  count: z.number(),
  /** Where they go, with renewals from `at` on. */
  move: z.nullable(z.object({ to: z.number(), at: z.number() })),
});
export type VersionHeld = z.output<typeof versionHeld>;
const access = 'plans.manage';

export const planMovesCalls = {
  holders: call({
    method: 'GET',
    path: '/api/plans/{id}/holders',
    summary: 'How many hold each version of a plan, newest first; versions that nobody holds are left out.',
    access,
    params: z.object({ id }),
    result: z.object({ versions: z.array(versionHeld) }),
  }),
  move: call({
    method: 'POST',
    path: '/api/plans/{id}/moves',
    summary:
      'Moves whoever holds a version to the newest one, with their first renewal at or after `at`. Each is told by mail at once and can cancel before it; nobody is moved earlier than 30 days after that mail.',
    access,
    params: z.object({ id }),
    body: z.object({
      from: z.number().check(z.int(), z.gte(1)),
      at: z.number().check(z.int(), z.gte(0), z.lte(8_640_000_000_000_000)),
    }),
    result: z.object({ versions: z.array(versionHeld) }),
    failures: { moved_already: 409 },
  }),
};
