/** Parts in a room that people give to others: nobody makes a lasting part out of a right, nor gives more than they hold. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { requireHeld } from '#core/iam/server/tagging.service.ts';
import { givenByPart, namesOfRoom, type ShareRole, shareRoles } from '../rooms.rules.ts';
import { actorOf, type RoomView } from './access.service.ts';
import { ownAsTagged } from './tagged-view.service.ts';

/** Whether an address or a person is the asking one. */
export function isMe(ctx: Ctx, who: { email: string; userId: string | null }): boolean {
  const { userId, email } = actorOf(ctx);
  return who.userId === userId || who.email.toLowerCase() === email.toLowerCase();
}

/** Throws `own_share` when it is one's own place in the room that would change. */
export function requireOther(ctx: Ctx, who: { email: string; userId: string | null }): void {
  if (isMe(ctx, who)) throw new Failure('own_share');
}

/** `was`: the part that they have already. `to`: `me` when it comes to the asking person. */
export type GivenShare = { part: ShareRole | 'owner'; was: ShareRole | null; to: 'me' | 'other' };

/**
 * Throws `exceeds_own` unless the person has a part in the room themselves that gives as much, or holds all of it of this very room.
 * A right that comes by a tag is theirs to use and not to pass on, and to oneself nobody gives what they do not hold at large.
 */
export async function requireGivablePart(ctx: Ctx, view: RoomView, { part, was, to }: GivenShare): Promise<void> {
  if (view.part === 'owner' || view.part === 'co-owner') return;
  const had = was === null ? [] : givenByPart(was);
  const actions = givenByPart(part).filter((action) => !had.includes(action));
  const own = ownAsTagged(ctx, view);
  const room = {
    names: namesOfRoom({ id: view.row.id }),
    before: view.row.tagKeys,
    after: [],
    own: (action: string, keys: readonly string[]) => givenByPart(view.part).includes(action) || own(action, keys),
    instead: {},
  };
  await requireHeld(ctx, ctx.db.read, { thing: room, actions });
  if (to === 'me')
    await requireHeld(ctx, ctx.db.read, { thing: { ...room, names: [], before: null, own: () => false }, actions });
}

/** Those parts that `requireGivablePart` lets the person give to somebody who has none yet. */
export async function givableParts(ctx: Ctx, view: RoomView): Promise<ShareRole[]> {
  const givable: ShareRole[] = [];
  for (const part of shareRoles) {
    try {
      await requireGivablePart(ctx, view, { part, was: null, to: 'other' });
      givable.push(part);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'exceeds_own') throw error;
    }
  }
  return givable;
}
