/** Firefox as it is sold, driven by WebDriver BiDi: what one does and sees with it in a meeting. */
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { pictures } from './pictures.ts';
import { patience, until } from './until.ts';

const names = ['firefox-esr', 'firefox'];

/**
 * The path of a Firefox: the one named by FIREFOX, or one that the system has; null without one. Nothing is installed.
 * One from a snap is passed over: it may not read the profile that it is started with.
 */
export function findFirefox(): string | null {
  const given = process.env['FIREFOX'];
  if (given !== undefined && given !== '') return given;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return !realpathSync(file).includes('/snap');
  } catch {
    return false;
  }
}

/**
 * Starts Firefox with a made-up camera and microphone; the caller closes it. Nothing about its connections and about sound is set:
 * what it gathers, hides, pairs and lets play is what everybody's Firefox does.
 */
export function openFirefox(executablePath: string): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'intl.accept_languages': 'en-US',
    },
  });
}

/** Without a display there is no screen to share; a drawing that changes takes its place. All after it is Firefox's own. */
function makeUpScreen(): void {
  if (!('mediaDevices' in navigator)) return;
  navigator.mediaDevices.getDisplayMedia = async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 1280;
    canvas.height = 720;
    const paint = canvas.getContext('2d');
    setInterval(() => {
      if (paint === null) return;
      paint.fillStyle = `hsl(${Math.floor(performance.now() / 10) % 360} 80% 50%)`;
      paint.fillRect(0, 0, canvas.width, canvas.height);
    }, 100);
    return canvas.captureStream(10);
  };
}

/** In the browser, before its pages: keeps the sockets that they open. */
function noteSockets(): void {
  const opened: WebSocket[] = [];
  Object.assign(window, {
    openedSockets: opened,
    WebSocket: class extends window.WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols);
        opened.push(this);
      }
    },
  });
}

/** Waits until nothing of the page is on its way: Firefox breaks off what is, requests and sockets, when the page is left, and its console says so. */
async function becomesWhole(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // cast: the function above has put them there; a page without an address has none
    const { openedSockets = [] } = window as unknown as { openedSockets?: WebSocket[] };
    const ends = performance.getEntriesByType('resource').map((one) => one.startTime + one.duration);
    return (
      document.readyState === 'complete' &&
      openedSockets.every(({ readyState }) => readyState !== WebSocket.CONNECTING) &&
      performance.now() - Math.max(0, ...ends) > 1_500
    );
  });
}

/** Somebody with Firefox: the page, and what it said in its console as errors. */
export type FirefoxPerson = { page: Page; errors: string[]; goto(path: string): Promise<void> };

export async function newFirefoxPerson(browser: Browser, base: string): Promise<FirefoxPerson> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.setViewport({ width: 1280, height: 800 });
  await page.evaluateOnNewDocument(makeUpScreen);
  await page.evaluateOnNewDocument(noteSockets);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return {
    page,
    errors,
    goto: async (path) => {
      await becomesWhole(page);
      await page.goto(new URL(path, base).href);
      // what is pressed next may lead to another page
      await becomesWhole(page);
    },
  };
}

/** A picture of what Firefox showed when a step failed. */
export async function pictureFirefox(page: Page, step: string): Promise<void> {
  const name = `failed-${step.replaceAll(/[^\w]+/g, '-').slice(0, 60)}-firefox`;
  await page.screenshot({ path: `${join(pictures, name)}.png` });
  console.log(`  ${page.url()} → ${name}.png`);
}

const quoted = (words: string): string => JSON.stringify(words);
const personPath = (name: string): string => `//figure[@data-kind="person"][.//figcaption[contains(., ${quoted(name)})]]`;

/** Places on the page, as XPath. */
export const xpaths = {
  tile: personPath,
  muted: (name: string) => `${personPath(name)}[contains(., "muted")]`,
  sharedScreen: '//figure[@data-kind="screen"]',
  room: '//*[@data-page="room"]',
  over: '//*[@data-page="over"]',
  button: (words: string) => `//button[normalize-space(.)=${quoted(words)} or @aria-label=${quoted(words)}]`,
  heading: (words: string) => `//*[self::h1 or self::h2][normalize-space(.)=${quoted(words)}]`,
  field: (label: string) => `//*[@id=//label[normalize-space(.)=${quoted(label)}]/@for] | //*[@aria-label=${quoted(label)}]`,
  chat: '//*[@role="log"][@aria-label="Chat with everyone"]',
} as const;

const located = (xpath: string): string => `::-p-xpath(${xpath})`;

export async function sees(page: Page, xpath: string): Promise<void> {
  await page.waitForSelector(located(xpath), { visible: true });
}

export async function sawGo(page: Page, xpath: string): Promise<void> {
  await page.waitForSelector(located(xpath), { hidden: true });
}

export async function press(page: Page, xpath: string): Promise<void> {
  await page.locator(located(xpath)).click();
}

export async function fill(page: Page, label: string, words: string): Promise<void> {
  await page.locator(located(xpaths.field(label))).fill(words);
}

/** Signs in at the login page and waits until another page is there as a whole. */
export async function signInFirefox({ page, goto }: FirefoxPerson, who: { email: string; password: string }): Promise<void> {
  await goto('/login');
  const form = 'form:has([name=password])';
  await page.locator(`${form} [name=email]`).fill(who.email);
  await page.locator(`${form} [name=password]`).fill(who.password);
  await page.locator(`${form} [type=submit]`).click();
  await page.waitForFunction(() => window.location.pathname !== '/login');
  await page.waitForSelector('nav a[href="/rooms"]');
  await becomesWhole(page);
}

/** Presses Join in the green room once one's own picture is there, which shows that the page is alive, and is inside. */
export async function joinMeeting(page: Page, name: string | null): Promise<void> {
  await page.waitForSelector('video');
  if (name !== null) await fill(page, 'Your name', name);
  await press(page, xpaths.button('Join'));
  await sees(page, xpaths.room);
}

/** Waits until the first picture inside a figure moves: it has a size, and its time goes on. */
export async function movesIn(page: Page, xpath: string): Promise<void> {
  const video = await page.waitForSelector(located(`${xpath}//video`));
  const at = async (): Promise<number> =>
    (await video?.evaluate((element) =>
      element instanceof HTMLVideoElement && element.videoWidth > 0 ? element.currentTime : 0,
    )) ?? 0;
  const before = await at();
  await until({ what: `the picture in ${xpath} to move` }, async () => ((await at()) > before + 0.2 ? true : undefined));
}

/** Opens the chat when it is closed, and writes to everyone. */
export async function writeChat(page: Page, words: string): Promise<void> {
  await openChat(page);
  await fill(page, 'Message to everyone', words);
  await page.keyboard.press('Enter');
  await sees(page, `${xpaths.chat}//*[contains(., ${quoted(words)})]`);
}

export async function readsChat(page: Page, words: string): Promise<void> {
  await openChat(page);
  await sees(page, `${xpaths.chat}//*[contains(., ${quoted(words)})]`);
}

/** Which of its two buttons is there depends on the width, and its name on what is new. */
async function openChat(page: Page): Promise<void> {
  if ((await page.$(located(xpaths.chat))) !== null) return;
  const words =
    'contains(., "Chat") or contains(., "new message") or contains(@aria-label, "Chat") or contains(@aria-label, "new message")';
  for (const button of await page.$$(located(`//button[${words}]`))) if (await button.isVisible()) return button.click();
  throw new Error('there is no button for the chat');
}
