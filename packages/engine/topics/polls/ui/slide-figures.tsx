import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { CardCorner, PollView } from '#topics/polls/poll-schemas.ts';
import { PollBars, PollQuestionText } from '#topics/polls/ui/poll-bars.tsx';
import s from '#topics/polls/ui/polls.module.css';
import { usePollsCommand, usePollsText } from '#topics/polls/ui/polls-text.ts';
import { IconButton } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

/** The published figures of polls that lie on the page that is shown. */
export function SlideFigures() {
  const state = useMeetingState();
  const { polls, slides } = state.topics;
  const here = polls.polls.findLast(
    ({ published }) => published?.on?.deck === slides.shown?.deck && published?.on?.page === slides.shown?.page,
  );
  if (here === undefined || here.published?.on === null || (here.counts === null && here.typed === null)) return null;
  if (may(state, 'poll')) return <MovableCard key={here.id} poll={here} />;
  return (
    <aside className={s.onSlide} style={placeOf(here.published?.corner)}>
      <PollQuestionText poll={here} />
      <PollBars poll={here} />
    </aside>
  );
}

const placeOf = (corner: CardCorner | undefined) =>
  corner && { left: `${corner.x * 100}%`, top: `${corner.y * 100}%`, right: 'auto', bottom: 'auto' };

/** Who asks polls moves the card by dragging or with the arrows, and takes it away. */
function MovableCard({ poll }: { poll: PollView }) {
  const text = usePollsText();
  const send = usePollsCommand();
  const card = useRef<HTMLElement>(null);
  const { corner, handlers } = useMoving(card, {
    now: poll.published?.corner,
    move: (to) => send({ do: 'move-card', poll: poll.id, corner: to }),
  });
  return (
    <aside
      ref={card}
      className={s.onSlide}
      data-movable
      aria-label={text('movableCard')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move it (WCAG 2.1.1)
      tabIndex={0}
      style={placeOf(corner)}
      {...handlers}
    >
      <PollQuestionText poll={poll} />
      <PollBars poll={poll} />
      <IconButton
        className={s.takeAway}
        icon={IconX}
        size={28}
        label={text('unpublishCard')}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => void send({ do: 'unpublish', poll: poll.id })}
      />
    </aside>
  );
}

/** How far an arrow moves it, in shares of the slide. */
const STEP = 0.02;
const arrows: Record<string, CardCorner> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

type CardMoving = { now: CardCorner | undefined; move(to: CardCorner): Promise<string> };
type CardDrag = { to: CardCorner; from: CardCorner | undefined };
const isSame = (a: CardCorner | undefined, b: CardCorner | undefined) => a?.x === b?.x && a?.y === b?.y;

/** The corner while it is dragged is this page's alone; the engine hears where it was let go, and what it says then counts. */
function useMoving(card: RefObject<HTMLElement | null>, { now, move }: CardMoving) {
  const [dragged, setDragged] = useState<CardDrag | null>(null);
  const pointer = useRef<CardCorner | null>(null);
  const settle = async (to: CardCorner) => {
    setDragged({ to, from: now });
    if ((await move(to)) !== 'ok') setDragged(null);
  };
  const end = (event: PointerEvent) => {
    event.stopPropagation();
    if (pointer.current !== null && dragged !== null) void settle(dragged.to);
    pointer.current = null;
  };
  return {
    corner: dragged !== null && isSame(dragged.from, now) ? dragged.to : now,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        // the slide below must not move with it
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer.current = { x: event.clientX, y: event.clientY };
        setDragged(null);
      },
      onPointerMove(event: PointerEvent) {
        event.stopPropagation();
        const [before, slide] = [pointer.current, card.current?.offsetParent?.getBoundingClientRect()];
        if (before === null || !slide) return;
        pointer.current = { x: event.clientX, y: event.clientY };
        const by = { x: (event.clientX - before.x) / slide.width, y: (event.clientY - before.y) / slide.height };
        const to = cornerAfter(card.current, by);
        if (to !== null) setDragged({ to, from: now });
      },
      onPointerUp: end,
      onPointerCancel: end,
      onKeyDown(event: KeyboardEvent) {
        const by = arrows[event.key];
        const to = by === undefined || event.target !== card.current ? null : cornerAfter(card.current, by);
        if (to === null) return;
        event.preventDefault();
        void settle(to);
      },
    },
  };
}

/** No edge leaves the slide. */
function cornerAfter(card: HTMLElement | null, by: CardCorner): CardCorner | null {
  const [box, slide] = [card?.getBoundingClientRect(), card?.offsetParent?.getBoundingClientRect()];
  if (!box || !slide) return null;
  const inside = (at: number, length: number) => Math.round(Math.max(0, Math.min(1 - length, at)) * 10_000) / 10_000;
  return {
    x: inside((box.left - slide.left) / slide.width + by.x, box.width / slide.width),
    y: inside((box.top - slide.top) / slide.height + by.y, box.height / slide.height),
  };
}
