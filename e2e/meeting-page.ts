/** What one does and sees in a meeting, read from the page and from the browser's own WebRTC statistics. */
import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

type Count = { source: string; kind: string; bytes: number; packets: number; frames: number };
type Stats = { in: Count[]; out: Count[] };
/** The page's own counters (packages/engine/ui/media/stats.ts). */
type MeetingWindow = { __atriumMeeting?: { stats(): Promise<Stats> } };

export const room = (page: Page): Locator => page.locator('[data-page=room]');
export const over = (page: Page): Locator => page.locator('[data-page=over]');
export const control = (page: Page, name: 'mic' | 'cam' | 'screen' | 'hand'): Locator => page.locator(`[data-control=${name}]`);
/** Shares the screen, or no longer does. Who presents can share more, and so chooses in a menu. */
export async function turnScreen(page: Page): Promise<void> {
  const share = control(page, 'screen');
  const opensMenu = (await share.getAttribute('aria-haspopup')) !== null;
  await share.click();
  if (opensMenu) await page.getByRole('menuitem', { name: 'Share your screen' }).click();
}
/** Turns the microphone on in a room that lets everyone in muted. */
export async function unmute(page: Page): Promise<void> {
  await control(page, 'mic').filter({ hasText: 'Unmute' }).click();
  await control(page, 'mic')
    .filter({ hasText: /^Mute$/ })
    .waitFor();
  await tile(page, 'You').getByText('muted').waitFor({ state: 'detached' });
}
/** A host comes in with the microphone on, also where the room mutes everyone else. */
export const speaks = (page: Page): Promise<void> =>
  control(page, 'mic')
    .filter({ hasText: /^Mute$/ })
    .waitFor();
/** The picture of a person, by the name under it; one's own is called "You". */
export const tile = (page: Page, name: string): Locator =>
  page
    .locator('figure[data-kind=person]')
    .filter({ has: page.locator('figcaption', { hasText: name }) })
    .first();
export const sharedScreen = (page: Page): Locator => page.locator('figure[data-kind=screen]').first();

/** Presses Join (or what the button says) in the green room, and is inside. */
export async function throughGreenRoom(page: Page, button: RegExp = /^(Join|Start)$/): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await room(page).waitFor();
}

/** The room's door as a guest sees it: name, code, and the button. */
export async function knock(page: Page, visit: { slug: string; name: string; code?: string; button: string }): Promise<void> {
  await page.goto(`/m/${visit.slug}`);
  // one's own picture comes when the page is alive; by then a name kept from the last visit is filled in
  await page.locator('video').first().waitFor();
  await page.getByLabel('Your name').fill(visit.name);
  if (visit.code !== undefined) await page.locator('#access-code').fill(visit.code);
  await page.getByRole('button', { name: visit.button, exact: true }).click();
}

/** A page of whichever browser: Playwright's or Puppeteer's. */
export type StatsPage = { evaluate(look: () => Promise<Stats>): Promise<Stats> };

export const stats = (page: StatsPage): Promise<Stats> =>
  // cast: in the browser, window is the page's own, which the meeting has extended
  page.evaluate(async () => (await (window as unknown as MeetingWindow).__atriumMeeting?.stats()) ?? { in: [], out: [] });

export type Received = { audio: number; frames: number; pictures: number };
/** What has come from others so far: bytes of sound, decoded frames, and how many pictures carry frames. */
export async function received(page: StatsPage): Promise<Received> {
  const { in: incoming } = await stats(page);
  const of = (kind: string) => incoming.filter((one) => one.kind === kind && one.source !== '');
  const sum = (rows: Count[], value: (row: Count) => number) => rows.reduce((total, row) => total + value(row), 0);
  return {
    audio: sum(of('audio'), (row) => row.bytes),
    frames: sum(of('video'), (row) => row.frames),
    pictures: of('video').filter((row) => row.frames > 0).length,
  };
}

