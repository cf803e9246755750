/** What putting a tag on a thing, or taking one off, would give away. */
import { type Reach, reaches } from '#kit/reach.ts';
import { isAboutThings } from './iam.rules.ts';
import { matchesAction, type Statement } from './policy.rules.ts';
import { tagChange, tagName } from './tags.rules.ts';

const speaksOf = (one: Statement, keys: readonly string[]) => keys.some((key) => one.resources.includes(tagName(key)));
const about = (one: Statement, actions: readonly string[]) =>
  actions.filter((name) => isAboutThings(name) && one.actions.some((pattern) => matchesAction(pattern, name)));

/** The thing that is tagged, as its tagger stands to it. */
export type Tagged = {
  /** Without its tags. */
  names: readonly string[];
  /** Keys of its tags; null: it is just being made. */
  before: readonly string[] | null;
  after: readonly string[];
  own: (action: string) => boolean;
  /** Who has all of these over it has that action, too. */
  instead: Readonly<Record<string, readonly string[]>>;
};

/** Single things inside that the formula speaks of: a right that leaves one of them out does not reach the whole. */
function inside(reach: Reach): string[] {
  if (reach.is === 'named') return reach.names.filter((name) => name.startsWith('recording/'));
  if (reach.is === 'not') return inside(reach.of);
  return reach.is === 'and' || reach.is === 'or' ? reach.of.flatMap(inside) : [];
}

/** `actions`: all of the account's kind; `hand`: what the tagger reaches with each. */
export type Tagger = { actions: readonly string[]; hand: (action: string) => Reach };

/** Whether the tagger has the thing with everything in it, both as it is tagged now and as it will be. */
function has(thing: Tagged, tagger: Tagger, action: string): boolean {
  const reach = tagger.hand(action);
  const parts = ['', ...inside(reach)];
  const states = thing.before === null ? [thing.after] : [thing.before, thing.after];
  const whole = states.every((keys) =>
    parts.every((part) => reaches(reach, { names: [part, ...thing.names, ...keys.map(tagName)], own: thing.own(action) })),
  );
  return whole || (thing.instead[action]?.every((name) => has(thing, tagger, name)) ?? false);
}

/** `beyond`: it passes on an action that the tagger does not hold there; `frees`: it takes away what holds somebody back. */
export type TagVerdict = { verdict: 'fine' } | { verdict: 'beyond'; action: string } | { verdict: 'frees' };

/**
 * Whether the change passes on more than the tagger holds. What statements allow for a tag that is put on must be the tagger's for
 * that very thing, before and after. `hanging`: every statement of the account that names one of the tags, boundaries included.
 */
export function tagVerdict(hanging: readonly Statement[], thing: Tagged, tagger: Tagger): TagVerdict {
  const { add, drop } = tagChange(thing.before ?? [], thing.after);
  for (const one of hanging) {
    if (one.effect === 'deny' || !speaksOf(one, add)) continue;
    const action = about(one, tagger.actions).find((name) => !has(thing, tagger, name));
    if (action !== undefined) return { verdict: 'beyond', action };
  }
  const frees = hanging.some((one) => one.effect === 'deny' && speaksOf(one, drop) && about(one, tagger.actions).length > 0);
  return { verdict: frees ? 'frees' : 'fine' };
}
