/**
 * `npm run bench board`: how soon a point of a stroke is on the last of 30 pages, against a bare WebSocket echo in the same run; and what
 * a page with 5 000 elements costs. `npm run bench soak [minutes]`: a lesson of ten people who draw, vote and chat.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Person, topicCommand } from '@atrium/engine/server/engine.factory';
import { BOARD, type BoardElement, type DrawnElement } from '@atrium/engine/topics/board/board-elements.ts';
import { shapesOf } from '@atrium/engine/topics/board/board-shapes.ts';
import { type BoardState, boardTopic } from '@atrium/engine/topics/board/board.topic.ts';
import { encodePoints } from '@atrium/engine/topics/board/points.ts';
import { pollsViewTopic } from '@atrium/engine/topics/polls/polls.topic.ts';
import { stepTopic } from '@atrium/engine/protocol/topic-step';
import { WebSocket } from 'ws';
import { residentMb } from './callers.ts';
import { openLesson, startEngineProcess } from './engine-process.ts';
import type { Report } from './report.ts';

const people = 30;
const points = 400;
/** Milliseconds between two points, as a page sends them. */
const pointEvery = 50;
const budgets = { overEcho: 150 } as const;

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
const stroke = encodePoints(Array.from({ length: 60 }, (_, n) => ({ x: 3 * n, y: 30 * Math.sin(n / 5) })));
const element = (id: string, change: Partial<DrawnElement> = {}): DrawnElement => ({
  ...{ id, kind: 'pen', x: 100, y: 100, w: 180, h: 60, color: 'red', width: 'medium', points: stroke, text: '', label: '' },
  ...change,
});

async function echoSocket(): Promise<{ trip: () => Promise<number>; stop: () => void }> {
  const child = fork(new URL('./echo-server.ts', import.meta.url));
  const [message]: { port?: number }[] = await once(child, 'message');
  const socket = new WebSocket(`ws://127.0.0.1:${message?.port}`);
  await once(socket, 'open');
  return {
    async trip() {
      const began = performance.now();
      socket.send('a point');
      await once(socket, 'message');
      return performance.now() - began;
    },
    stop() {
      socket.close();
      child.kill();
    },
  };
}

async function measureStroke(note: Report['note']): Promise<void> {
  const engine = await startEngineProcess();
  const echo = await echoSocket();
  try {
    const lesson = await openLesson(engine, people);
    const [writer, ...readers] = lesson.people;
    const sentAt = new Map<number, number>();
    const heard = new Map<number, { readers: number; last: number }>();
    for (const { socket } of readers)
      socket.on('message', (data) => {
        const from = /"t":"hint".*"from":(\d+)/.exec(String(data))?.[1];
        const sent = sentAt.get(Number(from));
        if (from === undefined || sent === undefined) return;
        const before = heard.get(Number(from))?.readers ?? 0;
        heard.set(Number(from), { readers: before + 1, last: performance.now() - sent });
      });
    const trips: Promise<number>[] = [];
    for (let from = 0; from < points; from += 1) {
      const line = { id: 'stroke-1', kind: 'pen', x: 1, y: 1, color: 'red', width: 'thin', from, points: '10 10' };
      sentAt.set(from, performance.now());
      writer?.say({
        t: 'hint',
        topic: 'board',
        hint: { page: lesson.page, cursor: null, stroke: line, draft: null, moved: null },
      });
      await sleep(pointEvery / 2);
      trips.push(echo.trip());
      await sleep(pointEvery / 2);
    }
    await sleep(1_000);
    const whole = [...heard.values()].filter((one) => one.readers === readers.length).map(({ last }) => last);
    const bare = p95(await Promise.all(trips));
    note(`board: points of a stroke that reached all of ${people - 1} others`, whole.length / points, {
      unit: 'ratio',
      atLeast: 0.9,
    });
    note('board: a point on the last page, p95', p95(whole), { unit: 'ms' });
    note('board: a bare echo in the same run, p95', bare, { unit: 'ms' });
    note('board: a point on the last page over a bare echo, p95', p95(whole) - bare, { unit: 'ms', atMost: budgets.overEcho });
  } finally {
    echo.stop();
    await engine.stop();
  }
}

function measureFullPage(note: Report['note']): void {
  const page = `${'full-page'.padEnd(22, '-')}/1`;
  const drawn = Array.from(
    { length: BOARD.pageElements },
    (_, n): BoardElement => ({ ...element(`stroke${n}`), by: 'a', name: 'A' }),
  );
  let state: BoardState = { ...boardTopic.empty, pages: { [page]: drawn.slice(0, -1) } };
  const began = performance.now();
  for (let n = 0; n < 100; n += 1)
    state = boardTopic.reduce(state, { event: { is: 'put', page, elements: drawn.slice(-1) }, by: 'a', at: n });
  note('board: one more element on a page of 5 000', (performance.now() - began) / 100, { unit: 'ms', atMost: 16 });
  const before = process.cpuUsage();
  for (const one of drawn) shapesOf(one);
  const { user } = process.cpuUsage(before);
  note('board: shapes of 5 000 strokes when the page is opened, processor', user / 1_000, { unit: 'ms', atMost: 2_500 });
}

