/** A room's form with what other domains show there, as one module: the renderer puts the style sheets of all of it into the head. */
import { RoomGroups } from '#core/iam/ui/blocks/room-groups.part.tsx';
import { RoomPresentations } from '#meet/presentations/ui/blocks/room-presentations.part.tsx';
import { roomFormScreen as screenWith } from '#meet/rooms/ui/room-form.screen.tsx';

export const roomFormScreen = screenWith({ Groups: RoomGroups, Presentations: RoomPresentations });
