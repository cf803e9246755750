/** Tags of things that belong to later domains: nobody widens what they or others reach by a tag. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { nothing, type Reach } from '#kit/reach.ts';
import { type AccountKind, namesFor, ownerOnly } from '../iam.rules.ts';
import { reachOf } from '../reach.rules.ts';
import { tagChange, tagName } from '../tags.rules.ts';
import { frees, has, type TaggedThing, tagVerdict } from '../tagging.rules.ts';
import { actorOf, exceedsOwn, handOf } from './grants.service.ts';
import { findCompany } from './principals.service.ts';
import { statementsNaming } from './tagging.queries.ts';

const tooMuch = (permission: string, code: string) =>
  new Failure('exceeds_own', { data: { permission }, fields: { 'body.tags': code } });

type TagReach = (action: string) => Reach;
/** An owner's key holds what the key says, not what the owner is. */
const handFor = async (ctx: Ctx, db: Db): Promise<TagReach> => actorOf(ctx).policy?.reach ?? (await handOf(ctx, db));
/** The first action that the actor does not hold for everything. Removing a denial gives without a grant, so it needs them all. */
const lacking = (kind: AccountKind, hand: TagReach): string | undefined =>
  namesFor(kind).find((name) => !ownerOnly.includes(name) && hand(name).is !== 'everything');

/**
 * Throws `exceeds_own` when the tags that come or go would give somebody more of a thing of the actor's account than the actor
 * holds of it. Tags of which no statement speaks are free.
 */
export async function requireTaggable(ctx: Ctx, db: Db, thing: TaggedThing): Promise<void> {
  const actor = actorOf(ctx);
  const { add, drop } = tagChange(thing.before ?? [], thing.after);
  const hanging = await statementsNaming(db, actor.accountId, [...add, ...drop].map(tagName));
  if (hanging.length === 0) return;
  const hand = await handFor(ctx, db);
  const verdict = tagVerdict(hanging, thing, { actions: namesFor(actor.accountKind), hand });
  if (verdict.verdict === 'beyond') throw tooMuch(verdict.action, 'tag_beyond');
  const missing = lacking(actor.accountKind, hand);
  if (verdict.verdict === 'frees' && missing !== undefined) throw tooMuch(missing, 'tag_frees');
}

/** Somebody of an account, as their place there says; null: nobody who has one any more. */
export type TagActor = { accountId: string; userId: string | null; accountKind: AccountKind };

/**
 * What somebody lacks to take a thing out of its account, or away, while what belongs to it stays there without these names: an
 * action, or null. Where nothing is denied by the names that is nothing. `by`: whose hand counts, the actor's when left out.
 */
export async function lacksToUntie(
  ctx: Ctx,
  db: Db,
  { names, by }: { names: readonly string[]; by?: TagActor },
): Promise<string | null> {
  const { accountId, accountKind } = by ?? actorOf(ctx);
  const hanging = await statementsNaming(db, accountId, names);
  if (!frees(hanging, names, namesFor(accountKind))) return null;
  return lacking(accountKind, await (by === undefined ? handFor(ctx, db) : handOfOther(ctx, db, by))) ?? null;
}
/** The other's session is not there to ask: conditions on it do not hold. */
async function handOfOther(ctx: Ctx, db: Db, by: TagActor): Promise<TagReach> {
  const { accountId, userId } = by;
  const company = userId === null ? null : await findCompany(db, { accountId, userId });
  const at = { mfa: false, ip: '', now: ctx.now() };
  return (action) => (company === null ? nothing : reachOf(company.principal, company.people, { action, at }));
}

/** Throws `exceeds_own` when the actor lacks something to untie the thing from these names. */
export async function requireUntied(ctx: Ctx, db: Db, names: readonly string[]): Promise<void> {
  const action = await lacksToUntie(ctx, db, { names });
  if (action !== null) throw exceedsOwn(action);
}

/** Throws `exceeds_own` for the first of the actions that the actor does not hold over the thing, with its tags and without. */
export async function requireHeld(
  ctx: Ctx,
  db: Db,
  { thing, actions }: { thing: TaggedThing; actions: readonly string[] },
): Promise<void> {
  const tagger = { actions, hand: await handFor(ctx, db) };
  const action = actions.find((name) => !has(thing, tagger, name));
  if (action !== undefined) throw exceedsOwn(action);
}
