import { expect, test } from 'vitest';
import { openBatch, openJoint } from './batch.ts';

/** Work that ends on command. */
function gates() {
  const ends: (() => void)[] = [];
  const gate = () => new Promise<void>((resolve) => void ends.push(resolve));
  return { gate, ends, open: (at: number) => ends[at]?.() };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('who asks while a question is under way is asked for in the next one, in order', async () => {
  const { gate, open } = gates();
  const asked: number[][] = [];
  const ask = openBatch<number, number>({
    all: async (keys) => {
      asked.push([...keys]);
      await gate();
      return keys.map((key) => key * 2);
    },
    alone: () => Promise.reject(new Error('nobody is alone')),
  });
  const first = [ask(1), ask(2)];
  await turn();
  const later = [ask(3), ask(4)];
  open(0);
  expect(await Promise.all(first)).toEqual([2, 4]);
  await turn();
  open(1);
  expect(await Promise.all(later)).toEqual([6, 8]);
  expect(asked).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('of a batch that fails each is asked for alone, and gets what is its own', async () => {
  const failures: string[][] = [];
  const ask = openBatch<string, string>({
    all: async (keys) => {
      if (keys.includes('bad')) throw new Error('no');
      return keys.map((key) => `${key} together`);
    },
    alone: async (key) => {
      if (key === 'bad') throw new Error('bad alone');
      return `${key} alone`;
    },
    failed: (_error, keys) => void failures.push([...keys]),
  });
  const said = await Promise.allSettled([ask('bad'), ask('good'), ask('better')]);
  expect(said.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'Error: bad alone',
    'good alone',
    'better alone',
  ]);
  expect(failures).toEqual([['bad', 'good', 'better']]);
  expect(await Promise.all([ask('good'), ask('better')])).toEqual(['good together', 'better together']);
});

test('an answer that was begun before a question is not given to it, and all later ones share the next', async () => {
  const { gate, open } = gates();
  let made = 0;
  const joint = openJoint<number>();
  const make = async () => {
    const mine = ++made;
    await gate();
    return mine;
  };
  const first = joint.get('a', make);
  const second = joint.get('a', make);
  const third = joint.get('a', make);
  open(0);
  expect(await first).toBe(1);
  await turn();
  open(1);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  expect(made).toBe(2);
});

test('who waits for the next answer gets it after a failure too', async () => {
  const joint = openJoint<string>();
  const first = joint.get('a', () => Promise.reject(new Error('no')));
  const second = joint.get('a', async () => 'yes');
  await expect(first).rejects.toThrow('no');
  expect(await second).toBe('yes');
});
