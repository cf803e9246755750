/** `npm run bench [-- part…]`: sizes, starts and ratios, each beside its budget of the house. Figures of one run; trust the ratios. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { measureContractLayer } from './contract-layer.ts';
import { ratioOf } from './load.ts';
import { fillRooms, signIn, startBench } from './product.ts';
import { sizeOfPage } from './sizes.ts';

const root = path.resolve(import.meta.dirname, '..');
type Line = { what: string; value: number; unit: string; budget: string; within: boolean | null };
const lines: Line[] = [];
const note = (what: string, value: number, rest: { unit: string; atMost?: number; atLeast?: number }) => {
  const within = rest.atMost !== undefined ? value <= rest.atMost : rest.atLeast !== undefined ? value >= rest.atLeast : null;
  const budget = rest.atMost !== undefined ? `≤ ${rest.atMost}` : rest.atLeast !== undefined ? `≥ ${rest.atLeast}` : '';
  lines.push({ what, value, unit: rest.unit, budget, within });
  process.stdout.write(
    `${within === false ? '  over ' : '       '} ${what.padEnd(66)} ${value.toFixed(value < 10 ? 2 : 0).padStart(8)} ${rest.unit.padEnd(10)} ${budget}\n`,
  );
};

const kB = (bytes: number) => bytes / 1000;
const cookieOf = (token: string) => `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`;

async function htmlOf(url: string, cookie = ''): Promise<string> {
  const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

async function sizes(url: string, readers: { cookie: string; room: { id: string; slug: string } }): Promise<void> {
  const pages: [string, string, number][] = [
    ['/', '', 175],
    ['/login', '', 175],
    [`/m/${readers.room.slug}`, '', 175],
    ['/m?sessionToken=none', '', 280],
    ['/dashboard', readers.cookie, 230],
    ['/rooms', readers.cookie, 230],
    [`/rooms/${readers.room.id}`, readers.cookie, 230],
    ['/rooms/add-room', readers.cookie, 230],
    ['/meetings', readers.cookie, 230],
    ['/users/profile', readers.cookie, 230],
  ];
  for (const [page, cookie, budget] of pages) {
    const size = sizeOfPage(await htmlOf(url + page, cookie));
    const name = page.replace(readers.room.id, '{id}').replace(readers.room.slug, '{slug}');
    note(`first load of ${name}: JavaScript, gzip`, kB(size.js), { unit: 'kB', atMost: budget });
    note(`first load of ${name}: styles, gzip`, kB(size.css), { unit: 'kB' });
  }
}

/** Render time per page, one request at a time. */
async function renderTimes(url: string, pages: [string, string][]): Promise<void> {
  for (const [page, cookie] of pages) {
    const times: number[] = [];
    for (let at = 0; at < 25; at++) {
      const began = performance.now();
      await htmlOf(url + page, cookie);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    note(`server render of ${page}, median of 25`, times[12] ?? 0, { unit: 'ms' });
  }
}

function mediaLoad(): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, ['bench/media-load.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
    });
    child.on('exit', (code) => {
      if (code !== 0) return failed(new Error(`media load ended with ${code}`));
      const last = output.trim().split('\n').at(-1) ?? '{}';
      const result: { streamsPerCore?: number } = JSON.parse(last);
      note('forwarded media streams per core of the engine', result.streamsPerCore ?? 0, { unit: 'streams' });
      process.stdout.write(`        ${last}\n`);
      done();
    });
  });
}

const parts = ['start', 'sizes', 'renders', 'list', 'api', 'layer', 'media'] as const;
type Part = (typeof parts)[number];
/** All parts, or those that the command line names. */
function chosenParts(names: readonly string[]): ReadonlySet<Part> {
  const unknown = names.filter((name) => !parts.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${parts.join(', ')}.`);
  return new Set(parts.filter((part) => names.length === 0 || names.includes(part)));
}

/** The list screen against a file with the very same page, served by a second product, so that neither takes from the other. */
async function listRatio(url: string, cookie: string): Promise<void> {
  const file = path.join(root, 'dist/client/bench-page.html');
  fs.writeFileSync(file, await htmlOf(`${url}/rooms`, cookie));
  try {
    const files = await startBench();
    try {
      const list = { origin: url, path: '/rooms', headers: { cookie } };
      const { ratio, measured } = await ratioOf(list, { origin: files.url, path: '/bench-page.html' });
      note('list screen with 50 rows, requests per second', measured, { unit: 'req/s' });
      note('list screen with 50 rows against a static file of its size', ratio, { unit: 'ratio', atLeast: 0.15 });
    } finally {
      await files.stop();
    }
  } finally {
    fs.rmSync(file);
  }
}

async function apiRatio(url: string, token: string): Promise<void> {
  const list = { origin: url, path: '/api/rooms?limit=50', headers: { authorization: `Bearer ${token}` } };
  const api = await ratioOf(list, { origin: url, path: '/healthz' });
  note('API: list of 50 rooms, requests per second', api.measured, { unit: 'req/s' });
  note('API: the same against the bare hello of the same server', api.ratio, { unit: 'ratio' });
}

/** Everything that is measured on the product itself. */
async function ofProduct(chosen: ReadonlySet<Part>): Promise<void> {
  const bench = await startBench();
  try {
    note('second start to first answer', bench.startedIn / 1000, { unit: 's', atMost: 2 });
    const token = await signIn(bench, 'miriam@example.org');
    await fillRooms(bench, token, 50);
    const listed: { items: { id: string; slug: string }[] } = await (
      await fetch(`${bench.url}/api/rooms`, { headers: { authorization: `Bearer ${token}` } })
    ).json();
    const room = listed.items[0];
    if (room === undefined) throw new Error('no room');
    const cookie = cookieOf(token);
    if (chosen.has('sizes')) await sizes(bench.url, { cookie, room });
    if (chosen.has('renders'))
      await renderTimes(bench.url, [
        ['/', ''],
        ['/login', ''],
        [`/m/${room.slug}`, ''],
        ['/dashboard', cookie],
        ['/rooms', cookie],
      ]);
    if (chosen.has('list')) await listRatio(bench.url, cookie);
    if (chosen.has('api')) await apiRatio(bench.url, token);
  } finally {
    await bench.stop();
  }
}

async function layer(): Promise<void> {
  const { ratio, cpuRatio } = await measureContractLayer();
  note('contract layer against a bare route with the same JSON', ratio, { unit: 'ratio', atLeast: 0.6 });
  if (cpuRatio !== null) note('contract layer: the same by processor time per request', cpuRatio, { unit: 'ratio' });
}

const chosen = chosenParts(process.argv.slice(2));
const onProduct: readonly Part[] = ['start', 'sizes', 'renders', 'list', 'api'];
if (onProduct.some((part) => chosen.has(part))) await ofProduct(chosen);
if (chosen.has('layer')) await layer();
if (chosen.has('media')) await mediaLoad();
if (chosen.size === parts.length) {
  fs.mkdirSync(path.join(root, 'bench/results'), { recursive: true });
  fs.writeFileSync(
    path.join(root, 'bench/results/latest.json'),
    JSON.stringify({ at: new Date().toISOString(), node: process.version, lines }, null, 2),
  );
}
const over = lines.filter((line) => line.within === false);
process.stdout.write(
  over.length === 0 ? '\nEvery budget is kept.\n' : `\nOver budget: ${over.map((line) => line.what).join('; ')}\n`,
);
process.exit(0);
