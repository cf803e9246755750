import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type ThingSources, useThingSources } from './blocks/group-slots.hook.ts';
import type { SharedThing, ThingKind, ThingRole } from './group-draft.hook.ts';
import { type IamSay, iamText } from './iam-text.hook.ts';

type GroupThing = Pick<SharedThing, 'kind' | 'id'>;
const keyOf = ({ kind, id }: GroupThing) => ['IAMUser', 'thing', kind, id];
/** The name of a thing as a query; null when it is gone or out of sight. */
export const thingNameQuery = (sources: ThingSources, { kind, id }: GroupThing) => ({
  queryKey: keyOf({ kind, id }),
  queryFn: () => sources[kind].nameOf(id),
});

/** Names of things; one that is deleted or not visible is shown by the end of its id. */
export function useThingNames(things: readonly GroupThing[]): (thing: GroupThing) => string {
  const say = iamText();
  const sources = useThingSources();
  const found = useQueries({
    queries: things.map((one) => thingNameQuery(sources, one)),
  });
  return ({ kind, id }) => {
    const at = found[things.findIndex((one) => one.kind === kind && one.id === id)];
    return at?.data === null ? say('groups.gone', { id: `\u2066…${id.slice(-6)}\u2069` }) : (at?.data ?? '…');
  };
}

/** Remembers names that were read from a list, so that they are not asked for again. */
export function useThingMemory(): (kind: ThingKind, named: readonly { id: string; name: string }[]) => void {
  const queries = useQueryClient();
  return (kind, named) => {
    for (const { id, name } of named) queries.setQueryData(keyOf({ kind, id }), name);
  };
}

/** A role in words; `as`: the word alone, or the sentence that explains it. */
export const roleWords = (
  say: IamSay,
  { kind, role, as }: { kind: ThingKind; role: ThingRole; as: 'Role' | 'RoleText' },
): string => say.maybe(`groups.${kind}${as}.${role}`) ?? role;
