/** What people may do, out of everything that was given to them, for `app/sign-in.ts`, access keys and this domain itself. */
import type { ActorPolicy } from '#kit/reach.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { namesFor, statementsOfNames, statementsOfPreset } from '../iam.rules.ts';
import type { RequestCircumstances } from '../conditions.rules.ts';
import { decide, isRefusal, longestChain, type PrincipalsById, type Principal, type GrantSource } from '../policy.rules.ts';
import { matchesAction, type Statement } from '../statements.rules.ts';
import { isSteady, reachOf, scopeOf } from '../reach.rules.ts';
import type { AccountKind } from '../iam.rules.ts';
import { type PrincipalRow, heldBy } from './principals.queries.ts';

const own = (id: string, statements: readonly Statement[], grantors: readonly string[]): GrantSource => ({
  kind: 'own',
  id,
  name: '',
  statements,
  grantors,
});

function principalOf(held: PrincipalRow): Principal {
  const grantors = held.grantedBy === null ? [] : [held.grantedBy];
  const sources: GrantSource[] = [
    { kind: 'preset', id: held.preset, name: held.preset, statements: statementsOfPreset(held.preset), grantors },
    own('names', statementsOfNames(held.permissions, 'names'), grantors),
    own('own', held.statements, grantors),
    ...held.given,
  ];
  return {
    userId: held.userId,
    owner: held.role === 'owner',
    sources: sources.filter((source) => source.statements.length > 0),
    boundary: held.boundary,
  };
}

/** A person with everybody whose rights limit what was passed on to them. */
export type PrincipalWithPeople = { principal: Principal; people: PrincipalsById };

/** Everybody of `userIds` with those who gave to them. Who has no place in the account is missing. */
export async function findPeople(db: Db, accountId: string, userIds: readonly string[]): Promise<PrincipalsById> {
  const people = new Map<string, Principal>();
  let wanted = [...new Set(userIds)];
  for (let round = 0; round <= longestChain && wanted.length > 0; round += 1) {
    const found = (await heldBy(db, accountId, wanted)).map(principalOf);
    for (const one of found) people.set(one.userId, one);
    const givers = found.filter((one) => !one.owner).flatMap((one) => one.sources.flatMap((source) => source.grantors));
    wanted = [...new Set(givers)].filter((id) => !people.has(id));
  }
  return people;
}

/** Null: no place in that account. */
export async function findCompany(db: Db, at: { accountId: string; userId: string }): Promise<PrincipalWithPeople | null> {
  const people = await findPeople(db, at.accountId, [at.userId]);
  const principal = people.get(at.userId);
  return principal === undefined ? null : { principal, people };
}

/** The same person held to less: what `boundary` does not allow is not allowed. For access keys and the like. */
export function narrowed({ principal, people }: PrincipalWithPeople, boundary: readonly Statement[]): PrincipalWithPeople {
  const held = new Map(people).set(principal.userId, principal);
  const narrow: Principal = {
    userId: `${principal.userId}#narrowed`,
    owner: false,
    sources: [own('all', [{ id: 'all', effect: 'allow', actions: ['*'], resources: ['*'] }], [principal.userId])],
    boundary,
  };
  return { principal: narrow, people: held };
}

/** Of each person only the statements about one action: what is asked again and again is looked for once. */
type PrincipalSlices = Map<string, PrincipalWithPeople>;
function sliceOf(company: PrincipalWithPeople, slices: PrincipalSlices, action: string): PrincipalWithPeople {
  const known = slices.get(action);
  if (known !== undefined) return known;
  const about = (all: readonly Statement[]) => all.filter((one) => one.actions.some((pattern) => matchesAction(pattern, action)));
  const thin = (one: Principal): Principal => ({
    ...one,
    boundary: one.boundary === null ? null : about(one.boundary),
    sources: one.sources
      .map((source) => ({ ...source, statements: about(source.statements) }))
      .filter((source) => source.statements.length > 0),
  });
  const people = new Map([...company.people].map(([id, one]) => [id, thin(one)]));
  const slice = { principal: thin(company.principal), people };
  slices.set(action, slice);
  return slice;
}

