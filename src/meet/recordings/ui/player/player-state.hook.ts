import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isTyping } from '#kit/ui/shortcut.ts';
import type { PlayerManifest } from './manifest.hook.ts';
import { type ClockState, type PlayerClock, playerClock } from './player-clock.hook.ts';

/** Milliseconds between two looks at the tracks. */
const stepEvery = 60;
const keepEvery = 5000;
const worthKeeping = 10_000;

const placeKey = (id: string) => `atrium-place:${id}`;

function rememberedPlace(id: string, length: number): number {
  const at = Number(localStorage.getItem(placeKey(id)) ?? 0);
  return Number.isFinite(at) && at > worthKeeping && at < length - worthKeeping ? at : 0;
}

/** The second that a link names with `?t=`, in milliseconds. */
function linkedPlace(length: number): number {
  const second = Number(new URLSearchParams(window.location.search).get('t') ?? 0);
  return Number.isFinite(second) && second > 0 ? Math.min(second * 1000, length) : 0;
}
/** The second that a recording was played to in this browser; null before the first ones. */
export function placeNow(id: string): number | null {
  const at = Number(localStorage.getItem(placeKey(id)) ?? 0);
  return Number.isFinite(at) && at > 0 ? Math.floor(at / 1000) : null;
}

export type PlayingState = ClockState & {
  clock: PlayerClock;
  rate: number;
  setRate: (rate: number) => void;
  sound: 'on' | 'off';
  setSound: (sound: 'on' | 'off') => void;
  toggle: () => void;
  skip: (ms: number) => void;
};

const first: ClockState = { at: 0, playing: 'paused', waiting: 'ready', broken: 0 };

/** The player's time and its buttons. The place is remembered in this browser. */
export function usePlaying(id: string, { tracks, length }: PlayerManifest): PlayingState {
  const [state, setState] = useState(first);
  const [rate, setShownRate] = useState(1);
  const [sound, setSound] = useState<'on' | 'off'>('on');
  const clock = useMemo(
    () =>
      playerClock({
        tracks,
        length,
        now: () => performance.now(),
        tell: (next) => setState((old) => (same(old, next) ? old : next)),
      }),
    [tracks, length],
  );
  useEffect(() => {
    clock.seek(linkedPlace(length) || rememberedPlace(id, length));
    const timer = setInterval(clock.step, stepEvery);
    return () => {
      clearInterval(timer);
      clock.pause();
    };
  }, [clock, id, length]);
  const kept = Math.floor(state.at / keepEvery);
  useEffect(() => {
    if (kept > 0) localStorage.setItem(placeKey(id), String(kept * keepEvery));
  }, [id, kept]);
  const setRate = useCallback(
    (next: number) => {
      clock.setRate(next);
      setShownRate(next);
    },
    [clock],
  );
  const toggle = () => (state.playing === 'playing' ? clock.pause() : clock.play());
  const skip = (ms: number) => clock.seek(state.at + ms);
  return { ...state, clock, rate, setRate, sound, setSound, toggle, skip };
}

const same = (a: ClockState, b: ClockState): boolean =>
  a.at === b.at && a.playing === b.playing && a.waiting === b.waiting && a.broken === b.broken;

const tenSeconds = 10_000;
const fiveSeconds = 5000;

/** Space and K, J and L, arrows, F, C, M; not while typing, and a button that has the focus keeps its own keys. */
export function usePlayerKeys(playing: PlayingState, more: { full: () => void; captions: () => void }): void {
  const latest = useRef({ playing, more });
  useEffect(() => {
    latest.current = { playing, more };
  });
  useEffect(() => {
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.defaultPrevented || pressed.ctrlKey || pressed.metaKey || pressed.altKey || isTyping(pressed.target)) return;
      if (pressed.key === ' ' && pressed.target instanceof HTMLButtonElement) return;
      const { playing: now, more: other } = latest.current;
      const acts: Readonly<Record<string, () => void>> = {
        ' ': now.toggle,
        k: now.toggle,
        j: () => now.skip(-tenSeconds),
        l: () => now.skip(tenSeconds),
        ArrowLeft: () => now.skip(-fiveSeconds),
        ArrowRight: () => now.skip(fiveSeconds),
        m: () => now.setSound(now.sound === 'on' ? 'off' : 'on'),
        f: other.full,
        c: other.captions,
      };
      const act = acts[pressed.key];
      if (act === undefined) return;
      pressed.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
