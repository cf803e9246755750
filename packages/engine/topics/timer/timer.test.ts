import { expect, test } from 'vitest';
import type { StampedEvent } from '#protocol/topic.ts';
import { leftBy, ranBy, type TimerState, timerTopic } from '#topics/timer/timer.topic.ts';

type Event = Parameters<typeof timerTopic.reduce>[1]['event'];
const at = (seconds: number, event: Event): StampedEvent<Event> => ({ event, by: 'ada', at: seconds * 1_000 });
const after = (...events: StampedEvent<Event>[]): TimerState => events.reduce(timerTopic.reduce, timerTopic.empty);
const left = (state: TimerState, seconds: number) => state && leftBy(state, seconds * 1_000);

test('a timer runs down, is held and goes on, and ends at nothing', () => {
  const held = after(at(0, { is: 'started', seconds: 60 }), at(20, { is: 'paused' }));
  expect([left(held, 20), left(held, 500)]).toEqual([40_000, 40_000]);
  const on = after(at(0, { is: 'started', seconds: 60 }), at(20, { is: 'paused' }), at(100, { is: 'resumed' }));
  expect([left(on, 110), left(on, 140), left(on, 900)]).toEqual([30_000, 0, 0]);
});

test('a minute more counts from now for one that has run out, and adds to one that runs', () => {
  const start = at(0, { is: 'started', seconds: 60 });
  expect(left(after(start, at(10, { is: 'extended', seconds: 60 })), 10)).toBe(110_000);
  expect(left(after(start, at(300, { is: 'extended', seconds: 60 })), 300)).toBe(60_000);
  const held = after(start, at(10, { is: 'paused' }), at(20, { is: 'extended', seconds: 60 }));
  expect([left(held, 20), held?.since]).toEqual([110_000, null]);
});

test('a stopwatch counts up and has no end', () => {
  const state = after(at(5, { is: 'started', seconds: 0 }));
  expect(state && [ranBy(state, 65_000), leftBy(state, 65_000)]).toEqual([60_000, null]);
});

test('events without a timer, and a clock that was set back, make nothing of it', () => {
  expect(after(at(0, { is: 'paused' }), at(0, { is: 'extended', seconds: 5 }))).toBeNull();
  const state = after(at(100, { is: 'started', seconds: 60 }));
  expect(left(state, 50)).toBe(60_000);
});
