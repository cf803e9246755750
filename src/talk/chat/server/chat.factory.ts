/** People who write to each other, for tests. */
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import type { World } from '#app/proof/testing.ts';

export async function buildColleague(world: World, { accountId, accountKind }: UserActor): Promise<UserActor> {
  const { actor } = await buildActor(world, { accountId, role: 'member' });
  return { ...actor, scope: scopeFor({ accountKind, role: 'member', permissions: [] }) };
}
/** The owner of an account and two colleagues in a group of it. */
export async function buildGroup(world: World): Promise<{ boss: UserActor; ana: UserActor; ben: UserActor; id: string }> {
  const { actor: boss } = await buildOwner(world);
  const [ana, ben] = [await buildColleague(world, boss), await buildColleague(world, boss)];
  const people = [ana.userId, ben.userId];
  const { id } = await world.api(boss).chat.create({ body: { kind: 'group', name: 'Plans', people } });
  return { boss, ana, ben, id };
}
export const sendAs = (world: World, by: UserActor, wish: { id: string; text: string; mentions?: string[]; key?: string }) => {
  const { id, text, mentions = [], key = newId() } = wish;
  return world.api(by).chat.send({ params: { id }, body: { text, mentions, key } });
};
