/** What an action reaches, as a formula that lists turn into SQL: the same answer as `decide` for every thing, without asking for each. */
import { type RequestCircumstances, conditionHolds } from './conditions.rules.ts';
import { accountItself, type PolicyQuestion, decide, longestChain, type PrincipalsById, type Principal } from './policy.rules.ts';
import { matchesAction, type Statement } from './statements.rules.ts';
import { both, either, everything, nothing, type Reach, without } from '#kit/reach.ts';
import { isAboutThings } from './iam.rules.ts';

function ofStatement(one: Statement): Reach {
  if (one.resources.includes('*')) return everything;
  const names = one.resources.filter((name) => name !== 'self');
  return either([
    ...(one.resources.includes('self') ? [{ is: 'own' as const }] : []),
    ...(names.length === 0 ? [] : [{ is: 'named' as const, names }]),
  ]);
}
type ReachQuestion = { action: string; at: RequestCircumstances };
const ofEffect = (statements: readonly Statement[], effect: Statement['effect'], { action, at }: ReachQuestion): Reach =>
  either(
    statements
      .filter((one) => one.effect === effect && one.actions.some((pattern) => matchesAction(pattern, action)))
      .filter((one) => conditionHolds(one, at))
      .map(ofStatement),
  );

/** Everything that the person may do this to. */
export function reachOf(principal: Principal, people: PrincipalsById, sought: ReachQuestion): Reach {
  return reachWithout(principal, { people, sought, seen: new Set() });
}

type ReachWalk = { people: PrincipalsById; sought: ReachQuestion; seen: Set<string> };
function reachWithout(principal: Principal, walk: ReachWalk): Reach {
  if (principal.owner) return everything;
  const { sought } = walk;
  const denied = either(principal.sources.map((source) => ofEffect(source.statements, 'deny', sought)));
  if (denied.is === 'everything') return nothing;
  const edge = principal.boundary;
  const inside = edge === null ? everything : both([ofEffect(edge, 'allow', sought), without(ofEffect(edge, 'deny', sought))]);
  const allowed = principal.sources.map((source) => {
    const own = ofEffect(source.statements, 'allow', sought);
    if (own.is === 'nothing') return nothing;
    return both([own, ...source.grantors.map((id) => reachOfGrantor(id, principal, walk))]);
  });
  return both([either(allowed), inside, without(denied)]);
}
function reachOfGrantor(grantor: string, principal: Principal, walk: ReachWalk): Reach {
  const seen = new Set([...walk.seen, principal.userId]);
  const giver = walk.people.get(grantor);
  return giver === undefined || seen.has(grantor) || seen.size > longestChain ? nothing : reachWithout(giver, { ...walk, seen });
}

/** The names among `all` that the person may use on something; own things and named ones count even before there are any. */
export function scopeOf(
  principal: Principal,
  people: PrincipalsById,
  given: { all: readonly string[]; at: RequestCircumstances },
): string[] {
  return given.all.filter((action) =>
    isAboutThings(action)
      ? reachOf(principal, people, { action, at: given.at }).is !== 'nothing'
      : decide(principal, people, asking(action, given.at)).allowed,
  );
}
const asking = (action: string, at: RequestCircumstances): PolicyQuestion => ({ action, thing: accountItself, at });

/** True when no condition anywhere can change an answer from one request to the next. */
export const isSteady = (statements: readonly Statement[]): boolean => statements.every((one) => one.condition === undefined);
