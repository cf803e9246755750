/** The same change for several rooms of a list. A room that cannot be changed does not hold up the others. */
import { Failure } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { tagKey, tagLimits } from '#core/iam/tags.rules.ts';
import type { roomsCalls } from '../rooms.contract.ts';
import { findRoom } from './access.service.ts';
import { update } from './rooms.service.ts';
import { invite } from './shares.service.ts';

export type ChangeManyResult = ResultIn<typeof roomsCalls.changeMany>;
type RoomsChange = Parsed<typeof roomsCalls.changeMany>['body'];

/** Does the work for each room; what the rules refuse is named with its code. */
export async function forEachRoom(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<ChangeManyResult> {
  const done: string[] = [];
  const refused: ChangeManyResult['refused'] = [];
  for (const id of new Set(ids)) {
    try {
      await work(id);
      done.push(id);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push({ id, code: error.code });
    }
  }
  return { done, refused };
}

/** The tags afterwards. Throws `too_many_tags`. */
function tagsAfter(tags: readonly string[], { addTags = [], removeTags = [] }: RoomsChange): string[] {
  const gone = new Set(removeTags.map(tagKey));
  const kept = tags.filter((tag) => !gone.has(tagKey(tag)));
  const next = [...kept, ...addTags.filter((tag) => kept.every((one) => tagKey(one) !== tagKey(tag)))];
  if (next.length > tagLimits.each) throw new Failure('too_many_tags');
  return next;
}

export const changeMany = (ctx: Ctx, change: RoomsChange): Promise<ChangeManyResult> =>
  forEachRoom(change.ids, async (id) => {
    const { row } = await findRoom(ctx, id);
    const tags = tagsAfter(row.tags, change);
    const isSame = tags.join() === row.tags.join();
    await update(ctx, id, { version: row.version, ...change.settings, ...(isSame ? {} : { tags }) });
  });

export const inviteToMany = (
  ctx: Ctx,
  { ids, ...share }: Parsed<typeof roomsCalls.inviteToMany>['body'],
): Promise<ChangeManyResult> => forEachRoom(ids, (id) => invite(ctx, id, share));
