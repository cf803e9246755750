/** Where everybody stands in the one video file: screen or slide large with cameras beside it, or cameras in a grid. Pure; the words are ffmpeg's. */
import type { TrackFact } from '#server/record/event-log.ts';
import { type SlideShow, STAGE_COLOR } from '#server/record/slide-stills.ts';

const WIDTH = 1_280;
const HEIGHT = 720;
const SIDE = 256;
const SIDE_HEIGHT = 144;
/** More cameras at once than this are left out of the picture, those who came last. */
const CAMERAS_MOST = 16;
const RATE = 25;

export type MixRect = { x: number; y: number; width: number; height: number };
/** A file at one place for a while, milliseconds. */
export type MixShowing = { file: string; from: number; to: number; rect: MixRect };

const endOf = (track: TrackFact): number => track.start + track.length;

/** Who is seen where, from one change to the next. */
export function planShowings(tracks: readonly TrackFact[], slides: SlideShow | null): MixShowing[] {
  const pictures = tracks.filter((track) => track.kind === 'video' && track.length > 0);
  const shown = slides?.shown ?? [];
  const times = [...pictures.flatMap((track) => [track.start, endOf(track)]), ...shown.flatMap(({ from, to }) => [from, to])];
  const changes = [...new Set(times)].sort((a, b) => a - b);
  return changes.slice(0, -1).flatMap((from, index) => {
    const to = changes[index + 1] ?? from;
    const seen = pictures.filter((track) => track.start <= from && endOf(track) >= to);
    const slide = shown.some((one) => one.from <= from && one.to >= to) ? slides?.list : undefined;
    return placeAll(seen, slide).map(({ file, rect }) => ({ file, from, to, rect }));
  });
}

function placeAll(seen: readonly TrackFact[], slide: string | undefined): { file: string; rect: MixRect }[] {
  const large = seen.find((track) => track.source === 'screen')?.file ?? slide;
  const cameras = seen.filter((track) => track.source === 'cam');
  if (large === undefined) {
    const shown = cameras.slice(0, CAMERAS_MOST);
    return shown.map(({ file }, index) => ({ file, rect: gridRect(index, shown.length) }));
  }
  const beside = cameras.slice(0, HEIGHT / SIDE_HEIGHT);
  const width = beside.length > 0 ? WIDTH - SIDE : WIDTH;
  return [
    { file: large, rect: { x: 0, y: 0, width, height: HEIGHT } },
    ...beside.map(({ file }, index) => ({
      file,
      rect: { x: WIDTH - SIDE, y: index * SIDE_HEIGHT, width: SIDE, height: SIDE_HEIGHT },
    })),
  ];
}

function gridRect(index: number, count: number): MixRect {
  const across = Math.ceil(Math.sqrt(count));
  const down = Math.ceil(count / across);
  const width = even(WIDTH / across);
  const height = even(HEIGHT / down);
  return { x: (index % across) * width, y: Math.floor(index / across) * height, width, height };
}

/** Pictures with colours at half the size need even sides. */
function even(value: number): number {
  return 2 * Math.floor(value / 2);
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

export type MixPlan = { tracks: readonly TrackFact[]; slides: SlideShow | null; length: number; output: string };
/** The arguments that make one video of all files; paths are file names in the folder where it runs. `length` in milliseconds. */
export function mixArguments(plan: MixPlan): string[] {
  const { slides } = plan;
  const tracks = plan.tracks.filter((track) => track.length > 0);
  const inputs = tracks.flatMap((track) => ['-itsoffset', seconds(track.start), '-i', track.file]);
  if (slides !== null) inputs.push('-f', 'concat', '-i', slides.list);
  const files = [...tracks.map(({ file }) => file), ...(slides === null ? [] : [slides.list])];
  const { chain, picture } = pictureChain({ files, showings: planShowings(tracks, slides) }, plan.length);
  const sound = soundChain(tracks, plan.length);
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...inputs],
    ...['-filter_complex', [...chain, sound].join(';'), '-map', picture, '-map', '[sound]'],
    ...['-t', seconds(plan.length), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart', '-f', 'mp4', plan.output],
  ];
}

/** Width of the small picture, in pixels. */
const PICTURE_WIDTH = 320;
/** The arguments that take one picture out of a finished video, a third into it: the first seconds show people finding their seats. */
export function pictureArguments(plan: { video: string; length: number; output: string }): string[] {
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-ss', seconds(plan.length / 3), '-i', plan.video],
    ...['-frames:v', '1', '-vf', `scale=${PICTURE_WIDTH}:-2`, '-q:v', '4', plan.output],
  ];
}

/** One scaled copy of a file for each size it is shown at, laid over the rest while it is shown. */
function pictureChain(
  { files, showings }: { files: readonly string[]; showings: readonly MixShowing[] },
  length: number,
): { chain: string[]; picture: string } {
  const chain = [`color=c=${STAGE_COLOR}:s=${WIDTH}x${HEIGHT}:r=${RATE}:d=${seconds(length)}[base]`];
  const state = { picture: '[base]', count: 0 };
  for (const [index, name] of files.entries()) {
    const sizes = Map.groupBy(
      showings.filter(({ file }) => file === name),
      ({ rect }) => `${rect.width}:${rect.height}`,
    );
    const names = [...sizes.keys()].map((_, copy) => `[v${index}x${copy}]`);
    if (names.length > 0) chain.push(`[${index}:v]split=${names.length}${names.join('')}`);
    for (const [copy, [size, shown]] of [...sizes].entries()) {
      const scaled = `[s${index}x${copy}]`;
      const next = `[o${state.count}]`;
      const fit = `scale=${size}:force_original_aspect_ratio=decrease,pad=${size}:(ow-iw)/2:(oh-ih)/2:color=${STAGE_COLOR},setsar=1`;
      chain.push(`[v${index}x${copy}]${fit}${scaled}`);
      chain.push(`${state.picture}${scaled}overlay=${overlayPlace(shown)}:eof_action=pass${next}`);
      state.picture = next;
      state.count += 1;
    }
  }
  return { chain, picture: state.picture };
}

/** The place as it changes with the time, and when there is something to be seen at all. */
function overlayPlace(shown: readonly MixShowing[]): string {
  const during = ({ from, to }: MixShowing): string => `gte(t,${seconds(from)})*lt(t,${seconds(to)})`;
  const sum = (value: (showing: MixShowing) => number): string =>
    shown.map((showing) => `${during(showing)}*${value(showing)}`).join('+');
  return `x='${sum(({ rect }) => rect.x)}':y='${sum(({ rect }) => rect.y)}':enable='${shown.map(during).join('+')}'`;
}

function soundChain(tracks: readonly TrackFact[], length: number): string {
  const heard = tracks.flatMap((track, index) => (track.kind === 'audio' ? [index] : []));
  if (heard.length === 0) return `anullsrc=r=48000:cl=stereo,atrim=duration=${seconds(length)}[sound]`;
  const each = heard.map((index) => `[${index}:a]aresample=async=1:first_pts=0[a${index}]`);
  const names = heard.map((index) => `[a${index}]`).join('');
  return [...each, `${names}amix=inputs=${heard.length}:duration=longest:normalize=0,alimiter=level=disabled,apad[sound]`].join(
    ';',
  );
}
