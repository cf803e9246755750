import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSlot } from './engine-slots.ts';

test('a slot says whether its folder is new, that of an older version, or one that has its id', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-slots-'));
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true }));
  fs.mkdirSync(path.join(dataDir, 'recordings-2'));
  const origins = async () => {
    const slots = await Promise.all([1, 2].map((number) => openSlot(dataDir, number)));
    await Promise.all(slots.map((slot) => slot?.lock.release()));
    return slots.map((slot) => slot?.origin);
  };
  expect(await origins()).toEqual(['new', 'of-older']);
  expect(await origins()).toEqual(['known', 'known']);
});
