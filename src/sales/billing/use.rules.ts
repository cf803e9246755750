/** Which limits the plan's page tells the use of, and in which order. */

/** Numbers, in groups as they are shown. */
export const useGroups = {
  meetings: ['meetingsAtOnce', 'peopleAtOnce', 'peoplePerMeeting', 'minutesPerMeeting', 'minutesPerMonth', 'analyticsDays'],
  account: ['rooms', 'people', 'groups', 'auditDays'],
  recordings: ['recordingGb', 'recordingDays'],
  library: ['libraryGb', 'fileMb', 'filePages'],
  programs: ['callsPerMinute', 'webhooks', 'accessKeys', 'ltiPlatforms'],
} as const;
/** Those that say how far back something is read. */
export const backKeys = ['auditDays', 'analyticsDays'] as const;
export type UseGroup = keyof typeof useGroups;
export const useGroupNames = ['meetings', 'account', 'recordings', 'library', 'programs'] as const satisfies readonly UseGroup[];
export const useKeys = [
  ...useGroups.meetings,
  ...useGroups.account,
  ...useGroups.recordings,
  ...useGroups.library,
  ...useGroups.programs,
] as const;
export type UseKey = (typeof useKeys)[number];
/** What a plan has or has not. */
export const includedKeys = [
  'recordingAllowed',
  'apiAllowed',
  'minutesBeyond',
  'branding',
  'customSlug',
  'customDomain',
  'removeFooter',
  'prioritySupport',
  'ltiAllowed',
] as const;

/** `used` null: it is not counted here; `max` null: no limit. */
export type UseFigure = { key: UseKey; used: number | null; max: number | null };

/** Share from which a limit counts as near its end. */
const near = 0.8;
/** How much of it is used; what nobody uses, or has no limit, is nothing. */
export function shareOf({ used, max }: Pick<UseFigure, 'used' | 'max'>): number {
  if (max === null || used === null || used <= 0) return 0;
  return max <= 0 ? 1 : used / max;
}
export const isNear = (one: Pick<UseFigure, 'used' | 'max'>): boolean => shareOf(one) >= near;

/** Limits that the page shows without being asked. */
const SHOWN = 3;
/** Those nearest their end, the fullest first, and the rest by group. All that are near it are shown, how many they may be. Groups without any are left out. */
export function usageShown<One extends UseFigure>(
  use: readonly One[],
): { first: One[]; rest: { group: UseGroup; items: One[] }[] } {
  const counted = use.filter(({ used, max }) => used !== null && max !== null);
  const fullest = counted.sort((one, other) => shareOf(other) - shareOf(one));
  const first = fullest.slice(0, Math.max(SHOWN, fullest.filter(isNear).length));
  const rest = useGroupNames.map((group) => {
    const keys: readonly string[] = useGroups[group];
    return { group, items: use.filter((one) => keys.includes(one.key) && !first.includes(one)) };
  });
  return { first, rest: rest.filter(({ items }) => items.length > 0) };
}
