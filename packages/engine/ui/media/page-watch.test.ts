import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPage } from '#ui/media/page-watch.ts';

const page = new EventTarget();
const connection = Object.assign(new EventTarget(), { type: 'wifi', downlink: 10 });
let heard: string[] = [];
let stop: () => void = vi.fn();

beforeEach(() => {
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { connection, userAgent: 'desktop' });
  heard = [];
  const note = (what: string) => () => void heard.push(what);
  stop = watchPage(() => ({
    hidden: note('hidden'),
    seen: note('seen'),
    online: note('online'),
    network: note('network'),
    closing: note('closing'),
  }));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('a network that is back, and a phone that goes from one to another, is reported; its speed is not', () => {
  page.dispatchEvent(new Event('online'));
  expect(heard).toEqual(['network']);
  connection.downlink = 2;
  connection.dispatchEvent(new Event('change'));
  expect(heard).toEqual(['network']);
  connection.type = 'cellular';
  connection.dispatchEvent(new Event('change'));
  expect(heard).toEqual(['network', 'network']);
});

test('nothing is reported between two networks, nor after the end', () => {
  connection.type = 'none';
  connection.dispatchEvent(new Event('change'));
  expect(heard).toEqual([]);
  connection.type = 'wifi';
  connection.dispatchEvent(new Event('change'));
  expect(heard).toEqual(['network']);
  stop();
  page.dispatchEvent(new Event('online'));
  expect(heard).toEqual(['network']);
});
