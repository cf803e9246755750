/** Before the socket: a page asks who it is. */
import type { MeetingFacts, Role } from '#protocol/messages.ts';
import type { PageWishes } from '#protocol/page-wishes.ts';

/** Answer of `POST /session/enter` with `{sessionToken}`: who one is and the ticket for the socket. */
export type Entered = {
  ticket: string;
  meeting: Pick<MeetingFacts, 'id' | 'name' | 'welcome' | 'recording' | 'mayBeRecorded' | 'muteOnStart' | 'logoutUrl'>;
  you: { name: string; role: Role; guest: boolean };
  /** Absent: the engine is older than the page. */
  page?: PageWishes;
  waiting: boolean;
};
/** `gone`: the token is unknown (expired, the engine was restarted); `ended`: the meeting is over; `removed`: a moderator removed the person; `full`: the meeting has as many people as it may have. */
export type EnterError = { error: 'gone' | 'ended' | 'removed' | 'full'; logoutUrl: string | null };
