/** A room's page with what other domains show there, as one module: the renderer puts the style sheets of all of it into the head. */
import { RoomGroups } from '#core/iam/ui/blocks/room-groups.part.tsx';
import { loadRoomRecordings, RoomRecordings } from '#meet/recordings/ui/blocks/recordings-place.part.tsx';
import { roomScreen as screenWith } from '#meet/rooms/ui/room.screen.tsx';
import { loadNextDates, RoomDates } from '#meet/schedule/ui/blocks/next-dates.part.tsx';
import { RoomHelp } from '#talk/tickets/ui/blocks/tickets-elsewhere.part.tsx';
import { roomSlots } from './room-slots.ts';

export const roomScreen = screenWith({
  ...roomSlots,
  Recordings: RoomRecordings,
  Groups: RoomGroups,
  Dates: RoomDates,
  Help: RoomHelp,
  loadDates: loadNextDates,
  loadRecordings: loadRoomRecordings,
});
