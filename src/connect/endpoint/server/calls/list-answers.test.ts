import type { BbbResponse } from '@atrium/bbb/answers';
import { expect, test } from 'vitest';
import { openListAnswers } from './list-answers.service.ts';

function table() {
  const state = { rows: 'one', now: 1_000, made: 0 };
  const lists = openListAnswers(() => state.now);
  const ask = (key = 'list', between: () => void = () => undefined) =>
    lists.get(key, {
      mark: async () => state.rows,
      make: async () => {
        between();
        state.made += 1;
        return { status: 200, headers: {}, body: state.rows } satisfies BbbResponse;
      },
    });
  return { state, ask };
}

test('an answer is used again while its rows are the same, and not a moment longer', async () => {
  const { state, ask } = table();
  const first = await ask();
  expect(await ask()).toBe(first);
  expect(state.made).toBe(1);
  state.rows = 'two';
  expect((await ask()).body).toBe('two');
  state.rows = 'one';
  expect((await ask()).body).toBe('one');
  expect(state.made).toBe(3);
});

test('rows that change while an answer is made are seen by the next one', async () => {
  const { state, ask } = table();
  const first = await ask('list', () => {
    state.rows = 'newer';
  });
  expect(first.body).toBe('newer');
  state.rows = 'newest';
  expect((await ask()).body).toBe('newest');
  // the mark is older than the rows, never the other way round
  expect(state.made).toBe(2);
});

test('what was asked otherwise has an answer of its own, and old ones are made anew: addresses in them end', async () => {
  const { state, ask } = table();
  await ask();
  await ask('other');
  expect(state.made).toBe(2);
  state.now += 10_000;
  await ask();
  expect(state.made).toBe(3);
});

test('a long question takes no more room than a short one', async () => {
  const { state, ask } = table();
  const first = await ask('first');
  const before = process.memoryUsage().heapUsed;
  // together far more than may be kept
  for (let n = 0; n < 60; n++) await ask(`${n}`.padStart(1_000_000, 'x'));
  expect(state.made).toBe(61);
  expect(await ask('first')).toBe(first);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
});

test('who asks at the same time shares, and a failure is nobody else’s', async () => {
  const lists = openListAnswers(() => 0);
  let tries = 0;
  const ask = () =>
    lists.get('x', {
      mark: async () => 'same',
      make: async () => {
        tries += 1;
        if (tries === 1) throw new Error('away');
        return { status: 200, headers: {}, body: 'here' };
      },
    });
  await expect(ask()).rejects.toThrow('away');
  const both = await Promise.all([ask(), ask()]);
  expect(both.map((one) => one.body)).toEqual(['here', 'here']);
  expect(both[0]).toBe(both[1]);
});
