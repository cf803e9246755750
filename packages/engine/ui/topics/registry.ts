/** Every topic of the page's side. */
import type { ServerMessage } from '#protocol/messages.ts';
import type { Store } from '#ui/store.ts';
import type { TopicUi } from '#ui/topics/plug.ts';
import { reactionsUi } from '#topics/reactions/ui/reactions-ui.ts';
import { timerUi } from '#topics/timer/ui/timer-ui.ts';

export const topicUis: readonly TopicUi[] = [reactionsUi, timerUi];

/** What `hello` says of them: the version, and how far this page has come. */
export const knownTopics = (meeting: Store): Record<string, { v: number; rev?: number }> =>
  Object.fromEntries(
    topicUis.map(({ topic }) => {
      const rev = topic.of(meeting).rev();
      return [topic.name, { v: topic.version, ...(rev !== undefined && { rev }) }];
    }),
  );

/** Passes news of a topic on; other messages, and topics that are not known here, are no news. */
export function hearTopic(meeting: Store, message: ServerMessage): void {
  if (message.t !== 'topic-event' && message.t !== 'topic-state') return;
  topicUis
    .find(({ topic }) => topic.name === message.topic)
    ?.topic.of(meeting)
    .hear(message);
}
