import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerMessage } from '#protocol/messages.ts';
import { person, testEngine } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import type { PageLine, MeetingSeat } from '#server/model.ts';
import { drawn, drawnBy } from '#topics/board/board.factory.ts';
import { type BoardState, boardTopic } from '#topics/board/board.topic.ts';
import { BOARD } from '#topics/board/board-elements.ts';

const pages = ['d', 'e'].map((sign) => `${sign.repeat(22)}/1`);
const longest = '1'.padEnd(BOARD.points - 1, ' 1');
let engine: TestEngine;
let ada: Person;
let rev = 0;

const topicOf = () => engine.engine.meetings.get('room')?.topics.get('board');
const put = (id: string, points = '1 1'): void => {
  topicOf()?.add({ is: 'put', page: pages[0], elements: [drawnBy('ada', drawn(id, { points }))] });
  rev += 1;
};

/** As large as a meeting's board can become, with a page that was just cleared. */
beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  const strokes = Array.from({ length: 150 }, (_, at) => drawnBy('ada', drawn(`many-${at}-`, { points: longest })));
  const small = Array.from({ length: 2_000 }, (_, at) => drawnBy('ben', drawn(`small-${at}-`)));
  const cleared = { page: pages[0] ?? '', elements: strokes, by: 'ada', at: 5 };
  const state: BoardState = { ...boardTopic.empty, pages: { [pages[0] ?? '']: small, [pages[1] ?? '']: strokes }, cleared };
  expect(topicOf()?.restore({ state: { v: 1, rev: 1, state }, additions: [] })).toBe(true);
  rev = 1_001;
});
afterEach(() => engine.stop());

const ofBoard = (heard: readonly ServerMessage[]) =>
  heard.flatMap((one) => ((one.t === 'topic-event' || one.t === 'topic-state') && one.topic === 'board' ? [one] : []));
function replay(heard: readonly ServerMessage[]): BoardState {
  return ofBoard(heard).reduce<BoardState>((state, one) => {
    if (one.t === 'topic-state') return boardTopic.state.parse(one.state);
    return boardTopic.reduce(state, { event: boardTopic.event.parse(one.event), by: one.by, at: one.at });
  }, boardTopic.empty);
}

test('who comes late gets a board of seven megabytes in pieces, while others draw, and is not thrown out', async () => {
  const late = await person(engine, { meetingID: 'room', fullName: 'Late' });
  for (let at = 0; at < 20; at += 1) put(`new-${at}-`);
  await late.hears('topic-event', ({ topic, rev: told }) => topic === 'board' && told === rev);
  expect(replay(late.heard)).toEqual(topicOf()?.state());
  const lengths = ofBoard(late.heard).map((one) => JSON.stringify(one).length);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(7_000_000);
  expect(Math.max(...lengths)).toBeLessThan(131_072);
  expect([late, ada].map(({ socket }) => socket.readyState)).toEqual([late.socket.OPEN, ada.socket.OPEN]);
});

/** A network that takes the next piece only when the test says so. */
function slowLine(seat: MeetingSeat): { heard: ServerMessage[]; waiting: (() => void)[]; most: () => number } {
  const [heard, waiting]: [ServerMessage[], (() => void)[]] = [[], []];
  let most = 0;
  const sendText = (text: string): void => void heard.push(JSON.parse(text));
  const line: PageLine = {
    sendText,
    send: (message) => void heard.push(message),
    sendHint: () => undefined,
    close: () => undefined,
    sendPiece(text) {
      sendText(text);
      return new Promise((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
      });
    },
  };
  seat.line = line;
  return { heard, waiting, most: () => most };
}
const seatOf = ({ userId }: Person): MeetingSeat => {
  const seat = engine.engine.seats.get(userId);
  if (seat === undefined) throw new Error('nobody sits there');
  return seat;
};

test('a slow reader holds one piece at a time, and hears afterwards what happened meanwhile, in order and once', async () => {
  const ben = await person(engine, { meetingID: 'room', fullName: 'Ben' });
  const { heard, waiting, most } = slowLine(seatOf(ben));
  topicOf()?.catchUp(seatOf(ben), undefined);
  // more than is kept for those who lost their socket
  for (let at = 0; at < 700; at += 1) put(`new-${at % 50}-`);
  expect(ofBoard(heard)).toHaveLength(1);
  while (waiting.length > 0) {
    waiting.shift()?.();
    await nextTurn();
  }
  expect(most()).toBe(1);
  expect(replay(heard)).toEqual(topicOf()?.state());
  const events = ofBoard(heard).length;
  put('last');
  expect([ofBoard(heard).length, ofBoard(heard).at(-1)?.rev]).toEqual([events + 1, rev]);
});

test('a page that is cut off among the pieces says nothing that could be taken for a revision, and gets all of them again', async () => {
  const ben = await person(engine, { meetingID: 'room', fullName: 'Ben' });
  const { heard, waiting } = slowLine(seatOf(ben));
  topicOf()?.catchUp(seatOf(ben), undefined);
  for (let piece = 0; piece < 3; piece += 1) {
    waiting.shift()?.();
    await nextTurn();
  }
  const known = ofBoard(heard).at(-1)?.rev ?? 0;
  const again = slowLine(seatOf(ben));
  topicOf()?.catchUp(seatOf(ben), known);
  waiting.shift()?.();
  while (again.waiting.length > 0) {
    again.waiting.shift()?.();
    await nextTurn();
  }
  expect(ofBoard(heard)).toHaveLength(4);
  expect(replay(again.heard)).toEqual(topicOf()?.state());
});
