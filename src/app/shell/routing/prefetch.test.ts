import { afterEach, expect, test, vi } from 'vitest';
import { pageFacts } from '#kit/facts.ts';
import { createPrefetch } from './prefetch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Entry = { isIntersecting: boolean; target: unknown };
/** A browser with one link to `/rooms`; `show` brings the link into view. */
function browser({ window = {}, navigator = {} }: { window?: object; navigator?: object }) {
  const watched = new Set<unknown>();
  const observers: ((entries: Entry[]) => void)[] = [];
  function FakeObserver(seen: (entries: Entry[]) => void) {
    observers.push(seen);
    return { observe: (target: unknown) => watched.add(target), unobserve: (target: unknown) => watched.delete(target) };
  }
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('document', { createElement: () => ({}) });
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  const screen = vi.fn(async () => ({ Screen: () => null }));
  const loaded = vi.fn(async () => {});
  const prefetch = createPrefetch([{ id: 'rooms', path: '/rooms' }], {
    rows: [{ name: 'rooms', path: '/rooms', access: 'all', screen }],
    loaded,
  });
  const show = (target: Element, where: 'in view' | 'below' = 'in view') => {
    if (watched.has(target)) for (const seen of observers) seen([{ isIntersecting: where === 'in view', target }]);
  };
  return { screen, loaded, prefetch, show, watched, link: () => document.createElement('a') };
}

test('the code of a screen and what it says are loaded when its link is in view and the browser is idle, once', async () => {
  const waiting: [() => void, object][] = [];
  const { screen, loaded, prefetch, show, watched, link } = browser({
    window: { requestIdleCallback: (run: () => void, options: object) => waiting.push([run, options]) },
  });
  const [one, other, elsewhere] = [link(), link(), link()];
  prefetch(one, '/rooms');
  prefetch(other, '/rooms');
  prefetch(elsewhere, '/nowhere');
  show(one, 'below');
  expect(waiting).toEqual([]);
  for (const each of [one, other, elsewhere]) show(each);
  expect(waiting.map(([, options]) => options)).toEqual([{ timeout: pageFacts.prefetchIdle }]);
  expect(watched.size).toBe(0);
  expect(screen).not.toHaveBeenCalled();
  waiting[0]?.[0]();
  expect(screen).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
});

test('a browser that does not tell when it is idle loads after two seconds', () => {
  vi.useFakeTimers();
  const { screen, prefetch, show, link } = browser({});
  const one = link();
  prefetch(one, '/rooms');
  show(one);
  vi.advanceTimersByTime(1_999);
  expect(screen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(screen).toHaveBeenCalledTimes(1);
});

test('code that could not be loaded is asked for again by the next link', async () => {
  const { screen, prefetch, show, link } = browser({ window: { requestIdleCallback: (run: () => void) => run() } });
  screen.mockRejectedValueOnce(new Error('offline'));
  for (const one of [link(), link(), link()]) {
    prefetch(one, '/rooms');
    show(one);
    await Promise.allSettled(screen.mock.results.map((result) => result.value));
    await Promise.resolve();
  }
  expect(screen).toHaveBeenCalledTimes(2);
});

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'where data is dear (%j) nothing is loaded ahead',
  (connection) => {
    const { prefetch, watched, link } = browser({ navigator: { connection } });
    prefetch(link(), '/rooms');
    expect(watched.size).toBe(0);
  },
);

test('a link that is gone is watched no longer', () => {
  const { prefetch, watched, link } = browser({ navigator: { connection: { effectiveType: '4g' } } });
  const stop = prefetch(link(), '/rooms');
  expect(watched.size).toBe(1);
  stop();
  expect(watched.size).toBe(0);
});
