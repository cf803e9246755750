/**
 * The limits that a plan can carry. A name that the product does not enforce yet has `held: null`, and no editor offers it: a limit
 * that does nothing is a promise that nobody keeps.
 */
import type { Entitlements } from '#core/accounts/accounts.rules.ts';

export type LimitKey = keyof Entitlements;
/** `bool`: included or not; the others are whole numbers, null = no limit. */
export type LimitKind = 'int' | 'bool';
export type LimitUnit = 'minutes' | 'gigabytes' | 'megabytes' | 'days';
/** What happens at the limit: refuse, warn first, begin nothing new, remove older things, or keep but hide them. */
export type LimitEnd = 'refuse' | 'warn' | 'nothing_new' | 'removed' | 'hidden';
type Limit = {
  held: LimitKey | null;
  kind: LimitKind;
  unit?: LimitUnit;
  end?: LimitEnd /** Smallest number that makes sense. */;
  least?: number;
};

/** By the name that customers' programs read in a refusal. */
export const limitTable = {
  'participants.concurrent_account': { held: 'peopleAtOnce', kind: 'int', end: 'refuse', least: 1 },
  'participants.per_meeting': { held: 'peoplePerMeeting', kind: 'int', end: 'refuse', least: 1 },
  'meetings.concurrent': { held: 'meetingsAtOnce', kind: 'int', end: 'refuse' },
  'meeting.duration_min': { held: 'minutesPerMeeting', kind: 'int', unit: 'minutes', end: 'refuse', least: 1 },
  'rooms.max': { held: 'rooms', kind: 'int', end: 'refuse' },
  'iam.users': { held: 'people', kind: 'int', end: 'refuse', least: 1 },
  'recording.enabled': { held: 'recordingAllowed', kind: 'bool' },
  'recording.storage_gb': { held: 'recordingGb', kind: 'int', unit: 'gigabytes', end: 'nothing_new' },
  'recording.retention_days': { held: 'recordingDays', kind: 'int', unit: 'days', end: 'removed', least: 1 },
  'api.rate_min': { held: 'callsPerMinute', kind: 'int', end: 'refuse' },
  'webhooks.max': { held: 'webhooks', kind: 'int', end: 'refuse' },
  'participant_minutes.month': { held: 'minutesPerMonth', kind: 'int', unit: 'minutes', end: 'warn' },
  'participant_minutes.beyond': { held: 'minutesBeyond', kind: 'bool' },
  'library.storage_gb': { held: 'libraryGb', kind: 'int', unit: 'gigabytes', end: 'refuse' },
  'file.max_mb': { held: 'fileMb', kind: 'int', unit: 'megabytes', end: 'refuse' },
  'pages.max': { held: 'filePages', kind: 'int', end: 'refuse' },
  'iam.groups': { held: 'groups', kind: 'int', end: 'refuse' },
  'api.enabled': { held: 'apiAllowed', kind: 'bool' },
  'api.keys': { held: 'accessKeys', kind: 'int', end: 'refuse' },
  'lti.enabled': { held: 'ltiAllowed', kind: 'bool' },
  'lti.platforms': { held: 'ltiPlatforms', kind: 'int', end: 'refuse' },
  branding: { held: 'branding', kind: 'bool' },
  custom_slug: { held: 'customSlug', kind: 'bool' },
  custom_domain: { held: 'customDomain', kind: 'bool' },
  remove_footer: { held: 'removeFooter', kind: 'bool' },
  sso: { held: null, kind: 'bool' },
  'audit.retention_days': { held: 'auditDays', kind: 'int', unit: 'days', end: 'hidden', least: 1 },
  'analytics.retention_days': { held: 'analyticsDays', kind: 'int', unit: 'days', end: 'hidden', least: 1 },
  'support.level': { held: 'prioritySupport', kind: 'bool' },
  'sla.first_response_min': { held: 'firstResponseMinutes', kind: 'int', unit: 'minutes' },
} as const satisfies Readonly<Record<string, Limit>>;

const table: Readonly<Record<string, Limit>> = limitTable;
export type EnforcedLimit = Limit & { name: string; key: LimitKey };
/** Those that the product keeps today, in the order in which they are shown. */
export const enforcedLimits: readonly EnforcedLimit[] = Object.entries(table).flatMap(([name, limit]) =>
  limit.held === null ? [] : [{ ...limit, name, key: limit.held }],
);
/** What most people choose a plan by: shown first where plans stand beside each other. */
export const mainLimitKeys: readonly LimitKey[] = ['peopleAtOnce', 'rooms', 'minutesPerMeeting', 'recordingGb', 'branding'];
/** Limits of which one more can be sold by the piece. */
export const seatKeys = ['peopleAtOnce', 'people', 'rooms', 'meetingsAtOnce', 'recordingGb'] as const;
export type SeatKey = (typeof seatKeys)[number];
/** Largest number that a limit can be set to. */
export const LIMIT_MAX = 1_000_000;

/** What is wrong with a value, or null. `undefined`: it is not set. */
export function limitTrouble(limit: EnforcedLimit, value: unknown): 'limit_kind' | 'limit_range' | null {
  if (limit.kind === 'bool') return typeof value === 'boolean' ? null : 'limit_kind';
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'limit_kind';
  return value < (limit.least ?? 0) || value > LIMIT_MAX ? 'limit_range' : null;
}
