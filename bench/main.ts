/**
 * `npm run bench [-- part…]`: sizes, times and ratios, each beside its budget of the house. Figures of one run; trust the ratios.
 * Ends with 1 and a list when a budget is not kept.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { routesOfProduct } from '../e2e/routes-of-product.ts';
import { measureContractLayer } from './contract-layer.ts';
import { measureGuestPages } from './guest-pages.ts';
import { measureIam } from './iam.ts';
import { measureListPage } from './list-page.ts';
import { ratioOf } from './load.ts';
import { type MeasuredPage, pagesOf, scriptBudget } from './pages.ts';
import { paintsOf } from './paint.ts';
import { type Bench, fillRooms, startBench } from './product.ts';
import { htmlOf, idsOfSamples, type Readers, signInReaders } from './readers.ts';
import type { PoorNetworkResult } from './poor-network.ts';
import { createReport, type Measured } from './report.ts';
import { renderTimeOf } from './renders.ts';
import { sizeOfPage } from './sizes.ts';

const root = path.resolve(import.meta.dirname, '..');
const report = createReport((text) => void process.stdout.write(text));
const { note } = report;
const isNumber = (word: string): boolean => /^\d+$/.test(word);
/** Of the soak: `npm run bench soak 5`. */
const minutes = Number(process.argv.find(isNumber) ?? 30);
const kB = (bytes: number) => bytes / 1000;

/** The running product with its sample data, and what is asked of it. */
type Scene = { bench: Bench; readers: Readers; pages: readonly MeasuredPage[] };

function noteSize(name: string, html: string, budget: number): void {
  const size = sizeOfPage(html);
  note(`first load of ${name}: JavaScript, gzip`, kB(size.js), { unit: 'kB', atMost: budget });
  note(`first load of ${name}: styles, gzip`, kB(size.css), { unit: 'kB' });
}

async function sizes({ bench, readers, pages }: Scene): Promise<void> {
  for (const page of pages) {
    const html = await htmlOf(bench.url + page.path, readers[page.eyes].cookie, page.status);
    noteSize(`${page.name} (${page.kind})`, html, scriptBudget[page.kind]);
  }
  noteSize('/m?sessionToken=… (meeting)', await htmlOf(`${bench.url}/m?sessionToken=none`), 280);
}

async function renders({ bench, readers, pages }: Scene): Promise<void> {
  for (const page of pages) {
    const { median, p95, cpu } = await renderTimeOf(bench, page, readers);
    note(`server render of ${page.name}: p50`, median, { unit: 'ms' });
    note(`server render of ${page.name}: p95`, p95, { unit: 'ms' });
    if (cpu !== null) note(`server render of ${page.name}: processor`, cpu, { unit: 'ms' });
  }
}

const painted = ['/', '/login', '/m/{slug?}', '/dashboard', '/rooms'];
async function paints({ bench, readers, pages }: Scene): Promise<void> {
  const chosen = pages.filter((page) => painted.includes(page.name));
  const asked = chosen.map((page) => ({ path: page.path, reader: readers[page.eyes] }));
  await paintsOf(bench.url, asked, (asked, { largest, shift }) => {
    const page = chosen.find((one) => one.path === asked);
    const [name, isPublic] = [page?.name ?? asked, page?.kind === 'public'];
    // the house has a budget for what visitors see
    note(`largest contentful paint of ${name}, processor slowed 4×`, largest / 1000, {
      unit: 's',
      ...(isPublic && { atMost: 2 }),
    });
    note(`layout shift of ${name}`, shift, { unit: '', ...(isPublic && { atMost: 0 }) });
  });
}

async function list({ bench, readers }: Scene): Promise<void> {
  const { rendered, whole } = await measureListPage(bench, readers.owner);
  note('list screen with 50 rows: renderings per second', rendered.measured, { unit: 'req/s' });
  note('list screen with 50 rows: a static file of its size', rendered.baseline, { unit: 'req/s' });
  note('list screen with 50 rows: rendering against the file', rendered.ratio, { unit: 'ratio', atLeast: 0.15 });
  note('list screen with 50 rows: whole page, with session, rights and database', whole.measured, { unit: 'req/s' });
  note('list screen with 50 rows: the whole page against the file', whole.ratio, { unit: 'ratio' });
}

async function api({ bench, readers }: Scene): Promise<void> {
  const headers = { authorization: `Bearer ${readers.owner.token}` };
  const rooms = { origin: bench.url, path: '/api/rooms?limit=50', headers };
  const found = await ratioOf(rooms, { origin: bench.url, path: '/healthz' });
  note('API: the bare hello of the same server, requests per second', found.baseline, { unit: 'req/s' });
  note('API: list of 50 rooms, requests per second', found.measured, { unit: 'req/s' });
  note('API: the list against the hello', found.ratio, { unit: 'ratio' });
}

/** Against what nginx serves of the same bytes. */
async function guests({ bench, readers, pages }: Scene): Promise<void> {
  const kept = ['/', '/login', '/purchase-plan', '/posts', '/blog/{slug?}'];
  const found = await measureGuestPages(
    bench,
    readers,
    pages.filter(({ name, eyes }) => kept.includes(name) && eyes === 'guest'),
  );
  if (found === null) return report.miss('guests: nginx is not installed');
  for (const { name, measured, baseline, ratio } of found) {
    note(`guests: ${name}, requests per second`, measured, { unit: 'req/s' });
    note(`guests: nginx with the same bytes`, baseline, { unit: 'req/s' });
    note(`guests: ${name} against nginx`, ratio, { unit: 'ratio', atLeast: 0.1 });
  }
}

