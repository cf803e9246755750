import { expect, test } from 'vitest';
import type { PlayerTrack } from './manifest.hook.ts';
import { type ClockState, type MediaElement, playerClock } from './player-clock.hook.ts';

type FakeMedia = MediaElement & { paused: boolean; readyState: number; error: MediaError | null; run: (ms: number) => void };

function fakeMedia(drift = 1): FakeMedia {
  const media: FakeMedia = {
    currentTime: 0,
    playbackRate: 1,
    paused: true,
    readyState: 4,
    seeking: false,
    ended: false,
    error: null,
    play: async () => {
      media.paused = false;
    },
    pause: () => {
      media.paused = true;
    },
    run: (ms) => {
      if (!media.paused) media.currentTime += (ms / 1000) * media.playbackRate * drift;
    },
  };
  return media;
}

const track = (file: string, kind: 'audio' | 'video', start: number): PlayerTrack => ({
  file,
  kind,
  start,
  member: 'm',
  source: kind === 'audio' ? 'mic' : 'cam',
  length: 20_000,
});

function rig() {
  const time = { now: 0 };
  const said: ClockState[] = [];
  const mic = fakeMedia(0.99);
  const cam = fakeMedia(1.01);
  const clock = playerClock({
    tracks: [track('1-mic.webm', 'audio', 0), track('2-cam.webm', 'video', 3000)],
    length: 23_000,
    now: () => time.now,
    tell: (state) => said.push(state),
  });
  clock.attach('1-mic.webm', mic);
  clock.attach('2-cam.webm', cam);
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 50) {
      time.now += 50;
      mic.run(50);
      cam.run(50);
      clock.step();
    }
  };
  const off = () => Math.abs(mic.currentTime * 1000 - (3000 + cam.currentTime * 1000));
  return { clock, mic, cam, pass, off, last: () => said.at(-1) };
}

test('a picture that runs at another pace stays with the sound', () => {
  const { clock, pass, off, cam } = rig();
  clock.play();
  pass(2500);
  expect(cam.paused).toBe(true);
  pass(9000);
  expect(cam.paused).toBe(false);
  expect(off()).toBeLessThan(80);
});

test('after a jump all tracks stand at the same time', () => {
  const { clock, pass, off, last } = rig();
  clock.play();
  pass(1000);
  clock.seek(10_000);
  pass(1000);
  expect(off()).toBeLessThan(80);
  expect(last()?.at).toBeGreaterThan(10_500);
});

test('nothing goes on while one track has no data yet', () => {
  const { clock, mic, cam, pass, last } = rig();
  clock.seek(5000);
  clock.play();
  pass(500);
  cam.readyState = 1;
  pass(50);
  const { currentTime } = mic;
  pass(2000);
  expect(last()?.waiting).toBe('waiting');
  expect(mic.currentTime).toBeCloseTo(currentTime, 1);
  cam.readyState = 4;
  pass(1000);
  expect(last()?.waiting).toBe('ready');
  expect(mic.currentTime).toBeGreaterThan(currentTime + 0.5);
});

test('it stops at the end, and starts again from the beginning', () => {
  const { clock, pass, last } = rig();
  clock.seek(22_500);
  clock.play();
  pass(1000);
  expect(last()).toMatchObject({ playing: 'paused', at: 23_000 });
  clock.play();
  pass(200);
  expect(last()?.at).toBeLessThan(1000);
});
