import { useDayText, useTimeText } from '#kit/ui/time.tsx';
import type { Condition } from '../conditions.rules.ts';
import type { Statement } from '../statements.rules.ts';
import { type IamSay, iamText } from './iam-text.hook.ts';

/** `rooms` in words; a name that nobody knows stays as it is. */
export const areaWords = (say: IamSay, area: string): string => say.maybe(`sets.area.${area}`) ?? area;
export const areaOf = (action: string): string => action.slice(0, action.indexOf('.'));
/** Permissions by area, in their order. */
export const byArea = <T extends { name: string }>(names: readonly T[]): [string, T[]][] => [
  ...Map.groupBy(names, ({ name }) => areaOf(name)),
];

/** Rights over what belongs to colleagues. */
const forColleagues: readonly string[] = ['rooms.manage', 'recordings.manage'];
export const verbWords = (say: IamSay, action: string): string => {
  const verb = forColleagues.includes(action) ? 'manageAll' : action.slice(action.indexOf('.') + 1);
  return say.maybe(`sets.verb.${verb}`) ?? verb;
};
/** `rooms.edit`, `rooms.*` or `*` in words. */
export function actionWords(say: IamSay, pattern: string): string {
  if (pattern === '*') return say('sets.everything');
  const [area = ''] = pattern.split('.');
  return pattern.endsWith('.*')
    ? say('sets.allOf', { area: areaWords(say, area) })
    : say('sets.named', { area: areaWords(say, area), verb: verbWords(say, pattern) });
}

/** Names of weekdays, 1 (Monday) to 7, in the reader's language. */
export function useDayNames(): (day: number) => string {
  const text = useDayText();
  // 2024 began on a Monday
  return (day) => text(`2024-01-0${day}`, 'shortWeekday');
}

/** What a condition asks for, a part each. */
export function useConditionWords(): (condition: Condition | undefined) => string[] {
  const say = iamText();
  const day = useDayNames();
  const time = useTimeText();
  return (condition) => [
    ...(condition?.mfa === true ? [say('sets.withMfa')] : []),
    ...(condition?.ip === undefined ? [] : [say('sets.fromAddresses', { ranges: `\u2066${condition.ip.join(', ')}\u2069` })]),
    ...(condition?.time === undefined
      ? []
      : [
          say('sets.inWindow', {
            days: condition.time.days.map(day).join(', '),
            hours: `\u2066${condition.time.from}–${condition.time.to}\u2069`,
            zone: `\u2066${condition.time.zone.replaceAll('_', ' ')}\u2069`,
          }),
        ]),
    ...(condition?.expires === undefined ? [] : [say('sets.until', { when: time(condition.expires, 'full') })]),
  ];
}

export const actionsWords = (say: IamSay, { actions }: Pick<Statement, 'actions'>): string =>
  actions.map((action) => actionWords(say, action)).join(', ');
