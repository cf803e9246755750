import { parseRange } from '#kit/ranges.ts';
import { localOf, msOf } from '#kit/ui/local-moment.ts';
import type { Condition } from '../conditions.rules.ts';
import { countsIn, type Statement, type StatementScope } from '../statements.rules.ts';
import { keyInName, tagName } from '../tags.rules.ts';

/** A statement as its form holds it. */
export type StatementDraft = {
  effect: Statement['effect'];
  actions: string[];
  scope: StatementScope;
  alsoOwn: boolean;
  /** Ids of rooms. */
  rooms: string[];
  /** Keys of tags. */
  tags: string[];
  /** What the form has no field for; it stays as it is. */
  others: string[];
  mfa: boolean;
  ranges: string;
  when: 'always' | 'weekly';
  days: number[];
  from: string;
  to: string;
  zone: string;
  /** Day and minute in the reader's zone as a browser's field holds it; empty: no end. */
  ends: string;
};

export const rangesIn = (text: string): string[] => text.split(/[\s,;،]+/).filter((one) => one !== '');
const roomIn = (resource: string): string | null => (resource.startsWith('room/') ? resource.slice('room/'.length) : null);

/** What an existing statement says, or a new one that allows something everywhere. */
export function draftOf(statement: Statement | null, zone: string): StatementDraft {
  const resources = statement?.resources ?? ['*'];
  const condition = statement?.condition ?? {};
  const rooms = resources.map(roomIn).filter((id) => id !== null);
  const tags = resources.map(keyInName).filter((key) => key !== null);
  const others = resources.filter((one) => one !== '*' && one !== 'self' && roomIn(one) === null && keyInName(one) === null);
  const onlyOwn = resources.every((one) => one === 'self');
  return {
    effect: statement?.effect ?? 'allow',
    actions: statement?.actions ?? [],
    scope: resources.includes('*') ? 'all' : onlyOwn ? 'own' : 'some',
    alsoOwn: resources.includes('self') && !onlyOwn,
    rooms,
    tags,
    others,
    mfa: condition.mfa === true,
    ranges: (condition.ip ?? []).join('\n'),
    when: condition.time === undefined ? 'always' : 'weekly',
    days: condition.time?.days ?? [1, 2, 3, 4, 5],
    from: condition.time?.from ?? '08:00',
    to: condition.time?.to ?? '17:00',
    zone: condition.time?.zone ?? zone,
    ends: condition.expires === undefined ? '' : localOf(condition.expires, zone),
  };
}

const resourcesOf = ({ scope, alsoOwn, rooms, tags, others }: StatementDraft): string[] => {
  if (scope === 'all') return ['*'];
  return scope === 'own'
    ? ['self']
    : [...rooms.map((id) => `room/${id}`), ...tags.map(tagName), ...others, ...(alsoOwn ? ['self'] : [])];
};
function conditionOf(draft: StatementDraft, zone: string): Condition | null {
  const expires = msOf(draft.ends, zone);
  const ip = rangesIn(draft.ranges);
  const condition: Condition = {
    ...(draft.mfa && { mfa: true as const }),
    ...(ip.length > 0 && { ip }),
    ...(draft.when === 'weekly' && { time: { days: draft.days.toSorted(), from: draft.from, to: draft.to, zone: draft.zone } }),
    ...(expires !== null && { expires }),
  };
  return Object.keys(condition).length === 0 ? null : condition;
}
/** The statement that the form says; `zone` is the reader's. */
export function statementOf(draft: StatementDraft, { id, zone }: { id: string; zone: string }): Statement {
  const condition = conditionOf(draft, zone);
  return {
    id,
    effect: draft.effect,
    actions: draft.actions.filter((action) => countsIn(draft.scope, action)),
    resources: resourcesOf(draft),
    ...(condition !== null && { condition }),
  };
}

/** Field → code of what is wrong. `now` is epoch milliseconds. */
export function statementTrouble(draft: StatementDraft, { zone, now }: { zone: string; now: number }): Record<string, string> {
  const { condition, actions, resources } = statementOf(draft, { id: 'new', zone });
  const time = condition?.time;
  return {
    ...(actions.length === 0 && { actions: 'no_actions' }),
    ...(resources.length === 0 && { rooms: 'no_rooms' }),
    ...(rangesIn(draft.ranges).some((one) => parseRange(one) === null) && { ranges: 'not_a_range' }),
    ...(time !== undefined && (time.days.length === 0 || time.from === '' || time.to === '') && { days: 'no_days' }),
    ...(condition?.expires !== undefined && condition.expires <= now && { ends: 'in_the_past' }),
  };
}
