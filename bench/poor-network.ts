/**
 * `npm run bench poor-network`: one person speaks and shows a camera, another hears and sees, each in Chromium; the line of
 * one of them is a poor one. A process of its own, as the
 * media library wants: `node bench/poor-network.ts [case…]` prints a line of JSON for each case.
 */
import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { ClientMessage, ServerMessage } from '@atrium/engine/protocol/messages';
import { createMedia, type EngineMedia } from '@atrium/engine/server/media/media';
import { browserArguments, findBrowser } from '../e2e/browser.ts';
import { type LineFacts, openPoorLink, type PoorLink } from './poor-link.ts';
import type { PersonStats } from './poor-network-page.ts';

const good: LineFacts = { rate: 20_000_000, queue: 200, delay: 15, loss: 0 };
type Case = { poor: 'sender' | 'reader'; up: LineFacts; down: LineFacts; seconds: number; change?: 'at half' };
const cases: Readonly<Record<string, Case>> = {
  'good line': { poor: 'sender', up: good, down: good, seconds: 20 },
  'up 300 kbit/s, queue 1.5 s': { poor: 'sender', up: { ...good, rate: 300_000, queue: 1_500 }, down: good, seconds: 40 },
  'up 300 kbit/s, queue 0.15 s': { poor: 'sender', up: { ...good, rate: 300_000, queue: 150 }, down: good, seconds: 40 },
  'down 300 kbit/s, queue 1.5 s': { poor: 'reader', up: good, down: { ...good, rate: 300_000, queue: 1_500 }, seconds: 40 },
  'down 120 kbit/s, queue 1.5 s': { poor: 'reader', up: good, down: { ...good, rate: 120_000, queue: 1_500 }, seconds: 40 },
  'up and down, 5 % lost': { poor: 'sender', up: { ...good, loss: 0.05 }, down: { ...good, loss: 0.05 }, seconds: 20 },
  'another network': { poor: 'sender', up: good, down: good, seconds: 20, change: 'at half' },
};

export type PoorNetworkResult = {
  case: string;
  /** Of packets that enter now, after five seconds, milliseconds: middle and worst of twenty. */
  roundTrip: number;
  roundTripWorst: number;
  /** Concealed shares of the sound, of the whole time and after five seconds. */
  concealed: number;
  concealedLater: number;
  /** Seconds after the first picture until the smaller one came, until no picture came (null: never), and seconds without sound after the change. */
  smallerAfter: number | null;
  pausedAfter: number | null;
  silence: number;
  /** Packets of sound that came. */
  heard: number;
  heights: string;
  frozen: number;
  dropped: number;
  weak: string[];
  load: number;
};

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const figure = (row: Record<string, unknown> | undefined, name: string): number => {
  const value = row?.[name];
  return typeof value === 'number' ? value : 0;
};

async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: new URL('./poor-network-page.ts', import.meta.url).pathname, formats: ['es'] },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('the page was not built');
  return output.output[0].code;
}

type Room = { media: EngineMedia; pages: Map<string, Page>; links: Map<string, PoorLink>; weak: string[] };

function openRoom(): Room {
  const pages: Room['pages'] = new Map();
  const weak: string[] = [];
  const opened = performance.now();
  const media = createMedia(
    { bindAddress: '127.0.0.1', udpPort: 0, announce: null, iceServers: [], turnTcp: null, log: () => undefined },
    {
      published: () => undefined,
      closed(seat, key, why) {
        if (why === 'failed')
          void pages.get(seat)?.evaluate((news) => window.hearEngine(news), { t: 'pub-dead' as const, key, by: null });
      },
      speaking: () => undefined,
      silent: () => undefined,
      quality: (seat, quality) => weak.push(`${seat} ${quality} @${((performance.now() - opened) / 1_000).toFixed(0)}`),
      slots(seat, map) {
        void pages.get(seat)?.evaluate((news) => window.hearEngine(news), { t: 'slots' as const, rev: 0, map });
      },
    },
  );
  return { media, pages, links: new Map(), weak };
}

/** What the engine answers; addresses lead through the person's line. */
async function answer({ media, links }: Room, seat: string, message: ClientMessage): Promise<ServerMessage[]> {
  const through = (sdp: string): string => {
    const port = links.get(seat)?.port;
    return port === undefined ? sdp : sdp.replace(/^(a=candidate:\S+ \d+ \S+ \d+ \S+) \d+ typ host/gm, `$1 ${port} typ host`);
  };
  if (message.t === 'pub') {
    const { sdp } = await media.publish(seat, message);
    return [{ t: 'pub-answer', key: message.key, sdp: through(sdp) }];
  }
  if (message.t === 'sub') {
    const offer = await media.subscribe(seat, message);
    return [{ t: 'sub-offer', ...offer, sdp: through(offer.sdp) }];
  }
  if (message.t === 'sub-answer') media.subAnswer(seat, message.gen, message.sdp);
  return [];
}

