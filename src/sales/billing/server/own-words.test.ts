/** What goes out to a buyer in words of ours: why a credit note was written, and which papers are sent at all. */
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { documentOf, ownReasons } from './document.service.ts';
import { creditNotesOf, linesOf, taxesOf } from './invoices.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const folder = new URL('./', import.meta.url);

test('every reason that we give a credit note ourselves has words', () => {
  const writes = /(?:creditNote|creditAcross|giveBackBy|sendBack)\([^;]*?reason: '([^']+)'/g;
  const given = readdirSync(folder)
    .filter((name) => name.endsWith('.service.ts'))
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(writes)].map((found) => found[1] ?? ''));
  expect([...new Set(given)].toSorted()).toEqual([...ownReasons.keys()].toSorted());
});

test('the note of a plan that the operator ends says so in the language of its reader', async () => {
  const buyer = await buildBuyer(world);
  const id = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const { subscription } = await world.api(buyer).billing.subscription();
  const body = { credit: 'unused' as const, reason: 'as agreed', revision: subscription?.revision ?? 0 };
  await world.api(shop.operator).allSubscriptions.cancel({ params: { id: subscription?.id ?? '' }, body });
  const db = world.ctx().system.read;
  const [note] = await creditNotesOf(db, id);
  if (note === undefined) throw new Error('no note');
  const parts = { lines: await linesOf(db, note.id), taxes: await taxesOf(db, note.id), zone: 'UTC' };
  const notes = async (locale: string) => (await documentOf(db, { ...note, locale }, parts)).notes;
  expect(await notes('de')).toEqual(['Bei Beendigung des Tarifs nicht genutzter Teil.']);
  expect((await notes('ar'))[0]).toMatch(/\p{Script=Arabic}/u);
});

test('an invoice that is void before its papers are made is sent to nobody', async () => {
  const buyer = await buildBuyer(world);
  const planId = await buildPlan(world, shop);
  const { billing } = world.api(buyer);
  for (let time = 0; time < 2; time += 1) {
    const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
    await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  }
  await world.runJobs();
  const { rows } = await world.ctx().system.read.execute<{ state: string; mails: string; papers: boolean }>(
    sql`select i.state, count(m.id) as mails, i.papers_at is not null as papers from invoices i left join outbox_mails m on m.about_id = i.id
      where i.account_id = ${buyer.accountId} group by i.id order by i.id`,
  );
  expect(rows.map((row) => [row.state, Number(row.mails), row.papers])).toEqual([
    ['void', 0, true],
    ['open', 1, true],
  ]);
});
