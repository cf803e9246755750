import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { MeetingControls } from '#ui/meeting.ts';
import type { MeetingState } from '#ui/state.ts';
import type { HintListener } from '#ui/topics/hints.ts';

const Context = createContext<MeetingControls | null>(null);

export function RoomProvider({ meeting, children }: { meeting: MeetingControls; children: ReactNode }) {
  return <Context value={meeting}>{children}</Context>;
}

export function useMeeting(): MeetingControls {
  const meeting = useContext(Context);
  if (!meeting) throw new Error('a part of the meeting was drawn outside of its RoomProvider');
  return meeting;
}

export function useMeetingState(): MeetingState {
  const { store } = useMeeting();
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** Calls back with each hint of a topic that somebody else sends. */
export function useHint(topic: string, listener: HintListener): void {
  const meeting = useMeeting();
  const listen = useEffectEvent(listener);
  useEffect(() => meeting.onHint(topic, (message) => listen(message)), [meeting, topic]);
}
