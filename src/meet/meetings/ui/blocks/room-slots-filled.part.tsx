import type { RoomSlots } from '#meet/rooms/ui/blocks/room-slots.part.tsx';
import { GoButton } from './go-button.part.tsx';
import { loadRoomMeetings, RoomMeetings } from './room-meetings.part.tsx';

/** What meetings bring to the screens of rooms. */
export const roomSlots: RoomSlots = { Go: GoButton, Meetings: RoomMeetings, loadMeetings: loadRoomMeetings };
