/** Everything that may leave the house: what the domains tell customers' programs. */
import { publicEvents as ofAccounts } from '#core/accounts/server/accounts.events.ts';
import type { PublicEvent } from '#kit/server/jobs/events.ts';
import { publicEvents as ofMeetings } from '#meet/meetings/server/meetings.events.ts';
import { publicEvents as ofRecordings } from '#meet/recordings/server/recordings.events.ts';
import { publicEvents as ofRooms } from '#meet/rooms/server/rooms.events.ts';

export const publicEvents: readonly PublicEvent[] = [...ofRooms, ...ofMeetings, ...ofRecordings, ...ofAccounts];
