/**
 * Rooms that rest: nothing can be started in them, because the account has more rooms than its plan allows. Their pages, recordings and
 * links stay. Which ones rest when is decided by a later domain, which holds the account meanwhile.
 */
import type { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { noteChanges } from './access.service.ts';
import { type RestingRoom, roomNumbersOf, roomsInUse, setAwake, setResting } from './rest.queries.ts';
import { roomEvents } from './rooms.events.ts';
import { accountRoomCount, type RoomRow } from './rooms.queries.ts';

export type { RestingRoom };

/** The account's rooms outside the bin, the oldest first. Times in epoch milliseconds. */
export const roomsOfAccount = (db: Db, accountId: string): Promise<RestingRoom[]> => roomsInUse(db, accountId);

export type RoomNumbers = { inUse: number; rest: number };
/** How many rooms accounts have, and how many of them rest; one question for all of them. */
export async function roomNumbers(db: Db, accountIds: readonly string[]): Promise<Map<string, RoomNumbers>> {
  if (accountIds.length === 0) return new Map();
  return new Map((await roomNumbersOf(db, accountIds)).map(({ id, ...numbers }) => [id, numbers]));
}

type SomeRooms = { accountId: string; ids: readonly string[] };

/** Lets these rooms rest; one with a meeting in it is passed over. Returns which rest now. `tx` is the system's. */
export async function restRooms(ctx: Ctx, tx: Db, some: SomeRooms): Promise<string[]> {
  const ids = await setResting(tx, some, ctx.now());
  await noteChanges(ctx, tx, { ...some, ids, action: 'rooms.suspended', event: roomEvents.changed, data: { why: 'over_plan' } });
  return ids;
}

/** Opens them again. Returns which. `tx` is the system's. */
export async function wakeRooms(ctx: Ctx, tx: Db, some: SomeRooms): Promise<string[]> {
  const ids = await setAwake(tx, some);
  await noteChanges(ctx, tx, { ...some, ids, action: 'rooms.resumed', event: roomEvents.changed, data: { why: 'fits_again' } });
  return ids;
}

/** What a room is that does not rest. */
export const awake = { suspendedAt: null, suspendedWhy: null } as const;

/** Why nothing starts in a room that rests: has the account's figures, so it is only for the account's own people. */
export async function restingFailure(db: Db, { accountId }: Pick<RoomRow, 'accountId'>): Promise<Failure> {
  const { rooms: max } = await entitlementsFor(db, accountId);
  return limitReached({ accountId, limit: 'rooms', max, used: await accountRoomCount(db, accountId), rests: true });
}
