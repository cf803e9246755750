/** The slides of a recording as still pictures for the one video file, each for as long as the page was seen like that. Pure. */
import { type ShownSlide, slideMomentsOf } from '#topics/slides/recorded-slides.ts';

const WIDTH = 1_280;
const HEIGHT = 720;
export const STAGE_COLOR = '0x17191c';
/** A page that is dragged changes ten times a second; one picture of that each so many milliseconds is enough. */
const STILL_EVERY = 400;
/** Pictures that one process draws. */
const STILLS_AT_ONCE = 40;
const SIZE_OF_PAPER = [1_920, 1_080] as const;

/** Below the folder of the recording, while its video is made. */
export const STILLS_FOLDER = 'stills';
const LIST = `${STILLS_FOLDER}/list.ffconcat`;

/** Milliseconds of recorded time. `picture`: its file, shared by all times at which the same is seen. */
export type SlideStill = { from: number; to: number; picture: string; slide: ShownSlide };
/** Where the video finds the slides, and when they are shown. */
export type SlideShow = { list: string; shown: readonly { from: number; to: number }[] };

export const slideFile = ({ deck, page }: Pick<ShownSlide, 'deck' | 'page'>): string => `slide-${deck}-${page}.webp`;
const pictureKey = ({ deck, page, view }: ShownSlide): string => `${deck} ${page} ${view.zoom} ${view.x} ${view.y}`;

export function planStills(events: readonly unknown[], length: number): SlideStill[] {
  const moments = [...Map.groupBy(slideMomentsOf(events), ({ at }) => Math.floor(at / STILL_EVERY)).values()].flatMap((during) =>
    during.slice(-1),
  );
  const pictures = new Map<string, string>();
  return moments.flatMap(({ at, slide }, index) => {
    const to = moments[index + 1]?.at ?? length;
    if (slide === null || to <= at) return [];
    const key = pictureKey(slide);
    const picture = pictures.get(key) ?? `${pictures.size}.png`;
    pictures.set(key, picture);
    return [{ from: at, to, picture, slide }];
  });
}

/** Of one side of the page what is in the frame, and where in the frame it is drawn. No edge comes inside, as in the meeting. */
function cutSide({ page, frame, scale, middle }: { page: number; frame: number; scale: number; middle: number }) {
  const seen = frame / scale;
  if (seen >= page) {
    const drawn = Math.min(frame, Math.round(page * scale));
    return { from: 0, size: page, drawn, offset: Math.floor((frame - drawn) / 2) };
  }
  const from = Math.floor(Math.min(page - seen, Math.max(0, middle * page - seen / 2)));
  return { from, size: Math.max(1, Math.round(seen)), drawn: frame, offset: 0 };
}

export function frameFilter({ view }: Pick<ShownSlide, 'view'>, [width, height]: readonly [number, number]): string {
  const scale = Math.min(WIDTH / width, HEIGHT / height) * view.zoom;
  const x = cutSide({ page: width, frame: WIDTH, scale, middle: view.x });
  const y = cutSide({ page: height, frame: HEIGHT, scale, middle: view.y });
  return [
    `format=rgb24,crop=${x.size}:${y.size}:${x.from}:${y.from}`,
    `scale=${x.drawn}:${y.drawn},pad=${WIDTH}:${HEIGHT}:${x.offset}:${y.offset}:color=${STAGE_COLOR},setsar=1`,
  ].join(',');
}

/** The arguments that draw all stills of one page. `file` null: white paper. */
function stillArguments(stills: readonly SlideStill[], file: string | null): string[] {
  const size = stills[0]?.slide.size ?? SIZE_OF_PAPER;
  const input = file === null ? ['-f', 'lavfi', '-i', `color=c=white:s=${size.join('x')}:d=1`] : ['-i', file];
  const split = `[0:v]split=${stills.length}${stills.map((_, index) => `[p${index}]`).join('')}`;
  const chain = stills.map(({ slide }, index) => `[p${index}]${frameFilter(slide, size)}[s${index}]`);
  const outputs = stills.flatMap(({ picture }, index) => [
    '-map',
    `[s${index}]`,
    '-frames:v',
    '1',
    `${STILLS_FOLDER}/${picture}`,
  ]);
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];
  return [...quiet, ...input, '-filter_complex', [split, ...chain].join(';'), ...outputs];
}

/** What is to be run to draw them: with the page's file, and with white paper in its place should that fail. */
export function stillRuns(stills: readonly SlideStill[]): { page: string[]; paper: string[] }[] {
  const different = [...new Map(stills.map((still) => [still.picture, still])).values()];
  const pages = [...Map.groupBy(different, ({ slide }) => slideFile(slide))];
  return pages.flatMap(([file, all]) =>
    Array.from({ length: Math.ceil(all.length / STILLS_AT_ONCE) }, (_, run) => {
      const some = all.slice(run * STILLS_AT_ONCE, (run + 1) * STILLS_AT_ONCE);
      const { kind } = some[0]?.slide ?? { kind: 'blank' };
      return { page: stillArguments(some, kind === 'blank' ? null : file), paper: stillArguments(some, null) };
    }),
  );
}

function shownTimes(stills: readonly SlideStill[]): { from: number; to: number }[] {
  const times: { from: number; to: number }[] = [];
  for (const { from, to } of stills) {
    const last = times.at(-1);
    if (last?.to === from) last.to = to;
    else times.push({ from, to });
  }
  return times;
}

/** The list of ffmpeg's concat demuxer. The last picture is named twice, or it would be seen for one frame. */
export function slideShow(stills: readonly SlideStill[]): SlideShow & { text: string } {
  const lines = stills.map(({ picture, from, to }, index) => {
    const [begins, ends] = [index === 0 ? 0 : from, stills[index + 1]?.from ?? to];
    return `file ${picture}\nduration ${((ends - begins) / 1_000).toFixed(3)}\n`;
  });
  const text = `ffconcat version 1.0\n${lines.join('')}file ${stills.at(-1)?.picture}\n`;
  return { list: LIST, shown: shownTimes(stills), text };
}
