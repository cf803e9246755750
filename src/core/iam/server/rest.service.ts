/**
 * People who rest: kept out because the account has more of them than its plan allows, and let in again by themselves. Who rests when is
 * decided by a later domain, which holds the account meanwhile. Nothing that they have or were given changes.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { fits } from '#core/accounts/accounts.rules.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { changePlace, findPlace, holdPlaces } from '#core/accounts/server/places.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { endSessions } from '#core/identity/server/sessions/sessions.service.ts';
import { lockPeople, placeNumbers, placesInUse, type RestingPlace } from './rest.queries.ts';

export type { RestingPlace };

/** Everybody of the account who can act or rests, the oldest first; nobody whose access is over. Times in epoch milliseconds. */
export const peopleInUse = (db: Db, of: { accountId: string; now: number }): Promise<RestingPlace[]> => placesInUse(db, of);

export type PeopleNumbers = { inUse: number; owners: number; rest: number };
/** How many can act or rest, how many of them are owners, and how many rest, by account; one question for all of them. */
export async function peopleNumbers(
  db: Db,
  of: { accountIds: readonly string[]; now: number },
): Promise<Map<string, PeopleNumbers>> {
  if (of.accountIds.length === 0) return new Map();
  return new Map((await placeNumbers(db, of)).map(({ id, ...numbers }) => [id, numbers]));
}

type SomeMembers = { accountId: string; userIds: readonly string[] };

/** Keeps these people out: their sessions, keys and open pages end with the transaction. Owners are passed over. Returns who rests now. */
export async function restPeople(ctx: Ctx, tx: Db, { accountId, userIds }: SomeMembers): Promise<string[]> {
  await lockPeople(tx, accountId);
  await holdPlaces(tx, { accountId, userIds });
  const rested: string[] = [];
  for (const userId of userIds) {
    const place = await findPlace(tx, { accountId, userId });
    if (place.state !== 'active' || place.role === 'owner') continue;
    await changePlace(tx, place, { state: 'suspended', suspendedWhy: 'over_plan' });
    await endSessions(ctx, tx, { choice: { userId, inAccount: accountId }, reason: 'user-suspended' });
    await record(ctx, tx, {
      action: 'iam.suspended',
      subjectKind: 'user',
      subjectId: userId,
      accountId,
      data: { why: 'over_plan' },
    });
    rested.push(userId);
  }
  return rested;
}

/** Lets them in again; people suspended for another reason stay out. Returns who was let in. */
export async function wakePeople(ctx: Ctx, tx: Db, { accountId, userIds }: SomeMembers): Promise<string[]> {
  await lockPeople(tx, accountId);
  await holdPlaces(tx, { accountId, userIds });
  const woken: string[] = [];
  for (const userId of userIds) {
    const place = await findPlace(tx, { accountId, userId });
    if (place.suspendedWhy === null) continue;
    await changePlace(tx, place, { state: 'active' });
    await record(ctx, tx, {
      action: 'iam.resumed',
      subjectKind: 'user',
      subjectId: userId,
      accountId,
      data: { why: 'fits_again' },
    });
    woken.push(userId);
  }
  return woken;
}

/**
 * Where people rest already, a new person above the limit rests immediately: the time to choose is over, and the newest rests first. The
 * caller has locked the account's people (`holdPeople`).
 */
export async function restBesideOthers(
  ctx: Ctx,
  tx: Db,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> {
  const numbers = (await peopleNumbers(tx, { accountIds: [accountId], now: ctx.now() })).get(accountId);
  if (numbers === undefined || numbers.rest === 0) return;
  const { people: max } = await entitlementsFor(tx, accountId);
  // they are counted already
  if (!fits(max, numbers.inUse - numbers.rest - 1)) await restPeople(ctx, tx, { accountId, userIds: [userId] });
}

/** Before a place is held that is to be opened: of two who take the last one, one is refused. */
export const holdPeople = (tx: Db, accountId: string): Promise<void> => lockPeople(tx, accountId);
/** Throws `limit_reached` unless one more of the account's people may act. */
export async function mustFitPlan(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  const found = await peopleNumbers(tx, { accountIds: [accountId], now: ctx.now() });
  const numbers = found.get(accountId) ?? { inUse: 0, owners: 0, rest: 0 };
  const { people: max } = await entitlementsFor(tx, accountId);
  if (!fits(max, numbers.inUse - numbers.rest)) throw limitReached({ accountId, limit: 'people', max, used: numbers.inUse });
}
