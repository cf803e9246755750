/** A lesson that is recorded, for journeys in which something under it dies: a host, and a guest who was admitted from the lobby. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { livingEngine } from '#app/engine-process.ts';
import { slotFolders } from '#app/engine-slots.ts';
import { knock, reads, room, speaks, tile, write } from './meeting-page.ts';
import type { Person } from './people.ts';
import { makeRoom, startRoom } from './steps.ts';

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
export const longestSilence = (page: Page, from: number): Promise<number> =>
  page.evaluate((since) => {
    const { heardAt = [] } = window;
    const times = [since, ...heardAt.filter((at) => at > since), Date.now()];
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  }, from);

/** When this person heard somebody again, milliseconds after `from`: after more silence than lies between two words. Null: not yet. */
export const hearsAgainAfter = (page: Page, from: number): Promise<number | null> =>
  page.evaluate((since) => {
    const { heardAt = [] } = window;
    const times = [since, ...heardAt.filter((at) => at > since)];
    const again = times.find((at, index) => at - (times[index - 1] ?? at) > 1_500);
    return again === undefined ? null : again - since;
  }, from);

const fromMore = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** The engines that run on a data folder, from this start or an earlier one. */
export const livingEngines = (dataDir: string) => slotFolders(dataDir).flatMap((slot) => livingEngine(slot) ?? []);

/** The logs of the recordings that engines have, as lines. */
export const recordingLogs = (dataDir: string): string[][] =>
  slotFolders(dataDir)
    .flatMap((slot) => readdirSync(slot, { withFileTypes: true, recursive: true }))
    .filter(({ name }) => name === 'events.jsonl')
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'));

/** Both talk and agreed to be recorded; the guest has written `words`. */
export async function beginRecordedLesson(
  { host, guest }: { host: Person; guest: Person },
  { name, slug, words }: { name: string; slug: string; words: string },
): Promise<void> {
  for (const { context } of [host, guest]) await context.addInitScript(listen);
  const path = await makeRoom(host.page, { name, slug, entry: 'lobby' });
  await startRoom(host.page, path);
  await knock(guest.page, { slug, name: 'Rosa Blum', button: 'Ask to join' });
  await host.page.getByRole('button', { name: 'Admit', exact: true }).click();
  await room(guest.page).waitFor();
  await tile(host.page, 'Rosa Blum').waitFor();
  await fromMore(host.page, 'Start recording');
  await host.page.getByRole('dialog').getByRole('button', { name: 'Start recording' }).click();
  await guest.page.getByRole('button', { name: 'Agree and stay' }).click();
  await Promise.all([host, guest].map(({ page }) => speaks(page)));
  await write(guest.page, words);
  await reads(host.page, words);
}
