import { createHash, randomInt } from 'node:crypto';

const lowerAlphanumerics = 'abcdefghijklmnopqrstuvwxyz0123456789';
const alphanumerics = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerAlphanumerics}`;

function randomText(alphabet: string, length: number): string {
  let text = '';
  for (let position = 0; position < length; position += 1) text += alphabet.charAt(randomInt(alphabet.length));
  return text;
}

/** Lower-case hexadecimal SHA-1 of a text: the first part of internal meeting IDs and of recording IDs. */
export function sha1Hex(text: string): string {
  return createHash('sha1').update(text, 'utf8').digest('hex');
}

/** The internal ID of a meeting, which is also the ID of its recording. `createTime` is in epoch milliseconds. */
export function internalMeetingId(meetingId: string, createTime: number): string {
  return `${sha1Hex(meetingId)}-${createTime}`;
}

/** Where a breakout room hangs: its parent, its number, and the ID it was created with, whose end is a time. */
export type BreakoutPlace = { parentInternalId: string; sequence: number; meetingId: string };

/** The external ID that BBB gives to a breakout room; its internal ID is the one it was created with. */
export function breakoutExternalId({ parentInternalId, sequence, meetingId }: BreakoutPlace): string {
  const time = meetingId.slice(meetingId.indexOf('-') + 1);
  return `${sha1Hex(`${parentInternalId}-${time}-${sequence}`)}-${time}`;
}

/** A password for a meeting that was created without one: 8 letters and digits. */
export function generatedPassword(): string {
  return randomText(alphanumerics, 8);
}

/** The ID of one seat in a meeting: `w_` and 12 lower-case letters and digits. */
export function internalUserId(): string {
  return `w_${randomText(lowerAlphanumerics, 12)}`;
}

/** The `auth_token` of a join answer: 12 lower-case letters and digits. */
export function authToken(): string {
  return randomText(lowerAlphanumerics, 12);
}

/** The `session_token` of a join answer: 16 lower-case letters and digits (82 bits). */
export function sessionToken(): string {
  return randomText(lowerAlphanumerics, 16);
}

/** A five-digit number for the telephone, without 99999, which is the reserved test bridge. */
export function randomVoiceBridge(): string {
  return String(randomInt(10000, 99999));
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `createDate` as Java's `Date.toString()` prints it in UTC, e.g. `Mon Jul 09 17:03:29 UTC 2018`. */
export function createDate(createTime: number): string {
  const date = new Date(createTime);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
  return `${days[date.getUTCDay()]} ${months[date.getUTCMonth()]} ${two(date.getUTCDate())} ${clock} UTC ${date.getUTCFullYear()}`;
}
