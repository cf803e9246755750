import * as z from 'zod/mini';
import type { ServerMessage } from '#protocol/messages.ts';
import type { TopicDefinition } from '#protocol/topic.ts';
import type { Store } from '#ui/store.ts';

export type TopicMessage = Extract<ServerMessage, { t: 'topic-event' | 'topic-state' }>;

/** A topic as one page knows it. */
export type TopicStore<State> = {
  get(): State;
  /** Undefined until the engine has told the state. */
  rev(): number | undefined;
  subscribe(listener: () => void): () => void;
  hear(message: TopicMessage): void;
};

/** Keeps the state of a topic from what the engine tells. What this page cannot read is counted and changes nothing. */
function createTopicStore<Command, Event, State>(topic: TopicDefinition<Command, Event, State>): TopicStore<State> {
  let current = topic.empty;
  let rev: number | undefined;
  const listeners = new Set<() => void>();
  const reduced = (message: TopicMessage): State => {
    if (message.t === 'topic-state') {
      const read = z.safeParse(topic.state, message.state);
      return read.success ? read.data : current;
    }
    const read = z.safeParse(topic.event, message.event);
    return read.success ? topic.reduce(current, { event: read.data, by: message.by, at: message.at }) : current;
  };
  return {
    get: () => current,
    rev: () => rev,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hear(message) {
      current = reduced(message);
      rev = message.rev;
      for (const listener of [...listeners]) listener();
    },
  };
}

/** A topic of the page's side: one store for each meeting. */
export type PageTopic<State> = { name: string; version: number; of(meeting: Store): TopicStore<State> };

export function pageTopic<Command, Event, State>(topic: TopicDefinition<Command, Event, State>): PageTopic<State> {
  const stores = new WeakMap<Store, TopicStore<State>>();
  return {
    name: topic.name,
    version: topic.version,
    of(meeting) {
      const store = stores.get(meeting) ?? createTopicStore(topic);
      stores.set(meeting, store);
      return store;
    },
  };
}
