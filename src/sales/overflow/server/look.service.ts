/** Looks at what accounts have more of than their plans allow, and does what its time has come for. Run twice, it does it once. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type AccountWithoutRights, findAccount } from '#core/accounts/server/accounts.service.ts';
import { findEntitlements } from '#core/accounts/server/use.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { peopleNumbers } from '#core/iam/server/rest.service.ts';
import { roomNumbers } from '#meet/rooms/server/rest.service.ts';
import { nextOf, type Overflow, type OverflowKey, overflowKeys, restsAt, stepsFor, tooMany } from '../overflow.rules.ts';
import {
  accountsToLookAt,
  beginOverflow,
  endOverflow,
  lockOverflows,
  markOverflow,
  overflowsOf,
  setMost,
} from './overflow.queries.ts';
import { settleThings, type Thing, thingsOf } from './things.service.ts';
import { tellOverflow, type Word } from './tell.service.ts';

export const LOOK_JOB = 'overflow.look';

/** One limit of an account under the lock. `max` null: none. */
type Looked = { account: AccountWithoutRights; key: OverflowKey; max: number | null; things: Thing[]; known: Overflow | null };
/** The same where there are too many: `extra` of them. */
type Over = Omit<Looked, 'max'> & { max: number; extra: readonly Thing[] };

type Deed = { at: Omit<Looked, 'max'>; deed: 'begun' | 'rested' | 'ended'; data: Record<string, number> };
const note = (ctx: Ctx, tx: Db, { at, deed, data }: Deed): Promise<void> =>
  record(ctx, tx, {
    action: `accounts.overflow-${deed}`,
    subjectKind: 'account',
    subjectId: at.account.id,
    accountId: at.account.id,
    data: { key: at.key, ...data },
  });

const wordOf = (at: Over, mail: Word['mail'], { day, of }: { day: number; of: readonly Thing[] }): Word => ({
  account: at.account,
  key: at.key,
  mail,
  used: at.things.length,
  max: at.max,
  names: of.map((one) => one.name),
  day,
});

/** Everything fits: whatever rests wakes, and nothing is remembered. */
async function fitsAgain(ctx: Ctx, tx: Db, at: Looked): Promise<void> {
  const { account, key, things } = at;
  const wake = things.filter((one) => one.rests);
  if (wake.length > 0) await settleThings(ctx, tx, { accountId: account.id, key, rest: [], wake });
  if (at.known === null) return;
  await endOverflow(tx, { accountId: account.id, key });
  await note(ctx, tx, { at, deed: 'ended', data: { woken: wake.length } });
}

async function begins(ctx: Ctx, tx: Db, at: Over): Promise<void> {
  const now = ctx.now();
  await beginOverflow(tx, { accountId: at.account.id, key: at.key }, { most: at.max, now });
  const day = restsAt({ overSince: now });
  await note(ctx, tx, { at, deed: 'begun', data: { used: at.things.length, max: at.max, restsAt: day } });
  await tellOverflow(ctx, tx, wordOf(at, 'begins', { day, of: at.extra.filter((one) => !one.rests) }));
}

async function goesOn(ctx: Ctx, tx: Db, at: Over & { known: Overflow }): Promise<void> {
  const { known, max, extra } = at;
  const of = { accountId: at.account.id, key: at.key };
  const next = nextOf(known, { max, now: ctx.now() });
  if (next === 'again') await begins(ctx, tx, at);
  else if (max !== known.most) await setMost(tx, of, max);
  if (next === 'warn') {
    await markOverflow(tx, of, { as: 'warned', now: ctx.now() });
    await tellOverflow(ctx, tx, wordOf(at, 'soon', { day: restsAt(known), of: extra }));
  }
  const { rest, wake } = stepsFor(at.things, { max, due: next === 'rest' ? 'due' : 'not yet' });
  const rested = await settleThings(ctx, tx, { ...of, rest, wake });
  if (rested.length > 0) await note(ctx, tx, { at, deed: 'rested', data: { count: rested.length, used: at.things.length, max } });
  if (next !== 'rest' || known.restedAt !== null) return;
  await markOverflow(tx, of, { as: 'rested', now: ctx.now() });
  // rooms with a running meeting are named, too: they rest when it is over
  await tellOverflow(ctx, tx, wordOf(at, 'rests', { day: ctx.now(), of: extra }));
}

async function lookAtOne(ctx: Ctx, tx: Db, at: Looked): Promise<void> {
  const { max, things, known } = at;
  const extra = max === null ? [] : tooMany(things, max);
  if (max === null || extra.length === 0) return fitsAgain(ctx, tx, at);
  return known === null ? begins(ctx, tx, { ...at, max, extra }) : goesOn(ctx, tx, { ...at, max, extra, known });
}

/** Looks at one account and does what is to be done there. Skips accounts that are not open: a mail would be of no use to them. */
export async function lookAt(ctx: Ctx, accountId: string): Promise<void> {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
  await ctx.system.write(async (tx) => {
    const known = await lockOverflows(tx, accountId);
    const account = await findAccount(tx, accountId);
    if (account === null || account.kind === 'operator' || account.state !== 'active') return;
    for (const key of overflowKeys)
      await lookAtOne(ctx, tx, {
        account,
        key,
        max: account.entitlements[key],
        things: await thingsOf(ctx, tx, { accountId, key }),
        known: known.find((one) => one.key === key) ?? null,
      });
    await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'account-changed' });
  });
}

const accountsAtOnce = 500;
const isOver = (max: number | null | undefined, { inUse, owners = 0 }: { inUse: number; owners?: number }): boolean =>
  typeof max === 'number' && Math.min(inUse - max, inUse - owners) > 0;

/**
 * Looks at all accounts that need it; the others are passed over page by page, with as many questions for five hundred as for one. One that fails
 * is logged and holds up nobody.
 */
export async function lookAtAll(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
  const { read } = ctx.system;
  const none = { inUse: 0, owners: 0, rest: 0 };
  for (let after: string | null = null; ; ) {
    const page = await accountsToLookAt(read, { after, limit: accountsAtOnce });
    const ids = page.map((one) => one.id);
    const [may, rooms, people] = [
      await findEntitlements(read, ids),
      await roomNumbers(read, ids),
      await peopleNumbers(read, { accountIds: ids, now: ctx.now() }),
    ];
    for (const { id, known } of page) {
      const [has, of] = [rooms.get(id) ?? none, people.get(id) ?? none];
      const limits = may.get(id);
      if (known || has.rest + of.rest > 0 || isOver(limits?.rooms, has) || isOver(limits?.people, of))
        await lookAt(ctx, id).catch((error: unknown) =>
          // the next hour tries it again; the other accounts do not wait for it
          ctx.log.error({ error, account: id }, 'what an account has too many of could not be looked at'),
        );
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < accountsAtOnce) return;
    after = last;
  }
}

/** Has an account looked at soon after the transaction. */
export const lookSoon = (ctx: Ctx, tx: Db, accountId: string): Promise<void> =>
  ctx.jobs.enqueue(tx, { job: LOOK_JOB, payload: { accountId }, key: accountId });
/** The same where a number changed: only an account that has too many of something can have fewer. */
export async function lookSoonIfKnown(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  if ((await overflowsOf(tx, accountId)).length > 0) await lookSoon(ctx, tx, accountId);
}
