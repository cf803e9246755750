import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { control, endForAll, hearsAndSees, over, room, write } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { makeRoom } from '../steps.ts';
import { until } from '../until.ts';

const slug = 'recorded-hour';
const words = 'The vertex moves down.';
const unrecordedWords = 'Please leave me out.';
const agreedWords = 'Now I take part.';

/** Where each track that runs stands on the common time line. Milliseconds. */
const places = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-track]')].flatMap((one) =>
      one instanceof HTMLMediaElement && !one.paused ? [Number(one.dataset['start']) + one.currentTime * 1000] : [],
    ),
  );
const spread = (all: number[]): number => Math.max(...all) - Math.min(...all);

/** Waits until several tracks run and stand together, and answers with their time. */
const inStep = (page: Page, from: number): Promise<number> => {
  const seen: number[][] = [];
  const what = () => `tracks in step after ${from}, ${JSON.stringify(seen.slice(-3))}`;
  return until({ what }, async () => {
    const all = await places(page);
    seen.push(all);
    return all.length > 1 && Math.min(...all) > from && spread(all) < 100 ? Math.min(...all) : undefined;
  });
};

const question = (page: Page) => page.getByRole('alertdialog', { name: 'This meeting is being recorded now' });

async function fromMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe('a recorded meeting', () => {
  const { person, signedIn } = journey({ world: 'shared', browser: 'chromium' });
  let host: Person;
  let guest: Person;
  let stranger: Person;
  let path: string;
  let playback: string;
  let link: string;

  test('two people meet in a room that may be recorded', async () => {
    host = await signedIn('miriam@example.org');
    path = await makeRoom(host.page, { name: 'Recorded hour', slug });
    await host.page.goto(path);
    await host.page.getByRole('button', { name: /^(Start|Join)$/ }).click();
    await host.page.waitForURL(/\/m\/?.*sessionToken=/);
    await host.page.getByRole('button', { name: 'Join', exact: true }).click();
    await room(host.page).waitFor();
    guest = await person();
    await guest.page.goto(`/m/${slug}`);
    await guest.page.locator('video').first().waitFor();
    await guest.page.getByLabel('Your name').fill('Rosa Blum');
    await guest.page.getByRole('button', { name: 'Join', exact: true }).click();
    await room(guest.page).waitFor();
    await hearsAndSees(host.page, 'the host');
  });

  test('the host records, and everybody is asked before anything of them is written', async () => {
    await fromMore(host.page, 'Start recording');
    await host.page.getByRole('dialog').getByText('By starting it, you agree to be recorded').waitFor();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Start recording' }).click();
    await question(guest.page).waitFor();
    await guest.page.keyboard.press('Escape');
    await guest.page.keyboard.press('Escape');
    await guest.context.setOffline(true);
    await guest.page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await question(guest.page).getByRole('status').getByText('Connection lost.').waitFor();
    await guest.context.setOffline(false);
    await question(guest.page).getByText('Connection lost.').waitFor({ state: 'detached' });
    await question(guest.page).getByRole('button', { name: 'Stay with microphone and camera off' }).click();
    await question(guest.page).waitFor({ state: 'detached' });
    expect(await question(host.page).count()).toBe(0);
    await control(guest.page, 'mic').filter({ hasText: 'Unmute' }).waitFor();
    await write(guest.page, unrecordedWords);
    await guest.page.reload();
    await room(guest.page).waitFor();
    await control(guest.page, 'mic').filter({ hasText: 'Unmute' }).waitFor();
    await guest.page.locator('[data-control=cam][aria-pressed=false]').waitFor();
    await write(host.page, words);
  });

  test('who stayed unrecorded is asked before speaking, and is recorded from the answer on', async () => {
    await control(guest.page, 'mic').click();
    await guest.page.getByText('You are not being recorded.').waitFor();
    await guest.page.keyboard.press('Escape');
    await control(guest.page, 'mic').filter({ hasText: 'Unmute' }).click();
    await guest.page.getByRole('button', { name: 'Agree and stay' }).click();
    await control(guest.page, 'mic')
      .filter({ hasText: /^Mute$/ })
      .waitFor();
    await write(guest.page, agreedWords);
  });

  test('a pause stands for everybody to see, and it goes on without a question', async () => {
    await fromMore(host.page, 'Pause recording');
    await guest.page.getByRole('button', { name: /^Recording paused/ }).waitFor();
    await fromMore(host.page, 'Resume recording');
    await guest.page.getByRole('button', { name: /^Recording \d/ }).waitFor();
    expect(await guest.page.getByRole('alertdialog').count()).toBe(0);
  });

  test('what was recorded is kept', async () => {
    await until({ what: () => 'twelve recorded seconds' }, async () => {
      const clock = await host.page.getByRole('button', { name: /^Recording \d/ }).innerText();
      const [minutes = 0, seconds = 0] = (/\d+:\d\d/.exec(clock)?.[0] ?? '').split(':').map(Number);
      return minutes * 60 + seconds >= 12 ? true : undefined;
    });
    await endForAll(host.page);
    await over(host.page).waitFor();
  });

  test('the recording appears and becomes ready by itself', async () => {
    await host.page.goto('/recordings/myRecordings');
    const row = host.page.locator('tr', { hasText: 'Recorded hour' });
    // nobody else sees it until its owner publishes it
    await row.getByText('Not published').waitFor();
    const href = await row.getByRole('link', { name: 'Recorded hour', exact: true }).getAttribute('href');
    expect(href).toMatch(/^\/playback\//);
    playback = href ?? '';
  });

  test('it plays: all tracks go on together, and a jump keeps them together', async () => {
    const { page } = host;
    // its files come from the engine into the store a moment later
    await until({ what: 'the files of the recording' }, async () =>
      (await page.goto(playback))?.status() === 200 ? true : undefined,
    );
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const first = await inStep(page, 1500);
    await inStep(page, first + 1000);
    await page.getByRole('slider', { name: 'Position in the recording' }).fill('7000');
    const there = await inStep(page, 7000);
    expect(there).toBeLessThan(12_000);
    await page.getByText(words).waitFor();
  });

  test('what somebody wrote before agreeing is not in it', async () => {
    await host.page.getByText(agreedWords).waitFor();
    expect(await host.page.getByText(unrecordedWords).count()).toBe(0);
  });

  test('a stranger finds nothing before it is published, and is asked to sign in afterwards', async () => {
    stranger = await person();
    expect((await stranger.page.goto(playback))?.status()).toBe(404);
    await host.page.goto('/recordings/myRecordings');
    await host.page.getByRole('button', { name: 'More for Recorded hour' }).click();
    await host.page.getByRole('menuitem', { name: 'Publish' }).click();
    await host.page.locator('tr', { hasText: 'Recorded hour' }).getByText('Published', { exact: true }).waitFor();
    const answer = await stranger.page.goto(playback);
    expect(answer?.status()).toBe(403);
    await stranger.page.getByRole('heading', { name: 'Please sign in to watch' }).waitFor();
  });

  test('whoever has a link watches', async () => {
    const { page } = host;
    await page.goto('/recordings/myRecordings');
    await page.getByRole('button', { name: 'More for Recorded hour' }).click();
    await page.getByRole('menuitem', { name: 'Share link' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    link = await page.locator('[data-share-link]').innerText();
    await stranger.page.goto(new URL(link).pathname + new URL(link).search);
    await stranger.page.getByRole('button', { name: 'Play', exact: true }).click();
    await inStep(stranger.page, 500);
  });

  test('a link that was ended plays no more', async () => {
    await host.page.getByRole('button', { name: 'Revoke all links' }).click();
    await host.page.getByText('1 link revoked').waitFor();
    const answer = await stranger.page.reload();
    expect(answer?.status()).toBe(410);
    await stranger.page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  });
});