/** Of a part that prints by itself; the others leave everything to the report. */
type Part = Pick<Measured, 'misses'> & Partial<Measured>;
const inReport: Part = { misses: [] };

async function layer(): Promise<Part> {
  const { ratio, cpuRatio } = await measureContractLayer();
  note('contract layer against a bare route with the same JSON', ratio, { unit: 'ratio', atLeast: 0.6 });
  if (cpuRatio !== null) note('contract layer: the same by processor time per request', cpuRatio, { unit: 'ratio' });
  return inReport;
}

function media(): Promise<Part> {
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
      done(inReport);
    });
  });
}

/** The goals are those of a home line with a long queue; the other cases have no goal. */
function poorNetwork(): Promise<Part> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, ['bench/poor-network.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const result: PoorNetworkResult = JSON.parse(line);
      const is = result.case;
      const goal = is.includes('300 kbit/s, queue 1.5 s');
      note(`${is}: round trip after 5 s, 95 of 100`, result.roundTripWorst, { unit: 'ms', ...(goal && { atMost: 400 }) });
      note(`${is}: concealed sound`, result.concealed, { unit: '%', ...(goal && { atMost: 2 }) });
      if (goal) note(`${is}: smaller picture after`, result.smallerAfter ?? Infinity, { unit: 's', atMost: 3 });
      process.stdout.write(`        ${line}\n`);
    });
    child.on('exit', (code) => (code === 0 ? done(inReport) : failed(new Error(`poor network ended with ${code}`))));
  });
}

/** Measured on one running product, in this order. */
const ofProduct: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  start: async ({ bench }) => note('second start to first answer', bench.startedIn / 1000, { unit: 's', atMost: 2 }),
  sizes,
  renders,
  paints,
  list,
  api,
  guests,
  launches: async ({ bench, readers }) => {
    await (await import('./launches.ts')).measureLaunches(note, { url: bench.url, owner: readers.owner });
  },
};
/** Measured on processes of their own. */
const onTheirOwn: Readonly<Record<string, () => Promise<Part>>> = {
  layer,
  iam: async () => {
    measureIam(note);
    return inReport;
  },
  media,
  'poor-network': poorNetwork,
  idle: async () => {
    await (await import('./idle.ts')).measureIdle(report);
    return inReport;
  },
  // it brings half of the server along, which the other parts can do without
  endpoint: async () => (await import('./endpoint.ts')).measureEndpoint(),
  tables: async () => (await import('./tables.ts')).measureTables(),
  people: async () => (await import('./people.ts')).measurePeople(),
  money: async () => (await import('./money.ts')).measureMoney(),
  charts: async () => {
    await (await import('./charts.ts')).measureCharts(note);
    return inReport;
  },
  publishing: async () => {
    await (await import('./publishing.ts')).measurePublishing(note);
    return inReport;
  },
  sockets: async () => {
    await (await import('./sockets.ts')).measureSockets(note);
    return inReport;
  },
  board: async () => {
    await (await import('./board.ts')).measureBoard(note);
    return inReport;
  },
  soak: async () => {
    await (await import('./board.ts')).measureSoak(report, minutes);
    return inReport;
  },
  talking: async () => {
    await (await import('./talking.ts')).measureTalking(note);
    return inReport;
  },
};

/** All parts but the soak, which takes half an hour, or those that the command line names. */
function chosenParts(names: readonly string[]): ReadonlySet<string> {
  const parts = [...Object.keys(ofProduct), ...Object.keys(onTheirOwn)];
  const unknown = names.filter((name) => !parts.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${parts.join(', ')}.`);
  return new Set(names.length === 0 ? parts.filter((name) => name !== 'soak') : names);
}

async function measureProduct(parts: readonly ((scene: Scene) => Promise<void>)[]): Promise<void> {
  const bench = await startBench();
  try {
    const readers = await signInReaders(bench);
    const ids = await idsOfSamples(bench, readers);
    await fillRooms(bench, readers.owner.token, 50);
    const { pages, misses } = pagesOf(routesOfProduct(), ids);
    for (const sentence of misses) report.miss(sentence);
    for (const part of parts) await part({ bench, readers, pages });
  } finally {
    await bench.stop();
  }
}

const names = process.argv.slice(2).filter((word) => !isNumber(word));
const chosen = chosenParts(names);
const parts = Object.entries(ofProduct).filter(([name]) => chosen.has(name));
if (parts.length > 0) await measureProduct(parts.map(([, part]) => part));
const further: Part[] = [];
for (const [name, part] of Object.entries(onTheirOwn)) if (chosen.has(name)) further.push(await part());
const misses = [...report.misses(), ...further.flatMap((part) => part.misses)];
const lines = [...report.lines, ...further.flatMap((part) => part.lines ?? [])];
if (names.length === 0) {
  fs.mkdirSync(path.join(root, 'bench/results'), { recursive: true });
  fs.writeFileSync(
    path.join(root, 'bench/results/latest.json'),
    JSON.stringify({ at: new Date().toISOString(), node: process.version, lines, misses }, null, 2),
  );
}
process.stdout.write(
  misses.length === 0 ? '\nEvery budget is kept.\n' : `\nNot kept:\n${misses.map((one) => `- ${one}\n`).join('')}`,
);
process.exit(misses.length === 0 ? 0 : 1);
