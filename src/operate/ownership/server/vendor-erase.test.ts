import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { apply } from '#sales/vendors/server/steps.service.ts';
import { buildOwner, buildVendor } from '#sales/vendors/server/vendors.factory.ts';
import { eraseDue } from './erase.service.ts';
import { day, folder } from './ownership.factory.ts';

test('a vendor and an applicant can be erased; the customers of the vendor stay, with the operator', async () => {
  const world = await worldForThisTest({ env: folder() });
  const { actor: vendor } = await buildVendor(world);
  const { actor: applicant } = await buildOwner(world);
  await apply(world.ctx(applicant), { about: 'We sell', website: '', expected: 1 });
  const { actor: customer } = await buildOwner(world);
  const { read } = world.ctx().system;
  for (const actor of [vendor, applicant]) {
    await read.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${actor.sessionId}`);
    const name = (await findAccount(read, actor.accountId))?.name ?? '';
    await world.api(actor).ownership.close({ body: { name } });
  }
  // one that was given to the vendor while it waits for its end
  await read.execute(
    sql`update accounts set vendor_account_id = ${vendor.accountId}, entitlements = '{"rooms":1,"people":1,"meetingsAtOnce":1,"peopleAtOnce":1,"recordingGb":1}' where id = ${customer.accountId}`,
  );
  world.clock.advance(31 * day);
  await eraseDue(world.ctx());
  expect((await read.execute(sql`select state from account_closings`)).rows).toEqual([{ state: 'erased' }, { state: 'erased' }]);
  expect((await read.execute(sql`select 1 from vendors`)).rows).toEqual([]);
  const [left] = (await read.execute(sql`select vendor_account_id, state from accounts where id = ${customer.accountId}`)).rows;
  expect(left).toEqual({ vendor_account_id: null, state: 'active' });
});
