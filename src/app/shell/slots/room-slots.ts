/** What meetings and presentations bring to the screens of rooms, and the notice where an account has more of them than its plan allows. */
import { roomSlots as ofMeetings } from '#meet/meetings/ui/blocks/room-slots-filled.part.tsx';
import { RoomPresentations as Presentations } from '#meet/presentations/ui/blocks/room-presentations.part.tsx';
import { RoomsOver as Over } from '#sales/overflow/ui/blocks/over-slots.part.tsx';

export const roomSlots = { ...ofMeetings, Presentations, Over };
