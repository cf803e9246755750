import { createContext, useContext } from 'react';
import { useApis } from '#kit/ui/query/api.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { RoomSource, UserSlots } from './user-slots.hook.ts';

/** What the screens of groups ask of rooms and recordings, which they do not know. The route table fills it. */
export type GroupSlots = UserSlots & { recordings: (api: LoadContext['api']) => RoomSource };
export type ThingSources = { room: RoomSource; recording: RoomSource };

const nothing: RoomSource = { find: async () => [], nameOf: async () => null };
export const GroupSlotsContext = createContext<GroupSlots>({ rooms: () => nothing, recordings: () => nothing });

/** Where names of rooms and of recordings are found. */
export function useThingSources(): ThingSources {
  return thingSources(useContext(GroupSlotsContext), useApis());
}

/** The same outside of a component. */
export const thingSources = ({ rooms, recordings }: GroupSlots, api: LoadContext['api']): ThingSources => ({
  room: rooms(api),
  recording: recordings(api),
});