export async function measureBoard(note: Report['note']): Promise<void> {
  measureFullPage(note);
  await measureStroke(note);
}

/** What a person's page shows after all that it heard. */
function boardOf({ heard }: Person): BoardState {
  return heard.reduce<BoardState>(
    (state, one) =>
      (one.t === 'topic-event' || one.t === 'topic-state') && one.topic === 'board' ? stepTopic(boardTopic, state, one) : state,
    boardTopic.empty,
  );
}
const saidTo = ({ heard }: Person): number => heard.filter((one) => one.t === 'topic-event' && one.topic === 'chat').length;
const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Commands that were taken, by topic. */
type SoakCounts = { board: number; chat: number; polls: number; refused: number };

async function teach(people: readonly Person[], { page, until }: { page: string; until: number }): Promise<SoakCounts> {
  const counts: SoakCounts = { board: 0, chat: 0, polls: 0, refused: 0 };
  const tell: Tell = async (who, topic, command) => {
    const answer = await who.ask(topicCommand(topic, command));
    counts[answer.t === 'ok' ? topic : 'refused'] += 1;
  };
  const [teacher] = people;
  for (let round = 0; Date.now() < until; round += 1) {
    const began = Date.now();
    // a hundred elements of each are drawn again and again, so that the board itself does not grow
    const turns = people.map((who, n) => {
      const again = element(`by-${n}-${round % 100}`, { x: round % 900, y: 60 * n });
      return tell(who, 'board', { do: 'put', page, elements: [again] });
    });
    if (round % 10 === 0) turns.push(...people.map((who, n) => tell(who, 'chat', { do: 'say', text: `${n} in ${round}` })));
    await Promise.all(turns);
    if (round % 30 === 5 && teacher !== undefined) await vote(people, teacher, tell);
    await sleep(Math.max(0, 1_000 - (Date.now() - began)));
  }
  return counts;
}

type Tell = (who: Person, topic: 'board' | 'chat' | 'polls', command: object) => Promise<void>;
async function vote(people: readonly Person[], teacher: Person, tell: Tell): Promise<void> {
  const question = `Clear at ${Date.now()}?`;
  const poll = { kind: 'yes-no', question, options: ['', ''], right: [], several: false, anonymous: false, live: true };
  await teacher.ask(topicCommand('polls', { do: 'start', poll }));
  const shown = await teacher.hears('topic-state', ({ state }) => JSON.stringify(state).includes(question));
  const { polls } = pollsViewTopic.state.parse(shown.state);
  const id = polls.find((one) => one.question === question)?.id ?? '';
  await Promise.all(people.slice(1).map((who, n) => tell(who, 'polls', { do: 'vote', poll: id, choices: [n % 2], typed: '' })));
  await teacher.ask(topicCommand('polls', { do: 'end', poll: id }));
}

/** Memory after the first third, when code and caches are warm, against the end. */
export async function measureSoak({ note, miss }: Report, minutes: number): Promise<void> {
  const engine = await startEngineProcess();
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(residentMb(engine.pid)), 2_000);
  try {
    const { people, page } = await openLesson(engine, 10);
    const counts = await teach(people, { page, until: Date.now() + minutes * 60_000 });
    await sleep(1_000);
    const third = Math.floor(samples.length / 3);
    const [warm, end] = [middleOf(samples.slice(third, 2 * third)), middleOf(samples.slice(-third))];
    note(`soak of ${minutes} min: elements drawn`, counts.board, { unit: '' });
    note('soak: votes', counts.polls, { unit: '', atLeast: Math.floor(minutes) * 9 });
    note('soak: commands refused', counts.refused, { unit: '', atMost: 0 });
    note('soak: memory of the engine in the second third', warm, { unit: 'MB' });
    note('soak: memory in the last third against that', end / warm, { unit: 'ratio', atMost: 1.15 });
    const boards = new Set(people.map((who) => JSON.stringify(boardOf(who).pages)));
    if (boards.size !== 1) miss(`soak: ${boards.size} different drawings on ${people.length} pages`);
    const lost = people.reduce((sum, who) => sum + counts.chat - saidTo(who), 0);
    note('soak: chat messages that somebody did not get', lost, { unit: '', atMost: 0 });
  } finally {
    clearInterval(sampling);
    await engine.stop();
  }
}
