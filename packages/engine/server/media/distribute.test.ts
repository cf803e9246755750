import { describe, expect, it } from 'vitest';
import { chooseStreams, distributeRoom } from './distribute.ts';
import type { SlotMap, SourceVisibility } from './distribute.ts';
import { createDelayTrend } from './delay-trend.ts';
import { openBudget } from './layers.ts';
import type { NativeConnection } from './native.ts';
import { createSeat } from './room.ts';
import type { MediaRoom, MediaSeat, WantedPicture } from './room.ts';
import { createSlot } from './slot.ts';
import { createStream } from './stream.ts';
import type { MediaViewer } from './subscribe.ts';
import { createVoice } from './voices.ts';

const connection: NativeConnection = {
  answer: async () => '',
  offer: async () => ({ sdp: '', tracks: [] }),
  accept() {},
  reach() {},
  close() {},
};

function openRoom(): {
  room: MediaRoom;
  maps: Map<string, SlotMap>;
  pauses: Map<string, string[]>;
  told: string[];
  run: (canSee?: SourceVisibility, seats?: MediaSeat[]) => void;
} {
  const room: MediaRoom = { id: 'room', seats: new Map(), speakers: [], tap: null };
  const maps = new Map<string, SlotMap>();
  const pauses = new Map<string, string[]>();
  const told: string[] = [];
  const onSlots = (seat: string, map: SlotMap, paused: string[]): void => {
    maps.set(seat, map);
    pauses.set(seat, paused);
    told.push(seat);
  };
  return { room, maps, pauses, told, run: (canSee = () => true, seats) => distributeRoom(room, { canSee, onSlots }, seats) };
}

function sit(room: MediaRoom, id: string, publishes: readonly ('mic' | 'cam' | 'screen')[]): MediaSeat {
  const seat = createSeat(id, room);
  room.seats.set(id, seat);
  for (const key of publishes) {
    const kind = key === 'mic' ? 'audio' : 'video';
    const streams = [createStream({ kind, ssrc: 1, rid: '', sendRtcp: () => undefined }, performance.now())];
    const source = {
      id: `${id}:${key}`,
      seat: id,
      key,
      source: key,
      kind,
      streams,
      blocked: false,
      voice: createVoice(),
    } as const;
    seat.published.set(key, { source: { ...source }, connection, announced: true, trend: createDelayTrend() });
  }
  return seat;
}

function watch(seat: MediaSeat, slots: { audio: number; video: number }): MediaViewer {
  const names = (kind: 'audio' | 'video') =>
    Array.from({ length: slots[kind] }, (_, index) => createSlot({ kind, mid: `${kind[0]}${index}`, ssrc: index }));
  const feedback = { loss: null, remb: null, trip: null };
  const viewer = {
    gen: 1,
    connection,
    slots: [...names('audio'), ...names('video')],
    answered: true,
    startedAt: 0,
    feedback,
    budget: openBudget(0),
    shortest: Number.POSITIVE_INFINITY,
  };
  seat.viewer = viewer;
  return viewer;
}
const want = (...sources: string[]): WantedPicture[] => sources.map((source) => ({ source, height: 360 }));

