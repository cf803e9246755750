/** Decisions about scheduled meetings that both sides ask: limits, the form of times and repeat rules, what a plan allows. */

export const scheduleLimits = {
  title: { min: 1, max: 120 },
  description: 2000,
  minutes: { min: 5, max: 1440 },
  lobbyMinutes: 60,
  /** Minutes before the start, at most a week. */
  reminderMinutes: 10_080,
  invitees: 100,
  /** New addresses that an account may invite within 24 hours. */
  inviteesPerDay: 500,
  /** Mails about changes that one address gets from an account in an hour: at once, and from then on as one for each meeting and pause. */
  quietSeconds: 60,
  changeMails: { direct: 6, held: 12, holdSeconds: 600 },
  /** Every so many days, weeks, months or years. */
  interval: 99,
  /** Dates of a series with a number of them. */
  count: 730,
  /** Series of one account that are not over. */
  series: 5000,
  /** Exceptions of one series. */
  exceptions: 400,
  /** Dates of one day that the month shows. */
  perDay: 4,
  /** Days of the longest range that is asked for at once: six weeks. */
  days: 42,
  /** People whose meetings are asked for at once, and days of the range. */
  busyPeople: 50,
  busyDays: 31,
  /** How far ahead dates are there, and how long past ones are kept, in days. */
  ahead: 400,
  behind: 400,
  /** Days after which a link to answer an invitation opens nothing, counted from the end of the last date. */
  linkDays: 7,
  /** Characters of a calendar file, and meetings of it that are imported with one call. */
  calendarFile: 2_000_000,
  importedAtOnce: 20,
} as const;

/** How much of a series a change is about. */
export const changeScopes = ['this', 'following', 'all'] as const;
export type ChangeScope = (typeof changeScopes)[number];

export const inviteeAnswers = ['none', 'accepted', 'declined', 'tentative'] as const;
export type InviteeAnswer = (typeof inviteeAnswers)[number];

export const repeatUnits = ['day', 'week', 'month', 'year'] as const;
export type RepeatUnit = (typeof repeatUnits)[number];
/** By RFC 5545, Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];
/** `day`: the same day of the month; `weekday`: the same weekday, such as the second Tuesday, and the last one when it is the fifth. */
export const monthlyKinds = ['day', 'weekday'] as const;

/** Without `until` and `count` it has no end. */
export type RepeatRule = {
  every: number;
  unit: RepeatUnit;
  /** Of a week; empty for other units. */
  days: Weekday[];
  monthly: (typeof monthlyKinds)[number];
  /** The last day, YYYY-MM-DD in the meeting's zone. */
  until: string | null;
  count: number | null;
};

/** Why a plan or room would not let the meeting run as it is planned. Shown, not refused: a plan can change until then. */
export const planWarnings = [
  'longer_than_allowed',
  'more_people_than_allowed',
  'more_at_once_than_allowed',
  'room_taken',
] as const;
export type PlanWarning = (typeof planWarnings)[number];

export type StartLimits = { maxPeople: number | null; maxMinutes: number | null; atOnce: number | null };
/** By the rules of start: the smaller of what the room and the plan allow. */
export function startLimits(
  room: { maxPeople: number | null; maxMinutes: number | null },
  plan: { peoplePerMeeting: number | null; minutesPerMeeting: number | null; meetingsAtOnce: number | null },
): StartLimits {
  const smaller = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));
  return {
    maxPeople: smaller(room.maxPeople, plan.peoplePerMeeting),
    maxMinutes: smaller(room.maxMinutes, plan.minutesPerMeeting),
    atOnce: plan.meetingsAtOnce,
  };
}

/** `people`: with the one who plans it. `sameTime`: other dates of the account at that time, `sameRoom`: those in this room. */
export type PlannedUse = { people: number; minutes: number; sameTime: number; sameRoom: number };
export function warningsOf(use: PlannedUse, limits: StartLimits): { warning: PlanWarning; max: number | null; wanted: number }[] {
  const over = (warning: PlanWarning, wanted: number, max: number | null) =>
    max !== null && wanted > max ? [{ warning, max, wanted }] : [];
  return [
    ...over('longer_than_allowed', use.minutes, limits.maxMinutes),
    ...over('more_people_than_allowed', use.people, limits.maxPeople),
    ...over('more_at_once_than_allowed', use.sameTime + 1, limits.atOnce),
    ...(use.sameRoom > 0 ? [{ warning: 'room_taken' as const, max: null, wanted: use.sameRoom }] : []),
  ];
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
/** A day of the calendar as YYYY-MM-DD, in years that people plan. */
export function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = dayPattern.exec(text) ?? [];
  if (year < '2000' || year > '2200') return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
/** Wall-clock time without a zone: YYYY-MM-DDTHH:MM. */
export const isWallTime = (text: string): boolean => /^.{10}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10));

export const weekdayOf = (day: string): Weekday => {
  const at = (new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
  return weekdays[at] ?? 'MO';
};

/** Wall-clock times as numbers: their difference is what a clock on the wall shows, whatever the zone. */
export const wallMs = (wall: string): number => Date.parse(`${wall}:00Z`);
export const wallAt = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

/** The days of a weekly rule when its start moves by so many days. */
export const shiftedDays = (days: readonly Weekday[], by: number): Weekday[] =>
  weekdays.filter((_, at) => days.some((day) => (((weekdays.indexOf(day) + by) % 7) + 7) % 7 === at));