/** Waits until sound and pictures of others have clearly gone on from now. */
export async function hearsAndSees(page: StatsPage, who: string): Promise<void> {
  const before = await received(page);
  const seen = [before];
  const what = () => `${who} to hear and see the other, ${JSON.stringify([before, seen.at(-1)])}`;
  await until({ what, within: 60_000 }, async () => {
    const now = await received(page);
    seen.push(now);
    return now.audio > before.audio + 2000 && now.frames > before.frames + 5 ? now : undefined;
  });
}

/** Waits until a shared screen clearly goes on arriving from now: its bytes, and its decoded frames. */
export async function screenArrives(page: StatsPage, who: string): Promise<void> {
  const look = async () => {
    const rows = (await stats(page)).in.filter((one) => one.source.endsWith(':screen'));
    return { bytes: rows.reduce((sum, row) => sum + row.bytes, 0), frames: rows.reduce((sum, row) => sum + row.frames, 0) };
  };
  const before = await look();
  const seen = [before];
  const what = () => `the shared screen to reach ${who}, ${JSON.stringify([before, seen.at(-1)])}`;
  await until({ what }, async () => {
    const now = await look();
    seen.push(now);
    return now.bytes > before.bytes + 1000 && now.frames > before.frames + 2 ? now : undefined;
  });
}

/** Frames of a picture that the page has drawn so far. */
const drawn = (figure: Locator): Promise<number> =>
  figure
    .locator('video')
    .evaluate((video) => (video instanceof HTMLVideoElement ? video.getVideoPlaybackQuality().totalVideoFrames : 0));

/** Waits until the picture moves: more frames are drawn. */
export async function moves(figure: Locator, what: string): Promise<void> {
  await figure.locator('video').waitFor();
  const before = await drawn(figure);
  await until({ what: `${what} to move` }, async () => ((await drawn(figure)) > before + 2 ? true : undefined));
}

/** A screen that `toggle` shares and takes back comes to this page with moving pictures, and goes. `name` is the viewer's. */
export async function seesScreen(page: Page, name: string, toggle: () => Promise<void>): Promise<void> {
  await toggle();
  await sharedScreen(page).waitFor();
  await screenArrives(page, name);
  await moves(sharedScreen(page), 'the shared screen');
  await toggle();
  await sharedScreen(page).waitFor({ state: 'detached' });
}

/** Opens the chat when it is closed. Which of its two buttons is there depends on the width, and its name on what is new. */
export async function openChat(page: Page): Promise<void> {
  if (await page.getByLabel('Message to everyone').isVisible()) return;
  await page
    .getByRole('button', { name: /Chat|new message/ })
    .and(page.locator(':visible'))
    .first()
    .click();
}

/** Writes to everyone. */
export async function write(page: Page, words: string): Promise<void> {
  await openChat(page);
  const field = page.getByLabel('Message to everyone');
  await field.fill(words);
  await field.press('Enter');
  await page.getByRole('log', { name: 'Chat with everyone' }).getByText(words).waitFor();
}

/** Writes while the connection may be lost: a message that was not sent is put back into the field, for its writer to press Enter again. */
export async function writeUntilSent(page: Page, words: string): Promise<void> {
  await openChat(page);
  const field = page.getByLabel('Message to everyone');
  const said = page.getByRole('log', { name: 'Chat with everyone' }).getByText(words);
  await field.fill(words);
  await until({ what: `"${words}" to be sent` }, async () => {
    if ((await field.inputValue()) === words) await field.press('Enter');
    return (await said.isVisible()) ? true : undefined;
  });
}

export async function reads(page: Page, words: string): Promise<void> {
  await openChat(page);
  await page.getByRole('log', { name: 'Chat with everyone' }).getByText(words).waitFor();
}

/** The host's way to end: Leave, then "End for all". */
export async function endForAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('button', { name: 'End for all' }).click();
}
