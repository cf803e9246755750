/** Places that a plan gives to an account's people. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { fits } from '#core/accounts/accounts.rules.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { countedPlaces, countPlaces, lockPlaces } from '#core/accounts/server/places.service.ts';
import { openInvitationCount } from './invitations.queries.ts';

/**
 * Memberships and open invitations. People who are suspended, or whose access is over, keep their place until they are removed: they come
 * back without asking for a free one, so nobody else may take it. People who rest are counted otherwise (`peopleInUse`).
 */
export async function seatsOf(ctx: Ctx, db: Db, accountId: string): Promise<number> {
  const [people, invited] = [await countPlaces(db, accountId), await openInvitationCount(db, accountId, new Date(ctx.now()))];
  return people + invited;
}

/** The same from what is counted as people come and go, for a list; a limit is never kept by it. */
export async function seatsTold(ctx: Ctx, db: Db, accountId: string): Promise<number> {
  const [people, invited] = [await countedPlaces(db, accountId), await openInvitationCount(db, accountId, new Date(ctx.now()))];
  return people + invited;
}

/** Holds the account until the transaction ends, so that of two who take its last place one is refused. Throws `limit_reached`. */
export async function takeSeat(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  await lockPlaces(tx, accountId);
  const used = await seatsOf(ctx, tx, accountId);
  const { people: max } = await entitlementsFor(tx, accountId);
  if (!fits(max, used)) throw limitReached({ accountId, limit: 'people', max, used });
}
