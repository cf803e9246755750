import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createStream } from '#server/media/stream.ts';
import { EVENTS_FILE, lengthOf, readEvents, tracksOf } from '#server/record/event-log.ts';
import { picturePacket, soundPacket, testSource } from '#server/record/packets.factory.ts';
import type { TestSource } from '#server/record/packets.factory.ts';
import { startRecording } from '#server/record/recording.ts';
import type { RunningRecording } from '#server/record/recording.ts';

const homes: string[] = [];
afterAll(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true })));

type Stage = { recording: RunningRecording; clock: { now: number }; folder: string; failures: unknown[] };

function stage(folder = mkdtempSync(join(tmpdir(), 'atrium-recording-'))): Stage {
  homes.push(folder);
  const clock = { now: 5_000 };
  const failures: unknown[] = [];
  const recording = startRecording({
    folder,
    now: () => clock.now,
    wall: () => 1_700_000_000_000 + clock.now,
    failed: (error) => failures.push(error),
  });
  return { recording, clock, folder, failures };
}

/** Lets time pass and sends sound all the while. */
function talk({ recording, clock }: Stage, { source, stream }: TestSource, ms: number): void {
  for (const until = clock.now + ms; clock.now < until; clock.now += 20) {
    const number = 70_000 + clock.now / 20;
    recording.tap.packet(source, stream, {
      packet: soundPacket({ sequence: number, timestamp: number * 960 }),
      number,
      at: clock.now,
    });
  }
}

const eventsOf = ({ folder }: Stage) => readEvents(`${folder}/${EVENTS_FILE}`);

test('time that is not recorded takes no place on the time line', async () => {
  const set = stage();
  const mic = testSource('w_1', 'mic');
  set.recording.resume();
  talk(set, mic, 1_000);
  set.recording.pause();
  talk(set, mic, 60_000);
  set.recording.resume();
  talk(set, mic, 1_000);
  await set.recording.close();
  const events = await eventsOf(set);
  expect(tracksOf(events).map(({ start, length }) => [start, length])).toEqual([
    [250, 1_000],
    [1_500, 1_000],
  ]);
  expect(lengthOf(events)).toBe(2_500);
  expect(set.failures).toEqual([]);
});

test('sound and picture of one person are placed by the one clock that both reports show', async () => {
  const set = stage();
  const [mic, cam] = [testSource('w_1', 'mic'), testSource('w_1', 'cam')];
  set.recording.resume();
  talk(set, mic, 100);
  // The picture was captured 400 ms before it arrived: a slow encoder.
  const picture = picturePacket({ sequence: 1, timestamp: 90_000 }, 'key');
  set.recording.tap.packet(cam.source, cam.stream, { packet: picture, number: 65_537, at: set.clock.now });
  const report = (one: TestSource, timestamp: number, seconds: number) =>
    set.recording.tap.report(one.source, one.stream, {
      ntpHigh: 3_900_000_000 + seconds,
      ntpLow: 0,
      timestamp,
      at: set.clock.now,
    });
  report(mic, (70_000 + 255) * 960, 0);
  set.clock.now += 1_000;
  report(cam, 90_000 + 1_400 * 90, 1);
  await set.recording.close();
  const [sound, image] = tracksOf(await eventsOf(set));
  expect(sound?.start).toBe(250);
  expect(image?.start).toBe(250 + 100 - 400);
});

test('a source that ends and comes back gets a new file', async () => {
  const set = stage();
  const [first, second] = [testSource('w_1', 'mic'), testSource('w_1', 'mic')];
  set.recording.resume();
  talk(set, first, 200);
  set.recording.tap.ended(first.source);
  talk(set, second, 200);
  await set.recording.close();
  expect(tracksOf(await eventsOf(set)).map(({ file, member }) => [file, member])).toEqual([
    ['1-mic.webm', 'w_1'],
    ['2-mic.webm', 'w_1'],
  ]);
});

test('the larger picture is taken once it is steady, the smaller one again when it stops', async () => {
  const set = stage();
  const { source, stream: small } = testSource('w_1', 'cam');
  const large = createStream({ kind: 'video', ssrc: 2, rid: 'h', sendRtcp: () => undefined }, 0);
  source.streams = [small, large];
  set.recording.resume();
  const send = (stream: typeof small, number: number): void => {
    stream.lastAt = set.clock.now;
    const packet = picturePacket({ sequence: number, timestamp: set.clock.now * 90 }, 'key');
    set.recording.tap.packet(source, stream, { packet, number, at: set.clock.now });
  };
  for (let number = 0; number < 300; number += 1, set.clock.now += 40) {
    send(small, number);
    if (number < 150) send(large, number);
  }
  await set.recording.close();
  const tracks = tracksOf(await eventsOf(set));
  expect(tracks.map(({ start }) => Math.round(start / 100) / 10)).toEqual([0.3, 4.3, 8.3]);
  expect(tracks[1]?.length).toBe(2_000);
});

test('a folder that cannot be written is told once, and nothing more is taken', async () => {
  const set = stage('/proc/no-such-folder');
  homes.pop();
  set.recording.resume();
  set.recording.flush();
  await set.recording.close();
  expect([set.failures.length, set.recording.broken()]).toEqual([1, true]);
});
