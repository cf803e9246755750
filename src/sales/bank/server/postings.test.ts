/** The bookkeeper's postings are the journal: what happens later is a later posting, and periods side by side come to the whole. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { zipEntries } from '#operate/ownership/server/zip.factory.ts';
import { buildBuyer, buildShop } from '#sales/billing/server/billing.factory.ts';
import { reversePayment } from '#sales/billing/server/reverse.service.ts';
import { dayIn } from '#sales/billing/days.rules.ts';
import { periodById } from './periods.queries.ts';
import { periodFile, writePeriod } from './period-file.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;
const day = () => dayIn(world.clock.now(), 'Europe/Berlin');
const { read } = world.ctx().system;

async function issued(buyer: UserActor, unit = 10_000) {
  const body = { accountId: buyer.accountId, currency: 'EUR', lines: [{ title: 'Hour', quantity: 1, unit }] };
  const { id, revision } = await keeper().create({ body });
  return keeper().finalize({ params: { id }, body: { revision } });
}
const paid = (id: string, amount: number) =>
  keeper().record({ params: { id }, body: { amount, valueDate: '2026-11-01', bankRef: '', note: '' } });

type Posting = { amount: bigint; side: string; account: string; against: string; on: string; number: string };
/** The postings of some days as the file has them. */
async function postingsOf(from: string, to: string): Promise<Posting[]> {
  const { id } = await world.api(shop.operator).periods.start({ body: { from, to, parts: ['ledger'] } });
  const row = await periodById(read, id);
  if (row === null) throw new Error('nothing was kept');

  await writePeriod(world.ctx(), row, async () => undefined);
  await world.runJobs();
  const pieces: Buffer[] = [];
  for await (const piece of await filesOf(world.ctx().config).get(periodFile(row))) pieces.push(Buffer.from(piece));
  const text = new Map(zipEntries(Buffer.concat(pieces))).get('postings.csv')?.toString('utf8') ?? '';
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const [amount = '', side = '', , account = '', against = '', , on = '', number = ''] = line.split(';');
      return { amount: BigInt(amount.replace(',', '')), side, account, against, on, number };
    });
}
/** Debit less credit by account, revenue and tax of all rates together. */
function sumsOf(postings: readonly Posting[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  const add = (account: string, amount: bigint) => {
    const [ledger = ''] = account.split('-');
    sums[ledger] = (sums[ledger] ?? 0n) + amount;
  };
  for (const { amount, side, account, against } of postings) {
    add(account, side === 'S' ? amount : -amount);
    add(against, side === 'S' ? -amount : amount);
  }
  return sums;
}
const brief = (all: readonly Posting[]) => all.map((one) => [one.amount, one.side, one.account, one.against, one.number]);

test('a refund, a void and a bank return of the second day are postings of the second day; the first day’s stay', async () => {
  const buyer = await buildBuyer(world);
  const first = day();
  const [a, b, c, d] = [await issued(buyer), await issued(buyer), await issued(buyer), await issued(buyer)];
  for (const one of [a, b, c]) await paid(one.id, 11_900);
  const before = await postingsOf(first, first);
  world.clock.advance(86_400_000);
  const second = day();
  await keeper().refund({ params: { id: a.id }, body: { amount: 1_190, by: 'transfer', reason: 'as agreed' } });
  await keeper().voiding({ params: { id: d.id }, body: { reason: 'written twice' } });
  const [payment] = (await keeper().get({ params: { id: b.id } })).payments;
  await world
    .ctx()
    .system.write((tx) => reversePayment(world.ctx(), tx, { paymentId: payment?.id ?? '', reason: 'returned by the bank' }));
  const after = await postingsOf(second, second);
  const [note] = (await keeper().get({ params: { id: a.id } })).creditNotes;
  expect(brief(after)).toEqual([
    [1_000n, 'H', 'receivable', 'revenue-S-19', note?.number],
    [190n, 'H', 'receivable', 'tax-S-19', note?.number],
    [1_190n, 'H', 'bank', 'receivable', note?.number],
    [10_000n, 'H', 'receivable', 'revenue-S-19', d.number],
    [1_900n, 'H', 'receivable', 'tax-S-19', d.number],
    [11_900n, 'H', 'bank', 'receivable', b.number],
  ]);
  expect(new Set(after.map((one) => one.on))).toEqual(new Set([second]));
  expect(await postingsOf(first, first)).toEqual(before);

  world.clock.advance(86_400_000);
  const third = day();
  // more than is due, used by the next one; one that is given up on
  const e = await issued(buyer);
  await paid(e.id, 20_000);
  await issued(buyer, 5_000);
  await keeper().writeOff({ params: { id: b.id }, body: { reason: 'gone' } });
  const whole = await postingsOf(first, third);
  for (const split of [
    [
      [first, first],
      [second, third],
    ],
    [
      [first, second],
      [third, third],
    ],
    [
      [first, first],
      [second, second],
      [third, third],
    ],
  ] as const) {
    const parts: Posting[] = [];
    for (const [from, to] of split) parts.push(...(await postingsOf(from, to)));
    expect(parts).toEqual(whole);
  }
  const { rows } = await read.execute<{ ledger: string; amount: string }>(
    sql`select l.ledger, sum(l.amount)::text as amount from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.seller_id = ${shop.operator.accountId} group by 1`,
  );
  const journal = Object.fromEntries(rows.map((row) => [row.ledger, BigInt(row.amount)]));
  expect(sumsOf(whole)).toEqual(journal);
  expect(Object.keys(journal).sort()).toEqual(['balance', 'bank', 'loss', 'receivable', 'revenue', 'tax']);
  expect(Object.values(journal).reduce((sum, one) => sum + one, 0n)).toBe(0n);
  // each line of the journal once
  const { rows: lines } = await read.execute<{ ledger: string; amount: string }>(
    sql`select l.ledger, sum(abs(l.amount))::text as amount from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.seller_id = ${shop.operator.accountId} group by 1`,
  );
  const turned = sumsOf(
    whole.flatMap((one) => [
      { ...one, side: 'S', against: 'x' },
      { ...one, side: 'S', account: one.against, against: 'x' },
    ]),
  );
  expect({ ...turned, x: undefined }).toEqual({
    ...Object.fromEntries(lines.map((row) => [row.ledger, BigInt(row.amount)])),
    x: undefined,
  });
}, 60_000);

test('money by a way of the seller’s own is posted to its account, and stands in the list under its name', async () => {
  const { manualMethods, allInvoices } = world.api(shop.operator);
  const base = { instructions: '', offered: 'recording' as const };
  const till = await manualMethods.add({ body: { ...base, kind: 'cash', name: 'Till', account: '1000' } });
  const cheque = await manualMethods.add({ body: { ...base, kind: 'cheque', name: 'Cheque', account: null } });
  const { id, total, number } = await issued(await buildBuyer(world));
  const record = (amount: number, manual: string) =>
    allInvoices.record({ params: { id }, body: { amount, valueDate: day(), bankRef: '', note: '', manual } });
  await record(1000, till.id);
  const { payments } = await record(total - 1000, cheque.id);
  const returned = payments.find((one) => one.manual === 'Cheque')?.id ?? '';
  const body = { valueDate: day(), reason: 'not covered' };
  await world.api(shop.operator).allPayments.takeBack({ params: { id: returned }, body });
  const mine = (await postingsOf(day(), day())).filter((one) => one.number === number);
  const moved = mine.filter((one) => ['1000', 'cheque', 'bank'].includes(one.account));
  expect(moved.map((one) => [one.account, one.side, one.amount])).toEqual([
    ['1000', 'S', 1000n],
    ['cheque', 'S', BigInt(total - 1000)],
    ['cheque', 'H', BigInt(total - 1000)],
  ]);
});
