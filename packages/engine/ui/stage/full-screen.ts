import { createContext, type RefObject, useContext, useEffect, useState } from 'react';

/** Bars are hidden when nothing was moved or pressed for this long. */
const REST_MS = 3000;

/** `bars`: whether the bars are shown over the stage now. */
export type FullScreen = { on: boolean; bars: 'shown' | 'hidden'; turn(): void };

const Context = createContext<FullScreen>({ on: false, bars: 'shown', turn: () => undefined });
export const FullScreenProvider = Context;
export const useWholeScreen = (): FullScreen => useContext(Context);

/** The meeting on the whole screen, its bars only while somebody is active. Where a phone has no such thing, only the bars go. */
export function useFullScreen(frame: RefObject<HTMLElement | null>): FullScreen {
  const [on, setOn] = useState(false);
  const bars = useBars(on ? 'whole-screen' : 'between-bars');
  useEffect(() => {
    const look = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  const turn = () => {
    setOn(!on);
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (!on && frame.current && 'requestFullscreen' in frame.current)
      frame.current.requestFullscreen().catch(() => undefined);
  };
  return { on, bars, turn };
}

export function useBars(stage: 'whole-screen' | 'between-bars'): FullScreen['bars'] {
  const [bars, setBars] = useState<FullScreen['bars']>('shown');
  useEffect(() => {
    if (stage === 'between-bars') return;
    const show = () => {
      setBars('shown');
      clearTimeout(timer);
      timer = setTimeout(() => setBars('hidden'), REST_MS);
    };
    let timer = setTimeout(() => setBars('hidden'), REST_MS);
    const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const sign of signs) document.addEventListener(sign, show);
    return () => {
      clearTimeout(timer);
      setBars('shown');
      for (const sign of signs) document.removeEventListener(sign, show);
    };
  }, [stage]);
  return bars;
}
