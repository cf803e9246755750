/** A class of 25: what one does is asserted on the page of the other. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { seatClass } from '../class-people.ts';
import { journey } from '../journey.ts';
import { endForAll, knock, over, room, tile } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { makeRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

const pupils = Array.from({ length: 23 }, (_, i) => `Pupil ${String(i + 1).padStart(2, '0')}`);
const stage = (page: Page) => page.locator('ul[aria-label="Stage"]');
const facesOn = async (page: Page) => (await stage(page).locator('figure figcaption bdi').allTextContents()).toSorted();
const pageLine = (page: Page) => page.getByText(/^Page \d+ of \d+$/);

async function fromMenu(page: Page, opener: string, item: string): Promise<void> {
  await page.getByRole('button', { name: opener, exact: true }).first().click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
async function steerTimer(page: Page, item: string): Promise<void> {
  await page.getByTitle('Pause, extend or remove').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
async function ofPerson(page: Page, name: string, item: string): Promise<void> {
  await tile(page, name).hover();
  await tile(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

describe('a class of 25', () => {
  const { product, person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let guest: Person;
  let leave = () => {};
  afterAll(() => leave());

  test('a reaction of each is seen by the other, on the face and for a moment', async () => {
    [host, guest] = [await signedIn('miriam@example.org'), await person()];
    const path = await makeRoom(host.page, { name: 'Large class', slug: 'large-class' });
    await startRoom(host.page, path);
    await knock(guest.page, { slug: 'large-class', name: 'Rosa Blum', button: 'Join' });
    await room(guest.page).waitFor();
    await fromMenu(guest.page, 'React', 'Applause');
    await tile(host.page, 'Rosa Blum').getByText('👏').waitFor();
    await fromMenu(host.page, 'React', 'Celebration');
    await tile(guest.page, 'Miriam').getByText('🎉').waitFor();
    await tile(guest.page, 'Miriam').getByText('🎉').waitFor({ state: 'detached' });
  });

  test('a timer that the host starts, holds and removes runs, stands and goes at the guest', async () => {
    await fromMenu(host.page, 'More', 'Timer…');
    await host.page.getByRole('dialog').getByRole('button', { name: 'Start timer' }).click();
    await guest.page.getByText(/^4:5\d$/).waitFor();
    await steerTimer(host.page, 'Pause');
    await guest.page.getByText('Paused', { exact: true }).waitFor({ state: 'attached' });
    await steerTimer(host.page, 'Remove');
    await guest.page.getByText(/^[45]:\d\d$/).waitFor({ state: 'detached' });
  });

  test('all 25 are on one page of a desktop', async () => {
    leave = await seatClass(product().url, 'large-class', pupils);
    await tile(host.page, 'Pupil 23').waitFor();
    expect(await facesOn(host.page)).toEqual([...pupils, 'Rosa Blum'].toSorted());
  });

  test('the spotlight is large at the others; the own pin of a person wins over it, for that person alone', async () => {
    await ofPerson(host.page, 'Pupil 07', 'Spotlight for everyone');
    await stage(guest.page)
      .getByTitle(/^Set by Miriam/)
      .waitFor();
    expect(await facesOn(guest.page)).toEqual(['Pupil 07']);
    await guest.page.getByRole('button', { name: 'Speaker', exact: true }).click();
    await ofPerson(guest.page, 'Pupil 08', 'Pin for me');
    await guest.page.getByRole('button', { name: 'Grid', exact: true }).click();
    await until({ what: 'the own pin on the stage' }, async () =>
      (await facesOn(guest.page)).join() === 'Pupil 08' ? true : undefined,
    );
    expect(await facesOn(host.page)).toEqual(['Pupil 07']);
    await guest.page.getByRole('button', { name: 'Speaker', exact: true }).click();
    await ofPerson(host.page, 'Pupil 07', 'Remove spotlight');
  });

  test('a phone on its side pages through everybody by arrows and keys, and its bars take at most a fifth', async () => {
    const { page } = guest;
    await page.setViewportSize({ width: 740, height: 360 });
    await pageLine(page).waitFor();
    const seen = new Set(await facesOn(page));
    const pages = Number(/\d+$/.exec(await pageLine(page).innerText())?.[0]);
    expect(pages).toBeGreaterThan(2);
    for (let at = 2; at <= pages; at += 1) {
      if (at % 2 === 0) await page.getByRole('button', { name: 'Next page' }).click();
      else await page.keyboard.press('PageDown');
      await page.getByText(`Page ${at} of ${pages}`, { exact: true }).waitFor();
      for (const name of await facesOn(page)) seen.add(name);
    }
    expect([...seen].filter((name) => name.startsWith('Pupil')).toSorted()).toEqual(pupils);
    await page.keyboard.press('PageUp');
    await page.getByText(`Page ${pages - 1} of ${pages}`, { exact: true }).waitFor();
    const bars = await page.evaluate(() => {
      const { width, height } =
        document.querySelector('[data-page=room] ul[aria-label="Stage"]')?.parentElement?.getBoundingClientRect() ??
        new DOMRect();
      return 1 - (width * height) / (window.innerWidth * window.innerHeight);
    });
    console.log(`bars of a phone in landscape: ${Math.round(bars * 100)} %`);
    expect(bars).toBeLessThanOrEqual(0.2);
  });

  test('the host ends it for everybody', async () => {
    await endForAll(host.page);
    await over(guest.page).waitFor();
  });
});
