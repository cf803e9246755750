/** What a plan refuses at the endpoint, and what programs and people read then. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { buildServer } from '#meet/meetings/server/meet.factory.ts';
import { buildPlan, buildShop as buildSeller } from '#sales/billing/server/billing.factory.ts';
import { buildCustomer, buildShop, buildStreet, keyOf, textIn } from './endpoint-door.factory.ts';
import { crowd, worldForThisTest } from '#app/proof/testing.ts';

test('of fifty creates at once with one meeting left, one is made; the others read the limit and the plan that lifts it', async () => {
  const street = await buildStreet(await worldForThisTest(crowd));
  await buildPlan(street.world, await buildSeller(street.world), { name: 'School 150', entitlements: { meetingsAtOnce: 30 } });
  const customer = await buildCustomer(street, { meetingsAtOnce: 3 });
  const { fake } = await buildServer(street.world);
  for (const meetingID of ['early-a', 'early-b'])
    expect(keyOf(await customer.call('create', { name: 'Early', meetingID }))).toBe('');
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, n) => customer.call('create', { name: 'Rush', meetingID: `c${n}` })),
  );
  expect(all.filter((one) => textIn(one, 'returncode') === 'SUCCESS')).toHaveLength(1);
  expect(fake.meetings.size).toBe(3);
  const refused = all.filter((one) => keyOf(one) === 'maxConcurrent');
  expect(refused).toHaveLength(49);
  expect(refused.map((one) => textIn(one, 'message'))[0]).toBe(
    'Meetings at once: 3 of 3 are in use. The plan “School 150” allows more.',
  );
}, 60_000);

test('with the minutes of the month used, and without the API in the plan, the key stays and the words say why', async () => {
  const { world, customer } = await buildShop({ minutesPerMonth: 100 });
  const until = new Date(world.clock.now() + 3_600_000).toISOString();
  await world.ctx().system.read.execute(sql`
    insert into account_use (account_id, minutes_used, minutes_until) values (${customer.owner.accountId}, 120, ${until})
    on conflict (account_id) do update set minutes_used = 120, minutes_until = excluded.minutes_until`);
  const refused = await customer.call('create', { name: 'N1', meetingID: 'c1' });
  expect([keyOf(refused), textIn(refused, 'message')]).toEqual([
    'maxConcurrent',
    'Participant minutes per month: 120 of 100 are in use.',
  ]);
  world.clock.advance(3_600_001);
  expect(keyOf(await customer.call('create', { name: 'N1', meetingID: 'c1' }))).toBe('');
});

test('without the API in the plan nothing is made; what runs can be looked at and ended', async () => {
  const { customer } = await buildShop({ apiAllowed: false });
  expect(keyOf(await customer.call('create', { name: 'N1', meetingID: 'c1' }))).toBe('unsupportedRequest');
  expect(textIn(await customer.call('getMeetings'), 'returncode')).toBe('SUCCESS');
});

test('a full meeting says its figures to everybody, and the plan to whoever leads it', async () => {
  const street = await buildStreet();
  await buildPlan(street.world, await buildSeller(street.world), { name: 'Big', entitlements: { peopleAtOnce: 90 } });
  const customer = await buildCustomer(street, { peopleAtOnce: 1 });
  const { fake } = await buildServer(street.world);
  await customer.call('create', { name: 'N1', meetingID: 'c1' });
  const [id = ''] = [...fake.meetings.keys()];
  fake.enter(id, { key: 'u1', name: 'Ann' });
  await pollServers(street.world.ctx());
  const page = async (role: string, language: string) =>
    (
      await customer.call(
        'join',
        { fullName: 'J', meetingID: 'c1', role, userID: `u-${role}` },
        { headers: { accept: 'text/html', 'accept-language': language } },
      )
    ).text;
  expect(await page('MODERATOR', 'en')).toMatch(
    /<p>People at once: 1 of 1 are in use. The plan “Big” allows more. <a href="[^"]+\/purchase-plan" target="_blank" rel="noopener">Go to my plan<\/a><\/p>/,
  );
  expect(await page('VIEWER', 'en')).toContain('<p>People at once: 1 of 1 are in use.</p>');
  expect(await page('VIEWER', 'de')).toContain('<p>Personen gleichzeitig: 1 von 1 sind belegt.</p>');
});
