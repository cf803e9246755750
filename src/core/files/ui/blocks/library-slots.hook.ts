import { createContext, useContext } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import type { Loadable } from '#kit/ui/query/loadable.tsx';
import type { FileView } from '../../files.contract.ts';
import type { FileKind } from '../../files.rules.ts';

/** What the screens of the library ask of rooms, which they do not know. The route table fills it. */
export type LibrarySlots = {
  /** Chooses a room that shows the file. */
  UseInRoom: Loadable<{ file: FileView; onClose: () => void }>;
  showsInRooms: (kind: FileKind | null) => boolean;
};
export const LibrarySlotsContext = createContext<LibrarySlots | null>(null);

/** The dialog that puts a file into a room; null where no room can show it, or the reader edits none. */
export function useRoomDialog({ kind, version, deletedAt }: FileView): LibrarySlots['UseInRoom'] | null {
  const slots = useContext(LibrarySlotsContext);
  const { can } = useAuth();
  const isReady = deletedAt === null && version.url !== null;
  return slots !== null && isReady && can('rooms.edit') && slots.showsInRooms(kind) ? slots.UseInRoom : null;
}
