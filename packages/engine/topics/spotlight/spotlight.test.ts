import { expect, test } from 'vitest';
import { type SpotlightState, spotlightTopic } from '#topics/spotlight/spotlight.topic.ts';

const step = (is: 'added' | 'removed', member: string) => ({ event: { is, member }, by: 'ada', at: 1 }) as const;
const after = (...steps: ReturnType<typeof step>[]): SpotlightState => steps.reduce(spotlightTopic.reduce, spotlightTopic.empty);
const people = (state: SpotlightState) => state.map(({ member }) => member);

test('three people fit, a fourth replaces the first, and nobody is in it twice', () => {
  const four = [step('added', 'a'), step('added', 'b'), step('added', 'c'), step('added', 'd')];
  expect(people(after(...four))).toEqual(['b', 'c', 'd']);
  expect(people(after(...four, step('added', 'b'), step('removed', 'c')))).toEqual(['d', 'b']);
  expect(after(step('added', 'a'))).toEqual([{ member: 'a', by: 'ada' }]);
});
