/** What the library asks of the domains that come after it. */
import type { LibraryNeighbours } from '#core/files/server/views.service.ts';
import { roomsShowing } from '#meet/presentations/server/room-presentations.service.ts';

export const libraryNeighbours: LibraryNeighbours = {
  usesOf: roomsShowing,
};