describe('slots', () => {
  it('fills the slots of one person alone when the others are not concerned', () => {
    const { room, maps, run } = openRoom();
    const [ada, ben] = ['ada', 'ben'].map((id) => sit(room, id, ['mic']));
    for (const seat of [ada, ben]) if (seat) watch(seat, { audio: 1, video: 0 });
    run(undefined, ben ? [ben] : []);
    expect([...maps]).toEqual([['ben', { a0: 'ada:mic' }]]);
  });
  it('show others, never oneself', () => {
    const { room, maps, run } = openRoom();
    watch(sit(room, 'ada', ['mic', 'cam']), { audio: 1, video: 1 });
    run();
    expect(maps.get('ada')).toEqual({ a0: null, v0: null });
    sit(room, 'ben', ['mic', 'cam']);
    run();
    expect(maps.get('ada')).toEqual({ a0: 'ben:mic', v0: 'ben:cam' });
  });
  it('show a shared screen first when the viewer has no wishes', () => {
    const { room, maps, run } = openRoom();
    watch(sit(room, 'ada', []), { audio: 0, video: 1 });
    sit(room, 'ben', ['cam']);
    sit(room, 'cleo', ['cam', 'screen']);
    run();
    expect(maps.get('ada')).toEqual({ v0: 'cleo:screen' });
  });
  it('follow the wishes of the viewer, most wanted first, and nothing else', () => {
    const { room, maps, run } = openRoom();
    const ada = sit(room, 'ada', []);
    watch(ada, { audio: 0, video: 2 });
    for (const id of ['ben', 'cleo', 'dora']) sit(room, id, ['cam']);
    ada.wants = want('dora:cam', 'nobody:cam', 'cleo:cam', 'ben:cam');
    run();
    expect(maps.get('ada')).toEqual({ v0: 'dora:cam', v1: 'cleo:cam' });
    ada.wants = want('ben:cam');
    run();
    expect(maps.get('ada')).toEqual({ v0: 'ben:cam', v1: null });
  });
  it('keep what they show when only the order of the wishes changes', () => {
    const { room, maps, told, run } = openRoom();
    const ada = sit(room, 'ada', []);
    watch(ada, { audio: 0, video: 2 });
    for (const id of ['ben', 'cleo', 'dora']) sit(room, id, ['cam']);
    ada.wants = want('ben:cam', 'cleo:cam');
    run();
    ada.wants = want('cleo:cam', 'ben:cam');
    run();
    expect(told).toEqual(['ada']);
    ada.wants = want('dora:cam', 'cleo:cam');
    run();
    expect(maps.get('ada')).toEqual({ v0: 'dora:cam', v1: 'cleo:cam' });
  });
  it('hear the loudest, and do not change for a voice that is only a little louder', () => {
    const { room, maps, run } = openRoom();
    watch(sit(room, 'ada', []), { audio: 2, video: 0 });
    const loud = (id: string, score: number): void => {
      const voice = room.seats.get(id)?.published.get('mic')?.source.voice;
      if (voice) voice.score = score;
    };
    for (const id of ['ben', 'cleo', 'dora']) sit(room, id, ['mic']);
    loud('cleo', 90);
    loud('dora', 80);
    run();
    expect(maps.get('ada')).toEqual({ a0: 'cleo:mic', a1: 'dora:mic' });
    loud('ben', 83);
    run();
    expect(maps.get('ada')).toEqual({ a0: 'cleo:mic', a1: 'dora:mic' });
    loud('ben', 95);
    run();
    expect(maps.get('ada')).toEqual({ a0: 'cleo:mic', a1: 'ben:mic' });
  });
  it('say which pictures pause, and show them again where they were', () => {
    const { room, maps, pauses, told, run } = openRoom();
    const ada = sit(room, 'ada', []);
    const viewer = watch(ada, { audio: 0, video: 2 });
    for (const id of ['ben', 'cleo']) sit(room, id, ['cam']);
    ada.wants = want('cleo:cam', 'ben:cam');
    run();
    const map = { v0: 'cleo:cam', v1: 'ben:cam' };
    expect([maps.get('ada'), pauses.get('ada')]).toEqual([map, []]);
    viewer.budget = { ...viewer.budget, bits: 100_000, shown: 1 };
    run();
    expect([maps.get('ada'), pauses.get('ada')]).toEqual([{ ...map, v1: null }, ['ben:cam']]);
    expect(viewer.slots.map((slot) => slot.target !== null)).toEqual([true, false]);
    run();
    expect(told.length).toBe(2);
    viewer.budget = openBudget(0);
    run();
    expect([maps.get('ada'), pauses.get('ada')]).toEqual([map, []]);
  });
  it('never show what the viewer may not see, even if it is wanted', () => {
    const { room, maps, run } = openRoom();
    const ada = sit(room, 'ada', []);
    watch(ada, { audio: 1, video: 1 });
    sit(room, 'ben', ['mic', 'cam']);
    ada.wants = want('ben:cam');
    run((viewer, source) => viewer !== 'ada' || source.key === 'mic');
    expect(maps.get('ada')).toEqual({ a0: 'ben:mic', v0: null });
  });
  it('let blocked sources go', () => {
    const { room, maps, run } = openRoom();
    watch(sit(room, 'ada', []), { audio: 1, video: 1 });
    const ben = sit(room, 'ben', ['mic', 'cam']);
    run();
    for (const { source } of ben.published.values()) source.blocked = true;
    run();
    expect(maps.get('ada')).toEqual({ a0: null, v0: null });
  });
  it('wait for the first packet of a source and for the answer of the viewer', () => {
    const { room, maps, run } = openRoom();
    const ada = sit(room, 'ada', []);
    const viewer = watch(ada, { audio: 1, video: 0 });
    const source = sit(room, 'ben', ['mic']).published.get('mic')?.source;
    const streams = source?.streams ?? [];
    if (source) source.streams = [];
    viewer.answered = false;
    run();
    expect(maps.size).toBe(0);
    viewer.answered = true;
    run();
    expect(maps.get('ada')).toEqual({ a0: null });
    if (source) source.streams = streams;
    run();
    expect(maps.get('ada')).toEqual({ a0: 'ben:mic' });
  });
  it('leave a layer that stopped and do not return to it for five seconds', () => {
    const { room, run } = openRoom();
    const ada = sit(room, 'ada', []);
    const viewer = watch(ada, { audio: 0, video: 1 });
    const source = sit(room, 'ben', ['cam']).published.get('cam')?.source;
    const now = performance.now();
    const layer = (rid: string, height: number) => ({
      ...createStream({ kind: 'video', ssrc: 1, rid, sendRtcp: () => undefined }, now),
      height,
    });
    const [low, high] = [layer('l', 180), layer('h', 360)];
    if (source) source.streams = [low, high];
    ada.wants = want('ben:cam');
    run();
    const [slot] = viewer.slots;
    expect(slot?.target).toBe(high);
    low.lastAt = now + 2_000;
    chooseStreams(ada, viewer, now + 2_000);
    expect(slot?.target).toBe(low);
    for (const stream of [low, high]) stream.lastAt = now + 9_000;
    chooseStreams(ada, viewer, now + 6_900);
    expect(slot?.target).toBe(low);
    chooseStreams(ada, viewer, now + 7_100);
    expect(slot?.target).toBe(high);
  });
});
