import { afterEach, beforeEach, expect, test } from 'vitest';
import { greet, person, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Browser, Person, TestEngine } from '#server/engine.factory.ts';
import { slidesCommand, slidesIn } from '#server/slides/slides.factory.ts';
import { drawn, drawnBy } from '#topics/board/board.factory.ts';
import { type BoardState, boardTopic } from '#topics/board/board.topic.ts';
import { BOARD, type BoardElement } from '#topics/board/board-elements.ts';

let engine: TestEngine;
let ada: Person;
let ben: Person;
let page = '';

const join = (fullName: string, params: Record<string, string> = {}) =>
  person(engine, { meetingID: 'room', fullName, ...params });
const board = (command: object) => topicCommand('board', command);
const put = (...elements: object[]) => board({ do: 'put', page, elements });
const allow = (who: string, ...chosen: string[]) => board({ do: 'allow', drawers: { who, chosen } });
const codeOf = async (who: Browser, message: object): Promise<string> => {
  const answer = await who.ask(message);
  return answer.t === 'error' ? answer.code : answer.t;
};
const topicOf = () => engine.engine.meetings.get('room')?.topics.get('board');
const state = (): BoardState => boardTopic.state.parse(topicOf()?.state());
const elements = (): BoardElement[] => state().pages[page] ?? [];

/** A white page, on which Ada presents and Ben may draw. */
const meet = async (params: Record<string, string> = {}): Promise<void> => {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...params });
  ada = await join('Ada', { role: 'MODERATOR', userID: 'a-1' });
  ben = await join('Ben', { userID: 'b-1' });
  await ada.ask(slidesCommand({ do: 'add-blank', name: 'Board' }));
  page = `${slidesIn(engine).decks[0]?.id}/1`;
};

beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

test('two people draw at the same time, and both pages come to the picture of the engine', async () => {
  await meet();
  await ada.ask(allow('everyone'));
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => [ada.ask(put(drawn(`a${at}`))), ben.ask(put(drawn(`b${at}`, { x: at })))]).flat(),
  );
  await ben.ask(board({ do: 'remove', page, ids: [drawn('b3').id] }));
  const last = state();
  expect(elements()).toHaveLength(23);
  for (const browser of [ada, ben]) {
    await browser.hears('topic-event', ({ event }) => JSON.stringify(event).includes('"removed"'));
    const events = browser.heard.flatMap((one) =>
      one.t === 'topic-event' && one.topic === 'board' ? [{ ...one, event: boardTopic.event.parse(one.event) }] : [],
    );
    expect(events.reduce(boardTopic.reduce, boardTopic.empty)).toEqual(last);
  }
});

test('the engine says who drew something, also when somebody else has changed it', async () => {
  await meet();
  await ada.ask(allow('chosen', ben.userId));
  await ben.ask(put({ ...drawn('b1'), by: ada.userId, name: 'Ada' }));
  await ada.ask(put(drawn('b1', { x: 5 }), drawn('a1')));
  expect(elements().map(({ id, by, name, x }) => [id, by, name, x])).toEqual([
    [drawn('b1').id, ben.userId, 'Ben', 5],
    [drawn('a1').id, ada.userId, 'Ada', 100],
  ]);
});

test('what a host removed and puts back is still of the person who drew it', async () => {
  await meet();
  await ada.ask(allow('everyone'));
  await ben.ask(put(drawn('b1')));
  await ada.ask(board({ do: 'remove', page, ids: [drawn('b1').id] }));
  await ada.ask(put(drawn('b1')));
  expect(elements()).toMatchObject([{ by: ben.userId, name: 'Ben' }]);
  expect(await codeOf(ben, put(drawn('b1', { x: 3 })))).toBe('ok');
});