/** The rights of one request. `slices` of an earlier request of the same company make it quicker. */
export function rightsAt(
  company: PrincipalWithPeople,
  given: { kind: AccountKind; at: RequestCircumstances; slices?: PrincipalSlices },
): { scope: readonly string[]; policy: ActorPolicy } {
  const { at, slices = new Map() } = given;
  const scope = namesFor(given.kind).filter((action) => {
    const { principal, people } = sliceOf(company, slices, action);
    return scopeOf(principal, people, { all: [action], at }).length > 0;
  });
  return { scope, policy: policyAt(company, { at, slices }) };
}

const policyAt = (
  company: PrincipalWithPeople,
  { at, slices }: { at: RequestCircumstances; slices: PrincipalSlices },
): ActorPolicy => ({
  may: (action, thing) => {
    const { principal, people } = sliceOf(company, slices, action);
    return decide(principal, people, { action, thing, at }).allowed;
  },
  denies: (action, thing) => {
    const { principal, people } = sliceOf(company, slices, action);
    return isRefusal(decide(principal, people, { action, thing, at }));
  },
  reach: (action) => {
    const { principal, people } = sliceOf(company, slices, action);
    return reachOf(principal, people, { action, at });
  },
});

/** What somebody may do at that moment, asked of single things. */
export const policyFor = (company: PrincipalWithPeople, at: RequestCircumstances): ActorPolicy =>
  policyAt(company, { at, slices: new Map() });

const steady = (company: PrincipalWithPeople): boolean =>
  [company.principal, ...company.people.values()].every(
    (one) => isSteady(one.boundary ?? []) && one.sources.every((source) => isSteady(source.statements)),
  );

type KeptPrincipals = { version: number; company: PrincipalWithPeople; slices: PrincipalSlices; scope: readonly string[] | null };
/** What a process remembers of policies. Each entry counts for one version of its account, which every request reads. */
export type PolicyCache = { of: Map<string, KeptPrincipals>; most: number };
export const createPolicyCache = (most = 2_000): PolicyCache => ({ of: new Map(), most });

export type PlaceOfRights = {
  accountId: string;
  userId: string;
  accountKind: AccountKind;
  /** Of the account's policies, as the session's lookup read it. */
  version: number;
  at: RequestCircumstances;
};

/** The rights of a person in an account; read again when anything changed there since they were cached. */
export async function rightsIn(db: Db, cache: PolicyCache, place: PlaceOfRights): Promise<Pick<UserActor, 'scope' | 'policy'>> {
  const key = `${place.accountId}:${place.userId}`;
  const known = cache.of.get(key);
  const kept = known?.version === place.version ? known : await keep(db, cache, place);
  if (kept === null) return { scope: [] };
  if (kept.scope === null) return rightsAt(kept.company, { kind: place.accountKind, at: place.at, slices: kept.slices });
  return { scope: kept.scope, policy: policyAt(kept.company, { at: place.at, slices: kept.slices }) };
}

async function keep(db: Db, cache: PolicyCache, place: PlaceOfRights): Promise<KeptPrincipals | null> {
  const company = await findCompany(db, place);
  if (company === null) return null;
  const slices: PrincipalSlices = new Map();
  const scope = steady(company) ? rightsAt(company, { kind: place.accountKind, at: place.at, slices }).scope : null;
  const kept = { version: place.version, company, slices, scope };
  cache.of.delete(`${place.accountId}:${place.userId}`);
  cache.of.set(`${place.accountId}:${place.userId}`, kept);
  const [oldest] = cache.of.keys();
  if (cache.of.size > cache.most && oldest !== undefined) cache.of.delete(oldest);
  return kept;
}

/** The same held to what `boundary` allows: for access keys. */
export async function rightsInside(
  db: Db,
  cache: PolicyCache,
  place: PlaceOfRights & { boundary: readonly Statement[] },
): Promise<Pick<UserActor, 'scope' | 'policy'>> {
  const known = cache.of.get(`${place.accountId}:${place.userId}`);
  const kept = known?.version === place.version ? known : await keep(db, cache, place);
  if (kept === null) return { scope: [] };
  return rightsAt(narrowed(kept.company, place.boundary), { kind: place.accountKind, at: place.at });
}
