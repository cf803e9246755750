import { afterEach, beforeEach, expect, test } from 'vitest';
import { person, testEngine } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room' });
});
afterEach(() => engine.stop());

test('two people meet, and both read what one of them writes', async () => {
  const ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  const bob = await person(engine, { meetingID: 'room', fullName: 'Bob' });
  await ada.hears('member', ({ member }) => member.name === 'Bob');
  expect(await ada.ask({ t: 'chat', text: 'hello' })).toMatchObject({ t: 'ok' });
  expect((await bob.hears('chat')).message).toMatchObject({ from: ada.userId, name: 'Ada', text: 'hello' });
});
