import type { Statement } from '../statements.rules.ts';

export const thingKinds = ['room', 'recording'] as const;
export type ThingKind = (typeof thingKinds)[number];
/** `look`: see it; `start`: hold meetings there; `lead`: change it, too. */
export type ThingRole = 'look' | 'start' | 'lead';
/** From the narrowest to the widest. */
export const thingRoles: Readonly<Record<ThingKind, readonly ThingRole[]>> = {
  room: ['look', 'start', 'lead'],
  recording: ['look', 'lead'],
};
export type SharedThing = { kind: ThingKind; id: string; role: ThingRole };

/** A group as its form holds it; `others` are statements that the form shows as rules of their own. */
export type GroupDraft = {
  name: string;
  description: string;
  /** What a sign-in provider calls the group whose people are in this one; empty: nothing. */
  claim: string;
  things: SharedThing[];
  actions: string[];
  sets: string[];
  others: Statement[];
};

const lookAtRoom = ['rooms.view', 'meetings.view', 'recordings.view'];
const startRoom = [...lookAtRoom, 'rooms.start', 'meetings.end'];
const watch = ['recordings.view', 'recordings.play'];
const given: Readonly<Record<ThingKind, Partial<Record<ThingRole, readonly string[]>>>> = {
  room: { look: lookAtRoom, start: startRoom, lead: [...startRoom, 'rooms.edit', 'attendance.view', 'recordings.edit'] },
  recording: { look: watch, lead: [...watch, 'recordings.edit'] },
};

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one));
const isPlain = (one: Statement) => one.effect === 'allow' && one.condition === undefined;

/** The things that a statement shares in one of the roles; null: it says something else. */
function thingsIn(one: Statement): SharedThing[] | null {
  if (!isPlain(one)) return null;
  for (const kind of thingKinds) {
    const role = thingRoles[kind].find((name) => same(given[kind][name] ?? [], one.actions));
    if (role !== undefined && one.resources.every((text) => text.startsWith(`${kind}/`)))
      return one.resources.map((text) => ({ kind, role, id: text.slice(kind.length + 1) }));
  }
  return null;
}
const keyOf = ({ kind, id }: SharedThing) => `${kind}/${id}`;
/** One line a thing: of several roles the widest counts. */
function widest(things: readonly SharedThing[]): SharedThing[] {
  const ranks = thingRoles.room;
  const best = new Map<string, SharedThing>();
  for (const one of things) {
    const before = best.get(keyOf(one));
    if (before === undefined || ranks.indexOf(before.role) < ranks.indexOf(one.role)) best.set(keyOf(one), one);
  }
  return [...best.values()];
}

type GroupValues = {
  name: string;
  description: string;
  claim: string | null;
  statements: readonly Statement[];
  sets: readonly { id: string }[];
};
/** What an existing group says, or an empty one. */
export function groupDraftOf(group: GroupValues | null): GroupDraft {
  const statements = group?.statements ?? [];
  const areas = statements.find((one) => isPlain(one) && same(one.resources, ['*']));
  const shares = statements.filter((one) => thingsIn(one) !== null);
  return {
    name: group?.name ?? '',
    description: group?.description ?? '',
    claim: group?.claim ?? '',
    things: widest(shares.flatMap((one) => thingsIn(one) ?? [])),
    actions: areas?.actions ?? [],
    sets: (group?.sets ?? []).map(({ id }) => id),
    others: statements.filter((one) => one !== areas && !shares.includes(one)),
  };
}

type GroupGrantDraft = Pick<GroupDraft, 'things' | 'actions' | 'others'>;
/** The statements that the form says. Their ids differ from those of the other rules. */
export function statementsOfGroup({ things, actions, others }: GroupGrantDraft): Statement[] {
  const taken = new Set(others.map((one) => one.id));
  const free = (id: string): string => (taken.has(id) ? free(`${id}-`) : id);
  const shares = thingKinds.flatMap((kind) =>
    thingRoles[kind].flatMap((role): Statement[] => {
      const resources = things.filter((one) => one.kind === kind && one.role === role).map(keyOf);
      if (resources.length === 0) return [];
      return [{ id: free(`${kind}-${role}`), effect: 'allow', actions: [...(given[kind][role] ?? [])], resources }];
    }),
  );
  const areas: Statement[] = actions.length === 0 ? [] : [{ id: free('areas'), effect: 'allow', actions, resources: ['*'] }];
  return [...shares, ...areas, ...others];
}
