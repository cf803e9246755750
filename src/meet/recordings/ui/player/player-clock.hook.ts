import { isOn } from './time-line.hook.ts';
import type { PlayerTrack } from './manifest.hook.ts';

/** What of a media element the clock uses. */
export type MediaElement = Pick<
  HTMLMediaElement,
  'currentTime' | 'playbackRate' | 'paused' | 'readyState' | 'seeking' | 'error' | 'ended' | 'play' | 'pause'
>;
export type ClockState = { at: number; playing: 'playing' | 'paused'; waiting: 'waiting' | 'ready'; broken: number };

type ClockOptions = { tracks: readonly PlayerTrack[]; length: number; now: () => number; tell: (state: ClockState) => void };

/** Above this an element jumps, below it runs a little faster or slower. Milliseconds. */
const jumpFrom = 250;
const nudgeFrom = 20;
/** The most that the speed is changed by, so that nobody hears it. */
const mostNudge = 0.1;
const enoughData = 3;

function align(media: MediaElement, wanted: number, rate: number): void {
  const off = media.currentTime * 1000 - wanted;
  if (media.seeking) return;
  if (Math.abs(off) > jumpFrom) {
    media.currentTime = wanted / 1000;
    media.playbackRate = rate;
    return;
  }
  const nudge = Math.abs(off) < nudgeFrom ? 0 : Math.max(-mostNudge, Math.min(mostNudge, off / 800));
  media.playbackRate = rate * (1 - nudge);
}

type ClockRun = {
  options: ClockOptions;
  elements: Map<string, MediaElement>;
  base: { at: number; when: number };
  rate: number;
  playing: ClockState['playing'];
  waiting: ClockState['waiting'];
};
type ActiveTrack = { track: PlayerTrack; media: MediaElement };

const activeAt = ({ options, elements }: ClockRun, time: number): ActiveTrack[] =>
  options.tracks.flatMap((track) => {
    const media = elements.get(track.file);
    return media === undefined || media.error !== null || !isOn(track, time) ? [] : [{ track, media }];
  });

function say({ options, elements, base, playing, waiting }: ClockRun): void {
  const broken = [...elements.values()].filter((media) => media.error !== null).length;
  options.tell({ at: base.at, playing, waiting, broken });
}

function rest(run: ClockRun, time: number): void {
  for (const media of run.elements.values()) if (!media.paused) media.pause();
  for (const { track, media } of activeAt(run, time)) {
    const wanted = (time - track.start) / 1000;
    if (!media.seeking && Math.abs(media.currentTime - wanted) > nudgeFrom / 1000) media.currentTime = wanted;
  }
}

/** The browser wants a tap before there is sound; a pause in the middle of starting is nothing. */
function whenBlocked(run: ClockRun, error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'NotAllowedError') return;
  run.playing = 'paused';
  say(run);
}

/** The time by the sound that runs; by the wall clock where there is none. */
function timeOf(wall: number, on: readonly ActiveTrack[]): { time: number; leads: MediaElement | null } {
  const lead = on.find(({ track, media }) => track.kind === 'audio' && !media.paused && !media.seeking && !media.ended);
  if (lead === undefined) return { time: wall, leads: null };
  const heard = lead.track.start + lead.media.currentTime * 1000;
  return Math.abs(heard - wall) > jumpFrom ? { time: wall, leads: null } : { time: heard, leads: lead.media };
}

function follow(run: ClockRun, time: number, leads: MediaElement | null): void {
  const on = activeAt(run, time);
  const running = new Set(on.map(({ media }) => media));
  for (const media of run.elements.values()) if (!running.has(media) && !media.paused) media.pause();
  for (const { track, media } of on) {
    if (media.ended) continue;
    const wanted = time - track.start;
    if (media.paused) void media.play().catch((error: unknown) => whenBlocked(run, error));
    if (media === leads) media.playbackRate = run.rate;
    else align(media, wanted, run.rate);
  }
}

function step(run: ClockRun): void {
  const { options, base } = run;
  const when = options.now();
  if (run.playing === 'paused') {
    rest(run, base.at);
    return say(run);
  }
  const here = activeAt(run, base.at);
  const late = here.some(({ media }) => !media.ended && (media.seeking || media.readyState < enoughData));
  run.waiting = late ? 'waiting' : 'ready';
  if (late) {
    rest(run, base.at);
    run.base = { at: base.at, when };
    return say(run);
  }
  const { time, leads } = timeOf(base.at + (when - base.when) * run.rate, here);
  run.base = { at: Math.min(time, options.length), when };
  if (time >= options.length) {
    run.playing = 'paused';
    rest(run, options.length);
  } else follow(run, time, leads);
  say(run);
}

/** One time for all tracks: sound leads, everything else follows it. Call `step` often. Times in milliseconds of recorded time. */
export function playerClock(options: ClockOptions) {
  const run: ClockRun = {
    options,
    elements: new Map(),
    base: { at: 0, when: options.now() },
    rate: 1,
    playing: 'paused',
    waiting: 'ready',
  };
  const moveTo = (at: number) => {
    run.base = { at: Math.max(0, Math.min(options.length, at)), when: options.now() };
  };
  return {
    step: () => step(run),
    seek: (to: number) => {
      moveTo(to);
      rest(run, run.base.at);
      say(run);
    },
    attach: (file: string, media: MediaElement | null) => {
      if (media === null) run.elements.delete(file);
      else run.elements.set(file, media);
    },
    play: () => {
      moveTo(run.base.at >= options.length ? 0 : run.base.at);
      run.playing = 'playing';
      step(run);
    },
    pause: () => {
      run.playing = 'paused';
      run.waiting = 'ready';
      step(run);
    },
    setRate: (wanted: number) => {
      run.rate = wanted;
    },
  };
}
export type PlayerClock = ReturnType<typeof playerClock>;
