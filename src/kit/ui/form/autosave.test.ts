import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { type AutosaveOptions, createAutosave } from './autosave.ts';

type Words = { title: string; slug?: string };
const textOf = (title: string): Words => ({ title });
type Write = AutosaveOptions<Words>['write'];

/** Saves that are under way until the test lets one of them end. */
function slowWrite() {
  const pending: (() => void)[] = [];
  const write = vi
    .fn<Write>()
    .mockImplementation(
      (_text, { revision }) =>
        new Promise((resolve) => pending.push(() => resolve({ revision: (revision ?? 0) + 1, editedAt: 1 }))),
    );
  return { write, endFirst: () => pending.shift()?.() };
}

function start(write: Write, keep: AutosaveOptions<Words>['keep'] = () => {}) {
  const seen: string[] = [];
  const saver = createAutosave({ revision: 1, savedAt: null, write, keep, wait: { quiet: 1000, retry: 5000 } });
  saver.subscribe(() => seen.push(saver.state().kind));
  return { saver, seen };
}
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('saving while somebody writes', () => {
  test('one call after a silence, over the revision of the last one', async () => {
    const write = vi
      .fn<Write>()
      .mockImplementation(async (_text, { revision }) => ({ revision: (revision ?? 0) + 1, editedAt: 7 }));
    const { saver, seen } = start(write);
    saver.change(textOf('F'));
    await vi.advanceTimersByTimeAsync(900);
    saver.change(textOf('Fi'));
    await vi.advanceTimersByTimeAsync(999);
    expect(write).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(write.mock.calls.map(([text, how]) => [text.title, how.revision])).toEqual([['Fi', 1]]);
    saver.change(textOf('Five'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(write.mock.lastCall?.[1]).toEqual({ revision: 2 });
    expect(seen).toEqual(['changed', 'saving', 'saved', 'changed', 'saving', 'saved']);
    expect(saver.state()).toEqual({ kind: 'saved', at: 7 });
  });

  test('what was typed while a save was on its way is saved next', async () => {
    const { write, endFirst } = slowWrite();
    const { saver } = start(write);
    saver.change(textOf('one'));
    await vi.advanceTimersByTimeAsync(1000);
    saver.change(textOf('two'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(write).toHaveBeenCalledTimes(1);
    endFirst();
    await vi.advanceTimersByTimeAsync(1000);
    expect(write.mock.calls.map(([text, how]) => [text.title, how.revision])).toEqual([
      ['one', 1],
      ['two', 2],
    ]);
  });

  test('without a connection it is on the device, and is sent when there is one', async () => {
    const kept: (string | null)[] = [];
    const write = vi.fn<Write>().mockRejectedValueOnce(new Failure('offline')).mockResolvedValue({ revision: 2, editedAt: 5 });
    const { saver } = start(write, (unsent) => kept.push(unsent?.text.title ?? null));
    saver.change(textOf('kept'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(saver.state().kind).toBe('device');
    expect(kept).toEqual(['kept']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(saver.state()).toEqual({ kind: 'saved', at: 5 });
    expect(kept).toEqual(['kept', null]);
  });

  test('what another person saved is not overwritten until somebody says so', async () => {
    const write = vi
      .fn<Write>()
      .mockRejectedValueOnce(new Failure('changed_meanwhile', { data: { version: 9 } }))
      .mockResolvedValue({ revision: 10, editedAt: 5 });
    const { saver } = start(write);
    saver.change(textOf('mine'));
    await vi.advanceTimersByTimeAsync(1000);
    saver.change(textOf('mine, more'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(write).toHaveBeenCalledTimes(1);
    expect(saver.state().kind).toBe('conflict');
    expect(await saver.flush()).toBe(false);
    expect(await saver.resume(9)).toBe(true);
    expect(write.mock.lastCall).toEqual([textOf('mine, more'), { revision: 9, name: '' }]);
  });

  test('two who wait for the same save send what is left once', async () => {
    const { write, endFirst } = slowWrite();
    const { saver } = start(write);
    saver.change(textOf('one'));
    const first = saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    saver.change(textOf('two'));
    const waiting = [saver.flush(), saver.flush()];
    endFirst();
    await vi.advanceTimersByTimeAsync(0);
    endFirst();
    expect(await Promise.all([first, ...waiting])).toEqual([true, true, true]);
    expect(write.mock.calls.map(([text, how]) => [text.title, how.revision])).toEqual([
      ['one', 1],
      ['two', 2],
    ]);
  });

  test('a text of the server takes the place of what was not sent', async () => {
    const kept: unknown[] = [];
    const write = vi.fn<Write>().mockRejectedValue(new Failure('changed_meanwhile'));
    const { saver } = start(write, (unsent) => kept.push(unsent));
    saver.change(textOf('mine'));
    await saver.flush();
    saver.adopt({ revision: 9, editedAt: 4 });
    expect(saver.state()).toEqual({ kind: 'saved', at: 4 });
    expect([saver.unsent(), saver.revision(), kept.at(-1)]).toEqual([false, 9, null]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(write).toHaveBeenCalledTimes(1);
  });

  test('what was dropped is never sent; a change of the revision keeps what is typed', async () => {
    const write = vi.fn<Write>().mockResolvedValue({ revision: 8, editedAt: 5 });
    const { saver } = start(write);
    saver.change(textOf('dropped'));
    saver.drop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await saver.flush()).toBe(true);
    expect(write).not.toHaveBeenCalled();
    saver.change(textOf('typed'));
    saver.rebase(7);
    await vi.advanceTimersByTimeAsync(1000);
    expect(write.mock.calls).toEqual([[textOf('typed'), { revision: 7 }]]);
  });

  test('a refusal stands until the text is changed, and nothing is lost', async () => {
    const refusal = new Failure('slug_taken');
    const write = vi.fn<Write>().mockRejectedValueOnce(refusal).mockResolvedValue({ revision: 2, editedAt: 5 });
    const { saver } = start(write);
    saver.change({ ...textOf('x'), slug: 'taken' });
    expect(await saver.flush()).toBe(false);
    expect(saver.state()).toEqual({ kind: 'failed', error: refusal });
    expect(saver.unsent()).toBe(true);
    saver.change({ ...textOf('x'), slug: 'free' });
    expect(await saver.flush()).toBe(true);
  });

  test('a name keeps a revision of what is saved already', async () => {
    const write = vi.fn<Write>().mockResolvedValue({ revision: 2, editedAt: 5 });
    const { saver } = start(write);
    saver.change(textOf('done'));
    await saver.flush();
    await saver.flush('Before the review');
    expect(write.mock.lastCall).toEqual([textOf('done'), { revision: 2, name: 'Before the review' }]);
  });
});
