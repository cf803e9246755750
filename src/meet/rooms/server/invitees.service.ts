/** Whom a room is shared with or offered to: named by address or as a colleague, and shown by name. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findColleagues, findPerson, findPersonByEmail, type Person } from '#core/accounts/server/people.service.ts';
import { membersAmong } from '#core/accounts/server/ending.service.ts';
import { actorOf, type RoomView } from './access.service.ts';

/** One of the two. */
export type RoomInviteeInput = { email?: string | undefined; userId?: string | undefined };
/** `email` in lower case. `person` null: nobody here has this address yet. `by`: how they were named. */
export type RoomInvitee = { email: string; person: Person | null; by: 'address' | 'name' };

const inviteLimit = { max: 100, windowSeconds: 3600 };

/** Somebody who can sign in to the reader's account now. Throws `not_found`. */
async function findColleague(ctx: Ctx, userId: string): Promise<Person> {
  const query = { accountId: actorOf(ctx).accountId, ids: [userId], now: ctx.now() };
  const [member] = await membersAmong(ctx.system.read, query);
  const person = member === undefined ? null : await findPerson(ctx.system.read, member.id);
  if (person === null) throw notFound();
  return person;
}

/**
 * People are looked up with the system's eyes; of an address nothing that is found reaches the answer.
 * Throws `not_found` for an id that is of no colleague, and `is_owner`.
 */
export async function findInvitee(ctx: Ctx, { row }: RoomView, { email = '', userId }: RoomInviteeInput): Promise<RoomInvitee> {
  await ctx.limits.use(`invite:${actorOf(ctx).accountId}`, inviteLimit);
  const { read } = ctx.system;
  const person = userId === undefined ? await findPersonByEmail(read, email) : await findColleague(ctx, userId);
  if (person?.id === row.ownerId) throw new Failure('is_owner');
  return { email: person?.email.toLowerCase() ?? email, person, by: userId === undefined ? 'address' : 'name' };
}

type StoredInvitee = { userId: string | null; email: string };
/** `person` null: the address of a stranger. `email` null: a colleague whose address the reader may not see. */
export type ShownInvitee = { person: { id: string; name: string } | null; email: string | null };
/** How people of a room are shown to those who share it: colleagues by name, with their address only where the reader may see those of the account. */
export async function inviteesShown(ctx: Ctx, rows: readonly StoredInvitee[]): Promise<(row: StoredInvitee) => ShownInvitee> {
  const { accountId, scope } = actorOf(ctx);
  const ids = rows.flatMap(({ userId }) => userId ?? []);
  const colleagues = await findColleagues(ctx.system.read, accountId, ids);
  return ({ userId, email }) => {
    const person = colleagues.get(userId ?? '') ?? null;
    return { person, email: person === null || scope.includes('iam.view') ? email : null };
  };
}
