import { createContext, useContext } from 'react';
import type { RoomSource } from './user-slots.hook.ts';

/** What the screens of groups ask of rooms and recordings, which they do not know. The route table fills it. */
export type GroupSlots = { useRooms: () => RoomSource; useRecordings: () => RoomSource };

const nothing: RoomSource = { find: async () => [], nameOf: async () => null };
export const GroupSlotsContext = createContext<GroupSlots>({ useRooms: () => nothing, useRecordings: () => nothing });

/** Where names of rooms and of recordings are found. */
export function useThingSources(): { room: RoomSource; recording: RoomSource } {
  const { useRooms, useRecordings } = useContext(GroupSlotsContext);
  return { room: useRooms(), recording: useRecordings() };
}
