import { describe, expect, test } from 'vitest';
import { routesOfProduct } from '../e2e/routes-of-product.ts';
import { pagesOf } from './pages.ts';
import { createReport } from './report.ts';

const rows = [
  { name: 'login', path: '/login', access: 'guest' },
  { name: 'room', path: '/rooms/{id}', access: 'rooms.view' },
  { name: 'fresh', path: '/fresh/{id?}', access: 'user' },
];

test('the product has rows of both kinds', () => {
  const kinds = pagesOf(routesOfProduct(), { room: 'r', slug: 's', meeting: 'm', mail: 'l', server: 'v' }).pages;
  expect(new Set(kinds.map((page) => page.kind))).toEqual(new Set(['public', 'shop', 'app']));
});

describe('which page is asked for', () => {
  const known = { room: [{ eyes: 'operator', path: '/rooms/{room}' }] } as const;

  test('a row that nobody gave an example is measured by its own path', () => {
    const { pages, misses } = pagesOf(rows, { room: '7' }, known);
    expect(misses).toEqual([]);
    expect(pages).toEqual([
      { name: '/login', kind: 'public', eyes: 'guest', path: '/login', status: 200 },
      { name: '/rooms/{id}', kind: 'app', eyes: 'operator', path: '/rooms/7', status: 200 },
      { name: '/fresh/{id?}', kind: 'app', eyes: 'owner', path: '/fresh', status: 200 },
    ]);
  });

  test('a row whose parameter nothing fills is a miss', () => {
    expect(pagesOf(rows, {}, {}).misses).toEqual([
      '/rooms/{id} is not measured: its row room needs an example in e2e/route-examples.ts',
    ]);
    expect(pagesOf(rows, {}, known).pages.map((page) => page.name)).toEqual(['/login', '/fresh/{id?}']);
  });
});

test('a report tells what is outside of its budget, with the figures', () => {
  const printed: string[] = [];
  const report = createReport((text) => printed.push(text));
  report.note('size', 200, { unit: 'kB', atMost: 175 });
  report.note('ratio', 0.146, { unit: 'ratio', atLeast: 0.15 });
  report.note('time', 2, { unit: 's', atMost: 2 });
  report.note('figure', 7, { unit: 'ms' });
  report.miss('a page is missing');
  expect(report.misses()).toEqual(['size: 200 kB, budget ≤ 175', 'ratio: 0.146 ratio, budget ≥ 0.15', 'a page is missing']);
  expect(printed).toHaveLength(5);
});
