import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { pdf } from '@atrium/pages/samples.factory';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { knock, room } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makeRoom, startRoom } from '../steps.ts';

const slug = 'slides-from-the-library';
const slide = (page: Page, label: string) => page.getByRole('region', { name: label, exact: true });
const pixels = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.images].filter(({ src }) => /\/session\/pages\/[\w-]{22}\/\d+\.webp$/.test(src));
    return shown.map(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight]);
  });

describe('slides that a room shows from the library', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let path: string;

  test('a file is uploaded and put into the room', async () => {
    host = await signedIn('miriam@example.org');
    const { page } = host;
    path = await makeRoom(page, { name: 'Slides from the library', slug, entry: 'open' });
    const panel = page.getByRole('region', { name: 'Presentations' });
    await panel.getByRole('button', { name: 'Add' }).click();
    const buffer = pdf({ pages: 2, width: 960, height: 540, texts: ['Light reactions', 'The Calvin cycle'] });
    const file = { name: 'photosynthesis.pdf', mimeType: 'application/pdf', buffer };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^photosynthesis\.pdf/ })
      .and(page.locator(':enabled'))
      .click();
    await panel.getByText('photosynthesis.pdf').waitFor();
  });

  test('they are there when the lesson begins, and everybody sees the page that the teacher turns to', async () => {
    await startRoom(host.page, path);
    await slide(host.page, 'Slide 1 of 2: Light reactions').waitFor();
    const guest = await person();
    await knock(guest.page, { slug, name: 'Rosa Blum', button: 'Join' });
    await slide(guest.page, 'Slide 1 of 2: Light reactions').waitFor();
    await expect.poll(() => pixels(guest.page)).toEqual([[1_920, 1_080]]);
    await slide(host.page, 'Slide 1 of 2: Light reactions').press('ArrowRight');
    await slide(guest.page, 'Slide 2 of 2: The Calvin cycle').waitFor();
    await room(guest.page).screenshot({ path: join(pictures, 'room-slides.png') });
  });

  test('the room says that they are ready in the meeting', async () => {
    const page = await host.context.newPage();
    await page.goto(path);
    await page.getByRole('region', { name: 'Presentations' }).getByText('Ready in the meeting').waitFor();
    await page.screenshot({ path: join(pictures, 'room-slides-panel.png'), fullPage: true });
  });
});
