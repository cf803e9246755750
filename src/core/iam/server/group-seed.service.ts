/** Groups that nobody asked for: sample data has no session in which somebody could prove who they are. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { GroupMemberState } from '../iam.rules.ts';
import type { Statement } from '../statements.rules.ts';
import { insertGroup, putInGroup } from './groups.queries.ts';

export type GroupWish = {
  accountId: string;
  name: string;
  description: string;
  statements: Statement[];
  /** Who gives what it gives. */
  grantedBy: string;
  people: readonly { userId: string; state: GroupMemberState }[];
};
/** A group with people in it, as the installation itself makes it for sample data. Answers its id. Throws `not_allowed` for everybody else. */
export async function seedGroup(ctx: Ctx, { people, ...wish }: GroupWish): Promise<string> {
  if (ctx.actor.kind !== 'system') throw notAllowed('groups.manage');
  const at = new Date(ctx.now());
  const group = { ...wish, claim: null, claimBy: null, id: newId(ctx.now()), version: 1, createdAt: at, updatedAt: at };
  await ctx.system.write(async (tx) => {
    await insertGroup(tx, group);
    for (const { userId, state } of people) {
      const of = { accountId: wish.accountId, groupId: group.id, state, grantedBy: wish.grantedBy, since: at };
      await putInGroup(tx, of, [userId]);
    }
  });
  return group.id;
}
