import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { analyticsCalls, type ExplorerAnswer, type ExplorerView } from '../analytics.contract.ts';
import { usualQuestion } from './explorer-address.hook.ts';
import * as explorerScreen from './explorer.screen.tsx';

const [room, viewId] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
const user = { scope: ['analytics.view', 'analytics.explore'] };
const weekOf = (key: string) => ({ key, name: null });
const answer: ExplorerAnswer = {
  ...{ from: '2026-02-23', until: '2026-03-08', zone: 'Europe/Berlin', countedAt: now, currency: null, cut: false, meetings: 14 },
  rows: [
    { by: [weekOf('2026-02-23')], figures: [120] },
    { by: [weekOf('2026-03-02')], figures: [1_234] },
  ],
  totals: [1_354],
};
const view: ExplorerView = {
  ...{ id: viewId, name: 'Talk time in science', chart: 'bars', shared: false, mine: true, version: 3 },
  owner: { id: room, name: 'Miriam Albrecht' },
  question: { ...usualQuestion, by: ['month'] },
};
const answered = onCall(analyticsCalls.answer, () => answer);
const views = (...items: ExplorerView[]) => onCall(analyticsCalls.views, () => ({ items }));
const choices = onCall(analyticsCalls.choices, () => ({ items: [{ id: room, name: 'Biology 10a' }] }));
const path = '/data_visualization';

test.each(looks)('a question with its picture and table: $locale $scheme $width', async (look) => {
  await mountScreen(explorerScreen, { look, user, path, calls: [answered, views(view)] });
  // the code that draws comes late, and the first time from the disk
  await vi.waitFor(() => expect(document.querySelector('svg[role="application"]')).not.toBeNull(), { timeout: 15_000 });
  await expectNoViolations();
});

test('the table is sorted by any column, with its total below', async () => {
  await mountScreen(explorerScreen, { user, path: `${path}?as=table`, calls: [answered, views()] });
  const cells = () => [...document.querySelectorAll('tbody td.end')].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(cells()).toEqual(['120', '1,234']));
  await page.getByRole('button', { name: 'Sort by Minutes in meetings' }).click();
  expect(cells()).toEqual(['1,234', '120']);
  await expect.element(page.getByRole('row', { name: 'Total 1,354' })).toBeVisible();
});

test('the first saving asks for a name, by the key too', async () => {
  const save = vi.fn(() => view);
  await mountScreen(explorerScreen, { user, path, calls: [answered, views(), onCall(analyticsCalls.saveView, save)] });
  await expect.element(page.getByText('not saved')).toBeVisible();
  await userEvent.keyboard('{Control>}s{/Control}');
  await page.getByRole('dialog').getByLabelText('Name').fill('Talk time');
  await expectNoViolations();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() =>
    expect(save).toHaveBeenCalledWith({ body: { name: 'Talk time', question: usualQuestion, chart: 'lines' } }),
  );
});

test('another’s change is not written over', async () => {
  let theirs = view;
  const change = onCall(analyticsCalls.changeView, ({ body: { version } }) => {
    theirs = { ...view, version: 4, question: { ...view.question, by: ['day'] } };
    if (version !== 4) throw new Failure('changed_meanwhile');
    return theirs;
  });
  const listed = onCall(analyticsCalls.views, () => ({ items: [theirs] }));
  await mountScreen(explorerScreen, { user, path: `${path}?view=${viewId}`, calls: [answered, listed, change] });
  await expect.element(page.getByRole('heading', { name: 'Talk time in science' })).toBeVisible();
  await page.getByRole('button', { name: 'Lines' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByText(/changed elsewhere/)).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Show saved version' }).click();
  await expect.element(page.getByText(/by: Day/).first()).toBeVisible();
  await expect.element(page.getByText('not saved')).not.toBeInTheDocument();
});

test('what is cut is said, and hidden names are numbers', async () => {
  const people = { ...answer, cut: true, rows: [{ by: [{ key: room, name: null }], figures: [7] }] };
  const q = JSON.stringify({ ...usualQuestion, by: ['person'] });
  const calls = [onCall(analyticsCalls.answer, () => people), views()];
  await mountScreen(explorerScreen, { user, path: `${path}?${new URLSearchParams({ q, as: 'table' })}`, calls });
  await expect.element(page.getByText(/Only the first 2,000 rows/)).toBeVisible();
  await expect.element(page.getByText('Person 1')).toBeVisible();
});

test('too big a question says what to change, and an empty one which filter to drop', async () => {
  const refuse = onCall(analyticsCalls.answer, ({ body }) => {
    if (body.only.length === 0) throw new Failure('question_too_big');
    return { ...answer, rows: [] };
  });
  const q = JSON.stringify({ ...usualQuestion, only: [{ dimension: 'room', ids: [room] }] });
  await mountScreen(explorerScreen, { user, path: `${path}?${new URLSearchParams({ q })}`, calls: [refuse, views(), choices] });
  await page.getByRole('button', { name: 'Remove filter Room' }).click();
  await expect.element(page.getByText(/takes too long to calculate/)).toBeVisible();
  await page.getByRole('button', { name: 'What the figures mean' }).click();
  await expect.element(page.getByText('Meetings with at least one participant.')).toBeVisible();
  await expect.element(page.getByText('Monthly recurring revenue')).not.toBeInTheDocument();
  await expectNoViolations();
});
