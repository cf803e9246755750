/** What a new installation needs ticks itself off where it is done. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson, buildStage, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { mailServer } from '#core/outbox/server/mail-server.service.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { World } from '#app/proof/testing.ts';

async function stepsOf(world: World, operator: UserActor) {
  const page = await world.api(operator).dashboard.get();
  if (page.kind !== 'operator') throw new Error('not the operator');
  return page.setup === null ? null : page.setup.filter(({ done }) => done).map(({ key }) => key);
}

test('a fresh installation has all of it to do', async () => {
  const world = await worldForThisTest();
  const operator = await buildPerson(world, { kind: 'operator' });
  const page = await world.api(operator).dashboard.get();
  expect(page).toMatchObject({
    quickStart: [],
    setup: ['meeting', 'mail', 'legal', 'server', 'plan', 'people'].map((key) => ({ key, done: false })),
  });
});

test('each step is ticked off where it is done, and the list goes for good with the last one', async () => {
  const { world, owner } = await buildStage({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const shop = await buildShop(world);
  const { operator } = shop;
  expect(await stepsOf(world, operator)).toEqual(['server', 'people']);
  const room = await meetApi(world, owner).rooms.create({ body: { name: 'Frogs' } });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(await stepsOf(world, operator)).toEqual(['meeting', 'server', 'people']);
  const from = (await mailServer(world.ctx()))?.from ?? '';
  const testedFrom = (sender: string) =>
    world
      .ctx()
      .system.read.execute(sql`insert into settings (key, value, updated_at) values ('outbox.tested', to_jsonb(${sender}::text), now())
      on conflict (key) do update set value = excluded.value`);
  await testedFrom(`other ${from}`);
  expect(await stepsOf(world, operator)).not.toContain('mail');
  await testedFrom(from);
  for (const kind of ['privacy', 'terms'] as const) {
    expect(await stepsOf(world, operator)).not.toContain('legal');
    await world.api(operator).platform.publishLegal({ params: { kind }, body: { version: 0, texts: { 'en-US': 'Be kind.' } } });
  }
  expect(await stepsOf(world, operator)).toEqual(['meeting', 'mail', 'legal', 'server', 'people']);
  await buildPlan(world, shop);
  expect(await stepsOf(world, operator)).toBeNull();
  await world.api(operator).platform.publishLegal({ params: { kind: 'terms' }, body: { version: 1, texts: {} } });
  expect(await stepsOf(world, operator)).toBeNull();
});

test('staff see the steps that they may take, and only who runs the platform sees the list or hides it', async () => {
  const world = await worldForThisTest();
  const operator = await buildPerson(world, { kind: 'operator' });
  const customer = await buildPerson(world);
  const staffWith = (permissions: string[]) => buildPerson(world, { colleagueOf: operator, role: 'staff', permissions });
  const [keeper, other] = [await staffWith(['platform.manage']), await staffWith(['meetings.view', 'tickets.answer'])];
  const page = await world.api(keeper).dashboard.get();
  expect(page.kind === 'operator' && page.setup?.map(({ key }) => key)).toEqual(['mail', 'legal']);
  expect(await world.api(other).dashboard.get()).toMatchObject({ setup: null });
  for (const [actor, code] of [
    [other, 'not_allowed'],
    [customer, 'not_found'],
    [undefined, 'not_signed_in'],
  ] as const)
    expect((await failureOf(world.api(actor).dashboard.hideSetup())).code).toBe(code);
  await world.api(operator).dashboard.hideSetup();
  expect(await stepsOf(world, operator)).toBeNull();
});
