/** Places of the people who work for an account: which sets of permissions they were given. The domain that manages them has asked who may. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { accountEvents } from './accounts.events.ts';
import { addMember } from './accounts.service.ts';
import { endStaff, lockStaff, placeOf, setStaff, type StaffGrant, staffPage, type StaffRow } from './staff.queries.ts';

export type StaffColleague = StaffRow;
export const staffOf = (db: Db, accountId: string, page: { after: string | null; limit: number }): Promise<StaffColleague[]> =>
  staffPage(db, accountId, page);
/** One of the staff, their place locked until the transaction ends. */
export const findColleague = (tx: Db, accountId: string, userId: string): Promise<StaffColleague | null> =>
  lockStaff(tx, accountId, userId);

type MemberKey = { accountId: string; userId: string };
/** False when the person has a place in the account. */
export async function unlessPlaced(tx: Db, key: MemberKey): Promise<boolean> {
  const place = await placeOf(tx, key.accountId, key.userId);
  return place === null || place.state === 'deleted';
}

/** Writes what somebody's place holds; makes the place when there is none. `tx` is the system's. */
export async function placeStaff(ctx: Ctx, tx: Db, { grant, ...key }: MemberKey & { grant: StaffGrant }): Promise<void> {
  // people who come back get none of their earlier rights
  if (await unlessPlaced(tx, key)) await addMember(ctx, tx, { ...key, role: 'staff' });
  await setStaff(tx, key, grant);
}
export async function removeStaff(ctx: Ctx, tx: Db, key: MemberKey): Promise<void> {
  await endStaff(tx, key);
  await ctx.events.publish(ctx, tx, {
    name: accountEvents.memberRemoved,
    accountId: key.accountId,
    data: { userId: key.userId, role: 'staff' },
  });
}
