import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { expectNoViolations, looks, mountScreen, now, onCall, type MountOptions } from '#app/proof/testing-components.tsx';
import type { Playback } from '../playback.contract.ts';
import { recordingsCalls } from '../recordings.contract.ts';
import { playbackScreen } from './playback.screen.tsx';

const id = '01990000-0000-7000-8000-000000000001';
const inline = (mime: string, text: string) => `data:${mime};charset=utf-8,${encodeURIComponent(text)}`;
const member = (of: string, name: string) => ({ at: 0, type: 'member', id: of, name, sources: [] });
const manifest = {
  length: 600_000,
  tracks: [],
  events: [
    member('ada', 'Ada'),
    member('jo', 'Jonas Weber'),
    { at: 60_000, type: 'marker', by: 'jo' },
    { at: 120_000, type: 'marker', by: 'jo' },
  ],
};
const captions = `WEBVTT

00:00:01.000 --> 00:00:04.000
Now we change only e.

00:01:30.000 --> 00:01:34.000
The whole curve moves down.

00:02:30.000 --> 00:02:34.000
What happens to the vertex?
`;
const listed: NonNullable<Playback['listed']> = {
  ...{ state: 'published', visibility: 'account', views: 31, revision: 3, mayEdit: true },
  room: { id, name: 'Mathematics 9b' },
  previous: { recordId: 'earlier', name: 'Linear functions' },
  next: null,
};
const playback: Playback = {
  ...{ id, name: 'Quadratic functions', startedAt: now - 86_400_000, lengthMs: 600_000, until: now + 3_600_000 },
  formats: [{ type: 'atrium', plays: 'here', url: inline('application/json', JSON.stringify(manifest)), mime: null }],
  captions: [{ lang: 'en', label: 'English', url: inline('text/vtt', captions) }],
  ...{ poster: null, download: null, mayDownload: true, account: { name: 'Nordlicht-Schule', branding: {} } },
  listed,
};
const show = (of: Playback, mounting: MountOptions = {}) => {
  localStorage.clear();
  return mountScreen(
    playbackScreen(() => null),
    {
      path: '/playback/quadratic',
      params: { recordId: 'quadratic' },
      ...mounting,
      calls: [onCall(recordingsCalls.playback, () => of), ...(mounting.calls ?? [])],
    },
  );
};
const line = (text: string) => page.getByRole('list', { name: 'Transcript' }).getByRole('button', { name: text });

test.each(looks)('a recording in the lists of the reader: $locale $scheme $width', async (look) => {
  await show(playback, { look });
  await expect.element(page.getByText('The whole curve moves down.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Quadratic functions' })).toBeVisible();
  await expectNoViolations();
});

test('the way back, the state, the recording before, and chapters without a name at each', async () => {
  await show(playback);
  await expect.element(page.getByRole('link', { name: 'Mathematics 9b' })).toHaveAttribute('href', `/rooms/${id}`);
  await expect.element(page.getByText('Everyone in the account')).toBeVisible();
  await expect.element(page.getByText('31 views')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Previous recording: Linear functions' }))
    .toHaveAttribute('href', '/playback/earlier');
  expect(page.getByText('Next', { exact: true }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: '1:00 Marker 1' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Share link' })).toBeVisible();
});

test('a line of the transcript leads to its place and is marked there; the search narrows it', async () => {
  await show(playback);
  await line('What happens to the vertex?').click();
  await expect.element(page.getByRole('slider')).toHaveValue('150000');
  const marked = () => document.querySelector('ol[aria-label="Transcript"] [aria-current]')?.textContent;
  await expect.poll(marked).toContain('What happens to the vertex?');
  await page.getByRole('searchbox', { name: 'Search transcript' }).fill('CURVE');
  await expect.element(page.getByText('1 result')).toBeVisible();
  expect(line('What happens to the vertex?').elements()).toEqual([]);
  await line('The whole curve moves down.').click();
  await expect.element(page.getByRole('slider')).toHaveValue('90000');
});

test('the poster stands until it plays', async () => {
  await show(playback);
  const poster = page.getByRole('button', { name: 'Play Quadratic functions' });
  await poster.click();
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => poster.elements()).toEqual([]);
});

test('it is renamed in place; what is refused stays as it was typed', async () => {
  const edit = vi.fn(() => {
    throw new Failure('conflict');
  });
  await show(playback, { calls: [onCall(recordingsCalls.edit, edit)] });
  await page.getByRole('button', { name: 'Rename' }).click();
  const field = page.getByRole('textbox', { name: 'Name' });
  await field.fill('Parabolas');
  await expectNoViolations();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This recording was changed in the meantime.')).toBeVisible();
  expect(edit).toHaveBeenCalledWith({ params: { id }, body: { revision: 3, name: 'Parabolas' } });
  await expect.element(field).toHaveValue('Parabolas');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'Quadratic functions' })).toBeVisible();
});

test('who may not change or download it sees neither, and why', async () => {
  await show({ ...playback, mayDownload: false, listed: { ...listed, mayEdit: false } });
  await expect.element(page.getByText('Only people who manage this recording can download it.')).toBeVisible();
  for (const name of ['Rename', 'Share link']) expect(page.getByRole('button', { name }).elements()).toEqual([]);
});

test('with a link alone there is no way into the lists', async () => {
  await show({ ...playback, mayDownload: false, listed: null });
  await expect.element(page.getByText('Nordlicht-Schule')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
  await expectNoViolations();
});
