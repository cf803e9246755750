import type { MeetingItem } from '../meetings.contract.ts';
import type { MeetingsSay } from './meetings-text.hook.ts';

/** Minutes that a meeting has lasted until `until`, epoch milliseconds. */
export const minutesOf = (meeting: Pick<MeetingItem, 'startedAt' | 'createdAt'>, until: number): number =>
  Math.max(0, (until - (meeting.startedAt ?? meeting.createdAt)) / 60_000);

/** Why it is over, in words; nothing for a reason that needs none. */
export const reasonWord = (say: MeetingsSay, reason: string | null): string | null =>
  reason === null ? null : say.maybe(`reason.${reason}`);
