/** Moving rows: by a handle with mouse, finger or pen, or by keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useReader } from '#kit/ui/text/reader.tsx';
import { directionOf } from '#kit/ui/text/locale.ts';
import {
  type BranchPlace,
  placeOf,
  type SlotStep,
  slotAt,
  slotOf,
  stepSlot,
  type TreeRow,
  type TreeSlot,
  withoutBranch,
} from './category-places.hook.ts';

/** Pixels by which a level stands further in. */
export const levelWidth = 24;
const startsAfter = 4;
const edge = 64;

type LiftPoint = { x: number; y: number };
export type LiftedRow = { id: string; slot: TreeSlot; by: 'keys' | 'pointer'; at: LiftPoint };
type LiftStart = { id: string; from: LiftPoint; slot: TreeSlot };
type LiftingOptions = {
  rows: readonly TreeRow[];
  /** The deepest that this row may stand. */
  deepest: (id: string) => number;
  onDrop: (id: string, place: BranchPlace) => void;
  /** Said to those who listen. */
  onSay: (what: 'start' | 'step' | 'drop' | 'cancel', id: string, place: BranchPlace) => void;
};
export type BranchLifting = {
  lifted: LiftedRow | null;
  place: BranchPlace | null;
  /** Rows as they would be, the lifted one in its slot. */
  shown: TreeRow[];
  list: (element: HTMLElement | null) => void;
  handle: (id: string) => {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
    onBlur: () => void;
  };
};

/** How many of these rows are above the pointer. */
function indexAt(list: HTMLElement | null, others: readonly TreeRow[], y: number): number {
  const known = new Set(others.map(({ id }) => id));
  const elements = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  return elements.filter((element) => {
    const { top, height } = element.getBoundingClientRect();
    return known.has(element.dataset['row'] ?? '') && top + height / 2 < y;
  }).length;
}
function scrollAtEdge(y: number): void {
  if (y < edge) window.scrollBy(0, -12);
  if (y > window.innerHeight - edge) window.scrollBy(0, 12);
}

const steps: Readonly<Record<string, SlotStep>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' };
/** In Arabic, what is further in is further left. */
const stepOf = (key: string, direction: 'ltr' | 'rtl'): SlotStep | undefined => {
  const step = steps[key];
  if (direction === 'ltr' || (step !== 'out' && step !== 'in')) return step;
  return step === 'out' ? 'in' : 'out';
};

export function useLifting({ rows, deepest, onDrop, onSay }: LiftingOptions): BranchLifting {
  const direction = directionOf(useReader().locale);
  const [lifted, setLifted] = useState<LiftedRow | null>(null);
  const [start, setStart] = useState<LiftStart | null>(null);
  const list = useRef<HTMLElement | null>(null);
  const others = lifted === null ? [] : withoutBranch(rows, lifted.id);
  const place = lifted === null ? null : placeOf(others, lifted.slot);
  const moving = rows.find(({ id }) => id === lifted?.id);
  const shown =
    lifted === null || moving === undefined
      ? [...rows]
      : others.toSpliced(lifted.slot.index, 0, { ...moving, depth: lifted.slot.depth });

  const lift = (id: string, by: LiftedRow['by'], at: LiftPoint) => {
    const slot = slotOf(rows, id);
    setLifted({ id, slot, by, at });
    onSay('start', id, placeOf(withoutBranch(rows, id), slot));
  };
  const end = (slot: TreeSlot | null) => {
    setStart(null);
    setLifted(null);
    if (lifted === null) return;
    const before = placeOf(others, slotOf(rows, lifted.id));
    const after = slot === null ? before : placeOf(others, slot);
    onSay(slot === null ? 'cancel' : 'drop', lifted.id, after);
    if (after.parentId !== before.parentId || after.after !== before.after) onDrop(lifted.id, after);
  };
  const pointedAt = ({ x, y }: LiftPoint, from: LiftStart, now: LiftedRow): TreeSlot => {
    const levels = Math.round(((x - from.from.x) * (direction === 'rtl' ? -1 : 1)) / levelWidth);
    const wanted = { index: indexAt(list.current, others, y), depth: from.slot.depth + levels };
    return slotAt(others, wanted, deepest(now.id)) ?? now.slot;
  };
  useWhilePointing(start !== null ? 'down' : 'up', {
    follow: (at) => {
      if (start === null) return;
      if (lifted !== null) {
        setLifted({ ...lifted, at, slot: pointedAt(at, start, lifted) });
        scrollAtEdge(at.y);
      } else if (Math.hypot(at.x - start.from.x, at.y - start.from.y) >= startsAfter) lift(start.id, 'pointer', at);
    },
    // where it was let go, which may be further than the last step that was drawn
    drop: (at) => end(start === null || lifted === null ? null : pointedAt(at, start, lifted)),
    cancel: () => end(null),
  });

  const onKeyDown = keysFor({
    direction,
    lifted,
    lift: (id) => lift(id, 'keys', { x: 0, y: 0 }),
    end,
    step: (now, step) => {
      const slot = stepSlot(others, now.slot, { step, deepest: deepest(now.id) });
      setLifted({ ...now, slot });
      onSay('step', now.id, placeOf(others, slot));
    },
  });
  return {
    lifted,
    place,
    shown,
    list: (element) => {
      list.current = element;
    },
    handle: (id) => ({
      onPointerDown: ({ button, clientX: x, clientY: y }) =>
        button === 0 && setStart({ id, from: { x, y }, slot: slotOf(rows, id) }),
      onKeyDown: onKeyDown(id),
      onBlur: () => lifted?.by === 'keys' && end(null),
    }),
  };
}

type KeyedLifting = {
  direction: 'ltr' | 'rtl';
  lifted: LiftedRow | null;
  lift: (id: string) => void;
  step: (now: LiftedRow, step: SlotStep) => void;
  end: (slot: TreeSlot | null) => void;
};
/** Space or Enter lifts and drops, arrows move, Escape puts back. */
const keysFor =
  ({ direction, lifted, lift, step, end }: KeyedLifting) =>
  (id: string) =>
  (event: KeyboardEvent<HTMLButtonElement>): void => {
    const presses = event.key === ' ' || event.key === 'Enter';
    const stepped = stepOf(event.key, direction);
    if (lifted?.id !== id) {
      if (!presses) return;
      event.preventDefault();
      return lift(id);
    }
    if (!presses && stepped === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (stepped !== undefined) return step(lifted, stepped);
    end(presses ? lifted.slot : null);
  };

type LiftPointing = { follow: (at: LiftPoint) => void; drop: (at: LiftPoint) => void; cancel: () => void };
/** Follows the pointer over the whole page: the handle moves in the page with its row, and would lose it. */
function useWhilePointing(state: 'down' | 'up', pointing: LiftPointing): void {
  const latest = useRef(pointing);
  useEffect(() => {
    latest.current = pointing;
  });
  useEffect(() => {
    if (state === 'up') return;
    const follow = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => latest.current.follow({ x, y });
    const drop = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => latest.current.drop({ x, y });
    const cancel = () => latest.current.cancel();
    const onKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && cancel();
    document.addEventListener('pointermove', follow);
    document.addEventListener('pointerup', drop);
    document.addEventListener('pointercancel', cancel);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointermove', follow);
      document.removeEventListener('pointerup', drop);
      document.removeEventListener('pointercancel', cancel);
      document.removeEventListener('keydown', onKey);
    };
  }, [state]);
}
