import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testEngine } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';
import { drawn, drawnBy } from '#topics/board/board.factory.ts';
import { boardTopic } from '#topics/board/board.topic.ts';
import { BOARD } from '#topics/board/board-elements.ts';

const ownFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-large-board-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const engineIn = async (folder: string): Promise<TestEngine> => {
  const engine = await testEngine({ recordings: { folder, ffmpeg: null } });
  onTestFinished(() => engine.stop());
  return engine;
};
const fileIn = (folder: string): string =>
  join(folder, 'live', readdirSync(join(folder, 'live')).find((name) => name.endsWith('.jsonl')) ?? '');
const saysSoon = (folder: string, text: string) =>
  expect.poll(() => readFileSync(fileIn(folder), 'utf8').includes(text), { timeout: 5_000 }).toBe(true);
const boardOf = ({ engine }: TestEngine) => engine.meetings.get('room')?.topics.get('board');

test('a full board comes back with what was drawn last, without having been written again for it', async () => {
  const folder = ownFolder();
  const engine = await engineIn(folder);
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  const page = `${'d'.repeat(22)}/1`;
  const elements = Array.from({ length: BOARD.pageElements }, (_, at) => drawnBy('ada', drawn(`many-${at}-`)));
  boardOf(engine)?.restore({
    state: { v: 1, rev: 1, state: { ...boardTopic.empty, pages: { [page]: elements } } },
    additions: [],
  });
  await saysSoon(folder, 'many-4999-');
  const { size } = statSync(fileIn(folder));
  for (const label of ['first', 'second', 'third']) {
    boardOf(engine)?.add({ is: 'put', page, elements: [drawnBy('ada', drawn('stroke', { label }))] });
    await saysSoon(folder, label);
  }
  expect(size).toBeGreaterThan(1_000_000);
  expect(statSync(fileIn(folder)).size - size).toBeLessThan(20_000);
  // what is on the disk while the engine lives is what a killed one leaves
  const copy = ownFolder();
  cpSync(folder, copy, { recursive: true });
  expect(boardOf(await engineIn(copy))?.state()).toEqual(boardOf(engine)?.state());
}, 20_000);
