/** What putting a tag on a thing, or taking one off, would give away. */
import { type Reach, reaches } from '#kit/reach.ts';
import { isAboutThings } from './iam.rules.ts';
import { matchesAction, type Statement } from './statements.rules.ts';
import { tagChange, tagName } from './tags.rules.ts';

const speaksOf = (one: Statement, names: readonly string[]) => names.some((name) => one.resources.includes(name));
const about = (one: Statement, actions: readonly string[]) =>
  actions.filter((name) => isAboutThings(name) && one.actions.some((pattern) => matchesAction(pattern, name)));

/** The thing that is tagged, as its tagger stands to it. */
export type TaggedThing = {
  /** Without its tags. */
  names: readonly string[];
  /** Keys of its tags; null: it is just being made. */
  before: readonly string[] | null;
  after: readonly string[];
  /** Whether it counts as the tagger's own for the action when it has tags of these keys. */
  own: (action: string, keys: readonly string[]) => boolean;
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
export type TagRights = { actions: readonly string[]; hand: (action: string) => Reach };

/** Whether the tagger has the thing with everything in it, both as it is tagged now and as it will be. */
export function has(thing: TaggedThing, tagger: TagRights, action: string): boolean {
  const reach = tagger.hand(action);
  const parts = ['', ...inside(reach)];
  const states = thing.before === null ? [thing.after] : [thing.before, thing.after];
  const whole = states.every((keys) => {
    const own = thing.own(action, keys);
    return parts.every((part) => reaches(reach, { names: [part, ...thing.names, ...keys.map(tagName)], own }));
  });
  return whole || (thing.instead[action]?.every((name) => has(thing, tagger, name)) ?? false);
}

/** `beyond`: it passes on an action that the tagger does not hold there; `frees`: it takes away what holds somebody back. */
export type TagVerdict = { verdict: 'fine' } | { verdict: 'beyond'; action: string } | { verdict: 'frees' };

/**
 * Whether the change passes on more than the tagger holds. What statements allow for a tag that is put on must be the tagger's for
 * that very thing, before and after. `hanging`: every statement of the account that names one of the tags, boundaries included.
 */
export function tagVerdict(hanging: readonly Statement[], thing: TaggedThing, tagger: TagRights): TagVerdict {
  const { add, drop } = tagChange(thing.before ?? [], thing.after);
  const given = hanging.filter((one) => one.effect === 'allow' && speaksOf(one, add.map(tagName)));
  const actions = new Set(given.flatMap((one) => about(one, tagger.actions)));
  for (const action of actions) if (!has(thing, tagger, action)) return { verdict: 'beyond', action };
  return { verdict: frees(hanging, drop.map(tagName), tagger.actions) ? 'frees' : 'fine' };
}

/** Whether somebody is held back from something by one of these names, and no more once it goes. `hanging`: statements that name them. */
export const frees = (hanging: readonly Statement[], names: readonly string[], actions: readonly string[]): boolean =>
  hanging.some((one) => one.effect === 'deny' && speaksOf(one, names) && about(one, actions).length > 0);
