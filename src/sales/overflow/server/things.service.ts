/** The rooms and people of an account as this domain counts them, and letting them rest and wake. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { peopleInUse, restPeople, wakePeople } from '#core/iam/server/rest.service.ts';
import { whoIsInMeetings } from '#meet/meetings/server/attendance/use.service.ts';
import { restRooms, roomsOfAccount, wakeRooms } from '#meet/rooms/server/rest.service.ts';
import type { Countable, OverflowKey } from '../overflow.rules.ts';
import { staysOf } from './overflow.queries.ts';

/** `detail`, `usedAt` as in the contract. */
export type Thing = Countable & { name: string; detail: string; usedAt: number | null };
type AccountOverflowKey = { accountId: string; key: OverflowKey };

/** Oldest first. */
export async function thingsOf(ctx: Ctx, db: Db, of: AccountOverflowKey): Promise<Thing[]> {
  const chosen = await staysOf(db, of);
  if (of.key === 'rooms')
    return (await roomsOfAccount(db, of.accountId)).map(({ id, name, slug, rests, busy, since, lastMeetingAt }) => ({
      id,
      name,
      detail: `/m/${slug}`,
      since,
      usedAt: lastMeetingAt,
      fixed: false,
      rests,
      busy,
      chosen: chosen.has(id),
    }));
  const people = await peopleInUse(db, { accountId: of.accountId, now: ctx.now() });
  const busy = await whoIsInMeetings(
    db,
    people.map((one) => one.userId),
  );
  return people.map(({ userId, name, signIn, owner, rests, since }) => ({
    id: userId,
    name,
    detail: signIn,
    since,
    usedAt: null,
    fixed: owner,
    rests,
    // whose sessions end now would be led out of it
    busy: busy.has(userId),
    chosen: chosen.has(userId),
  }));
}

/** Lets some rest and then others wake, in one transaction of the system's. Returns the ids of those that rest now and did not before. */
export async function settleThings(
  ctx: Ctx,
  tx: Db,
  { accountId, key, rest, wake }: AccountOverflowKey & { rest: readonly Thing[]; wake: readonly Thing[] },
): Promise<string[]> {
  const [ids, waking] = [rest.map((one) => one.id), wake.map((one) => one.id)];
  if (key === 'rooms') {
    const rested = ids.length === 0 ? [] : await restRooms(ctx, tx, { accountId, ids });
    // one in which a meeting began in this moment goes on, so one less wakes
    const room = waking.slice(0, Math.max(0, waking.length - (ids.length - rested.length)));
    if (room.length > 0) await wakeRooms(ctx, tx, { accountId, ids: room });
    return rested;
  }
  const rested = ids.length === 0 ? [] : await restPeople(ctx, tx, { accountId, userIds: ids });
  if (waking.length > 0) await wakePeople(ctx, tx, { accountId, userIds: waking });
  return rested;
}
