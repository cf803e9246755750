import { expect, test } from 'vitest';
import { createStore } from '#ui/store.ts';
import { hearTopic, knownTopics } from '#ui/topics/registry.ts';
import { reactionsOnPage } from '#topics/reactions/ui/reactions-on-page.ts';

const reacted = (rev: number, reaction: string) =>
  ({ t: 'topic-event', topic: 'reactions', rev, event: { is: 'reacted', reaction }, by: 'ada', at: rev }) as const;

test('each meeting has its own state, and hello says how far it has come', () => {
  const [one, other] = [createStore(), createStore()];
  hearTopic(one, reacted(1, '👍'));
  expect(reactionsOnPage.of(one).get()).toEqual([{ by: 'ada', reaction: '👍', at: 1 }]);
  expect(reactionsOnPage.of(other).get()).toEqual([]);
  expect([one, other].map((meeting) => knownTopics(meeting)['reactions'])).toEqual([{ v: 1, rev: 1 }, { v: 1 }]);
});

test('events and states that cannot be read change nothing but the number', () => {
  const meeting = createStore();
  hearTopic(meeting, reacted(1, '👍'));
  hearTopic(meeting, reacted(2, '🧨'));
  hearTopic(meeting, { t: 'topic-state', topic: 'reactions', rev: 3, state: 'nonsense' });
  hearTopic(meeting, { t: 'topic-state', topic: 'hologram', rev: 9, state: [] });
  expect(reactionsOnPage.of(meeting).get()).toHaveLength(1);
  expect(reactionsOnPage.of(meeting).rev()).toBe(3);
});

test('those who look are told of each change', () => {
  const meeting = createStore();
  const seen: number[] = [];
  const stop = reactionsOnPage.of(meeting).subscribe(() => seen.push(reactionsOnPage.of(meeting).get().length));
  hearTopic(meeting, reacted(1, '👍'));
  stop();
  hearTopic(meeting, reacted(2, '👏'));
  expect(seen).toEqual([1]);
});
