import type { AccountDetail } from '../account-views.contract.ts';
import { LIMIT_MAX, limitKeys, type LimitKey, limitSwitches, type LimitSwitch } from '../admin.rules.ts';

/** What stands in a field that has no limit; nobody types it. */
export const NO_LIMIT = '∞';
/** Empty = the standard. */
export type LimitsDraft = Record<LimitKey, string> & Record<LimitSwitch, boolean>;
export type StandardLimits = AccountDetail['standard'];
type AccountLimits = AccountDetail['limits'];

const shown = (value: number | null | undefined): string =>
  value === undefined ? '' : value === null ? NO_LIMIT : String(value);
export function limitsDraftOf(limits: AccountLimits, standard: StandardLimits): LimitsDraft {
  return {
    rooms: shown(limits.rooms),
    people: shown(limits.people),
    meetingsAtOnce: shown(limits.meetingsAtOnce),
    peopleAtOnce: shown(limits.peopleAtOnce),
    peoplePerMeeting: shown(limits.peoplePerMeeting),
    minutesPerMeeting: shown(limits.minutesPerMeeting),
    recordingGb: shown(limits.recordingGb),
    recordingDays: shown(limits.recordingDays),
    minutesPerMonth: shown(limits.minutesPerMonth),
    groups: shown(limits.groups),
    webhooks: shown(limits.webhooks),
    accessKeys: shown(limits.accessKeys),
    ltiPlatforms: shown(limits.ltiPlatforms),
    callsPerMinute: shown(limits.callsPerMinute),
    auditDays: shown(limits.auditDays),
    analyticsDays: shown(limits.analyticsDays),
    libraryGb: shown(limits.libraryGb),
    fileMb: shown(limits.fileMb),
    filePages: shown(limits.filePages),
    firstResponseMinutes: shown(limits.firstResponseMinutes),
    recordingAllowed: limits.recordingAllowed ?? standard.recordingAllowed ?? true,
    minutesBeyond: limits.minutesBeyond ?? standard.minutesBeyond ?? true,
    apiAllowed: limits.apiAllowed ?? standard.apiAllowed ?? true,
    branding: limits.branding ?? standard.branding ?? true,
    customSlug: limits.customSlug ?? standard.customSlug ?? true,
    customDomain: limits.customDomain ?? standard.customDomain ?? true,
    removeFooter: limits.removeFooter ?? standard.removeFooter ?? true,
    prioritySupport: limits.prioritySupport ?? standard.prioritySupport ?? true,
    ltiAllowed: limits.ltiAllowed ?? standard.ltiAllowed ?? true,
  };
}

/** The limits to send: what is empty, or as the standard has it, is left out. */
export function limitsOf(draft: LimitsDraft, standard: StandardLimits): AccountLimits {
  const figures = Object.fromEntries(
    limitKeys.flatMap((key) => {
      const text = draft[key].trim();
      return text === '' ? [] : [[key, text === NO_LIMIT ? null : Number(text)]];
    }),
  );
  const switched = limitSwitches.filter((key) => draft[key] !== (standard[key] ?? true));
  return { ...figures, ...Object.fromEntries(switched.map((key) => [key, draft[key]])) };
}

/** Field → code of what is wrong. */
export function limitsTrouble(draft: LimitsDraft): Partial<Record<LimitKey, string>> {
  return Object.fromEntries(
    limitKeys.flatMap((key) => {
      const text = draft[key].trim();
      if (text === '' || text === NO_LIMIT) return [];
      return /^\d{1,8}$/.test(text) && Number(text) <= LIMIT_MAX ? [] : [[key, 'not_a_number']];
    }),
  );
}