test('a viewer changes and removes their own alone, and a refused command changes nothing', async () => {
  await meet();
  await ada.ask(allow('everyone'));
  await ada.ask(put(drawn('a1')));
  await ben.ask(put(drawn('b1')));
  const before = state();
  for (const wish of [
    put(drawn('b1', { x: 1 }), drawn('a1', { x: 1 })),
    board({ do: 'remove', page, ids: [drawn('b1').id, drawn('a1').id] }),
    board({ do: 'clear', page, whose: 'all' }),
    allow('everyone'),
  ])
    expect(await codeOf(ben, wish)).toBe('not-allowed');
  expect(state()).toEqual(before);
  expect(await codeOf(ben, board({ do: 'clear', page, whose: 'own' }))).toBe('ok');
  expect(elements().map(({ by }) => by)).toEqual([ada.userId]);
});

test('without the right nothing is drawn or hinted at, and what was drawn stays when it is taken away', async () => {
  await meet();
  const hint = { t: 'hint', topic: 'board', hint: { page, cursor: { x: 1, y: 2 }, stroke: null, draft: null, moved: null } };
  expect([await codeOf(ben, put(drawn('b1'))), await codeOf(ben, hint)]).toEqual(['not-allowed', 'not-allowed']);
  await ada.ask(allow('chosen', ben.userId));
  await ben.hears('rights', ({ rights }) => rights.includes('draw'));
  expect([await codeOf(ben, put(drawn('b1'))), await codeOf(ben, hint)]).toEqual(['ok', 'ok']);
  await ada.hears('hint', ({ by, topic }) => by === ben.userId && topic === 'board');
  const [, late] = await Promise.all([ada.ask(allow('presenter')), codeOf(ben, hint)]);
  expect([await codeOf(ben, put(drawn('b2'))), await codeOf(ben, hint)]).toEqual(['not-allowed', 'not-allowed']);
  expect(['ok', 'not-allowed']).toContain(late);
  expect(elements()).toHaveLength(1);
});

test('of somebody who was removed from the meeting nobody sees a hint any more', async () => {
  await meet();
  await ada.ask(allow('everyone'));
  const hint = (x: number) => ({
    t: 'hint',
    topic: 'board',
    hint: { page, cursor: { x, y: 0 }, stroke: null, draft: null, moved: null },
  });
  ben.say(hint(1));
  await ada.hears('hint', ({ topic }) => topic === 'board');
  ada.say({ t: 'moderate', action: 'remove', member: ben.userId });
  for (let x = 2; x < 20; x += 1) ben.say(hint(x));
  await ada.hears('gone');
  const heard = ada.heard.length;
  await ben.closed;
  expect((await ada.ask(put(drawn('a1')))).t).toBe('ok');
  expect(ada.heard.slice(heard).filter(({ t }) => t === 'hint')).toEqual([]);
});

test('a moderator who does not draw may clear a page, and the same person brings it back for a minute', async () => {
  await meet();
  const cleo = await join('Cleo', { role: 'MODERATOR' });
  await ada.ask(put(drawn('a1'), drawn('a2')));
  const clear = board({ do: 'clear', page, whose: 'all' });
  const restore = () => board({ do: 'restore', page });
  expect(await codeOf(cleo, put(drawn('c1')))).toBe('not-allowed');
  expect([await codeOf(cleo, clear), elements()]).toEqual(['ok', []]);
  expect(await codeOf(ada, restore())).toBe('over');
  expect([await codeOf(cleo, restore()), elements().length]).toEqual(['ok', 2]);
  expect(await codeOf(cleo, restore())).toBe('over');
  await codeOf(cleo, board({ do: 'clear', page, whose: 'all' }));
  engine.pass(61_000);
  expect(await codeOf(cleo, restore())).toBe('over');
});

test('who comes back by another link is the same person: the choice and the own drawings stay theirs', async () => {
  await meet();
  await ada.ask(allow('chosen', ben.userId));
  await ben.ask(put(drawn('b1')));
  ben.say({ t: 'leave' });
  await ada.hears('gone');
  expect(state().drawers.chosen).toEqual([ben.userId]);
  const again = await join('Ben', { userID: 'b-1' });
  expect(again.welcome.rights).toContain('draw');
  expect(await codeOf(again, board({ do: 'remove', page, ids: [drawn('b1').id] }))).toBe('ok');
  const other = await join('Ben');
  expect(other.welcome.rights).not.toContain('draw');
  expect(await codeOf(ada, allow('chosen', 'nobody'))).toBe('unknown-member');
});

