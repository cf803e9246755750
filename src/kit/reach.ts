/** A set of things as a formula: asked of one thing here, turned into SQL by lists. */

/** `names`: the thing and what it belongs to (`room/<id>`); `own`: the asker's own. */
export type ReachedThing = { names: readonly string[]; own: boolean };

/** `own`: the asker's own things; `named`: those of these names (`room/<id>`). */
export type Reach =
  | { is: 'everything' }
  | { is: 'nothing' }
  | { is: 'own' }
  | { is: 'named'; names: readonly string[] }
  | { is: 'and'; of: readonly Reach[] }
  | { is: 'or'; of: readonly Reach[] }
  | { is: 'not'; of: Reach };

export const everything: Reach = { is: 'everything' };
export const nothing: Reach = { is: 'nothing' };

export function either(parts: readonly Reach[]): Reach {
  if (parts.some((one) => one.is === 'everything')) return everything;
  const left = parts.filter((one) => one.is !== 'nothing');
  const names = left.flatMap((one) => (one.is === 'named' ? one.names : []));
  const rest = left.filter((one) => one.is !== 'named' && one.is !== 'own');
  const of: Reach[] = [
    ...(left.some((one) => one.is === 'own') ? [{ is: 'own' as const }] : []),
    ...(names.length === 0 ? [] : [{ is: 'named' as const, names: [...new Set(names)] }]),
    ...rest,
  ];
  const [first] = of;
  if (first === undefined) return nothing;
  return of.length === 1 ? first : { is: 'or', of };
}
export function both(parts: readonly Reach[]): Reach {
  if (parts.some((one) => one.is === 'nothing')) return nothing;
  const of = parts.filter((one) => one.is !== 'everything');
  const [first] = of;
  if (first === undefined) return everything;
  return of.length === 1 ? first : { is: 'and', of };
}
export function without(reach: Reach): Reach {
  if (reach.is === 'everything') return nothing;
  return reach.is === 'nothing' ? everything : { is: 'not', of: reach };
}

/** Whether the thing lies in it. */
export function reaches(reach: Reach, thing: ReachedThing): boolean {
  if (reach.is === 'everything' || reach.is === 'nothing') return reach.is === 'everything';
  if (reach.is === 'own') return thing.own;
  if (reach.is === 'named') return reach.names.some((name) => thing.names.includes(name));
  if (reach.is === 'not') return !reaches(reach.of, thing);
  return reach.is === 'and' ? reach.of.every((one) => reaches(one, thing)) : reach.of.some((one) => reaches(one, thing));
}

/** A person's rights over single things, for one request. */
export type ActorPolicy = {
  may: (action: string, thing: ReachedThing) => boolean;
  reach: (action: string) => Reach;
  /** An explicit no, for what people may do without having been given it. */
  denies?: (action: string, thing: ReachedThing) => boolean;
};
