/**
 * The decision: who may do what to which thing. Deny by default, an explicit deny wins, nobody passes on more than they hold.
 * Pure: the same code runs in a request, in the question why, and in the property tests.
 */
import type { ReachedThing } from '#kit/reach.ts';
import { type RequestCircumstances, conditionHolds } from './conditions.rules.ts';
import { matchesAction, type Statement } from './statements.rules.ts';

/** What is asked about: a recording is also its room's, and both have the room's tags. */
export type PolicyThing = ReachedThing;
/** Of the account itself, for actions that are about no single thing. */
export const accountItself: PolicyThing = { names: [], own: false };

/** Grants that were passed on through more hands than these count for nothing: each further one would multiply the work. */
export const longestChain = 5;

export type SourceKind = 'own' | 'preset' | 'set' | 'group';
/** Statements from one place. `grantors`: everybody who passed them on, each of whom must hold what they allow; ids of people. */
export type GrantSource = {
  kind: SourceKind;
  id: string;
  name: string;
  statements: readonly Statement[];
  grantors: readonly string[];
};
export type Principal = {
  userId: string;
  owner: boolean;
  sources: readonly GrantSource[];
  /** Null: none. What it does not allow is not allowed. */
  boundary: readonly Statement[] | null;
};
/** The people of an account by id; a missing one has no rights. */
export type PrincipalsById = ReadonlyMap<string, Principal>;

function matchesThing(pattern: string, thing: PolicyThing): boolean {
  if (pattern === '*') return true;
  return pattern === 'self' ? thing.own : thing.names.includes(pattern);
}
const counts = (one: Statement, action: string, at: RequestCircumstances) =>
  one.actions.some((pattern) => matchesAction(pattern, action)) && conditionHolds(one, at);
const applies = (one: Statement, asked: PolicyQuestion) =>
  one.resources.some((pattern) => matchesThing(pattern, asked.thing)) && counts(one, asked.action, asked.at);

export type PolicyQuestion = { action: string; thing: PolicyThing; at: RequestCircumstances };
export type PolicyDecision = {
  allowed: boolean;
  by: 'owner' | 'allow' | 'deny' | 'boundary' | 'grantor' | 'nothing';
  source: { kind: SourceKind | 'boundary'; id: string; name: string } | null;
  statementId: string | null;
};
/** Whether a statement says no, other than that nothing says yes. */
export const isRefusal = ({ allowed, by, statementId }: PolicyDecision): boolean =>
  !allowed && (by === 'deny' || (by === 'boundary' && statementId !== null));
const plain = (by: 'owner' | 'nothing'): PolicyDecision => ({ allowed: by === 'owner', by, source: null, statementId: null });
const named = ({ kind, id, name }: GrantSource) => ({ kind, id, name });

/** Whether the person may do it, and what decides. `people`: those whose grants count, for what was passed on. */
export function decide(principal: Principal, people: PrincipalsById, asked: PolicyQuestion): PolicyDecision {
  return decideWithout(principal, { people, asked, seen: new Set() });
}

type PolicyWalk = {
  people: PrincipalsById;
  asked: PolicyQuestion /** A grant that leads back to itself comes from nowhere. */;
  seen: Set<string>;
};

function decideWithout(principal: Principal, walk: PolicyWalk): PolicyDecision {
  if (principal.owner) return plain('owner');
  const { asked } = walk;
  for (const source of principal.sources) {
    const no = source.statements.find((one) => one.effect === 'deny' && applies(one, asked));
    if (no !== undefined) return { allowed: false, by: 'deny', source: named(source), statementId: no.id };
  }
  const edge = principal.boundary === null ? null : insideOf(principal.boundary, asked);
  if (edge !== null) return edge;
  let refused: PolicyDecision | null = null;
  for (const source of principal.sources) {
    const yes = source.statements.find((one) => one.effect === 'allow' && applies(one, asked));
    if (yes === undefined) continue;
    const found: PolicyDecision = { allowed: true, by: 'allow', source: named(source), statementId: yes.id };
    if (source.grantors.every((id) => holds(id, principal, walk))) return found;
    refused ??= { ...found, allowed: false, by: 'grantor' };
  }
  return refused ?? plain('nothing');
}

/** Null: the boundary lets it pass. */
function insideOf(boundary: readonly Statement[], asked: PolicyQuestion): PolicyDecision | null {
  const matching = boundary.filter((one) => applies(one, asked));
  const no = matching.find((one) => one.effect === 'deny');
  if (no === undefined && matching.length > 0) return null;
  return { allowed: false, by: 'boundary', source: { kind: 'boundary', id: '', name: '' }, statementId: no?.id ?? null };
}

function holds(grantor: string, principal: Principal, walk: PolicyWalk): boolean {
  const seen = new Set([...walk.seen, principal.userId]);
  if (seen.has(grantor) || seen.size > longestChain) return false;
  const giver = walk.people.get(grantor);
  return giver !== undefined && decideWithout(giver, { ...walk, seen }).allowed;
}