test('with multiUserWhiteboardEnabled everybody draws until the presenter chooses who may', async () => {
  await meet({ multiUserWhiteboardEnabled: 'true' });
  expect([await codeOf(ben, put(drawn('b1'))), state().drawers.who]).toEqual(['ok', 'everyone']);
  await ada.ask(allow('presenter'));
  expect(await codeOf(ben, put(drawn('b2')))).toBe('not-allowed');
});

test('drawings are on pages of this meeting alone, and go with their deck', async () => {
  await meet();
  const [deck] = page.split('/');
  for (const foreign of [`${'x'.repeat(22)}/1`, `${deck}/2`])
    expect(await codeOf(ada, board({ do: 'put', page: foreign, elements: [drawn('a1')] }))).toBe('unknown-page');
  for (const none of ['__proto__', `${deck}/0`, `${deck}/1/1`, ''])
    expect(await codeOf(ada, board({ do: 'put', page: none, elements: [drawn('a1')] }))).toBe('bad-message');
  await ada.ask(put(drawn('a1')));
  await ada.ask(slidesCommand({ do: 'remove', deck }));
  expect(state().pages).toEqual({});
  expect(await codeOf(ada, put(drawn('a2')))).toBe('unknown-page');
});

test('a full page, a full meeting and too many words are refused, and changes that need no room are not', async () => {
  await meet();
  const fill = (pages: BoardState['pages']) =>
    expect(topicOf()?.restore({ state: { v: 1, rev: 1, state: { ...boardTopic.empty, pages } }, additions: [] })).toBe(true);
  const many = (count: number, change: Parameters<typeof drawn>[1] = {}) =>
    Array.from({ length: count }, (_, at) => drawnBy(ada.userId, drawn(`many-${at}-`, change)));
  const full = many(BOARD.pageElements);
  fill({ [page]: full });
  expect(await codeOf(ada, put(drawn('a1')))).toBe('too-many');
  expect(await codeOf(ada, put(drawn('many-7-', { x: 3 })))).toBe('ok');
  fill(Object.fromEntries([2, 3, 4, 5].map((extra) => [page.replace('/1', `/${extra}`), full])));
  expect(await codeOf(ada, put(drawn('a1')))).toBe('too-many');
  fill({ [page]: many(Math.ceil(BOARD.characters / BOARD.points), { points: '1'.padEnd(BOARD.points - 1, ' 1') }) });
  expect(await codeOf(ada, put(drawn('a1')))).toBe('too-many');
  expect(await codeOf(ada, put(drawn('many-7-'), drawn('many-8-')))).toBe('ok');
  expect(await codeOf(ada, put(drawn('a1')))).toBe('ok');
});

test('texts stay text and lose what cannot be read, and only what has one keeps it', async () => {
  await meet();
  const script = '<script>alert(1)</script>\u0000\r\n\u0007x ';
  await ada.ask(
    put(drawn('n1', { kind: 'note', text: script, label: `${script}\n` }), drawn('r1', { kind: 'ellipse', text: 'no' })),
  );
  expect(elements()).toMatchObject([
    { text: '<script>alert(1)</script>\nx', label: '<script>alert(1)</script> x', points: '' },
    { kind: 'ellipse', text: '', points: '' },
  ]);
});

test('somebody who comes back with their seat hears what they missed of the board, and who comes late all of it', async () => {
  await meet();
  await ada.ask(put(drawn('a1')));
  const { rev } = await ben.hears('topic-event', ({ topic }) => topic === 'board');
  ben.socket.terminate();
  await ada.hears('member', ({ member }) => member.id === ben.userId && member.state === 'away');
  await ada.ask(put(drawn('a2')));
  const topics = { board: { v: 1, rev } };
  const back = await greet(engine, { token: ben.token, resume: ben.welcome.seat, topics });
  expect(await back.hears('topic-event')).toMatchObject({ rev: rev + 1, event: { is: 'put' } });
  const late = await join('Late');
  expect((await late.hears('topic-state', ({ topic }) => topic === 'board')).state).toEqual(state());
});
