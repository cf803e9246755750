/** Reads the calendar part of a mail in a process that can be ended: the zones of a stranger's file may go on without end. */
import { IsolatedError, runIsolated } from '@atrium/sandbox/sandbox';
import type { InviteeAnswer } from '../schedule.rules.ts';

export type GivenAnswer = Exclude<InviteeAnswer, 'none'>;
export type CalendarReply = {
  method: 'REPLY' | 'COUNTER';
  uid: string;
  /** Lower case, without `mailto:`. */
  attendee: string;
  /** For the whole series; null: about single dates alone. */
  answer: GivenAnswer | null;
  /** For single dates, by when they would begin. */
  dates: { at: number; answer: GivenAnswer }[];
  /** When it begins and ends, as a COUNTER proposes. */
  proposed: { startsAt: number; endsAt: number } | null;
  /** COMMENT: what the invitee wrote beside it. */
  comment: string;
  sequence: number;
  /** Epoch milliseconds of DTSTAMP; 0 when there is none. */
  stamp: number;
};
/** `zone` and `clock`: where and at what time of day the meeting that it should be about begins. `invitee`: whose address it came to. */
export type CalendarReplyText = { text: string; zone: string; clock: string; invitee: string };

const task = {
  module: new URL('./reply-worker.service.ts', import.meta.url).href,
  isResult: (value: unknown): value is CalendarReply | null =>
    value === null || (typeof value === 'object' && 'attendee' in value && 'stamp' in value),
};
/** A reply is read within milliseconds. */
const limits = { seconds: 5, megabytes: 300 };
const mostLetters = 200_000;

/** Null: it is no reply, or none that can be read. `turn`: the account whose invitee wrote it. Never inside a transaction. */
export async function readReply(reply: CalendarReplyText, turn: string): Promise<CalendarReply | null> {
  if (reply.text.length > mostLetters) return null;
  try {
    return await runIsolated(task, reply, { ...limits, turn });
  } catch (error) {
    // its process was ended from outside: the job comes again
    if (error instanceof IsolatedError && error.ending !== 'ended') return null;
    throw error;
  }
}
