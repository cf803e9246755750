/** State machines as data: which event leads from which state to which other, and what has to be true for it. */

/** `guards`: names of conditions, all of which have to hold. `from` null: the thing is made by it. */
export type Transition<S extends string, E extends string, G extends string> = {
  from: S | null;
  on: E;
  to: S;
  guards?: readonly G[];
};
export type Machine<S extends string, E extends string, G extends string> = {
  states: readonly S[];
  /** Nothing leads out of these. */
  final: readonly S[];
  events: readonly E[];
  transitions: readonly Transition<S, E, G>[];
};

function transitionOf<S extends string, E extends string, G extends string>(
  { transitions }: Machine<S, E, G>,
  from: S | null,
  on: E,
): Transition<S, E, G> | null {
  return transitions.find((one) => one.from === from && one.on === on) ?? null;
}

/** Where an event leads to from a state; null: nowhere, it is impossible there. Conditions are not asked. */
export const step = <S extends string, E extends string, G extends string>(
  machine: Machine<S, E, G>,
  from: S | null,
  on: E,
): S | null => transitionOf(machine, from, on)?.to ?? null;

export type Advance<S extends string, G extends string> =
  | { kind: 'to'; state: S }
  | { kind: 'refused'; why: 'no_such_step' }
  | { kind: 'refused'; why: 'guarded'; guard: G };

/** The same with its conditions: `holds` answers for each name. Returns the first that does not hold. */
export function advance<S extends string, E extends string, G extends string>(
  machine: Machine<S, E, G>,
  { from, on }: { from: S | null; on: E },
  holds: Readonly<Record<G, boolean>>,
): Advance<S, G> {
  const found = transitionOf(machine, from, on);
  if (found === null) return { kind: 'refused', why: 'no_such_step' };
  const guard = found.guards?.find((name) => !holds[name]);
  return guard === undefined ? { kind: 'to', state: found.to } : { kind: 'refused', why: 'guarded', guard };
}

/** Every way between two states, as `from>to`, in the order of the transitions. */
export const edgesOf = <S extends string, E extends string, G extends string>({ transitions }: Machine<S, E, G>): string[] => [
  ...new Set(transitions.flatMap(({ from, to }) => (from === null ? [] : [`${from}>${to}`]))),
];

/** The states from which a step leads to this one: updates may overwrite only these. */
export const sourcesOf = <S extends string, E extends string, G extends string>(
  { transitions }: Machine<S, E, G>,
  to: S,
): S[] => [...new Set(transitions.flatMap((one) => (one.to === to && one.from !== null ? [one.from] : [])))];
