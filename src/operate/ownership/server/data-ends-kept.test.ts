/** Accounts whose plan ended unpaid and that are not over all the same: what they owe, hold, use, sell, or have on its way. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { camtOf } from '#sales/bank/server/statement-file.factory.ts';
import { firstStep } from '#sales/vendors/server/steps.service.ts';
import { firstPool } from '#sales/vendors/vendors.rules.ts';
import { buildEnded, endedWorld, ends, lookAfter } from './data-ends.factory.ts';
import { endData } from './data-ends.service.ts';
import { eraseDue } from './erase.service.ts';
import { day, nameOf } from './ownership.factory.ts';

const place = await endedWorld();
const { world, shop } = place;
afterAll(() => world.close());
const keeper = () => world.api(shop.operator);
const { read } = world.ctx().system;
const closeAt = async (who: UserActor) => (await world.api(who).dataEnds.mine()).closeAt;

async function unpaid(who: UserActor) {
  const { items } = await world.api(who).invoices.list({ query: { kind: 'invoice' } });
  const id = items.find(({ state }) => state === 'uncollectible')?.id ?? '';
  return keeper().allInvoices.get({ params: { id } });
}
async function arrives(line: { cents: number; text: string; name: string }): Promise<void> {
  const file = camtOf([{ ...line, amount: (line.cents / 100).toFixed(2), day: '2027-03-01' }]);
  await keeper().bank.read({ body: { name: `${line.name}.xml`, content: Buffer.from(file).toString('base64') } });
}
async function limited(who: UserActor, limits: Record<string, number>): Promise<void> {
  const [row] = (await read.execute(sql`select version from accounts where id = ${who.accountId}`)).rows;
  const version = Number(row?.['version']);
  await keeper().users.update({ params: { id: who.accountId }, body: { version, limits } });
}
const meets = (who: UserActor, hours: { from: number; to: number }) => {
  const time = (ago: number) => sql`${new Date(world.clock.now() - ago * 3_600_000).toISOString()}::timestamptz`;
  return read.execute(sql`insert into meetings (id, account_id, name, state, created_at, started_at, ended_at)
    values (${newId(world.clock.now())}, ${who.accountId}, 'Lesson', 'ended', ${time(hours.from)}, ${time(hours.from)}, ${time(hours.to)})`);
};

const deeds: readonly [what: string, why: string, deed: (who: UserActor) => Promise<unknown>][] = [
  [
    'the claim is credited in full',
    'settled',
    async (who) => {
      const { id, remaining } = await unpaid(who);
      await keeper().allInvoices.credit({
        params: { id },
        body: { amount: remaining, to: 'balance', reason: 'billed by mistake' },
      });
    },
  ],
  ['the operator gives limits by hand', 'limits', (who) => limited(who, { rooms: 500, people: 500 })],
  [
    'a line of the bank names the claim, with less than is due',
    'money',
    async (who) => {
      const { number, remaining } = await unpaid(who);
      await arrives({ cents: remaining - 150, text: `Rechnung ${number}`, name: 'Nordlicht Schule' });
    },
  ],
  [
    'a transfer is chosen',
    'money',
    async (who) => {
      const { id } = await unpaid(who);
      await world.api(who).invoices.pay({ params: { id }, body: { by: 'transfer' } });
    },
  ],
  [
    'it becomes a vendor',
    'vendor',
    (who) => {
      const ctx = world.ctx();
      const application = { about: 'Schools', website: '', expected: 10 };
      const made = { accountId: who.accountId, appliedBy: who.userId, application, contractVersion: '2026-1', pool: firstPool };
      return ctx.system.write((tx) => firstStep(ctx, tx, made));
    },
  ],
  ['a meeting is held', 'used', (who) => meets(who, { from: 2, to: 1 })],
];
const buyers = await buildEnded(place, deeds.length + 2);
const nth = (at: number): UserActor => {
  const found = buyers[at];
  if (found === undefined) throw new Error('nobody');
  return found;
};
const [signedUp, guessed] = [nth(deeds.length), nth(deeds.length + 1)];
await lookAfter(place, [30, 1]);

test.each(deeds)('%s: it stops at once', async (what, why, deed) => {
  const who = nth(deeds.findIndex(([one]) => one === what));
  expect([await ends(place, who), (await closeAt(who)) !== null]).toEqual([['warned'], true]);
  await deed(who);
  expect(await closeAt(who)).toBeNull();
  await endData(world.ctx());
  expect(await ends(place, who)).toEqual([`stopped ${why}`]);
});

test('limits that everybody has who signs up, and a line with nothing but a common amount, keep nobody', async () => {
  const { signUp } = await keeper().platform.get();
  const { version, ...fields } = signUp;
  await keeper().platform.update({
    body: { signUp: { ...fields, version, entitlements: { ...fields.entitlements, rooms: 7 } } },
  });
  await read.execute(sql`update accounts set entitlements = '{"rooms": 7}' where id = ${signedUp.accountId}`);
  await arrives({ cents: (await unpaid(guessed)).remaining, text: 'thanks', name: 'Somebody Else' });
  await endData(world.ctx());
  expect([...(await ends(place, signedUp)), ...(await ends(place, guessed))]).toEqual(['warned', 'warned']);
});

test('a hundred days later only those are erased whom nothing keeps', async () => {
  // the last word, the closing, and the end of the grace
  await lookAfter(place, [22, 8, 31]);
  await eraseDue(world.ctx());
  const names = await Promise.all(buyers.map((who) => nameOf(world, who.accountId)));
  expect(names.map((name) => name === '')).toEqual([...deeds.map(() => false), true, true]);
});

test('a meeting puts the days off, and is not for ever', async () => {
  const who = nth(deeds.length - 1);
  const { stage, on } = await keeper().dataEnds.get({ params: { id: who.accountId } });
  expect([stage, on === null]).toEqual(['told_last', false]);
  await meets(who, { from: 1, to: 0.5 });
  await endData(world.ctx());
  expect(await ends(place, who)).toEqual(['stopped used', 'stopped used']);
  const next = await keeper().dataEnds.get({ params: { id: who.accountId } });
  expect([next.stage, Math.round(((next.on ?? 0) - world.clock.now()) / day)]).toEqual(['counting', 30]);
});
