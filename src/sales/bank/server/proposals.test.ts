/** Only those claims are read that a line can be for, and they lead to the same proposals as all of them would. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { money } from '#kit/money.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildShop } from '#sales/billing/server/billing.factory.ts';
import { findClaims } from '#sales/billing/server/open-claims.service.ts';
import { matchEntries } from '#sales/providers/matching.rules.ts';
import { bankEntries } from './bank.table.ts';
import { bookByItself } from './booking.service.ts';
import { proposalsFor } from './proposals.service.ts';
import { camtOf, type StatementLine } from './statement-file.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;

/** An invoice over so many euros before tax. */
async function issued(buyer: UserActor, euros: number) {
  const body = { accountId: buyer.accountId, currency: 'EUR', lines: [{ title: 'Hour', quantity: 1, unit: euros * 100 }] };
  const { id, revision } = await keeper().create({ body });
  return keeper().finalize({ params: { id }, body: { revision } });
}
const named = (organisation: string): Promise<UserActor> => buildBuyer(world, { organisation });

test('the same as with every claim that waits', async () => {
  const people = [
    await named('Müller & Söhne GmbH'),
    await named('Школа № 7'),
    await named('St.Anna e.V.'),
    await named('Collège Pasteur'),
  ];
  const invoices: Awaited<ReturnType<typeof issued>>[] = [];
  for (const [at, buyer] of people.entries()) for (const euros of [100, 200 + at]) invoices.push(await issued(buyer, euros));
  const db = world.ctx().system.read;
  const all = await findClaims(
    db,
    invoices.map(({ id }) => id),
  );
  const [, , school, , , , first, second] = invoices.map(({ id }) => all.get(id));
  const lines: StatementLine[] = [
    { amount: '119.00', text: `Rechnung ${first?.number}` },
    { amount: '50.00', text: `thanks ${second?.number.replaceAll('-', ' / ')}` },
    { amount: '119.00', text: `ref ${school?.reference?.replace(/(.{4})/g, '$1 ')}` },
    { amount: '357.00', text: 'sum by name', name: 'MULLER UND SOHNE' },
    { amount: '239.19', text: 'by name', name: 'ШКОЛА 7' },
    { amount: '240.38', text: 'amount only', name: 'Somebody' },
    { amount: '1.00', text: 'nothing 4711', name: 'GmbH' },
    { amount: '119.00', text: 'name with a dot', name: 'ST.ANNA EV' },
    { amount: '119.00', text: `two ${first?.number} ${school?.number}` },
  ];
  await world.api(shop.operator).bank.read({
    body: { name: 'november.xml', content: Buffer.from(camtOf(lines)).toString('base64') },
  });
  const sellerId = shop.operator.accountId;
  const entries = await db.select().from(bankEntries).where(eq(bankEntries.sellerId, sellerId)).orderBy(asc(bankEntries.id));
  expect(entries).toHaveLength(lines.length);
  const open = [...all.values()].map((claim) => ({ ...claim, remaining: money(claim.remaining, claim.currency), ibans: [] }));
  const wanted = matchEntries(
    entries.map((row) => ({ ...row, amount: money(row.amount, row.currency), endToEndId: row.endToEnd })),
    open,
  );
  const found = await proposalsFor(db, { sellerId, entries });
  const short = (ids: readonly string[]) => [...ids].sort();
  expect(
    entries.map(({ id }) => [
      found.get(id)?.group,
      found.get(id)?.reason,
      short(found.get(id)?.claims.map((one) => one.id) ?? []),
    ]),
  ).toEqual(wanted.map(({ group, reason, claimIds }) => [group, reason, short(claimIds)]));
  const reasons = new Map(wanted.map(({ entryId, reason }) => [entries.find(({ id }) => id === entryId)?.texts[0], reason]));
  expect(lines.map(({ text }) => reasons.get(text.trim()))).toEqual([
    'named_amount',
    'named_less',
    'named_amount',
    'sum_name',
    'amount_name',
    'amount_only',
    'nobody',
    'amount_name',
    'named_less',
  ]);
});

test('lines that nobody decides about hold up no later one that is booked by itself', async () => {
  const bank = world.api(shop.operator).bank;
  const take = (name: string, ...lines: StatementLine[]) =>
    bank.read({ body: { name, content: Buffer.from(camtOf(lines)).toString('base64') } });
  const [one, two] = [await issued(await buildBuyer(world), 70), await issued(await buildBuyer(world), 80)];
  await take('first.xml', { amount: '83.30', text: `shown ${one.number}` });
  const { items } = await bank.queue({ query: { search: 'shown' } });
  expect(await bank.bookSure({ body: { ids: items.map((line) => line.id) } })).toMatchObject({ booked: 1 });
  await take(
    'second.xml',
    { amount: '7.00', text: 'nobody knows', day: '2026-11-02' },
    { amount: '95.20', text: `late ${two.number}`, day: '2026-11-03' },
  );
  const { revision } = await bank.settings();
  await bank.saveSettings({ body: { autoAfter: 1, tolerance: 0, revision } });
  await bookByItself(world.ctx(), { sellerId: shop.operator.accountId, limit: 1 });
  expect((await keeper().get({ params: { id: two.id } })).state).toBe('paid');
});
