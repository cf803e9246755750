/** Tags of rooms: which there are, and who may put them on and take them off. */
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { tagKey } from '#core/iam/tags.rules.ts';
import { requireTaggable } from '#core/iam/server/tagging.service.ts';
import type { roomsCalls } from '../rooms.contract.ts';
import { leadingIs, namesOfRoom } from '../rooms.rules.ts';
import { actorOf, need, type RoomView } from './access.service.ts';
import { filterFor } from './list.service.ts';
import type { RoomRow } from './rooms.queries.ts';
import { asTagged, ownAsTagged } from './tagged-view.service.ts';
import { tagsIn } from './tags.queries.ts';

/** Tags as they are stored: as they were given, and as they are compared. */
export const tagColumns = (tags: readonly string[]): Pick<RoomRow, 'tags' | 'tagKeys'> => ({
  tags: [...tags],
  tagKeys: tags.map(tagKey),
});

/**
 * Before these tags are stored. `was`: the room is just being made, or changed; who changes it keeps the right to. Throws
 * `exceeds_own`, and `not_allowed` for a person of another account: tags are the account's own affair.
 */
export async function requireTags(
  ctx: Ctx,
  tx: Db,
  to: { view: RoomView; tags: readonly string[]; was: 'new' | 'kept' },
): Promise<void> {
  const { view, was } = to;
  const after = to.tags.map(tagKey);
  const before = was === 'new' ? null : view.row.tagKeys;
  if (after.toSorted().join('\n') === (before ?? []).toSorted().join('\n')) return;
  if (was === 'kept') need(ctx, view, 'share');
  await requireTaggable(ctx, tx, {
    names: namesOfRoom({ id: view.row.id }),
    before,
    after,
    own: ownAsTagged(ctx, view),
    instead: view.part === 'owner' ? leadingIs : {},
  });
  if (was === 'new') return;
  const next = asTagged(ctx, view, after);
  if (!next.rights.view || !next.rights.edit)
    throw new Failure('exceeds_own', { data: { permission: 'rooms.edit' }, fields: { 'body.tags': 'tag_locks_out' } });
}

const mostTags = 200;
/** Tags of the rooms that the person sees in their account. */
export async function knownTags(ctx: Ctx): Promise<ResultIn<typeof roomsCalls.tags>> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('rooms.view')) throw notAllowed('rooms.view');
  const filter = { ...filterFor(actor, { view: 'all' }), accountId: actor.accountId };
  return { items: await tagsIn(ctx.db.read, filter, mostTags) };
}
