import type { LibrarySlots } from '#core/files/ui/blocks/library-slots.hook.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { isShownKind } from '../../presentations.rules.ts';

/** What presentations bring to the screens of the library. */
export const librarySlots: LibrarySlots = {
  UseInRoom: loadable(async () => (await import('../use-in-room.part.tsx')).UseInRoom),
  showsInRooms: isShownKind,
};
