/** Files of a period: what is in them, whose they are, and that they come whatever dies meanwhile. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { zipEntries } from '#operate/ownership/server/zip.factory.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildShop } from '#sales/billing/server/billing.factory.ts';
import { dayIn } from '#sales/billing/days.rules.ts';
import { periodLimits } from '../period.rules.ts';
import { writePeriod } from './period-file.service.ts';
import { periodById } from './periods.queries.ts';
import { makePeriod, sweepPeriods } from './periods.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const today = dayIn(world.clock.now(), 'Europe/Berlin');
const span = { from: today, to: today };
const parts = ['documents', 'payments', 'ledger', 'papers', 'gaps'] as const;

async function issued(buyer: UserActor, title = 'Hour') {
  const body = { accountId: buyer.accountId, currency: 'EUR', lines: [{ title, quantity: 1, unit: 10_000 }] };
  const { id, revision } = await keeper().create({ body });
  return keeper().finalize({ params: { id }, body: { revision } });
}
async function opened(url: string): Promise<Map<string, string>> {
  const got = await world.app.inject(url.replace('http://localhost:3000', ''));
  expect([got.statusCode, got.headers['content-type'], got.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  return new Map([...zipEntries(got.rawPayload)].map(([name, bytes]) => [name, bytes.toString('latin1')]));
}
const rowsOf = (text: string | undefined, mark = ','): string[][] =>
  (text ?? '')
    .replace('ï»¿', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(mark));

test('the bookkeeper gets documents, taxes, payments, postings, papers and the numbers with what is missing', async () => {
  const wicked = await buildBuyer(world, { organisation: '=HYPERLINK(1)', vatId: null });
  const [paid, open, void_] = [await issued(wicked), await issued(await buildBuyer(world)), await issued(wicked)];
  await keeper().record({
    params: { id: paid.id },
    body: { amount: 11_900, valueDate: '2026-11-20', bankRef: '@B 1', note: '' },
  });
  await keeper().voiding({ params: { id: void_.id }, body: { reason: 'written twice' } });
  await world.runJobs();
  // a number that no document has: nobody can make one, so the series is moved by hand
  await world.ctx().system.write((tx) => tx.execute(sql`update invoice_series set next = next + 1`).then(() => undefined));
  const { periods } = world.api(shop.operator);
  const asked = await periods.start({ body: { ...span, parts: [...parts] } });
  expect(asked).toMatchObject({ state: 'waiting', from: today, bytes: null });
  expect(await codeOf(periods.start({ body: { ...span, parts: ['papers'] } }))).toBe('not_possible');
  expect(await codeOf(periods.link({ params: { id: asked.id } }))).toBe('not_found');
  await world.runJobs();
  expect((await periods.list()).items).toMatchObject([{ id: asked.id, state: 'ready', progress: 100 }]);
  const files = await opened((await periods.link({ params: { id: asked.id } })).url);
  expect([...files.keys()].sort()).toEqual(
    [
      'documents.csv',
      'numbers.csv',
      'payments.csv',
      'postings.csv',
      'taxes.csv',
      ...[paid, open, void_].flatMap(({ number }) => ['.cii.xml', '.pdf', '.ubl.xml'].map((end) => `papers/${number}${end}`)),
    ].sort(),
  );
  const documents = rowsOf(files.get('documents.csv'));
  expect(documents.slice(1).map((row) => [row[0], row[2], row[6], row[13], row[17]])).toEqual(
    expect.arrayContaining([
      [paid.number, 'paid', "'=HYPERLINK(1)", '119.00', '0.00'],
      [open.number, 'open', 'Nordlicht Schule', '119.00', '119.00'],
    ]),
  );
  expect(rowsOf(files.get('taxes.csv'))[1]?.slice(3)).toEqual(['EUR', 'S', '19', '100.00', '19.00']);
  expect(rowsOf(files.get('payments.csv')).slice(1)).toEqual([
    [today, '2026-11-20', 'transfer', 'succeeded', '119.00', 'EUR', paid.number, "'=HYPERLINK(1)", "'@B 1", ''],
  ]);
  const postings = rowsOf(files.get('postings.csv'), ';').slice(1);
  expect(postings.map((row) => [row[0], row[1], row[3], row[4]]).sort()).toEqual([
    // two that stay, and a third that was called off
    ['100,00', 'H', 'receivable', 'revenue-S-19'],
    ...Array.from({ length: 3 }, () => ['100,00', 'S', 'receivable', 'revenue-S-19']),
    ['119,00', 'S', 'bank', 'receivable'],
    ['19,00', 'H', 'receivable', 'tax-S-19'],
    ...Array.from({ length: 3 }, () => ['19,00', 'S', 'receivable', 'tax-S-19']),
  ]);
  const numbers = rowsOf(files.get('numbers.csv')).slice(1);
  expect(numbers.map((row) => [row[2], row[3], row[4]])).toEqual([
    ['1', paid.number, 'paid'],
    ['2', open.number, 'open'],
    ['3', void_.number, 'void'],
    ['4', '', 'missing'],
  ]);
  const pdf = createHash('sha256')
    .update(Buffer.from(files.get(`papers/${paid.number}.pdf`) ?? '', 'latin1'))
    .digest('hex');
  expect(numbers[0]?.[8]).toBe(pdf);
  expect(new Set(numbers.map((row) => row.at(-1))).size).toBe(4);
}, 60_000);

test('abuse row 3: a customer’s file has their own invoices alone, and nobody else loads it', async () => {
  const [ana, ben] = [await buildBuyer(world), await buildBuyer(world)];
  const [mine, theirs] = [await issued(ana), await issued(ben)];
  const draft = await keeper().create({
    body: { accountId: ana.accountId, currency: 'EUR', lines: [{ title: 'x', quantity: 1, unit: 1 }] },
  });
  await world.runJobs();
  const { periods } = world.api(ana);
  const { id } = await periods.startOwn({ body: span });
  await world.runJobs();
  const { url } = await periods.linkOwn({ params: { id } });
  const files = await opened(url);
  expect([...files.keys()].sort()).toEqual(
    ['documents.csv', 'papers/', 'payments.csv', 'taxes.csv']
      .flatMap((name) =>
        name === 'papers/' ? ['.cii.xml', '.pdf', '.ubl.xml'].map((end) => `papers/${mine.number}${end}`) : name,
      )
      .sort(),
  );
  expect([...files.values()].join('')).not.toContain(theirs.number);
  expect(files.get('documents.csv')).not.toContain(draft.id);
  const stranger = world.api(ben).periods;
  expect((await stranger.own()).items).toEqual([]);
  expect(await codeOf(stranger.linkOwn({ params: { id } }))).toBe('not_found');
  expect(await codeOf(world.api(shop.operator).periods.link({ params: { id } }))).toBe('not_found');
  expect(await codeOf(periods.list())).toBe('not_found');
  expect(await codeOf(world.api(shop.operator).periods.own())).toBe('not_found');
  const blind = { ...ana, scope: ana.scope.filter((right) => right !== 'invoices.view') };
  expect(await codeOf(world.api(blind).periods.own())).toBe('not_allowed');
  const path = url.replace('http://localhost:3000', '');
  expect((await world.app.inject(path.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).statusCode).toBe(404);
  expect((await world.app.inject(path.replace(id, newId()))).statusCode).toBe(404);
  world.clock.advance(periodLimits.linkSeconds * 1000 + 1);
  expect((await world.app.inject(path)).statusCode).toBe(404);
  world.clock.advance(periodLimits.days * 86_400_000);
  await sweepPeriods(world.ctx());
  expect((await periods.own()).items).toMatchObject([{ id, state: 'gone' }]);
  expect(await codeOf(periods.linkOwn({ params: { id } }))).toBe('not_found');
});

test('days that are none, run backwards or are too many are refused', async () => {
  const { periods } = world.api(await buildBuyer(world));
  for (const [from, to] of [
    ['2026-02-30', '2026-03-01'],
    ['2026-03-01', '2026-02-01'],
    ['1026-01-01', '2026-01-01'],
    ['2020-01-01', '2026-01-01'],
    ['2026-13-01', '2026-13-02'],
    ['now', 'then'],
  ] as const)
    expect([from, await codeOf(periods.startOwn({ body: { from, to } }))]).toEqual([from, 'invalid_input']);
});

test('a worker that died leaves a file that another one makes, and one that nobody can make fails in the end', async () => {
  const buyer = await buildBuyer(world);
  await issued(buyer);
  const { periods } = world.api(buyer);
  const { id } = await periods.startOwn({ body: span });
  const system = world.ctx();
  await system.system.read.execute(
    sql`update period_exports set state = 'running', alive_at = ${new Date(world.clock.now())} where id = ${id}`,
  );
  await makePeriod(system, { id });
  expect((await periods.own()).items).toMatchObject([{ state: 'running' }]);
  world.clock.advance(periodLimits.silence + 1000);
  await sweepPeriods(system);
  await world.runJobs();
  expect((await periods.own()).items).toMatchObject([{ state: 'ready' }]);
  const { id: second } = await periods.startOwn({ body: span });
  await system.system.read.execute(sql`update period_exports set tries = 9 where id = ${second}`);
  await makePeriod(system, { id: second });
  expect((await periods.own()).items[0]).toMatchObject({ id: second, state: 'failed' });
});

test('a worker says that it is alive while it compares papers, and stops when the file is another’s by then', async () => {
  const buyer = await buildBuyer(world);
  for (let n = 0; n < 21; n += 1) await issued(buyer);
  const now = dayIn(world.clock.now(), 'Europe/Berlin');
  const { id } = await world.api(buyer).periods.startOwn({ body: { from: now, to: now } });
  const system = world.ctx();
  const row = await periodById(system.system.read, id);
  if (row === null) throw new Error('it was begun');
  const said: number[] = [];
  await writePeriod(system, row, async (progress) => void said.push(progress));
  expect(said.slice(0, 2)).toEqual([0, 0]);
  const taken = new Error('taken');
  await expect(writePeriod(system, row, () => Promise.reject(taken))).rejects.toBe(taken);
});
