/** What a server said last of a meeting, kept in its row: lists for customers' programs are answered from it without asking anybody. */
import type { Attendee, Meeting } from '@atrium/bbb/meeting-reading';

type Words = Record<string, string>;
/** A meeting as read from `getMeetings`, with its maps as objects, so that it can be JSON. */
export type Said = Omit<Meeting, 'metadata' | 'attendees'> & {
  metadata: Words;
  attendees: (Omit<Attendee, 'customdata'> & { customdata: Words })[];
};

export const saidOf = (meeting: Meeting): Said => ({
  ...meeting,
  metadata: Object.fromEntries(meeting.metadata),
  attendees: meeting.attendees.map((one) => ({ ...one, customdata: Object.fromEntries(one.customdata) })),
});

/** The way back. */
export const meetingSaid = (said: Said): Meeting => ({
  ...said,
  metadata: new Map(Object.entries(said.metadata)),
  attendees: said.attendees.map((one) => ({ ...one, customdata: new Map(Object.entries(one.customdata)) })),
});
