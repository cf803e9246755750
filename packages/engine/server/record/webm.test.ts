import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readElementHead, sizeBytes } from '#server/record/ebml.ts';
import { writeWebm } from '#server/record/webm.ts';
import type { WebmFrame } from '#server/record/webm.ts';
import { repairWebm, scanWebm } from '#server/record/webm-read.ts';
import type { WebmBlock } from '#server/record/webm-read.ts';

const home = mkdtempSync(join(tmpdir(), 'atrium-webm-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Ten minutes would be long: forty seconds of pictures with a key frame every two seconds. */
const pictures: WebmFrame[] = Array.from({ length: 1_000 }, (_, index) => ({
  at: index * 40,
  length: 40,
  key: index % 50 === 0,
  data: Buffer.alloc(20 + ((index * 37) % 400), index),
}));

async function write(name: string, finish: 'finished' | 'interrupted'): Promise<string> {
  const path = join(home, name);
  const writer = writeWebm(path, { kind: 'video', width: 320, height: 180 });
  for (const frame of pictures) writer.frame(frame);
  await writer.flush();
  const soFar = readFileSync(path);
  await writer.finish();
  if (finish === 'interrupted') writeFileSync(path, soFar);
  return path;
}

async function blocksOf(path: string): Promise<WebmBlock[]> {
  const blocks: WebmBlock[] = [];
  await scanWebm(path, (block) => blocks.push(block));
  return blocks;
}

test('what was written is read back, with length and a place to jump to for every key frame', async () => {
  const path = await write('whole.webm', 'finished');
  const scan = await scanWebm(path);
  expect(scan).toMatchObject({ finished: true, duration: 40_000, blocks: 1_000, last: 39_960 });
  expect(scan?.cues.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => index * 2_000));
  const bytes = readFileSync(path);
  const blocks = await blocksOf(path);
  expect(blocks.map(({ at, key, size }) => [at, key, size])).toEqual(pictures.map(({ at, key, data }) => [at, key, data.length]));
  expect(
    blocks.every((block, index) =>
      bytes.subarray(block.dataAt, block.dataAt + block.size).equals(pictures[index]?.data ?? bytes),
    ),
  ).toBe(true);
});

test('a file that was not finished is completed, and then is the same as one that was', async () => {
  const whole = await write('reference.webm', 'finished');
  const path = await write('interrupted.webm', 'interrupted');
  expect((await scanWebm(path))?.duration).toBe(0);
  expect(await repairWebm(path)).toBe(39_980);
  expect(await scanWebm(path)).toMatchObject({ finished: true, duration: 39_980, cues: (await scanWebm(whole))?.cues });
  expect(await repairWebm(path)).toBe(39_980);
});

test('cut anywhere, it is completed up to the last whole frame', async () => {
  const path = await write('cut-source.webm', 'interrupted');
  const bytes = readFileSync(path);
  const all = await blocksOf(path);
  const cut = join(home, 'cut.webm');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
      writeFileSync(cut, bytes);
      truncateSync(cut, length);
      const whole = all.filter((block) => block.dataAt + block.size <= length);
      expect(await repairWebm(cut)).toBe(whole.length === 0 ? 0 : (whole.at(-1)?.at ?? 0) + 20);
      if (whole.length > 0) expect(await blocksOf(cut)).toEqual(whole);
    }),
    { numRuns: 60, examples: [[0], [bytes.length], [bytes.length - 1]] },
  );
});

test('sizes are read as they were written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (size) => {
      const bytes = Buffer.concat([Buffer.from([0xa3]), sizeBytes(size)]);
      expect(readElementHead(bytes, 0)).toEqual({ id: 0xa3, size, dataAt: bytes.length });
    }),
  );
});

test('bytes that are no file of ours are not taken for one', async () => {
  const path = join(home, 'noise.webm');
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      writeFileSync(path, bytes);
      expect(await repairWebm(path)).toBe(0);
    }),
    { numRuns: 100 },
  );
});
