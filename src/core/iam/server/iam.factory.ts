/** What people were given, for tests and sample data. */
import type { Ctx } from '#kit/server/ctx.ts';
import { changePlace, type PlaceChange } from '#core/accounts/server/places.service.ts';
import type { Statement } from '../statements.rules.ts';

export const allowing = (actions: string[], resources: string[] = ['*']): Statement => ({
  id: `allow-${actions.join('-').replace(/[^\w-]/g, '_')}`.slice(0, 40),
  effect: 'allow',
  actions,
  resources,
});
export const denying = (actions: string[], resources: string[] = ['*']): Statement => ({
  ...allowing(actions, resources),
  id: 'deny',
  effect: 'deny',
});

/** Gives a place whatever is asked for, as the installation itself would. */
export async function buildGrant(
  place: { ctx(): Ctx },
  key: { accountId: string; userId: string },
  change: PlaceChange,
): Promise<void> {
  await place.ctx().system.write((tx) => changePlace(tx, key, change));
}
