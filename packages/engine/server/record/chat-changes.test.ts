import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childText, person, saying, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { EVENTS_FILE, readEvents } from '#server/record/event-log.ts';
import { chatTopic } from '#topics/chat/chat.topic.ts';

let folder = '';
let engine: TestEngine;
let room = '';
let ada: Person;
let ben: Person;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-chat-changes-'));
  engine = await testEngine({ recordings: { folder, ffmpeg: null } });
  const created = await engine.call('create', { name: 'Room', meetingID: 'room', record: 'true' });
  room = childText(created.xml, 'internalMeetingID');
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  ben = await person(engine, { meetingID: 'room', fullName: 'Ben' });
});
afterEach(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const idOf = (text: string) =>
  chatTopic.state.parse(engine.engine.meetings.get('room')?.topics.get('chat')?.state()).find((one) => one.text === text)?.id;
const change = (who: Person, command: object) => who.ask(topicCommand('chat', command));

test('a recording has messages as they read in the end, without deleted ones, private ones, and those of who did not agree', async () => {
  await ada.ask({ t: 'record', to: 'on' });
  await ben.ask(saying('not agreed'));
  await ben.ask({ t: 'consent', to: 'all' });
  for (const text of ['hallo', 'a slip', 'kept']) await ben.ask(saying(text));
  await change(ben, { do: 'say-privately', to: ada.userId, text: 'between us' });
  await change(ben, { do: 'edit', id: idOf('hallo'), text: 'hello' });
  await change(ben, { do: 'edit', id: idOf('between us'), text: 'still between us' });
  await ada.ask({ t: 'record', to: 'paused' });
  await change(ada, { do: 'delete', id: idOf('a slip') });
  await change(ada, { do: 'delete', id: idOf('not agreed') });
  await ada.ask({ t: 'record', to: 'off' });
  await engine.call('end', { meetingID: 'room' });
  await Promise.all(engine.engine.finishing);
  const path = join(folder, room);
  const events = await readEvents(join(path, EVENTS_FILE));
  expect(events.flatMap((one) => (one.type === 'chat' ? [one.text] : []))).toEqual(['hello', 'kept']);
  expect(readFileSync(join(path, EVENTS_FILE), 'utf8')).not.toMatch(/hallo|slip|agreed|between|chat-change/);
  expect(events.at(-1)?.type).toBe('end');
});
