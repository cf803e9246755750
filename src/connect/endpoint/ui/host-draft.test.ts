import { expect, test, vi } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { putHost } from './host-draft.hook.ts';

const done = { done: true } as const;
function setUp({ set, check }: { set?: Failure; check?: Failure } = {}) {
  const said: string[] = [];
  const answer = <T>(word: string, value: T, failure?: Failure) =>
    vi.fn(async () => {
      said.push(word);
      if (failure !== undefined) throw failure;
      return value;
    });
  const api = { endpoint: { setHost: answer('set', done, set), checkHost: answer('check', { trouble: null }, check) } };
  const changed = async () => void said.push('changed');
  return { put: (host: string | null) => putHost(api, host, changed), said };
}

test('a new name is shown as soon as it is saved, and again when it was looked at', async () => {
  const { put, said } = setUp();
  expect(await put('meet.example.org')).toBeNull();
  expect(said).toEqual(['set', 'changed', 'check', 'changed']);
});

test('a look that fails does not take the saving back', async () => {
  const { put, said } = setUp({ check: new Failure('too_many_requests') });
  expect(await put('meet.example.org')).toBeNull();
  expect(said).toEqual(['set', 'changed', 'check', 'changed']);
});

test('a name that is removed is not looked at', async () => {
  const { put, said } = setUp();
  expect(await put(null)).toBeNull();
  expect(said).toEqual(['set', 'changed']);
});

test('a bad name is said at the field', async () => {
  const { put, said } = setUp({ set: new Failure('bad_host') });
  expect(await put('meet.example.org')).toBe('bad_host');
  expect(said).toEqual(['set']);
});

test('every other failure of saving and removing reaches who asked', async () => {
  const { put } = setUp({ set: new Failure('unavailable') });
  await expect(put('meet.example.org')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(put(null)).rejects.toMatchObject({ code: 'unavailable' });
});
