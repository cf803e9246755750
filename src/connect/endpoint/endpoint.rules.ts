/** What the endpoint and its screens agree on. */

/** BBB calls that a secret can be held to. `join` includes `getJoinUrl`; the root call is free. */
export const secretCalls = [
  'create',
  'join',
  'end',
  'isMeetingRunning',
  'getMeetings',
  'getMeetingInfo',
  'insertDocument',
  'sendChatMessage',
  'getRecordings',
  'publishRecordings',
  'deleteRecordings',
  'updateRecordings',
  'getRecordingTextTracks',
  'putRecordingTextTrack',
  'hooks',
] as const;
export type SecretCall = (typeof secretCalls)[number];

/** Calls that the builder offers. */
export const builderCalls = [
  ...secretCalls.filter((name) => name !== 'hooks' && name !== 'putRecordingTextTrack'),
  'hooks/create',
  'hooks/list',
  'hooks/destroy',
] as const;

/** Programs that we know by what they call themselves. */
export const clientNames = [
  'moodle',
  'wordpress',
  'nextcloud',
  'greenlight',
  'canvas',
  'ilias',
  'rocketchat',
  'lti',
  'postman',
  'browser',
  'script',
  'builder',
  'unknown',
] as const;
export type ClientName = (typeof clientNames)[number];

/** A secret that somebody brings along from another server: long enough that nobody guesses it, and nothing that a form or an address would change. */
const ownSecret = { pattern: /^[\x21-\x7e]{20,128}$/, distinct: 8 } as const;
export const isOwnSecret = (text: string): boolean => ownSecret.pattern.test(text) && new Set(text).size >= ownSecret.distinct;

export const endpointLimits = {
  /** Characters of one parameter and of the XML body in the builder. */
  builderValue: 20_000,
  builderBody: 200_000,
  ranges: 50,
  secrets: 20,
  /** Names of ignored parameters that the log keeps of one call. */
  unhonoured: 20,
  /** Calls per minute of an account unless its plan says otherwise: far above what Moodle's polling needs. */
  callsPerMinute: 6_000,
  /** Days that the log of calls is kept. */
  logDays: 14,
} as const;

/** The last midnight in a time zone (IANA name); epoch milliseconds. On the day of a clock change it may be an hour off. */
export function dayStart(now: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(now);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return now - (now % 1000) - ((value('hour') * 60 + value('minute')) * 60 + value('second')) * 1000;
}

/** Hash functions of a checksum, as BBB takes them. */
export const checksumHashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
export type SecretHash = (typeof checksumHashes)[number];
