import { afterEach, expect, test, vi } from 'vitest';
import { keepInvitation } from './link-invitation.hook.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser at this address. */
function browserAt(href: string, setItem: (key: string, value: string) => void) {
  const replaceState = vi.fn<(state: unknown, unused: string, url: URL) => void>();
  vi.stubGlobal('window', { location: { href }, sessionStorage: { setItem }, history: { state: { key: 'a' }, replaceState } });
  return () => replaceState.mock.calls.map(([state, , url]) => [state, url.href]);
}

test('once the invitation is kept for the tab, the address bar no longer shows it', () => {
  const kept = new Map<string, string>();
  const shown = browserAt('https://a.example/m/math?invitation=abc&left=1#x', (key, value) => kept.set(key, value));
  keepInvitation('math', 'abc');
  expect([...kept]).toEqual([['atrium.invitation.math', 'abc']]);
  expect(shown()).toEqual([[{ key: 'a' }, 'https://a.example/m/math?left=1#x']]);
});

test('where a browser keeps nothing, the invitation stays in the address', () => {
  const shown = browserAt('https://a.example/m/math?invitation=abc', () => {
    throw new Error('no storage');
  });
  keepInvitation('math', 'abc');
  expect(shown()).toEqual([]);
});
