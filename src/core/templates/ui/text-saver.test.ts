import { beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { MailWording } from '#kit/mail-wording.ts';
import { createTextSaver, isConflict, type SaveState } from './text-saver.hook.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});
const text = (subject: string): MailWording => ({ subject, body: { version: 1, content: [] } });

function saving(write: (text: MailWording) => Promise<void>) {
  const states: SaveState[] = [];
  const kept: (string | null)[] = [];
  const keep = (unsent: MailWording | null) => void kept.push(unsent?.subject ?? null);
  const saver = createTextSaver({ write, onState: (state) => states.push(state), keep, quiet: 100 });
  return { saver, states, kept };
}

test('saves after silence, the last text only, and what came meanwhile next', async () => {
  const sent: string[] = [];
  const { saver } = saving(async ({ subject }) => {
    sent.push(subject);
    if (subject === 'b') saver.change(text('c'));
    await Promise.resolve();
  });
  saver.change(text('a'));
  await vi.advanceTimersByTimeAsync(50);
  saver.change(text('b'));
  await vi.advanceTimersByTimeAsync(99);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['b']);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual(['b', 'c']);
  expect(await saver.flush()).toBe(true);
  expect(sent).toHaveLength(2);
});

test('over another person’s text nothing goes by itself; what is typed is kept and sent when asked', async () => {
  const refusals = [new Failure('changed_meanwhile')];
  const { saver, states, kept } = saving(async () => {
    const refusal = refusals.pop();
    if (refusal !== undefined) throw refusal;
    await Promise.resolve();
  });
  saver.change(text('a'));
  expect(await saver.flush()).toBe(false);
  expect(states.at(-1)).toMatchObject({ kind: 'failed' });
  expect(states.filter(isConflict)).toHaveLength(1);
  saver.change(text('b'));
  await vi.advanceTimersByTimeAsync(500);
  expect(states.at(-1)).toMatchObject({ kind: 'failed' });
  expect(kept).toEqual(['a', 'b']);
  expect(await saver.flush()).toBe(true);
  expect(states.at(-1)).toEqual({ kind: 'saved' });
  expect(kept.at(-1)).toBe(null);
});

test('what was dropped is never sent', async () => {
  const write = vi.fn(async () => {});
  const { saver } = saving(write);
  saver.change(text('a'));
  saver.drop();
  await vi.advanceTimersByTimeAsync(500);
  expect(await saver.flush()).toBe(true);
  expect(write).not.toHaveBeenCalled();
});
