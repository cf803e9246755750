import type { CreateRequest } from '@atrium/bbb/create-request';
import type { CreateModules } from '@atrium/bbb/modules';
import { GROUPS, type GroupSet, groupSet } from '#topics/groups/group-schemas.ts';

/** BBB knows no such module. */
const MODULE = 'atriumGroups';

function readList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** BBB's `groups`, as one set. The program knows ids alone; names come with the people. */
function setOfProgram({ groups }: CreateRequest): unknown {
  const named = groups.slice(0, GROUPS.most).map(({ name = '', roster = [] }) => ({
    name: [...name].slice(0, GROUPS.name).join(''),
    people: roster.slice(0, GROUPS.people).map((key) => ({ key, name: '' })),
  }));
  return { id: 'create', name: '', usedAt: null, groups: named };
}

/** Sets of groups that `create` brings. Those that make no sense are left out. */
export function preparedGroupsIn(request: CreateRequest, modules: CreateModules | undefined): GroupSet[] {
  const own = request.groups.length === 0 ? [] : [setOfProgram(request)];
  const sent = [...own, ...readList(modules?.others.get(MODULE) ?? '')];
  return sent
    .flatMap((set) => {
      const read = groupSet.safeParse(set);
      return read.success ? [read.data] : [];
    })
    .slice(0, GROUPS.sets);
}
