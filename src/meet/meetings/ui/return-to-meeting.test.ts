import { expect, test, vi } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { afterTry, createReturn, returnDelay, type ReturnState } from './return-to-meeting.hook.ts';

/** A return whose joins are answered in this order; `pass` lets the next wait go by. */
function setUp(answers: (string | Error)[]) {
  const shown: ReturnState[] = [];
  const timers: { ms: number; done: () => void }[] = [];
  const go = vi.fn(async () => {});
  const join = vi.fn(async () => {
    const answer = answers.shift() ?? new Error('no answer');
    if (typeof answer !== 'string') throw answer;
    return { url: answer };
  });
  const later = (ms: number, done: () => void) => {
    const timer = { ms, done };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
  };
  const back = createReturn({ join, go, show: (state) => shown.push(state), later, chance: () => 0.5 });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  const pass = async () => {
    timers.shift()?.done();
    await settled();
  };
  return { back, shown, timers, go, join, pass, settled };
}

test('somebody is taken back as soon as the room has a meeting again, with longer waits in between', async () => {
  const { back, shown, timers, go, pass, settled } = setUp([
    new TypeError('network'),
    new Failure('server_failed'),
    new Failure('waiting_for_host'),
    '/m?sessionToken=new',
  ]);
  back.now();
  await settled();
  expect(timers.map(({ ms }) => ms)).toEqual([1_000]);
  await pass();
  expect(timers.map(({ ms }) => ms)).toEqual([2_000]);
  await pass();
  await pass();
  expect(shown).toEqual(['trying', 'trying', 'trying', 'waiting']);
  expect(go).toHaveBeenCalledExactlyOnceWith('/m?sessionToken=new');
});

test('what only the person can answer ends the tries, and nobody is taken anywhere after leaving the page', async () => {
  const asked = setUp([new Failure('consent_required')]);
  asked.back.now();
  await asked.settled();
  expect([asked.shown.at(-1), asked.timers]).toEqual(['door', []]);
  const left = setUp(['/m?sessionToken=new']);
  left.back.now();
  left.back.stop();
  await left.settled();
  expect(left.go).not.toHaveBeenCalled();
});

test('"try now" does not wait, and never asks twice at once', async () => {
  const { back, timers, join, settled } = setUp([new Error('a'), new Error('b')]);
  back.now();
  back.now();
  await settled();
  expect(join).toHaveBeenCalledTimes(1);
  back.now();
  await settled();
  expect([join.mock.calls.length, timers.length]).toEqual([2, 1]);
  expect([returnDelay(9, 0), returnDelay(9, 1)]).toEqual([11_250, 18_750]);
  expect(afterTry(new Failure('room_full'))).toBe('trying');
});
