import { afterEach, expect, test, vi } from 'vitest';
import { deviceDraft, type FormValues } from './draft.ts';

const noteOf = ({ note }: FormValues) => (typeof note === 'string' ? { note } : null);
function stubStorage(setItem: (map: Map<string, string>, name: string, text: string) => void) {
  const map = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, text: string) => setItem(map, name, text),
    removeItem: (name: string) => map.delete(name),
  };
  vi.stubGlobal('window', { localStorage });
  return map;
}
afterEach(() => void vi.unstubAllGlobals());

test('a draft comes back until it is removed; one of another shape is none', () => {
  const map = stubStorage((kept, name, text) => void kept.set(name, text));
  const draft = deviceDraft('note:1', noteOf);
  expect(draft.read()).toBeNull();
  draft.keep({ note: 'typed' });
  expect([draft.read(), deviceDraft('note:2', noteOf).read()]).toEqual([{ note: 'typed' }, null]);
  map.set('atrium.draft.note:1', '{"note":1}');
  expect(draft.read()).toBeNull();
  draft.keep(null);
  expect(map.size).toBe(0);
});

test('a device that is full, and a server that draws the page, keep nothing and break nothing', () => {
  stubStorage(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const full = deviceDraft('note:1', noteOf);
  full.keep({ note: 'typed' });
  expect(full.read()).toBeNull();
  vi.unstubAllGlobals();
  const drawn = deviceDraft('note:1', noteOf);
  drawn.keep({ note: 'typed' });
  expect(drawn.read()).toBeNull();
});
