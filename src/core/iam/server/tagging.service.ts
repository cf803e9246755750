/** Tags of things that belong to later domains: nobody widens what they or others reach by a tag. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { namesFor, ownerOnly } from '../iam.rules.ts';
import { tagChange } from '../tags.rules.ts';
import { type Tagged, tagVerdict } from '../tagging.rules.ts';
import { actorOf, handOf } from './grants.service.ts';
import { statementsNaming } from './tagging.queries.ts';

const tooMuch = (permission: string, code: string) =>
  new Failure('exceeds_own', { data: { permission }, fields: { 'body.tags': code } });

/**
 * Throws `exceeds_own` when the tags that come or go would give somebody more of a thing of the actor's account than the actor
 * holds of it. Tags of which no statement speaks are free.
 */
export async function requireTaggable(ctx: Ctx, db: Db, thing: Tagged): Promise<void> {
  const actor = actorOf(ctx);
  const { add, drop } = tagChange(thing.before ?? [], thing.after);
  const hanging = await statementsNaming(db, actor.accountId, [...add, ...drop]);
  if (hanging.length === 0) return;
  // an owner's key holds what the key says, not what the owner is
  const hand = actor.policy?.reach ?? (await handOf(ctx, db));
  const actions = namesFor(actor.accountKind);
  const verdict = tagVerdict(hanging, thing, { actions, hand });
  if (verdict.verdict === 'beyond') throw tooMuch(verdict.action, 'tag_beyond');
  // what gives without granting needs everything, as taking away a denial does
  const missing = actions.find((name) => !ownerOnly.includes(name) && hand(name).is !== 'everything');
  if (verdict.verdict === 'frees' && missing !== undefined) throw tooMuch(missing, 'tag_frees');
}
