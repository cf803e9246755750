import { expect, test } from 'vitest';
import { readConfig } from '#kit/server/config/config.ts';
import { hintsOf } from './health.ts';

test('where an engine runs and ffmpeg is not installed, a hint says what recordings do without', async () => {
  const hints = (engine: 'on' | 'off', ffmpeg: string) =>
    hintsOf({ config: readConfig({ ENGINE: engine, LIBREOFFICE: '/nowhere' }) }, ffmpeg);
  expect(await hints('on', '/nowhere/ffmpeg')).toEqual([
    'no ffmpeg at /nowhere/ffmpeg: recordings get no video file and no picture',
  ]);
  expect(await Promise.all([hints('off', '/nowhere/ffmpeg'), hints('on', process.execPath)])).toEqual([[], []]);
});
