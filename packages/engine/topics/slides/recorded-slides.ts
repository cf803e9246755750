/** What the log of a recording says of slides. Player and video file come to the same pages by it. */
import * as z from 'zod/mini';
import { stepTopic } from '#protocol/topic-step.ts';
import { type Deck, type SlidesState, type SlideView, slidesTopic } from '#topics/slides/slides.topic.ts';

export type ShownSlide = Pick<Deck, 'name' | 'kind' | 'pages'> & {
  deck: string;
  page: number;
  view: SlideView;
  /** Width and height; null while the page is not drawn. */
  size: readonly [number, number] | null;
};
/** What is seen from `at` on, until the next one. `slide` null: no page. Milliseconds of recorded time. */
export type SlideMoment = { at: number; slide: ShownSlide | null };

const at = z.number();
const topic = z.literal(slidesTopic.name);
const slidesLine = z.discriminatedUnion('type', [
  z.object({ at, type: z.literal('topic'), topic, by: z.nullable(z.string()), event: z.unknown() }),
  z.object({ at, type: z.literal('topic-state'), topic, rev: z.number(), state: z.unknown() }),
]);

function shownSlide({ decks, shown, view }: SlidesState): ShownSlide | null {
  const deck = decks.find((one) => one.id === shown?.deck);
  if (deck === undefined || shown === null) return null;
  const { name, kind, pages, sizes } = deck;
  return { deck: deck.id, name, kind, page: shown.page, pages, view, size: sizes[shown.page - 1] ?? null };
}

/** The log says where the topics stand a moment after the recording has begun. Milliseconds. */
export const BEGUN_BY = 1_000;

export function slideMomentsOf(events: readonly unknown[]): SlideMoment[] {
  const moments: SlideMoment[] = [];
  let state = slidesTopic.empty;
  let before = JSON.stringify(null);
  for (const one of events) {
    const { data } = z.safeParse(slidesLine, one);
    if (data === undefined) continue;
    state = stepTopic(
      slidesTopic,
      state,
      data.type === 'topic'
        ? { t: 'topic-event', topic: data.topic, rev: 0, event: data.event, by: data.by, at: data.at }
        : { t: 'topic-state', topic: data.topic, rev: data.rev, state: data.state },
    );
    const slide = shownSlide(state);
    const words = JSON.stringify(slide);
    const isBeginning = moments.length === 0 && data.type === 'topic-state' && data.at < BEGUN_BY;
    if (words !== before) moments.push({ at: isBeginning ? 0 : data.at, slide });
    before = words;
  }
  return moments;
}
