/** The line about who runs this: at the doors of an account's rooms and under its mails, unless its plan takes it away. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Entitlements, standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { runsOn } from '#core/accounts/server/brand.service.ts';
import { holdPlan, raiseLimits } from '#core/accounts/server/plan.service.ts';
import { openMail } from '#core/outbox/server/mail-text.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { buildVendor } from '#sales/vendors/server/vendors.factory.ts';
import { brand, setBrand } from '#sales/vendors/server/brand.service.ts';
import { iamPeople } from './rights/iam.factory.ts';
import { crowd, worldForThisTest } from './testing.ts';

async function place() {
  const world = await worldForThisTest(crowd);
  await buildAccount(world, { kind: 'operator', name: 'Nordlicht Konferenzen' });
  const boss = await iamPeople(world).owner();
  const { accountId } = boss.actor;
  const system = world.ctx().system;
  const hold = (plan: Partial<Entitlements> | null) =>
    system.write((tx) => holdPlan(world.ctx(), tx, { accountId, plan, service: 'full' }));
  return { world, boss, accountId, system, hold };
}

test('a guest reads it at the door as long as the plan leaves it there', async () => {
  const { world, boss, accountId, system, hold } = await place();
  const { slug } = await boss.api.rooms.create({ body: { name: 'Physics' } });
  const told = async () => (await world.api().meetings.publicRoom({ params: { slug } })).account.runsOn;
  // without a plan nobody lost what there was before
  expect(await told()).toBeNull();
  await hold({ ...standardEntitlements, removeFooter: false });
  expect(await told()).toBe('Nordlicht Konferenzen');
  // what a plan does not name is not in it
  await hold({ rooms: 5 });
  expect(await told()).toBe('Nordlicht Konferenzen');
  await system.write((tx) => raiseLimits(world.ctx(), tx, { accountId, raised: { removeFooter: true } }));
  expect(await told()).toBeNull();
  await system.write((tx) => raiseLimits(world.ctx(), tx, { accountId, raised: {} }));
  expect(await told()).toBe('Nordlicht Konferenzen');
  await hold({ ...standardEntitlements, removeFooter: true });
  expect(await told()).toBeNull();
});

test('the line in the database says what the rules say, whatever the account holds', async () => {
  const { accountId, system } = await place();
  const set = (column: string, value: object | null) =>
    system.write((tx) =>
      tx.execute(
        sql`update accounts set ${sql.identifier(column)} = ${value === null ? null : JSON.stringify(value)}::jsonb where id = ${accountId}`,
      ),
    );
  const flags = [{}, { removeFooter: true }, { removeFooter: false }];
  for (const plan of [null, ...flags])
    for (const raised of flags)
      for (const extra of flags)
        for (const stored of flags) {
          await set('plan_entitlements', plan);
          await set('raised_entitlements', raised);
          await set('extra_entitlements', extra);
          await set('entitlements', stored);
          const { removeFooter } = await entitlementsFor(system.read, accountId);
          expect([await runsOn(system.read, accountId), plan, raised, extra, stored]).toEqual([
            removeFooter ? null : 'Nordlicht Konferenzen',
            plan,
            raised,
            extra,
            stored,
          ]);
        }
});

test('a vendor’s customer reads the vendor’s name, the vendor itself the operator’s, and the operator none', async () => {
  const { world, system } = await place();
  const { actor } = await buildVendor(world);
  const ctx = world.ctx(actor);
  await setBrand(ctx, { name: 'Fjord', accent: '#7a2e8f', revision: (await brand(ctx)).revision });
  const customer = await buildAccount(world, { name: 'Hafenschule' });
  const operator = await system.read.execute<{ id: string }>(sql`select id from accounts where kind = 'operator'`);
  await system.write((tx) =>
    tx.execute(sql`update accounts set vendor_account_id = ${actor.accountId}, entitlements =
      '{"rooms":1,"people":1,"meetingsAtOnce":1,"peopleAtOnce":1,"recordingGb":1,"removeFooter":false}' where id = ${customer.id}`),
  );
  await system.write((tx) =>
    tx.execute(sql`update accounts set entitlements = entitlements || '{"removeFooter":false}' where id = ${actor.accountId}`),
  );
  expect(await runsOn(system.read, customer.id)).toBe('Fjord');
  expect(await runsOn(system.read, actor.accountId)).toBe('Nordlicht Konferenzen');
  expect(await runsOn(system.read, operator.rows[0]?.id ?? '')).toBeNull();
  expect(await runsOn(system.read, '00000000-0000-7000-8000-000000000000')).toBeNull();
  // one account asks for another and learns a name and one limit, nothing else
  const asked = await world.ctx(actor).db.read.execute<{ found: object }>(sql`select runs_on(${customer.id}) as found`);
  expect(Object.keys(asked.rows[0]?.found ?? {}).sort()).toEqual(
    ['extra', 'kind', 'name', 'plan', 'planned', 'raised', 'service', 'stored'].sort(),
  );
});

test('mails of the account say it in the reader’s language, with the address, and stop when the plan takes it away', async () => {
  const { world, accountId, hold, system } = await place();
  const mailed = async (locale: string) => {
    const ctx = world.ctx();
    const onceKey = `${locale}${Math.random()}`;
    await system.write((tx) =>
      sendMail(ctx, tx, {
        ...{ template: 'digest', to: 'ana@example.org', locale, data: { count: 2 }, path: '/dashboard', accountId, onceKey },
      }),
    );
    const { rows } = await system.read.execute<{ id: string }>(sql`select id from outbox_mails where once_key = ${onceKey}`);
    const { bodyText, bodyHtml } = await openMail(ctx, { id: rows[0]?.id ?? '' });
    return { text: bodyText ?? '', html: bodyHtml ?? '' };
  };
  await hold({ ...standardEntitlements, removeFooter: false });
  const { text, html } = await mailed('de');
  expect(text).toContain('Läuft auf Nordlicht Konferenzen: http');
  expect(html).toMatch(/<a href="http[^"]+\/" style="color:#626b80">Läuft auf Nordlicht Konferenzen<\/a>/);
  expect((await mailed('ur')).text).toContain('\u2068Nordlicht Konferenzen\u2069 پر چلتا ہے');
  await hold({ ...standardEntitlements, removeFooter: true });
  const quiet = await mailed('de');
  expect(quiet.text + quiet.html).not.toContain('Nordlicht');
});
