/** Before the socket: a page asks who it is. */
import type { MeetingFacts, MemberRole } from '#protocol/messages.ts';
import type { PageWishes } from '#protocol/page-wishes.ts';

/** Answer of `POST /session/enter` with `{sessionToken}`: who one is and the ticket for the socket. */
export type EnterResponse = {
  ticket: string;
  meeting: Pick<MeetingFacts, 'id' | 'name' | 'welcome' | 'recording' | 'mayBeRecorded' | 'muteOnStart' | 'logoutUrl'>;
  you: { name: string; role: MemberRole; guest: boolean };
  /** Absent: the engine is older than the page. */
  page?: PageWishes;
  waiting: boolean;
};
/** `gone`: the token is unknown (expired, the engine was restarted); `ended`: the meeting is over; `removed`: a moderator removed the person; `full`: the meeting has as many people as it may have. */
export type EnterError = { error: 'gone' | 'ended' | 'removed' | 'full'; logoutUrl: string | null };

/**
 * Answer of `POST /session/group` with `{sessionToken, to}`, where the token is of the main room or of a group, and `to` is the number
 * of a group: the session token of the same person there, good until the next such call for that group. Consent, role and name go along.
 * Back in the main room the token of before is good. Whose page says hello in one room is out of the other: its socket closes as `replaced`.
 */
export type GroupEntry = { sessionToken: string };
/** `ended`: the group, the run or the meeting is over. `not-allowed`: the person does not belong there and may not choose, or was removed. */
export type GroupEntryError = { error: 'gone' | 'ended' | 'not-allowed' | 'full' };
