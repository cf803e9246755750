import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld, worldForThisTest } from '#app/proof/testing.ts';
import { entitlementsOf, fits, mayBecome, standardEntitlements, withoutPlan } from '../accounts.rules.ts';
import { buildAccount, buildPerson, buildSeated } from './accounts.factory.ts';
import { changeAccountState, entitlementsFor, findAccount, findAccountNames } from './accounts.service.ts';
import { listAccounts } from './accounts-list.service.ts';
import { createPerson, findNames, listPeople } from './people.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

test('a member sees the account and its limits; only who may, changes it', async () => {
  const owner = await buildSeated(world, { scope: ['account.edit'] });
  const member = await buildSeated(world, { accountId: owner.accountId });
  const seen = await world.api(member).accounts.get();
  expect(seen).toMatchObject({
    name: 'Lindenschule',
    kind: 'customer',
    entitlements: standardEntitlements,
    rights: { edit: false },
    branding: { accent: null },
  });
  expect(await codeOf(world.api(member).accounts.update({ body: { name: 'Mine', version: seen.version } }))).toBe('not_allowed');
  const changed = await world.api(owner).accounts.update({
    body: { name: 'Neue Schule', branding: { accent: '#aa3300' }, timeZone: 'Asia/Tokyo', version: seen.version },
  });
  expect(changed).toMatchObject({
    name: 'Neue Schule',
    branding: { accent: '#aa3300' },
    timeZone: 'Asia/Tokyo',
    version: seen.version + 1,
    rights: { edit: true },
  });
});

test('a change from an older window is refused', async () => {
  const actor = await buildSeated(world, { scope: ['account.edit'] });
  const { accounts } = world.api(actor);
  const { version } = await accounts.get();
  await accounts.update({ body: { name: 'First', version } });
  await expect(accounts.update({ body: { name: 'Second', version } })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    data: { version: version + 1 },
  });
  expect((await accounts.get()).name).toBe('First');
});

test('wrong colours, zones and unknown fields are refused, and so is whoever is not signed in', async () => {
  const actor = await buildSeated(world, { scope: ['account.edit'] });
  const { accounts } = world.api(actor);
  for (const wrong of [{ branding: { accent: 'red' } }, { timeZone: 'Nowhere' }, { kind: 'operator' }, { name: '' }]) {
    expect([wrong, await codeOf(accounts.update({ body: { version: 1, ...wrong } }))]).toEqual([wrong, 'invalid_input']);
  }
  for (const method of ['GET', 'PATCH'] as const)
    expect((await world.app.inject({ method, url: '/api/account', payload: {} })).statusCode).toBe(401);
});

test('the second wall shows one account and its own people only', async () => {
  const actor = await buildSeated(world);
  const colleague = await buildSeated(world, { accountId: actor.accountId });
  await buildSeated(world);
  const { read } = world.ctx(actor).db;
  const accounts = await read.execute(sql`select id from accounts`);
  const people = await read.execute<{ id: string }>(sql`select id from users`);
  expect(accounts.rows).toEqual([{ id: actor.accountId }]);
  expect(people.rows.map((row) => row.id).sort()).toEqual([actor.userId, colleague.userId].sort());
  expect((await world.ctx({ kind: 'nobody' }).db.read.execute(sql`select id from accounts`)).rows).toEqual([]);
});

test('an address belongs to one person, however it is written', async () => {
  await buildPerson(world, { email: 'one@example.org' });
  const ctx = world.ctx();
  const again = ctx.system.write((tx) =>
    createPerson(ctx, tx, {
      email: 'ONE@example.org',
      name: 'x',
      passwordHash: null,
      locale: 'en-US',
      timeZone: 'UTC',
      emailVerified: 'no',
      termsVersion: null,
    }),
  );
  expect(await codeOf(again)).toBe('email_taken');
});

test('limits follow from the kind and from what was agreed', async () => {
  const account = await buildAccount(world, { entitlements: { rooms: 3, minutesPerMeeting: null } });
  const { read } = world.ctx().system;
  expect(await entitlementsFor(read, account.id)).toEqual({ ...standardEntitlements, rooms: 3, minutesPerMeeting: null });
  expect(entitlementsOf('operator', withoutPlan({})).rooms).toBeNull();
  expect([fits(3, 2), fits(3, 3), fits(null, 1e9), fits(0, 0)]).toEqual([true, false, true, false]);
  expect(await codeOf(entitlementsFor(read, '00000000-0000-7000-8000-000000000000'))).toBe('not_found');
});

test('an account takes only steps that make sense', async () => {
  const { id } = await buildAccount(world, { state: 'pending' });
  const to = (state: 'active' | 'suspended' | 'closed' | 'pending') =>
    codeOf(changeAccountState(world.ctx(), { accountId: id, to: state }));
  expect([
    await to('suspended'),
    await to('active'),
    await to('pending'),
    await to('suspended'),
    await to('active'),
    await to('closed'),
    await to('active'),
  ]).toEqual(['bad_request', 'fine', 'bad_request', 'fine', 'fine', 'fine', 'bad_request']);
  expect((await findAccount(world.ctx().system.read, id))?.state).toBe('closed');
  expect(mayBecome('closed', 'active')).toBe(false);
});

test('the operator lists accounts and people in pages; customers cannot', async () => {
  for (let n = 0; n < 3; n++) await buildAccount(world, { name: `Listed ${n} 100%` });
  const first = await listAccounts(world.ctx(), { search: '100%', limit: 2 });
  const rest = await listAccounts(world.ctx(), { search: '100%', limit: 2, cursor: first.next ?? '' });
  expect([first.total, first.items.length, rest.items.length, rest.next]).toEqual([3, 2, 1, null]);
  await buildPerson(world, { name: 'Zoë Quux' });
  expect((await listPeople(world.ctx(), { search: 'quux' })).items.map((one) => one.name)).toEqual(['Zoë Quux']);
  const actor = await buildSeated(world, { scope: ['users.manage'] });
  expect(await codeOf(listAccounts(world.ctx(actor), {}))).toBe('not_allowed');
  expect(await codeOf(listPeople(world.ctx(actor), {}))).toBe('not_allowed');
});

test('names of many people and accounts are one question each, and an empty list none', async () => {
  const own = await worldForThisTest();
  const [ana, ben] = [await buildPerson(own, { name: 'Ana' }), await buildPerson(own, { name: 'Ben' })];
  const account = await buildAccount(own, { name: 'School' });
  let asked = 0;
  const { read } = own.ctx().system;
  const counting = new Proxy(read, {
    get: (target, key) => {
      if (key === 'select') asked += 1;
      return Reflect.get(target, key, target);
    },
  });
  const nobody = '00000000-0000-7000-8000-000000000000';
  expect(await findNames(counting, [ana.id, ben.id, ana.id, nobody])).toEqual(
    new Map([
      [ana.id, 'Ana'],
      [ben.id, 'Ben'],
    ]),
  );
  expect(await findAccountNames(counting, [account.id, account.id])).toEqual(new Map([[account.id, 'School']]));
  expect(await findNames(counting, [])).toEqual(new Map());
  expect(asked).toBe(2);
});