async function openPerson(room: Room, browser: Browser, { seat, script }: { seat: string; script: string }): Promise<Page> {
  room.media.addSeat('room', seat);
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${seat}: ${error.message}\n`));
  await page.route('http://localhost/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }));
  await page.exposeFunction('askEngine', (message: ClientMessage) => answer(room, seat, message));
  await page.goto('http://localhost/');
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction('window.benchPerson !== undefined');
  room.pages.set(seat, page);
  return page;
}

type Look = { at: number; height: number; frames: number; frozen: number; concealed: number; samples: number; packets: number };

function lookAt(stats: PersonStats, at: number): Look {
  const inbound = stats.in.filter((row) => row['type'] === 'inbound-rtp');
  const sound = inbound
    .filter((row) => row['kind'] === 'audio')
    .sort((a, b) => figure(b, 'packetsReceived') - figure(a, 'packetsReceived'))[0];
  const picture = inbound
    .filter((row) => row['kind'] === 'video')
    .sort((a, b) => figure(b, 'framesDecoded') - figure(a, 'framesDecoded'))[0];
  return {
    at,
    height: figure(picture, 'frameHeight'),
    frames: figure(picture, 'framesDecoded'),
    frozen: figure(picture, 'totalFreezesDuration'),
    concealed: figure(sound, 'concealedSamples'),
    samples: figure(sound, 'totalSamplesReceived'),
    packets: figure(sound, 'packetsReceived'),
  };
}

const share = (part: number, whole: number): number => (whole > 0 ? Number(((100 * part) / whole).toFixed(2)) : 100);
const concealedBetween = (from: Look | undefined, to: Look | undefined): number =>
  share((to?.concealed ?? 0) - (from?.concealed ?? 0), (to?.samples ?? 0) - (from?.samples ?? 0));
const rank = (values: readonly number[], share: number): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0);

/** From the first of a run of 1.5 seconds in which `test` is true. */
function firstLasting(looks: readonly Look[], test: (look: Look, before: Look | undefined) => boolean): number | null {
  const found = looks.findIndex(
    (_, index) =>
      index + 3 <= looks.length &&
      [0, 1, 2].every((more) => {
        const look = looks[index + more];
        return look !== undefined && test(look, looks[index + more - 1]);
      }),
  );
  return found < 0 ? null : Number((looks[found]?.at ?? 0).toFixed(1));
}

/** The longest time without a packet of sound. */
function silenceOf(looks: readonly Look[]): number {
  let [longest, since] = [0, 0];
  for (const [index, look] of looks.entries()) {
    if (look.packets !== (looks[index - 1]?.packets ?? 0)) since = look.at;
    longest = Math.max(longest, look.at - since);
  }
  return Number(longest.toFixed(1));
}

const steps = (looks: readonly Look[]): string =>
  looks
    .flatMap((look, index) => (look.height === looks[index - 1]?.height ? [] : [`${look.height}@${look.at.toFixed(0)}`]))
    .join(' ');

type Stage = { room: Room; sender: Page; reader: Page };

/** Looks twice a second at what the reader gets, from the moment at which the other begins to send. */
async function follow({ room, sender, reader }: Stage, seconds: number, half: () => Promise<void>) {
  const looks: Look[] = [];
  const trips: number[] = [];
  const begun = performance.now();
  const since = (): number => (performance.now() - begun) / 1_000;
  const trip = setInterval(() => {
    const waits = [...room.links.values()].map((link) => link.waiting());
    if (since() > 5) trips.push(waits.reduce((sum, { up, down }) => sum + up + down, 2 * good.delay));
  }, 100);
  await sender.evaluate(() => window.benchPerson.send());
  let changed: Promise<void> | null = null;
  while (since() < seconds) {
    await wait(500 - ((performance.now() - begun) % 500));
    if (changed === null && since() > seconds / 2) changed = half();
    looks.push(lookAt(await reader.evaluate(() => window.benchPerson.stats()), since()));
  }
  clearInterval(trip);
  await changed;
  return { looks, trips };
}

async function measure(browser: Browser, script: string, name: string): Promise<PoorNetworkResult> {
  const room = openRoom();
  const plan = cases[name];
  if (!plan) throw new Error(`there is no case ${name}; there are ${Object.keys(cases).join('; ')}`);
  const link = await openPoorLink(room.media.counts().udpPort, plan);
  room.links.set(plan.poor, link);
  const reader = await openPerson(room, browser, { seat: 'reader', script });
  const sender = await openPerson(room, browser, { seat: 'sender', script });
  await reader.evaluate(() => window.benchPerson.receive());
  await wait(1_500);
  const half = async (): Promise<void> => {
    if (!plan.change) return;
    link.stop();
    room.links.set(plan.poor, await openPoorLink(room.media.counts().udpPort, plan));
    await sender.evaluate(() => window.benchPerson.renew());
  };
  const { looks, trips } = await follow({ room, sender, reader }, plan.seconds, half);
  const first = looks.findIndex((look) => look.frames > 0);
  const begun = looks[first]?.at ?? 0;
  const seen = looks.slice(Math.max(0, first)).map((look) => ({ ...look, at: look.at - begun }));
  const heard = looks.find((look) => look.samples > 0);
  const later = looks.find((look) => look.at >= 5);
  for (const page of room.pages.values()) await page.context().close();
  for (const open of room.links.values()) open.stop();
  room.media.stop();
  return {
    case: name,
    roundTrip: rank(trips, 0.5),
    roundTripWorst: rank(trips, 0.95),
    concealed: concealedBetween(heard, looks.at(-1)),
    concealedLater: concealedBetween(later, looks.at(-1)),
    smallerAfter: firstLasting(seen, (look) => look.height > 0 && look.height <= 180),
    pausedAfter: firstLasting(seen.slice(4), (look, before) => look.frames > 0 && look.frames === before?.frames),
    silence: silenceOf(looks.filter((look) => look.packets > 0)),
    heard: looks.at(-1)?.packets ?? 0,
    heights: steps(looks),
    frozen: Number((looks.at(-1)?.frozen ?? 0).toFixed(1)),
    dropped: link.dropped(),
    weak: room.weak,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

const executablePath = await findBrowser((message) => process.stderr.write(`${message}\n`));
const fake = [
  '--use-fake-device-for-media-stream=fps=20',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];
const browser = await chromium.launch({ executablePath, headless: true, args: [...browserArguments, ...fake] });
const script = await pageScript();
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : Object.keys(cases)) {
  process.stdout.write(`${JSON.stringify(await measure(browser, script, name))}\n`);
}
await browser.close();
process.exit(0);
