import { useSyncExternalStore } from 'react';
import { useMeeting } from '#ui/room-context.tsx';
import type { PageTopic } from '#ui/topics/topic-store.ts';

/** The state of a topic, as it changes. */
export function useTopic<State>(topic: PageTopic<State>): State {
  const { store } = useMeeting();
  const { subscribe, get } = topic.of(store);
  return useSyncExternalStore(subscribe, get, get);
}
