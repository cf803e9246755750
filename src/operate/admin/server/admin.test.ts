import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type World, testWorld, worldForThisTest } from '#app/proof/testing.ts';
import { buildAccount, buildMember, buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { type Entitlements, standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { holdPlan } from '#core/accounts/server/plan.service.ts';
import { findAccount, recordedBytes } from '#core/accounts/server/accounts.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { limitKeys, limitSwitches } from '../admin.rules.ts';
import { activeVendor, bringIn, buildKeeper, codeOf } from './admin.factory.ts';

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

describe('the list', () => {
  test('shows accounts with owner and use, and finds them by name, owner and address', async () => {
    const { actor } = await buildKeeper(world);
    const owner = await buildPerson(world, { name: 'Zacharias Quill', email: 'quill@listed.example' });
    const account = await buildAccount(world, { name: 'Unter den Linden 7', ownerId: owner.id });
    await buildMember(world, { accountId: account.id });
    const full = await buildActor(world, {
      accountId: account.id,
      scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }),
    });
    await createRoom(world.ctx(full.actor), { name: 'A room' });
    for (const search of ['den linden', 'harias qu', 'quill@listed'])
      expect(
        (await world.api(actor).users.list({ query: { search } })).items.map((one) => one.id),
        search,
      ).toEqual([account.id]);
    const [item] = (await world.api(actor).users.list({ query: { search: 'den linden' } })).items;
    expect(item).toMatchObject({
      owner: { id: owner.id, name: 'Zacharias Quill', email: 'quill@listed.example', proven: true },
      usage: { rooms: 1, people: 3, meetings: 0, recordedBytes: 0 },
      kind: 'customer',
      state: 'active',
      vendor: null,
    });
    expect(item?.lastActiveAt).toBeGreaterThan(0);
    expect(await recordedBytes(world.ctx().system.read, account.id)).toBe(0);
  });

  test('goes through all of them once in every order, and never shows the operator', async () => {
    const own = await worldForThisTest();
    const { actor } = await buildKeeper(own);
    for (const name of ['b', 'A', 'a', 'ä', 'c10', 'c9']) await buildAccount(own, { name });
    const walk = async (sort: 'newest' | 'oldest' | 'name' | 'name-down') => {
      const seen: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await own.api(actor).users.list({ query: { sort, limit: 2, ...(cursor === undefined ? {} : { cursor }) } });
        expect(page.total).toBe(6);
        seen.push(...page.items.map((one) => one.name));
        if (page.next === null) return seen;
        cursor = page.next;
      }
    };
    expect(await walk('newest')).toEqual(['c9', 'c10', 'ä', 'a', 'A', 'b']);
    expect(await walk('oldest')).toEqual(['b', 'A', 'a', 'ä', 'c10', 'c9']);
    const byName = await walk('name');
    expect(byName).toEqual(['a', 'A', 'ä', 'b', 'c9', 'c10']);
    expect(await walk('name-down')).toEqual(byName.toReversed());
  });

  test('is filtered by kind and state; unknown words narrow nothing', async () => {
    const own = await worldForThisTest();
    const { actor } = await buildKeeper(own);
    await buildAccount(own, { kind: 'vendor', name: 'V' });
    await buildAccount(own, { state: 'pending', name: 'P' });
    await buildAccount(own, { state: 'suspended', name: 'S' });
    const names = async (query: { kind?: string; state?: string }) =>
      (await own.api(actor).users.list({ query })).items.map((one) => one.name).sort();
    expect(await names({ kind: 'vendor' })).toEqual(['V']);
    expect(await names({ state: 'pending,suspended' })).toEqual(['P', 'S']);
    expect(await names({ kind: 'operator,rubbish' })).toEqual(['P', 'S', 'V']);
  });

  test('of a vendor holds its own customers alone', async () => {
    const vendor = await buildKeeper(world, { kind: 'vendor' });
    await activeVendor(world, vendor.actor.accountId);
    const mine = await buildAccount(world, { name: 'Mine' });
    const other = await buildAccount(world, { name: 'Other' });
    await bringIn(world, vendor.actor.accountId, mine.id);
    const page = await world.api(vendor.actor).users.list({ query: {} });
    expect([page.items.map((one) => one.id), page.total, page.rights]).toEqual([
      [mine.id],
      1,
      { money: true, create: false, staff: false, vendors: false },
    ]);
    expect(await codeOf(world.api(vendor.actor).users.get({ params: { id: other.id } }))).toBe('not_found');
    expect((await world.api(vendor.actor).users.get({ params: { id: mine.id } })).rights).toMatchObject({
      suspend: true,
      limits: false,
      address: false,
    });
  });
});

