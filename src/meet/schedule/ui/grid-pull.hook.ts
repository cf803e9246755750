import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CalendarDay } from './calendar-days.hook.ts';
import {
  coarseStep,
  fineStep,
  type GridPoint,
  type GridShape,
  type GridTime,
  type DateGrip,
  nudgeBy,
  nudged,
  pulled,
  sameTime,
} from './moving.hook.ts';

/** A date in the hand, or a new one being drawn (`key` null): where it was, and where it would stand. */
export type GridLift = { key: string | null; grip: DateGrip; first: GridTime; time: GridTime; by: 'pointer' | 'keys' };
type GridPress = { key: string | null; grip: DateGrip; first: GridTime };
type GridPulling = {
  rows: GridShape['rows'];
  /** Keys move it no further than these. */
  days: readonly CalendarDay[];
  /** The place on the grid under a pointer. */
  pointAt: (x: number, y: number) => GridPoint | null;
  onMove: (key: string, time: GridTime) => void;
  onNew?: (time: GridTime) => void;
};
/** Pixels that a pointer may tremble during a press. */
const tremble = 4;

type GridFollowing = { pulling: GridPulling; show: (lift: GridLift | null) => void; drop: (lift: GridLift) => void };
/** Follows the pointer until it is let go; Escape puts back. */
function follow(press: GridPress, event: PointerEvent, { pulling, show, drop }: GridFollowing) {
  const from = pulling.pointAt(event.clientX, event.clientY);
  if (from === null) return;
  const [x, y] = [event.clientX, event.clientY];
  const following = new AbortController();
  const state: { lift: GridLift | null } = { lift: null };
  const { signal } = following;
  const move = (at: globalThis.PointerEvent) => {
    if (state.lift === null && Math.hypot(at.clientX - x, at.clientY - y) < tremble) return;
    // a finger that moves scrolls, which cancels the press
    const to = at.pointerType === 'touch' ? null : pulling.pointAt(at.clientX, at.clientY);
    if (to === null) return;
    const time = pulled({ ...press, from, to, step: at.shiftKey ? fineStep : coarseStep });
    state.lift = { ...press, time, by: 'pointer' };
    show(state.lift);
  };
  const end = (outcome: 'drop' | 'back') => {
    following.abort();
    const { lift } = state;
    show(null);
    if (outcome === 'back') return;
    if (lift !== null) drop(lift);
    // a press on an empty place is an hour from there
    else if (press.grip === 'new')
      drop({ ...press, time: { ...press.first, from: press.first.from - (press.first.from % 30), length: 60 }, by: 'keys' });
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', () => end('drop'), { signal });
  window.addEventListener('pointercancel', () => end('back'), { signal });
  const keys = (key: globalThis.KeyboardEvent) => {
    if (key.key !== 'Escape') return;
    key.preventDefault();
    key.stopPropagation();
    end('back');
  };
  window.addEventListener('keydown', keys, { signal, capture: true });
}

/** Moving, resizing and drawing dates on a grid, by pointer and by keys: Space lifts, arrows move, Space drops, Escape puts back. */
export function useGridPull(pulling: GridPulling) {
  const { dir } = useReader();
  const [lift, setLift] = useState<GridLift | null>(null);
  const dropped = useRef(0);
  const latest = useRef(pulling);
  useEffect(() => {
    latest.current = pulling;
  });
  const drop = ({ key, first, time, grip, by }: GridLift) => {
    if (by === 'pointer') dropped.current = performance.now();
    if (grip === 'new') latest.current.onNew?.(time);
    else if (key !== null && !sameTime(first, time)) latest.current.onMove(key, time);
  };
  const press = (event: PointerEvent, what: GridPress) => {
    // a finger scrolls, opens a date to change it, and taps an empty place to plan there
    if (event.button !== 0 || (event.pointerType === 'touch' && what.grip !== 'new')) return;
    event.stopPropagation();
    follow(what, event, { pulling: latest.current, show: setLift, drop });
  };
  const onKeyDown = (event: KeyboardEvent, what: GridPress) => {
    const mine = lift !== null && lift.key === what.key;
    if (event.key === ' ' || (mine && event.key === 'Enter')) {
      event.preventDefault();
      if (!mine) return setLift({ ...what, time: what.first, by: 'keys' });
      setLift(null);
      return drop(lift);
    }
    if (!mine) return;
    const nudge = nudgeBy(event, { dir, rows: pulling.rows });
    if (nudge === null && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    const time = nudge === null ? null : nudged(lift.time, nudge);
    if (time === null) setLift(null);
    else if (pulling.days.includes(time.day)) setLift({ ...lift, time });
  };
  /** The press that ends a pull is no press of what lies under it. */
  const onClickCapture = (event: MouseEvent) => {
    if (performance.now() - dropped.current > 50) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { lift, press, onKeyDown, onClickCapture, putBack: () => setLift(null) };
}
