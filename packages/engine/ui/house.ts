import { createContext, type ReactNode, useContext } from 'react';
import type { DeviceChoice } from '#ui/media/device-choice.ts';
import { timeOf } from '#ui/say-time.ts';
import type { OverReason } from '#ui/state.ts';
import { useWords } from '#ui/words.tsx';

/** How it ended for this person. `cutOff`: they were inside, and the engine or the way to it failed. */
export type MeetingOver = { why: OverReason; cutOff: 'cut-off' | 'no'; name: string; choice: DeviceChoice };

/** What the pages around a meeting know and bring; the engine itself needs none of it. */
export type HostSettings = {
  /** The time of day as those pages say it, from epoch milliseconds. */
  clock?: (at: number) => string;
  /** Address where this person may change the room of the meeting. */
  roomSettings?: string | undefined;
  /** Stands on the page after the meeting; of a meeting that was cut off it leads back. */
  after?: (over: MeetingOver) => ReactNode;
};
const HouseContext = createContext<HostSettings>({});
export const HouseProvider = HouseContext;
export const useHouse = (): HostSettings => useContext(HouseContext);

/** The time of day in the reader's own way: as the pages around say it, else as the browser does. */
export function useClock(): (at: number) => string {
  const { locale } = useWords();
  const { clock } = useHouse();
  return clock ?? ((at) => timeOf(at, locale));
}
