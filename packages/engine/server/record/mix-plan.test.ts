import { expect, test } from 'vitest';
import type { TrackFact } from '#server/record/event-log.ts';
import { mixArguments, planShowings } from '#server/record/mix-plan.ts';

const track = (file: string, source: TrackFact['source'], [start, length]: [number, number]): TrackFact => ({
  file,
  member: 'w_1',
  source,
  kind: source === 'mic' || source === 'screen-audio' ? 'audio' : 'video',
  start,
  length,
  width: 320,
  height: 180,
});

test('one camera fills the picture, two stand side by side, and a screen takes most of it', () => {
  const shown = planShowings(
    [
      track('1-cam.webm', 'cam', [0, 3_000]),
      track('2-cam.webm', 'cam', [1_000, 2_000]),
      track('3-screen.webm', 'screen', [2_000, 1_000]),
    ],
    null,
  );
  expect(shown.map(({ file, from, to, rect }) => [file[0], from, to, rect.x, rect.y, rect.width, rect.height])).toEqual([
    ['1', 0, 1_000, 0, 0, 1_280, 720],
    ['1', 1_000, 2_000, 0, 0, 640, 720],
    ['2', 1_000, 2_000, 640, 0, 640, 720],
    ['3', 2_000, 3_000, 0, 0, 1_024, 720],
    ['1', 2_000, 3_000, 1_024, 0, 256, 144],
    ['2', 2_000, 3_000, 1_024, 144, 256, 144],
  ]);
});

test('a slide takes most of the picture, but not while a screen is shared', () => {
  const tracks = [track('1-cam.webm', 'cam', [0, 4_000]), track('3-screen.webm', 'screen', [2_000, 1_000])];
  const shown = planShowings(tracks, { list: 'slides', shown: [{ from: 1_000, to: 4_000 }] });
  expect(shown.map(({ file, from, to, rect }) => [file, from, to, rect.width])).toEqual([
    ['1-cam.webm', 0, 1_000, 1_280],
    ['slides', 1_000, 2_000, 1_024],
    ['1-cam.webm', 1_000, 2_000, 256],
    ['3-screen.webm', 2_000, 3_000, 1_024],
    ['1-cam.webm', 2_000, 3_000, 256],
    ['slides', 3_000, 4_000, 1_024],
    ['1-cam.webm', 3_000, 4_000, 256],
  ]);
});

test('never more cameras than have room, and all within the picture', () => {
  const many = Array.from({ length: 40 }, (_, index) => track(`${index}-cam.webm`, 'cam', [0, 1_000]));
  const alone = planShowings(many, null);
  const beside = planShowings([...many, track('99-screen.webm', 'screen', [0, 1_000])], null);
  expect([alone.length, beside.length]).toEqual([16, 6]);
  for (const { rect } of [...alone, ...beside]) {
    expect(rect.x + rect.width).toBeLessThanOrEqual(1_280);
    expect(rect.y + rect.height).toBeLessThanOrEqual(720);
  }
});

test('each file is an input at its place in time; files without anything are left out', () => {
  const tracks = [track('1-mic.webm', 'mic', [250, 5_000]), track('2-mic.webm', 'mic', [0, 0])];
  const list = mixArguments({ tracks, slides: null, length: 6_000, output: 'out.mp4' });
  expect(list.join(' ')).toContain('-itsoffset 0.250 -i 1-mic.webm');
  expect(list.join(' ')).not.toContain('2-mic.webm');
  expect(list.at(-1)).toBe('out.mp4');
});
