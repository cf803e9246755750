import { expect, test } from 'vitest';
import { readCues } from './caption-text.hook.ts';
import { besideUrl } from './beside-url.hook.ts';
import { readManifest } from './manifest.hook.ts';
import { activityOf, chaptersOf, mainPicture, momentAt } from './time-line.hook.ts';

const manifest = readManifest({
  length: 10_000,
  tracks: [
    { file: '1-cam.webm', member: 'a', source: 'cam', kind: 'video', start: 0, length: 10_000 },
    { file: '2-cam.webm', member: 'b', source: 'cam', kind: 'video', start: 0, length: 10_000 },
    { file: '3-screen.webm', member: 'a', source: 'screen', kind: 'video', start: 5000, length: 2000 },
  ],
  events: [
    { at: 0, type: 'recording', wall: 5 },
    { at: 0, type: 'member', id: 'a', name: 'Ada', role: 'moderator', sources: [{ key: 'k', source: 'mic', muted: false }] },
    { at: 0, type: 'member', id: 'b', name: 'Bea', role: 'viewer', sources: [] },
    { at: 2000, type: 'speaking', ids: ['b'] },
    { at: 3000, type: 'mute', id: 'a', key: 'k', on: true },
    { at: 4000, type: 'speaking', ids: [] },
    { at: 6000, type: 'marker', by: 'a' },
    { at: 8000, type: 'gone', id: 'b' },
  ],
});

test('people, mutes and who talks follow the time', () => {
  expect(momentAt(manifest.events, 2500)).toEqual({
    speaking: ['b'],
    people: [
      { id: 'a', name: 'Ada', muted: 'open' },
      { id: 'b', name: 'Bea', muted: 'muted' },
    ],
  });
  expect(momentAt(manifest.events, 9000)).toEqual({ speaking: [], people: [{ id: 'a', name: 'Ada', muted: 'muted' }] });
});

test('a shared screen is large, else the spotlight, else who talks', () => {
  expect(mainPicture(manifest.tracks, { time: 5500, speaking: ['b'] })?.file).toBe('3-screen.webm');
  expect(mainPicture(manifest.tracks, { time: 2500, speaking: ['b'] })?.file).toBe('2-cam.webm');
  expect(mainPicture(manifest.tracks, { time: 2500, speaking: ['a'], spotlight: ['b'] })?.file).toBe('2-cam.webm');
  expect(mainPicture(manifest.tracks, { time: 10_500, speaking: ['b'] })).toBeNull();
});

test('chapters begin at markers, and the hill shows where it was talked', () => {
  expect(chaptersOf(manifest.events)).toEqual([
    { at: 0, by: null },
    { at: 6000, by: 'a' },
  ]);
  expect(chaptersOf([{ at: 700, type: 'gap', from: 10_000, to: 12_500 }])).toEqual([
    { at: 0, by: null },
    { at: 700, by: null, missing: 2500 },
  ]);
  expect(activityOf(manifest, 10)).toEqual([0, 0, 1, 1, 0, 0, 0, 0, 0, 0]);
});

test('files lie beside the manifest with the same leave', () => {
  expect(besideUrl('/recordings-files/1/manifest.json?token=5.a', '1-mic.webm')).toBe('/recordings-files/1/1-mic.webm?token=5.a');
});

test('cues of a caption file', () => {
  expect(
    readCues('WEBVTT\n\n1\n00:01.500 --> 00:03.000 align:start\n<v Ada>Hello\nall\n\n01:00:00.000 --> 01:00:01.000\nEnd'),
  ).toEqual([
    { from: 1500, to: 3000, text: 'Hello\nall' },
    { from: 3_600_000, to: 3_601_000, text: 'End' },
  ]);
});

test('a manifest tells whether one video file could be made; those of older engines do not say that it could not', () => {
  const without = { length: 1, tracks: [], events: [] };
  expect(readManifest({ ...without, video: { state: 'none' } }).hasVideo).toBe(false);
  for (const state of ['queued', 'ready', 'failed']) expect(readManifest({ ...without, video: { state } }).hasVideo).toBe(true);
  expect(readManifest(without).hasVideo).toBe(true);
});

const nothing = { hands: [], spotlight: [], reactions: new Map(), timer: null };

test('hands, reactions and the timer stand as in the meeting, whose clock went on while the recording was paused', () => {
  const wall = 1_000_000;
  const topic = (at: number, name: string, event: object) => ({ at, type: 'topic', topic: name, by: 'a', event });
  const { topicsAt } = readManifest({
    length: 30_000,
    tracks: [],
    events: [
      { at: 250, type: 'resume', wall },
      { at: 250, type: 'topic-state', topic: 'hands', rev: 4, state: [{ member: 'b', at: wall - 9000 }] },
      { at: 250, type: 'topic-state', topic: 'timer', rev: 1, state: { seconds: 60, since: wall - 10_000, ran: 0 } },
      topic(1000, 'hands', { is: 'raised', member: 'a' }),
      topic(2000, 'reactions', { is: 'reacted', reaction: '👏' }),
      topic(3000, 'hologram', { is: 'shown' }),
      { at: 10_250, type: 'pause', wall: wall + 10_000 },
      { at: 10_500, type: 'resume', wall: wall + 40_000 },
      { at: 10_500, type: 'topic-state', topic: 'hands', rev: 7, state: [] },
      topic(12_000, 'timer', { is: 'removed' }),
    ],
  });
  expect(topicsAt(0)).toEqual(nothing);
  expect(topicsAt(2100)).toEqual({
    ...nothing,
    hands: ['b', 'a'],
    reactions: new Map([['a', '👏']]),
    timer: { ms: 49_000, state: 'running' },
  });
  expect(topicsAt(8100).reactions.size).toBe(0);
  expect(topicsAt(10_600)).toMatchObject({ hands: [], timer: { ms: 10_000, state: 'running' } });
  expect(topicsAt(13_000).timer).toBeNull();
});

test('a recording from before there were topics shows none', () => {
  expect(manifest.topicsAt(9000)).toEqual(nothing);
});