describe('an account', () => {
  test('is made with an owner who gets a link that sets the password', async () => {
    const { actor } = await buildKeeper(world);
    const body = {
      organisation: 'New School',
      email: 'head@new-school.example',
      name: 'Hana Head',
      locale: 'de' as const,
      timeZone: 'Europe/Berlin',
      limits: { rooms: 3, recordingDays: null },
    };
    const made = await world.api(actor).users.create({ body });
    expect(made).toMatchObject({
      name: 'New School',
      state: 'active',
      limits: { rooms: 3, recordingDays: null },
      owner: { proven: false },
    });
    expect(await templatesTo(world, 'head@new-school.example')).toEqual(['account.invitation']);
    expect((await findAccount(world.ctx().system.read, made.id))?.entitlements).toMatchObject({ rooms: 3, people: 50 });
    expect(await codeOf(world.api(actor).users.create({ body }))).toBe('email_taken');
    const vendor = await buildKeeper(world, { kind: 'vendor' });
    expect(await codeOf(world.api(vendor.actor).users.create({ body: { ...body, email: 'x@new-school.example' } }))).toBe(
      'not_found',
    );
  });

  test('is changed by version, and limits go back to the standard when they are left out', async () => {
    const { actor } = await buildKeeper(world);
    const account = await buildAccount(world, { entitlements: { rooms: 7, webhooks: 2 } });
    const { users } = world.api(actor);
    const before = await users.get({ params: { id: account.id } });
    const after = await users.update({
      params: { id: account.id },
      body: { version: before.version, name: 'Renamed', limits: { people: null } },
    });
    expect([after.name, after.limits, after.standard.rooms]).toEqual(['Renamed', { people: null }, 100]);
    expect((await findAccount(world.ctx().system.read, account.id))?.entitlements).toMatchObject({
      rooms: 100,
      people: null,
      webhooks: 10,
    });
    expect(await codeOf(users.update({ params: { id: account.id }, body: { version: before.version, name: 'x' } }))).toBe(
      'changed_meanwhile',
    );
    expect(await codeOf(users.update({ params: { id: actor.accountId }, body: { version: 1, name: 'x' } }))).toBe('not_found');
  });

  test('has limits beside its plan while it has one, and those of its own again afterwards', async () => {
    const { actor } = await buildKeeper(world);
    const account = await buildAccount(world, { entitlements: { rooms: 7 } });
    const { users } = world.api(actor);
    const held = (plan: Partial<Entitlements> | null) =>
      world.ctx().system.write((tx) => holdPlan(world.ctx(), tx, { accountId: account.id, plan, service: 'full' }));
    const seen = () => users.get({ params: { id: account.id } });
    const counts = async () => (await findAccount(world.ctx().system.read, account.id))?.entitlements;
    const early = await seen();
    expect(early).toMatchObject({ limitsBy: 'standard', limits: { rooms: 7 }, standard: { rooms: 100 } });
    await held({ rooms: 60, people: 40, branding: false });
    // a form from before the plan would say something else than it meant
    const stale = { version: early.version, limits: { rooms: 8 } };
    expect(await codeOf(users.update({ params: { id: account.id }, body: stale }))).toBe('changed_meanwhile');
    const { version, ...planned } = await seen();
    expect(planned).toMatchObject({ limitsBy: 'plan', limits: {}, standard: { rooms: 60, people: 40, branding: false } });
    const body = { version, limits: { rooms: 90, branding: true } };
    expect((await users.update({ params: { id: account.id }, body })).limits).toEqual(body.limits);
    expect(await counts()).toMatchObject({ rooms: 90, people: 40, branding: true, webhooks: 0 });
    // with the next plan too, and without any the account has its own again
    await held({ rooms: 120, people: 80 });
    expect(await counts()).toMatchObject({ rooms: 90, people: 80 });
    await held(null);
    expect(await counts()).toMatchObject({ rooms: 7, people: 50 });
    expect(await seen()).toMatchObject({ limitsBy: 'standard', limits: { rooms: 7 } });
  });

  test('can be given everything that a plan can hold, and reads back what it was given', async () => {
    const { actor } = await buildKeeper(world);
    const account = await buildAccount(world);
    const { users } = world.api(actor);
    const limits = {
      ...Object.fromEntries(limitKeys.map((name, at) => [name, at + 1])),
      ...Object.fromEntries(limitSwitches.map((name) => [name, !standardEntitlements[name]])),
    };
    const { version } = await users.get({ params: { id: account.id } });
    expect((await users.update({ params: { id: account.id }, body: { version, limits } })).limits).toEqual(limits);
    expect((await findAccount(world.ctx().system.read, account.id))?.entitlements).toEqual(limits);
  });

  test('is suspended with a reason that its owner reads in a mail and at sign-in, and opened again', async () => {
    const { actor } = await buildKeeper(world);
    const customer = await buildActor(world, { email: 'frozen@owner.example', password: 'a long enough pass phrase' });
    const { users } = world.api(actor);
    const id = customer.actor.accountId;
    const status = async () =>
      (await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${customer.token}` } })).statusCode;
    expect(await status()).toBe(200);
    expect((await users.suspend({ params: { id }, body: { reason: 'The invoice of May is open.' } })).stateReason).toBe(
      'The invoice of May is open.',
    );
    expect(await status()).toBe(401);
    expect(await codeOf(users.suspend({ params: { id }, body: { reason: 'Again and again' } }))).toBe('wrong_state');
    expect(await templatesTo(world, 'frozen@owner.example')).toEqual(['admin.suspended']);
    const { accountFor } = await import('#core/identity/server/sign-in/second-step.service.ts');
    const refusal = await accountFor(world.ctx(), customer.actor.userId, 'password').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'account_suspended', data: { reason: 'The invoice of May is open.' } });
    const open = await users.reactivate({ params: { id }, body: {} });
    expect([open.state, open.stateReason]).toEqual(['active', null]);
    expect(await templatesTo(world, 'frozen@owner.example')).toEqual(['admin.suspended', 'admin.reopened']);
    const logged = await world
      .ctx()
      .system.read.execute<{ account_id: string }>(
        sql`select account_id from audit_entries where action = 'accounts.suspended' and subject_id = ${id} order by account_id`,
      );
    expect(logged.rows.map((row) => row.account_id).sort()).toEqual([id, actor.accountId].sort());
  });

  test('that the operator suspended is not opened by its vendor, one that the vendor suspended is', async () => {
    const operator = await buildKeeper(world);
    const vendor = await buildKeeper(world, { kind: 'vendor' });
    await activeVendor(world, vendor.actor.accountId);
    const { id } = await buildAccount(world);
    await bringIn(world, vendor.actor.accountId, id);
    const [high, low] = [world.api(operator.actor).users, world.api(vendor.actor).users];
    await low.suspend({ params: { id }, body: { reason: 'Not paid' } });
    expect((await low.reactivate({ params: { id }, body: {} })).state).toBe('active');
    await high.suspend({ params: { id }, body: { reason: 'Abuse' } });
    expect((await low.get({ params: { id } })).rights.reactivate).toBe(false);
    expect(await codeOf(low.reactivate({ params: { id }, body: {} }))).toBe('not_found');
    expect((await high.reactivate({ params: { id }, body: {} })).state).toBe('active');
  });

  test('that waits is approved by the operator alone', async () => {
    const { actor } = await buildKeeper(world);
    const { id } = await buildAccount(world, { state: 'pending' });
    expect((await world.api(actor).users.get({ params: { id } })).rights.approve).toBe(true);
    expect((await world.api(actor).users.reactivate({ params: { id }, body: {} })).state).toBe('active');
  });
});
