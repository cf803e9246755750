import { type ComponentType, createContext, useContext } from 'react';
import { useApis } from '#kit/ui/query/api.tsx';
import type { Loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';

type NamedItem = { id: string; name: string };
export type RoomSource = {
  /** Rooms of the account whose names match; the first hundred. */
  find: (search: string) => Promise<NamedItem[]>;
  /** Its name; null when it is not there any more. */
  nameOf: (id: string) => Promise<string | null>;
  /** Tags that rooms of the account carry, the most used first. */
  tags?: () => Promise<string[]>;
};
/** What the screens of people ask of later domains, which they do not know. The route table fills it. */
export type UserSlots = {
  rooms: (api: LoadContext['api']) => RoomSource;
  /** Access keys that a person made, for holders of `keys.manage`. */
  Keys?: Loadable<{ userId: string }>;
  /** Says that the account has more people than its plan allows, and what becomes of them; brings its data itself. */
  Over?: ComponentType<object>;
};

const nothing: RoomSource = { find: async () => [], nameOf: async () => null };
export const UserSlotsContext = createContext<UserSlots>({ rooms: () => nothing });
export const useRoomSource = (): RoomSource => {
  const { rooms } = useContext(UserSlotsContext);
  return rooms(useApis());
};
