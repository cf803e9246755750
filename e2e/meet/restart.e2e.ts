import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { livingEngine } from '#app/engine-process.ts';
import { slotFolders } from '#app/engine-slots.ts';
import { journey } from '../journey.ts';
import { endForAll, knock, over, reads, room, speaks, tile, write, writeUntilSent } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { makeRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

declare global {
  interface Window {
    heardAt?: number[];
  }
}

/** In the browser, before its pages: keeps the connections that they open, and writes down when the sound of others had energy. */
function listen(): void {
  const peers: RTCPeerConnection[] = [];
  const heardAt: number[] = [];
  Object.assign(window, {
    heardAt,
    RTCPeerConnection: class extends window.RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        peers.push(this);
      }
    },
  });
  let before = 0;
  setInterval(async () => {
    let energy = 0;
    for (const peer of peers.filter(({ connectionState }) => connectionState === 'connected'))
      for (const report of (await peer.getStats()).values())
        if (report.type === 'inbound-rtp' && report.kind === 'audio') energy += report.totalAudioEnergy ?? 0;
    if (energy > before) heardAt.push(Date.now());
    before = energy;
  }, 250);
}

/** The longest time between two moments in which this person heard somebody, milliseconds, since `from`. */
const longestSilence = (page: Page, from: number): Promise<number> =>
  page.evaluate((since) => {
    const { heardAt = [] } = window;
    const times = [since, ...heardAt.filter((at) => at > since), Date.now()];
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  }, from);

const fromMore = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('the product is restarted during a recorded lesson', () => {
  const { product, person, signedIn } = journey({
    args: ['--demo'],
    browser: 'chromium',
    env: { ENGINES: '1', ENGINE_DRAIN_SECONDS: '600' },
  });
  let host: Person;
  let guest: Person;
  const living = () => slotFolders(product().dataDir).flatMap((slot) => livingEngine(slot) ?? []);
  /** Tracks of sound that the engine has begun to write, by recording. */
  const recordedVoices = (): number[] =>
    slotFolders(product().dataDir)
      .flatMap((slot) => readdirSync(slot, { withFileTypes: true, recursive: true }))
      .filter(({ name }) => name === 'events.jsonl')
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'))
      .map((lines) => lines.filter((line) => /"type":"track"/.test(line) && /"source":"mic"/.test(line)).length);

  test('two people talk, the second one was admitted by the first, and both are recorded', async () => {
    [host, guest] = [await signedIn('miriam@example.org'), await person()];
    for (const { context } of [host, guest]) await context.addInitScript(listen);
    const path = await makeRoom(host.page, { name: 'Long lesson', slug: 'long-lesson', entry: 'lobby' });
    await startRoom(host.page, path);
    await knock(guest.page, { slug: 'long-lesson', name: 'Rosa Blum', button: 'Ask to join' });
    await host.page.getByRole('button', { name: 'Admit', exact: true }).click();
    await room(guest.page).waitFor();
    await tile(host.page, 'Rosa Blum').waitFor();
    await fromMore(host.page, 'Start recording');
    await host.page.getByRole('dialog').getByRole('button', { name: 'Start recording' }).click();
    await guest.page.getByRole('button', { name: 'Agree and stay' }).click();
    await Promise.all([host, guest].map(({ page }) => speaks(page)));
    await write(guest.page, 'Before the update');
    await reads(host.page, 'Before the update');
  });

  test('they go on hearing each other, and the chat is back soon after the product is', async () => {
    const [engine] = living();
    const from = Date.now();
    await product().restart('SIGTERM');
    const healthyAt = Date.now();
    await writeUntilSent(guest.page, 'After the update');
    await reads(host.page, 'After the update');
    const chatAfter = Date.now() - healthyAt;
    const silences = await Promise.all([host, guest].map(({ page }) => longestSilence(page, from)));
    console.log(`away ${healthyAt - from} ms, chat ${chatAfter} ms after that, longest silence ${silences.join(' and ')} ms`);
    expect(chatAfter).toBeLessThan(15_000);
    expect(Math.max(...silences)).toBeLessThan(4_000);
    expect(living()).toEqual([engine]);
    // one recording, in which each voice has one track from its beginning to its end
    expect(recordedVoices()).toEqual([2]);
    for (const { page } of [host, guest]) await reads(page, 'Before the update');
  });

  test('the recording is one whole, and the engine of the new product takes over when the lesson is over', async () => {
    const [engine] = living();
    await endForAll(host.page);
    await Promise.all([host, guest].map(({ page }) => over(page).waitFor()));
    await host.page.goto('/recordings/myRecordings');
    await host.page.locator('tr', { hasText: 'Long lesson' }).getByText('Not published').waitFor();
    expect(await host.page.locator('tr', { hasText: 'Long lesson' }).count()).toBe(1);
    await until({ what: 'an engine of this start' }, () =>
      living().some(({ pid, httpPort }) => pid !== engine?.pid && httpPort !== null) ? true : undefined,
    );
  });

  test('without a meeting the engine ends with the product', async () => {
    const child = product().process();
    child.kill('SIGTERM');
    await until({ what: 'the end of the product' }, () => (child.exitCode === null ? undefined : true));
    expect(living()).toEqual([]);
  });
});
