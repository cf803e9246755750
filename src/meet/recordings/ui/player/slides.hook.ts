import { type ShownSlide, slideMomentsOf } from '@atrium/engine/topics/slides/recorded-slides.ts';
import { type PointerHint, pointerHint, type SlideView } from '@atrium/engine/topics/slides/slides.topic.ts';
import * as z from 'zod/mini';

export const slidePicture = z.object({
  deck: z.string(),
  page: z.number(),
  file: z.string().check(z.regex(/^slide-[\w-]{1,60}\.webp$/)),
  width: z.number(),
  height: z.number(),
  text: z.string(),
});
type SlidePicture = z.infer<typeof slidePicture>;

/** One page while it was shown. Milliseconds of recorded time. */
export type SlideVisit = Pick<ShownSlide, 'deck' | 'name' | 'kind' | 'page' | 'pages'> & {
  at: number;
  until: number;
  /** File of the page's picture; null: there is none. */
  file: string | null;
  text: string;
  /** Width by height. */
  ratio: number;
};
/** `pointer`: where the presenter points, in shares of the page. */
export type PlayedSlide = { visit: SlideVisit; view: SlideView; pointer: PointerHint };
export type PlayedSlides = { visits: readonly SlideVisit[]; at: (time: number) => PlayedSlide | null };

/** How long a pointer that rests is seen, as in the meeting. Milliseconds. */
const pointerFor = 1000;
const usualRatio = 16 / 9;

const hintLine = z.object({ at: z.number(), type: z.literal('hint'), topic: z.literal('slides'), hint: pointerHint });

type SlideSpan = { slide: ShownSlide | null; at: number; until: number };

function visitsOf(spans: readonly SlideSpan[], pictures: readonly SlidePicture[]): SlideVisit[] {
  const visits: SlideVisit[] = [];
  for (const { slide, at, until } of spans) {
    const last = visits.at(-1);
    if (slide === null) continue;
    const { deck, name, kind, page, pages, size } = slide;
    if (last?.until === at && last.deck === deck && last.page === page) {
      Object.assign(last, { until, pages });
      continue;
    }
    const picture = pictures.find((one) => one.deck === deck && one.page === page);
    const [width, height] = picture === undefined ? (size ?? [usualRatio, 1]) : [picture.width, picture.height];
    const { file = null, text = '' } = picture ?? {};
    visits.push({ deck, name, kind, page, pages, at, until, file, text, ratio: width / height });
  }
  return visits;
}

type RecordedSlides = { events: readonly unknown[]; pictures: readonly SlidePicture[]; length: number };

/** The pages on the time line, how the presenter moved them, and the pointer. */
export function playedSlides({ events, pictures, length }: RecordedSlides): PlayedSlides {
  const moments = slideMomentsOf(events);
  const spans = moments.map((one, index) => ({ ...one, until: moments[index + 1]?.at ?? Math.max(length, one.at) }));
  const visits = visitsOf(spans, pictures);
  const hints = events.flatMap((one) => {
    const { data } = z.safeParse(hintLine, one);
    return data === undefined ? [] : [data];
  });
  return {
    visits,
    at(time) {
      const slide = spans.findLast((one) => one.at <= time)?.slide ?? null;
      const visit = visits.findLast((one) => one.at <= time);
      if (slide === null || visit === undefined) return null;
      const hint = hints.findLast((one) => one.at <= time && one.at >= visit.at);
      const pointer = hint !== undefined && time - hint.at < pointerFor ? hint.hint : null;
      return { visit, view: slide.view, pointer };
    },
  };
}
