/** What the operator's home says to do today. */
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { buildTicket } from '#talk/tickets/server/tickets.factory.ts';
import { dashboard } from './dashboard.service.ts';

test('overdue invoices come first, with their sum; each reader sees what is theirs to do', async () => {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const todayOf = async (actor: UserActor) => {
    const page = await dashboard(world.ctx(actor));
    if (page.kind !== 'operator') throw new Error('not the operator');
    return page.today;
  };
  expect(await todayOf(shop.operator)).toEqual([]);
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await buildTicket(world.ctx(buyer), { subject: 'Who pays' });
  expect(await todayOf(shop.operator)).toEqual([{ kind: 'newTickets', count: 1, amounts: [] }]);
  world.clock.advance(40 * 86_400_000);
  const items = await todayOf(shop.operator);
  expect(items[0]).toEqual({ kind: 'overdue', count: 1, amounts: [{ currency: 'EUR', minor: 3451 }] });
  expect(items.map(({ kind }) => kind)).toContain('newTickets');
  const without = (permission: string) => ({
    ...shop.operator,
    scope: shop.operator.scope.filter((one) => one !== permission),
  });
  expect((await todayOf(without('invoices.manage'))).map(({ kind }) => kind)).not.toContain('overdue');
  expect((await todayOf(without('tickets.answer'))).map(({ kind }) => kind)).toEqual(['overdue']);
});
