/** What a server said last of a meeting, kept in its row: lists for customers' programs are answered from it without asking anybody. */
import type { Attendee, Meeting } from '@atrium/bbb/meeting-reading';

type WordMap = Record<string, string>;
/** A meeting as read from `getMeetings`, with its maps as objects, so that it can be JSON. */
export type ReportedMeeting = Omit<Meeting, 'metadata' | 'attendees'> & {
  metadata: WordMap;
  attendees: (Omit<Attendee, 'customdata'> & { customdata: WordMap })[];
};

export const saidOf = (meeting: Meeting): ReportedMeeting => ({
  ...meeting,
  metadata: Object.fromEntries(meeting.metadata),
  attendees: meeting.attendees.map((one) => ({ ...one, customdata: Object.fromEntries(one.customdata) })),
});

/** The way back. */
export const meetingSaid = (said: ReportedMeeting): Meeting => ({
  ...said,
  metadata: new Map(Object.entries(said.metadata)),
  attendees: said.attendees.map((one) => ({ ...one, customdata: new Map(Object.entries(one.customdata)) })),
});
