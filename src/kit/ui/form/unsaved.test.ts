import { createMemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { blocks, createUnsaved } from './unsaved.ts';

/** A page with the shared blocker, as the shell mounts it. */
function page() {
  const unsaved = createUnsaved();
  const router = createMemoryRouter([{ path: '/form' }, { path: '/away' }], { initialEntries: ['/form'] });
  const state = () => router.getBlocker('page', blocks(unsaved)).state;
  return { unsaved, router, state, here: () => router.state.location.pathname };
}

test('two changed forms on one page ask once, and no second blocker is warned about', async () => {
  const warn = vi.spyOn(console, 'warn');
  const { unsaved, router, state, here } = page();
  const [first, second] = [unsaved.hold(), unsaved.hold()];
  expect(state()).toBe('unblocked');
  await router.navigate('/away');
  expect([state(), here()]).toEqual(['blocked', '/form']);
  expect(warn).not.toHaveBeenCalled();
  first();
  second();
});

test('the page may be left when the last of its forms is saved, not before', async () => {
  const { unsaved, router, state, here } = page();
  state();
  const [first, second] = [unsaved.hold(), unsaved.hold()];
  first();
  first();
  await router.navigate('/away');
  expect(here()).toBe('/form');
  second();
  await router.navigate('/away');
  expect(here()).toBe('/away');
});

test('another query of the same page is no leaving', async () => {
  const { unsaved, router, state } = page();
  state();
  unsaved.hold();
  await router.navigate('/form?tab=2#end');
  expect(router.state.location.search).toBe('?tab=2');
});

test('those who listen hear of the first holder and of the last one only', () => {
  const unsaved = createUnsaved();
  const heard: boolean[] = [];
  const stop = unsaved.subscribe(() => heard.push(unsaved.held()));
  const [first, second] = [unsaved.hold(), unsaved.hold()];
  first();
  second();
  stop();
  unsaved.hold();
  expect(heard).toEqual([true, false]);
});
