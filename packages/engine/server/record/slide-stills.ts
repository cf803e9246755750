/** The slides of a recording as still pictures for the one video file, each for as long as the page was seen like that. Pure. */
import type { FrameCut } from '@atrium/pages/draw-frames';
import type { DrawnPageRequest } from '#server/board/draw-pages.ts';
import type { BoardElement } from '#topics/board/board-elements.ts';
import { recordedBoard } from '#topics/board/recorded-board.ts';
import { type ShownSlide, slideMomentsOf } from '#topics/slides/recorded-slides.ts';

const WIDTH = 1_280;
const HEIGHT = 720;
export const STAGE_COLOR = '#17191c';
/** A page that is dragged or drawn on changes ten times a second; one picture of that each so many milliseconds is enough. */
const STILL_EVERY = 400;
/** Of one recording. Where more would be needed there is time between two of them. */
const STILLS_MOST = 2_000;
/** Pictures that one process draws. */
const STILLS_AT_ONCE = 40;
const SIZE_OF_PAPER = [1_920, 1_080] as const;

/** Below the folder of the recording, while its video is made. */
export const STILLS_FOLDER = 'stills';
const LIST = `${STILLS_FOLDER}/list.ffconcat`;

/** What is seen from `at` on. */
type StillMoment = { at: number; slide: ShownSlide | null; elements: readonly BoardElement[] };
/** Milliseconds of recorded time. `picture`: its file, shared by all times at which the same is seen. */
export type SlideStill = StillMoment & { from: number; to: number; picture: string; slide: ShownSlide };
/** Where the video finds the slides, and when they are shown. */
export type SlideShow = { list: string; shown: readonly { from: number; to: number }[] };

const slideFile = ({ deck, page }: Pick<ShownSlide, 'deck' | 'page'>): string => `slide-${deck}-${page}.webp`;
const pictureKey = ({ deck, page, view }: ShownSlide): string => `${deck} ${page} ${view.zoom} ${view.x} ${view.y}`;

/** The last of the moments in each stretch; the stretches get longer until there are few enough. */
function fewMoments(moments: readonly StillMoment[]): StillMoment[] {
  for (let every = STILL_EVERY; ; every *= 2) {
    const few = [...Map.groupBy(moments, ({ at }) => Math.floor(at / every)).values()].flatMap((during) => during.slice(-1));
    if (few.length <= STILLS_MOST) return few;
  }
}

function stillMoments(events: readonly unknown[]): StillMoment[] {
  const [slides, board] = [slideMomentsOf(events), recordedBoard(events)];
  const times = [...slides.map(({ at }) => at), ...board.changes].sort((a, b) => a - b);
  const moments = times.map((at): StillMoment => {
    const slide = slides.findLast((one) => one.at <= at)?.slide ?? null;
    return { at, slide, elements: slide === null ? [] : board.elementsAt(at, slide) };
  });
  // most changes of the board are of the page that is shown, but not all
  return moments.filter(({ slide, elements }, index) => {
    const before = moments[index - 1];
    return before === undefined || slide !== before.slide || (slide !== null && elements !== before.elements);
  });
}

export function planStills(events: readonly unknown[], length: number): SlideStill[] {
  const moments = fewMoments(stillMoments(events));
  const pictures = new Map<readonly BoardElement[], Map<string, string>>();
  let count = 0;
  return moments.flatMap(({ at, slide, elements }, index) => {
    const to = moments[index + 1]?.at ?? length;
    if (slide === null || to <= at) return [];
    const key = pictureKey(slide);
    const known = pictures.get(elements) ?? new Map<string, string>();
    const picture = known.get(key) ?? `${count++}.png`;
    pictures.set(elements, known.set(key, picture));
    return [{ at, from: at, to, picture, slide, elements }];
  });
}

/** Of one side of the page what is in the frame, and where in the frame it is drawn. No edge comes inside, as in the meeting. */
function cutSide({ page, frame, scale, middle }: { page: number; frame: number; scale: number; middle: number }) {
  const seen = frame / scale;
  if (seen >= page) {
    const drawn = Math.min(frame, Math.max(1, Math.round(page * scale)));
    const before = Math.floor((frame - drawn) / 2);
    return { from: 0, size: page, drawn, before, after: frame - drawn - before };
  }
  const size = Math.max(1, Math.round(seen));
  const from = Math.floor(Math.min(page - size, Math.max(0, middle * page - seen / 2)));
  return { from, size, drawn: frame, before: 0, after: 0 };
}

export function frameCut({ view }: Pick<ShownSlide, 'view'>, [width, height]: readonly [number, number]): FrameCut {
  const scale = Math.min(WIDTH / width, HEIGHT / height) * view.zoom;
  const x = cutSide({ page: width, frame: WIDTH, scale, middle: view.x });
  const y = cutSide({ page: height, frame: HEIGHT, scale, middle: view.y });
  return {
    seen: { left: x.from, top: y.from, width: x.size, height: y.size },
    drawn: { width: x.drawn, height: y.drawn },
    ground: { left: x.before, right: x.after, top: y.before, bottom: y.after },
  };
}

/** What is to be drawn, each picture once. `folder`: of the recording. */
export function stillPages(stills: readonly SlideStill[], folder: string): DrawnPageRequest[] {
  const different = [...new Map(stills.map((still) => [still.picture, still])).values()];
  const pages = [...Map.groupBy(different, ({ slide }) => slideFile(slide))];
  return pages.flatMap(([file, all]) => {
    const slide = all[0]?.slide;
    const size = slide?.size ?? SIZE_OF_PAPER;
    const [width, height] = size;
    const page = slide?.kind === 'document' ? `${folder}/${file}` : null;
    const pictures = all.map(({ slide: { view }, picture, elements }) => ({
      ...frameCut({ view }, size),
      elements,
      file: picture,
    }));
    return Array.from({ length: Math.ceil(all.length / STILLS_AT_ONCE) }, (_, run) => ({
      ...{ folder: `${folder}/${STILLS_FOLDER}`, page, width, height, groundColor: STAGE_COLOR },
      frames: pictures.slice(run * STILLS_AT_ONCE, (run + 1) * STILLS_AT_ONCE),
    }));
  });
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
