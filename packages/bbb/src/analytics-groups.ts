import { isRecord, numberIn, textIn, timeIn } from '#json-reading.ts';

/** A stay of one person in a breakout group. `group` is counted from 1; times are epoch milliseconds. */
export type AnalyticsGroupStay = {
  extUserId: string;
  name: string;
  group: number;
  /** Empty where nobody has named it. */
  groupName: string;
  from: number;
  to: number;
};

/** As our own engine writes it; BBB's statistics know no groups. */
export const groupStayBody = ({ extUserId, name, group, groupName, from, to }: AnalyticsGroupStay) => ({
  ext_user_id: extUserId,
  name,
  group,
  group_name: groupName,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Nothing where it is no stay. */
export function readGroupStay(one: unknown): AnalyticsGroupStay[] {
  if (!isRecord(one)) return [];
  const [extUserId, group] = [textIn(one, 'ext_user_id'), numberIn(one, 'group')];
  const [from, to] = [timeIn(one['from']), timeIn(one['to'])];
  if (extUserId === '' || !Number.isInteger(group) || group < 1 || from === undefined || to === undefined || to < from) return [];
  return [{ extUserId, name: textIn(one, 'name'), group, groupName: textIn(one, 'group_name'), from, to }];
}
