import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childText, person, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { EVENTS_FILE, readEvents } from '#server/record/event-log.ts';
import type { LogEvent } from '#server/record/event-log.ts';
import { slidesCommand, slidesIn } from '#server/slides/slides.factory.ts';
import { drawn } from '#topics/board/board.factory.ts';
import { type BoardState, boardTopic } from '#topics/board/board.topic.ts';

let folder = '';
let engine: TestEngine;
let room = '';
let page = '';
let ada: Person;
let ben: Person;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-recorded-board-'));
  engine = await testEngine({ recordings: { folder, ffmpeg: null } });
  const created = await engine.call('create', { name: 'Room', meetingID: 'room', record: 'true' });
  room = childText(created.xml, 'internalMeetingID');
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  ben = await person(engine, { meetingID: 'room', fullName: 'Ben' });
  await ada.ask(slidesCommand({ do: 'add-blank', name: 'Board' }));
  page = `${slidesIn(engine).decks[0]?.id}/1`;
  await ada.ask(board({ do: 'allow', drawers: { who: 'everyone', chosen: [] } }));
});
afterEach(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const board = (command: object) => topicCommand('board', command);
const put = (...ids: string[]) => board({ do: 'put', page, elements: ids.map((id) => drawn(id)) });
const record = (to: 'on' | 'paused') => ada.ask({ t: 'record', to });
const consent = (who: Person, to: 'all' | 'nothing') => who.ask({ t: 'consent', to });

async function written(): Promise<LogEvent[]> {
  await engine.call('end', { meetingID: 'room' });
  await Promise.all(engine.engine.finishing);
  return readEvents(join(folder, room, EVENTS_FILE));
}
const states = (events: LogEvent[]) => events.filter((one) => one.type === 'topic-state' && one.topic === 'board');
/** The elements that a player shows at the end. */
function shown(events: LogEvent[]): string[] {
  const state = events.reduce<BoardState>((before, one) => {
    if (one.type === 'topic-state' && one.topic === 'board') return boardTopic.state.parse(one.state);
    if (one.type !== 'topic' || one.topic !== 'board') return before;
    return boardTopic.reduce(before, { event: boardTopic.event.parse(one.event), by: one.by, at: one.at });
  }, boardTopic.empty);
  return (state.pages[page] ?? []).map(({ id }) => id.replaceAll('-', ''));
}

test('a recording has neither the drawings nor the name of a person who did not agree, even after others change them', async () => {
  await ben.ask(put('b1'));
  await record('on');
  await ada.ask(put('a1'));
  await ben.ask(put('b2'));
  await ada.ask(put('a2', 'b2'));
  await ben.ask(board({ do: 'clear', page, whose: 'own' }));
  await ben.ask(board({ do: 'restore', page }));
  await ada.ask(board({ do: 'allow', drawers: { who: 'chosen', chosen: [ben.userId] } }));
  await ada.ask(board({ do: 'remove', page, ids: [drawn('b1').id, drawn('a1').id] }));
  const events = await written();
  expect(shown(events)).toEqual(['a2']);
  expect(JSON.stringify(events)).not.toContain(ben.userId);
  expect(JSON.stringify(events)).not.toContain('Ben');
});

test('what was drawn is there from the moment somebody agrees, and stays when they have left', async () => {
  await ada.ask(put('a1'));
  await ben.ask(put('b1'));
  await record('on');
  await consent(ben, 'all');
  await ben.ask(put('b2'));
  ben.say({ t: 'leave' });
  await ada.hears('gone');
  await ada.ask(board({ do: 'put', page, elements: [drawn('b2', { x: 1 })] }));
  await record('paused');
  await record('on');
  const events = await written();
  expect(shown(events)).toEqual(['a1', 'b1', 'b2']);
  expect(JSON.stringify(states(events).at(-1))).toContain('"x":1');
});

test('an answer of somebody who has drawn nothing does not write the board once more', async () => {
  await ada.ask(put('a1'));
  await record('on');
  const cleo = await person(engine, { meetingID: 'room', fullName: 'Cleo' });
  await consent(cleo, 'all');
  await consent(cleo, 'nothing');
  // where the recording begins, and when the host who started it agreed by that
  expect(states(await written())).toHaveLength(2);
});

test('cursors and strokes that are not finished are not written down', async () => {
  await record('on');
  await consent(ben, 'all');
  const stroke = { id: drawn('b1').id, kind: 'pen', x: 1, y: 1, color: 'red', width: 'thin', from: 0, points: '1 1' };
  ben.say({ t: 'hint', topic: 'board', hint: { page, cursor: { x: 1, y: 1 }, stroke, draft: null, moved: null } });
  ben.say({ t: 'hint', topic: 'board', hint: null });
  await ada.hears('hint', ({ hint }) => hint === null);
  expect((await written()).filter(({ type }) => type === 'hint')).toEqual([]);
});
