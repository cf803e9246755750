/** Numbers of invoices: without a gap and without a twin, however many are written at once and however many fail. */
import { afterAll, expect, test } from 'vitest';
import { crowd, testWorld } from '#app/proof/testing.ts';
import { buildBuyer, buildShop } from './billing.factory.ts';
import { finalize } from './finalize.service.ts';
import { lockInvoice } from './invoices.queries.ts';
import { profileOf, sellerById } from './parties.queries.ts';

const world = await testWorld(crowd);
afterAll(() => world.close());

const COUNT = 200;
const WORKERS = 20;
const rolledBack = new Error('rolled back on purpose');

test('200 drafts finalized by 20 workers, three in ten rolled back at first, are numbered 1 to 200', async () => {
  const shop = await buildShop(world, { seriesPrefix: 'A-' });
  const buyer = await buildBuyer(world);
  const { allInvoices } = world.api(shop.operator);
  const body = { accountId: buyer.accountId, currency: 'EUR', lines: [{ title: 'Hour', quantity: 1, unit: 100 }] };
  const waiting: { id: string; fails: boolean }[] = [];
  for (let n = 0; n < COUNT; n++) waiting.push({ id: (await allInvoices.create({ body })).id, fails: n % 10 < 3 });
  const ctx = world.ctx();
  const [seller, profile] = [
    await sellerById(ctx.system.read, shop.operator.accountId),
    await profileOf(ctx.system.read, buyer.accountId),
  ];
  if (seller === null || profile === null) throw new Error('there is no shop');
  const one = ({ id, fails }: (typeof waiting)[number]) =>
    ctx.system.write(async (tx) => {
      const draft = await lockInvoice(tx, id);
      if (draft === null) throw new Error('the draft is gone');
      await finalize(ctx, tx, { draft, seller, buyer: profile });
      if (fails) throw rolledBack;
    });
  let failed = 0;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { id } = next;
      await one(next).catch((error: unknown) => {
        if (error !== rolledBack) throw error;
        failed += 1;
        waiting.push({ id, fails: false });
      });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  expect(failed).toBe(COUNT * 0.3);

  const numbers: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await allInvoices.list({ query: { limit: 100, ...(cursor === undefined ? {} : { cursor }) } });
    numbers.push(...page.items.map((item) => item.number ?? ''));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  const year = numbers[0]?.slice(2, 6) ?? '';
  expect(numbers.toSorted()).toEqual(Array.from({ length: COUNT }, (_, at) => `A-${year}-${String(at + 1).padStart(4, '0')}`));
}, 240_000);
