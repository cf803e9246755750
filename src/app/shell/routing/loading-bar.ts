import { loadingBarFacts as facts } from '#kit/facts.ts';

export type BarState = { shown: boolean; percent: number; failed: boolean };
export type LoadingBar = {
  state: () => BarState;
  subscribe: (listener: () => void) => () => void;
  /** A navigation begins: shown after the throttle, then it fills by itself. */
  start: () => void;
  /** One call for data is done. `calls` is how many kinds of them the page makes. */
  step: (calls: 'one' | 'two') => void;
  /** A guard sent the navigation elsewhere: over when it leads back to where we are, else paused until the next one starts. */
  redirected: (paths: { current: string; target: string }) => void;
  finish: () => void;
  fail: () => void;
};

/** `now` in milliseconds from any beginning. */
type LoadingTimers = {
  setTimeout: (run: () => void, ms: number) => unknown;
  clearTimeout: (timer: unknown) => void;
  now: () => number;
};
const idle: BarState = { shown: false, percent: 0, failed: false };

/** The line at the top that tells that the next page is on its way. */
export function createLoadingBar(timers: LoadingTimers): LoadingBar {
  const listeners = new Set<() => void>();
  const now: { state: BarState; timer: unknown; running: boolean; drawnAt: number } = {
    ...{ state: idle, timer: null, running: false, drawnAt: 0 },
  };
  const set = (part: Partial<BarState>) => {
    now.state = { ...now.state, ...part };
    for (const listener of listeners) listener();
  };
  const stop = () => {
    if (now.timer !== null) timers.clearTimeout(now.timer);
    now.timer = null;
  };
  const later = (run: () => void, ms: number) => {
    stop();
    now.timer = timers.setTimeout(run, ms);
  };
  // by the clock: on a busy machine timers come late, and the bar would take longer than the specification says
  const fill = () => {
    const at = timers.now();
    const percent = now.state.percent + (100 * (at - now.drawnAt)) / facts.fill;
    now.drawnAt = at;
    set({ shown: true, percent: Math.min(100, percent) });
    if (percent < 100) later(fill, facts.tick);
  };
  const finish = () => {
    if (!now.running) return;
    now.running = false;
    stop();
    if (!now.state.shown) return set(idle);
    set({ percent: 100 });
    later(() => set(idle), facts.hideAfter);
  };
  return {
    state: () => now.state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => {
      now.running = true;
      set(idle);
      now.drawnAt = timers.now() + facts.throttle;
      later(fill, facts.throttle);
    },
    step: (calls) => {
      if (!now.running || !now.state.shown) return;
      set({ percent: Math.min(100, now.state.percent + (calls === 'two' ? facts.stepOfTwo : facts.stepOfOne)) });
    },
    redirected: ({ current, target }) => (target === current ? finish() : stop()),
    finish,
    fail: () => {
      set({ failed: true });
      finish();
    },
  };
}
