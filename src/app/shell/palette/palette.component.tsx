import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolations, looks, mount, type MountOptions } from '#app/proof/testing-components.tsx';
import { rows } from '#app/routes.tsx';
import { namesFor } from '#core/iam/iam.rules.ts';
import { SlotsProvider } from '#app/shell/page.tsx';
import { Palette } from './palette.tsx';

const account = { id: 'a1', name: 'Nordlicht School', kind: 'customer', role: 'owner', state: 'active' } as const;
const owner = { scope: namesFor('customer'), account };
const mountPalette = (mounting: MountOptions = {}, typed = '') => {
  const onClose = vi.fn();
  const shown = mount(
    <SlotsProvider slots={{ useNotices: null, useLive: null, search: null, settings: null, switchAccount: null }}>
      <Palette typed={() => typed} onClose={onClose} />
    </SlotsProvider>,
    {
      ...{ path: '/dashboard', rows, calls: [], user: owner, landmarks: 'own' },
      ...mounting,
    },
  );
  return shown.then(() => onClose);
};
const option = (name: string | RegExp) => page.getByRole('option', { name });
const actionNames = () =>
  page
    .getByRole('group', { name: 'Actions' })
    .getByRole('option')
    .elements()
    .map((line) => line.querySelector('.strong')?.textContent);

test.each(looks)('the palette with its actions: $locale $scheme $width', async (look) => {
  await mountPalette({ look }, '>');
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await expectNoViolations();
});

test('what one may do stands beside where one may go', async () => {
  await mountPalette({}, '>');
  await expect.poll(actionNames).toEqual(expect.arrayContaining(['Schedule a meeting', 'Switch to dark mode', 'New room']));
  await userEvent.fill(page.getByRole('combobox'), 'appointment');
  await expect.poll(actionNames).toEqual(['Schedule a meeting']);
  await userEvent.fill(page.getByRole('combobox'), 'invite colleague');
  await expect.poll(actionNames).toEqual(['Add a person']);
});

test('who may not change rooms is offered no new date, no room and no people', async () => {
  await mountPalette({ user: { scope: ['rooms.view'], account } }, '>');
  await expect.element(option(/Switch to dark mode/)).toBeVisible();
  expect(actionNames()).not.toContain('Schedule a meeting');
  expect(actionNames()).not.toContain('New room');
  expect(actionNames()).not.toContain('Add a person');
});

test('Enter turns the page dark, and back', async () => {
  const onClose = await mountPalette({}, 'night');
  await expect.element(option(/Switch to dark mode/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe('dark');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['Language', 12],
  ['German', 1],
  ['日本', 1],
])('languages are found by %s', async (typed, count) => {
  await mountPalette({}, typed);
  await expect.poll(() => actionNames().length).toBe(count);
});

test('in Arabic they are found by Arabic words', async () => {
  await mountPalette({ look: { locale: 'ar', scheme: 'light', width: 1280 } }, 'موعد');
  await expect.element(option(/جدولة اجتماع/)).toBeVisible();
  await userEvent.fill(page.getByRole('combobox'), 'الألمانية');
  await expect.element(option(/Deutsch/)).toBeVisible();
});
