import { afterEach, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '#protocol/limits.ts';
import { CLOSE } from '#protocol/messages.ts';
import { person, testEngine } from '#server/engine.factory.ts';
import type { Browser, Person, TestEngine } from '#server/engine.factory.ts';
import { sectionsOfMeeting } from '#server/journal/journal-sections.ts';

const known = { slides: { v: 1 }, presenter: { v: 1 } };
let engine: TestEngine;
let ada: Person;
let bob: Person;

const join = (fullName: string, params: Record<string, string> = {}, topics: Parameters<typeof person>[2] = known) =>
  person(engine, { meetingID: 'room', fullName, ...params }, topics);
const meet = async (params: Record<string, string> = {}): Promise<void> => {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...params });
  ada = await join('Ada', { role: 'MODERATOR' });
  bob = await join('Bob');
};
const pointing = (x: number, topic = 'slides') => ({ t: 'hint', topic, hint: { x, y: 0.5 } });
const hintsHeard = ({ heard }: Browser) => heard.filter((one) => one.t === 'hint');
const points = (browser: Browser): unknown[] => hintsHeard(browser).map(({ hint }) => hint);

beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

test('everybody else who has the topic sees where the presenter points, and nothing of it is kept', async () => {
  await meet();
  const old = await join('Old', {}, { presenter: { v: 1 } });
  ada.say(pointing(0.25));
  ada.say({ t: 'hint', topic: 'slides', hint: null });
  expect(await bob.hears('hint', ({ hint }) => hint === null)).toEqual({
    t: 'hint',
    topic: 'slides',
    by: ada.userId,
    hint: null,
  });
  expect(points(bob)).toEqual([{ x: 0.25, y: 0.5 }, null]);
  const late = await join('Late');
  await late.hears('topic-state', ({ topic }) => topic === 'slides');
  expect([ada, old, late].map(points)).toEqual([[], [], []]);
  const meeting = engine.engine.meetings.get('room');
  expect(meeting && [...sectionsOfMeeting(meeting).values()].join('')).not.toContain('0.25');
}, 10_000);

test('too many are dropped without a word, and the socket stays open', async () => {
  await meet();
  for (let i = 0; i < 60; i += 1) ada.say(pointing(i / 100));
  expect((await ada.ask(pointing(1))).t).toBe('ok');
  const passed = hintsHeard(bob).length;
  expect([passed > 0, passed <= 21]).toEqual([true, true]);
  expect(ada.heard.filter(({ t }) => t === 'error')).toEqual([]);
  engine.pass(1_000);
  ada.say(pointing(0.9));
  await bob.hears('hint', ({ hint }) => JSON.stringify(hint).includes('0.9'));
});

test('a flood of them ends the socket that sent it', async () => {
  await meet();
  for (let i = 0; i < LIMITS.hintsBurst + LIMITS.messagesBurst + 50; i += 1) ada.say(pointing(0.5));
  expect((await ada.closed).code).toBe(CLOSE.tooFast);
  expect(bob.socket.readyState).toBe(bob.socket.OPEN);
});

test('who may not present is refused, also when the right was taken away a moment ago', async () => {
  await meet();
  expect(await bob.ask(pointing(0.5))).toMatchObject({ t: 'error', code: 'not-allowed' });
  await ada.ask({ t: 'do', topic: 'presenter', cid: '1', command: { do: 'give', member: bob.userId } });
  expect(await ada.ask(pointing(0.5))).toMatchObject({ t: 'error', code: 'not-allowed' });
  expect((await bob.ask(pointing(0.5))).t).toBe('ok');
});

test('what is no hint of a topic here is refused, and nobody hears of it', async () => {
  await meet();
  for (const topic of ['hologram', 'chat', 'constructor'])
    expect(await ada.ask(pointing(0.5, topic))).toMatchObject({ t: 'error', code: 'unknown-topic' });
  for (const hint of [{ x: 2, y: 0 }, 'here', [], { x: '0', y: 0 }])
    expect(await ada.ask({ t: 'hint', topic: 'slides', hint })).toMatchObject({ t: 'error', code: 'bad-message' });
  expect(await ada.ask({ ...pointing(0.5), hint: { x: 0, y: 0, more: 'x'.repeat(2_000) } })).toMatchObject({
    code: 'bad-message',
  });
  expect(points(bob)).toEqual([]);
});

test('a meeting without slides has no pointer, and who waits in the lobby sees none', async () => {
  await meet({ disabledFeatures: 'presentation' });
  expect(await ada.ask(pointing(0.5))).toMatchObject({ t: 'error', code: 'locked' });
  await engine.call('end', { meetingID: 'room' });
  await meet({ guestPolicy: 'ASK_MODERATOR' });
  const guest = await join('Gerd', { guest: 'true' });
  ada.say(pointing(0.5));
  await bob.hears('hint');
  expect(await guest.ask(pointing(0.5))).toMatchObject({ t: 'error', code: 'waiting' });
  expect(points(guest)).toEqual([]);
});
