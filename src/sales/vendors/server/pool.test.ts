/** What a pool is taken by, and in which order rows are locked. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { setClosing } from '#core/accounts/server/closing.service.ts';
import { newId } from '#kit/server/ids.ts';
import { addCustomer } from './customers.service.ts';
import { standing } from './steps.service.ts';
import { buildVendor, grantOfAll } from './vendors.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const customer = (n: number) => ({
  organisation: 'Lindenschule',
  ownerName: 'Ada Lind',
  ownerEmail: `new-${newId().slice(-12)}@example.org`,
  locale: 'de' as const,
  grant: grantOfAll(n),
});

test('what a customer holds stays its own while its owner may open it again, so that opening never fails', async () => {
  const { actor } = await buildVendor(world, grantOfAll(5));
  const { id } = await addCustomer(world.ctx(actor), customer(4));
  const closing = (eraseAt: number | null) =>
    world.ctx().system.write((tx) => setClosing(world.ctx(), tx, { accountId: id, eraseAt }));
  await closing(world.clock.now() + 86_400_000);
  expect((await standing(world.ctx(actor))).given).toEqual(grantOfAll(4));
  await expect(addCustomer(world.ctx(actor), customer(2))).rejects.toMatchObject({ code: 'pool_exceeded' });
  const insert = () =>
    world
      .ctx()
      .system.read.execute(sql`insert into accounts (id, kind, name, state, locale, time_zone, branding, entitlements, vendor_account_id, version, created_at)
    select ${newId()}::uuid, 'customer', 'x', 'active', locale, time_zone, '{}', entitlements, vendor_account_id, 1, now() from accounts where id = ${id}`);
  await expect(insert()).rejects.toMatchObject({ cause: { constraint: 'vendor_pool' } });
  await addCustomer(world.ctx(actor), customer(1));
  await closing(null);
  expect((await findAccount(world.ctx().system.read, id))?.state).toBe('active');
});
