/** A lesson that is recorded, for journeys in which something under it dies: a host, and a guest who was admitted from the lobby. */
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { livingEngine } from '#app/engine-process.ts';
import { slotFolders } from '#app/engine-slots.ts';
import { knock, reads, room, speaks, tile, write } from './meeting-page.ts';
import type { Person } from './people.ts';
import { makeRoom, startRoom } from './steps.ts';

/** The sound of others had energy at `at`, over a connection that was made at `madeAt`; epoch milliseconds. */
type HeardSound = { at: number; madeAt: number };
declare global {
  interface Window {
    heard?: HeardSound[];
  }
}

/** In the browser, before its pages: keeps the connections that they open, and writes down when the sound of others had energy. */
function listen(): void {
  const peers: { peer: RTCPeerConnection; madeAt: number; energy: number }[] = [];
  const heard: HeardSound[] = [];
  Object.assign(window, {
    heard,
    RTCPeerConnection: class extends window.RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        peers.push({ peer: this, madeAt: Date.now(), energy: 0 });
      }
    },
  });
  setInterval(async () => {
    for (const one of peers) {
      if (one.peer.connectionState !== 'connected') continue;
      let energy = 0;
      for (const report of (await one.peer.getStats()).values())
        if (report.type === 'inbound-rtp' && report.kind === 'audio') energy += report.totalAudioEnergy ?? 0;
      if (energy > one.energy) heard.push({ at: Date.now(), madeAt: one.madeAt });
      one.energy = energy;
    }
  }, 250);
}

/** The longest time between two moments in which this person heard somebody, milliseconds, since `from`. */
export const longestSilence = (page: Page, from: number): Promise<number> =>
  page.evaluate((since) => {
    const { heard = [] } = window;
    const times = [since, ...heard.flatMap(({ at }) => (at > since ? [at] : [])), Date.now()];
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  }, from);

/** When this person first heard somebody over a connection that was made after `from`; epoch milliseconds. Null: not yet. */
export const heardOverNewConnection = (page: Page, from: number): Promise<number | null> =>
  page.evaluate((since) => window.heard?.find(({ madeAt }) => madeAt > since)?.at ?? null, from);

/** What the journals of the engines say. */
export const journalText = (dataDir: string): string =>
  slotFolders(dataDir)
    .flatMap((slot) => globSync(join(slot, '**/live/*.jsonl')))
    .map((file) => readFileSync(file, 'utf8'))
    .join('');

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
