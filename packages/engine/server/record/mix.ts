/** Makes one video file of a recording, where ffmpeg is installed: one at a time, with low priority. */
import { spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { drawPages } from '#server/board/draw-pages.ts';
import { EVENTS_FILE, lengthOf, readEvents, tracksOf } from '#server/record/event-log.ts';
import { mixArguments, pictureArguments } from '#server/record/mix-plan.ts';
import { PICTURE_FILE, VIDEO_FILE } from '#server/record/record-file.ts';
import {
  planStills,
  slideShow,
  type SlideShow,
  STILLS_FOLDER,
  type SlideStill,
  stillPages,
} from '#server/record/slide-stills.ts';

const UNFINISHED = `${VIDEO_FILE}.part`;

export type MixedVideo = { id: string; size: number; ms: number };

export type VideoMixer = {
  /** Puts a recording at the end of the queue. */
  add(id: string): void;
  /** 0 to 1; null when it is not in the queue. */
  progress(id: string): number | null;
  /** Takes a recording out of the queue, also while its video is being made. */
  forget(id: string): void;
  stop(): void;
};

export type MixerParts = {
  ffmpeg: string;
  folder(id: string): string;
  ready(mixed: MixedVideo): void;
  /** `words` is the last thing that ffmpeg said. */
  failed(id: string, words: string): void;
};

type RunningMix = { id: string; child: ChildProcess | null; progress: number; cancelling: AbortController };
type MixerState = { queue: string[]; current: RunningMix | null; stopped: boolean };

/** The queue; null when ffmpeg is not there. */
export function openMixer(parts: MixerParts): VideoMixer | null {
  if (!existsSync(parts.ffmpeg)) return null;
  const state: MixerState = { queue: [], current: null, stopped: false };
  return {
    add(id) {
      if (state.queue.includes(id) || state.current?.id === id) return;
      state.queue.push(id);
      void work(parts, state);
    },
    progress: (id) => (state.current?.id === id ? state.current.progress : state.queue.includes(id) ? 0 : null),
    forget(id) {
      state.queue = state.queue.filter((waiting) => waiting !== id);
      if (state.current?.id === id) cancel(state.current);
    },
    stop() {
      state.stopped = true;
      state.queue = [];
      if (state.current !== null) cancel(state.current);
    },
  };
}

function cancel(current: RunningMix): void {
  current.cancelling.abort();
  current.child?.kill('SIGKILL');
}

async function work(parts: MixerParts, state: MixerState): Promise<void> {
  if (state.current !== null) return;
  for (let id = state.queue.shift(); id !== undefined; id = state.queue.shift()) {
    state.current = { id, child: null, progress: 0, cancelling: new AbortController() };
    const began = performance.now();
    try {
      const stills = `${parts.folder(id)}/${STILLS_FOLDER}`;
      const size = await mix(parts, state.current).finally(() => rm(stills, { recursive: true, force: true }));
      if (!state.stopped) parts.ready({ id, size, ms: Math.round(performance.now() - began) });
    } catch (error) {
      // Stopped in the middle it stays in the queue of the next start.
      if (!state.stopped) parts.failed(id, error instanceof Error ? error.message : 'unknown');
    }
    state.current = null;
  }
}

/** Makes the file and gives its size in bytes. It gets its name only when it is whole. */
async function mix(parts: MixerParts, current: RunningMix): Promise<number> {
  const folder = parts.folder(current.id);
  const events = await readEvents(`${folder}/${EVENTS_FILE}`);
  const [length, tracks] = [lengthOf(events), tracksOf(events)];
  const at = { folder, current };
  const slides = await drawSlides(at, planStills(events, length));
  const child = start(parts.ffmpeg, at, mixArguments({ tracks, slides, length, output: UNFINISHED }));
  createInterface(child.stdout).on('line', (line) => {
    const done = /^out_time_us=(\d+)/.exec(line)?.[1];
    if (done !== undefined) current.progress = Math.min(1, Number(done) / 1_000 / Math.max(1, length));
  });
  const failure = await endOf(child);
  if (failure !== null) {
    await rm(`${folder}/${UNFINISHED}`, { force: true });
    throw new Error(failure);
  }
  await rename(`${folder}/${UNFINISHED}`, `${folder}/${VIDEO_FILE}`);
  if (slides !== null || tracks.some((track) => track.kind === 'video' && track.length > 0)) {
    const picture = pictureArguments({ video: VIDEO_FILE, length, output: PICTURE_FILE });
    // a recording without its picture is whole all the same
    if ((await run({ ffmpeg: parts.ffmpeg, at }, picture)) !== null) await rm(`${folder}/${PICTURE_FILE}`, { force: true });
  }
  return (await stat(`${folder}/${VIDEO_FILE}`)).size;
}

type MixRun = { ffmpeg: string; at: { folder: string; current: RunningMix } };

/** Draws the pages as they were seen. Null: there were none. */
async function drawSlides({ folder, current }: MixRun['at'], stills: readonly SlideStill[]): Promise<SlideShow | null> {
  if (stills.length === 0) return null;
  await mkdir(`${folder}/${STILLS_FOLDER}`, { recursive: true, mode: 0o700 });
  const { signal } = current.cancelling;
  for (const page of stillPages(stills, folder)) await drawPages(page, { turn: 'recordings', signal });
  const { text, ...slides } = slideShow(stills);
  await writeFile(`${folder}/${slides.list}`, text);
  return slides;
}

/** Null when it ended well, else the last words. */
function run({ ffmpeg, at }: MixRun, args: string[]): Promise<string | null> {
  const child = start(ffmpeg, at, args);
  child.stdout.resume();
  return endOf(child);
}

type MixProcess = ChildProcessByStdio<null, Readable, Readable>;
function start(ffmpeg: string, at: MixRun['at'], args: string[]): MixProcess {
  const child = spawn(ffmpeg, args, { cwd: at.folder, stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  at.current.child = child;
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

/** Meetings come first. A process that has ended already has no priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** Null when it ended well, else the last words. */
function endOf(child: ChildProcess): Promise<string | null> {
  const said = { last: '' };
  child.stderr?.on('data', (bytes) => {
    said.last = `${said.last}${String(bytes)}`.slice(-400);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : said.last.trim() || `ffmpeg ended with ${code}`));
  });
}
