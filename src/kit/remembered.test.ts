import { expect, test, vi } from 'vitest';
import { rememberedFor } from './remembered.ts';

test('is asked once for each key, and anew when what stands beside it changes', () => {
  const make = vi.fn((key: { n: number }, factor: number, word: string) => ({ text: `${key.n * factor} ${word}` }));
  const ask = rememberedFor(make);
  const [two, three] = [{ n: 2 }, { n: 3 }];
  const first = ask(two, 10, 'x');
  expect([first, ask(three, 10, 'x')]).toEqual([{ text: '20 x' }, { text: '30 x' }]);
  expect(ask(two, 10, 'x')).toBe(first);
  expect(make).toHaveBeenCalledTimes(2);
  expect(ask(two, 10, 'y')).toEqual({ text: '20 y' });
  expect(ask(two, 10, 'x')).not.toBe(first);
});

test('what came to nothing is asked for again', async () => {
  const make = vi.fn(async (key: { fails: 'once' }) => {
    if (make.mock.calls.length === 1) throw new Error(key.fails);
    return 'there';
  });
  const ask = rememberedFor(make);
  const key = { fails: 'once' } as const;
  await expect(ask(key)).rejects.toThrow('once');
  expect(await ask(key)).toBe('there');
  expect(await ask(key)).toBe('there');
  expect(make).toHaveBeenCalledTimes(2);
});
