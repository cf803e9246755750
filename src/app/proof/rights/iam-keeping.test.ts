/** What keeping people brings with it: whose hand their sign-in falls into, what stays of those who went, and groups by claims. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, iamPeople } from './iam.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { tellClaims, tellUntied } from '#core/identity/server/social/social-claims.service.ts';
import { newId } from '#kit/server/ids.ts';
import { allowing, buildGrant } from '#core/iam/server/iam.factory.ts';

const provider = (key: string) => ({ key, name: key, issuer: `https://${key}.example`, clientId: 'a', clientSecret: 'b' });
const naming = (key: string) => ({ ...provider(key), groupsClaim: 'groups' });
const world = await testWorld({
  env: { OIDC_PROVIDERS: JSON.stringify([naming('school'), naming('town'), provider('mute')]) },
});
afterAll(() => world.close());

const { seen, apiOf, owner, colleague } = iamPeople(world);
const manager = allowing(['iam.*', 'rooms.view']);
const eventsOf = async (name: string, userId: string) =>
  (await world.ctx().system.read.execute(sql`select 1 from events where name = ${name} and data->>'userId' = ${userId}`)).rows
    .length;

describe('whoever gets a sign-in into their hand holds what it opens', () => {
  test('a link for somebody with wider rights is not handed over, by whatever way those came', async () => {
    const boss = await owner();
    await boss.api.iam.setAlias({ body: { alias: `k-${newId().slice(-8)}` } });
    const set = await boss.api.iam.createSet({ body: { name: 'Keys', statements: [allowing(['api.manage'])] } });
    const group = await boss.api.groups.create({ body: { name: 'Keys', sets: [set.id] } });
    const make = async (userName: string, given: object) =>
      (await boss.api.iam.create({ body: { userName, name: userName, preset: 'none', ...given } })).member.id;
    const wide = [
      await make('preset', { preset: 'admin' }),
      await make('own', { statements: [allowing(['api.manage'])] }),
      await make('set', { sets: [set.id] }),
      await make('group', { groups: [group.id] }),
    ];
    const narrow = await make('narrow', { statements: [allowing(['rooms.view'])] });
    const lead = await colleague(boss.actor.accountId, { statements: [manager] });
    const api = await apiOf(lead.token);
    for (const id of wide.slice(1)) expect(await codeOf(api.iam.reset({ params: { id } }))).toBe('exceeds_own');
    expect(await codeOf(api.iam.reset({ params: { id: wide[0] ?? '' } }))).toBe('owner_untouchable');
    expect((await api.iam.reset({ params: { id: narrow } })).firstSignIn).not.toBeNull();
    expect((await boss.api.iam.reset({ params: { id: wide[2] ?? '' } })).firstSignIn).not.toBeNull();
  });

  test('nor are those woken, or kept longer, who hold more', async () => {
    const boss = await owner();
    const soon = new Date(world.clock.now() + 60_000);
    const one = await colleague(boss.actor.accountId, { statements: [allowing(['api.manage'])], expiresAt: soon });
    const lead = await colleague(boss.actor.accountId, { statements: [manager] });
    const api = await apiOf(lead.token);
    const params = { id: one.actor.userId };
    const { version } = await api.iam.member({ params });
    for (const expiresAt of [null, soon.getTime() + 1])
      expect(await codeOf(api.iam.update({ params, body: { expiresAt, version } }))).toBe('exceeds_own');
    expect(await codeOf(api.iam.update({ params, body: { expiresAt: soon.getTime() - 1, version } }))).toBe('fine');
    await api.iam.suspend({ params });
    expect(await codeOf(api.iam.resume({ params }))).toBe('exceeds_own');
    expect(await codeOf(boss.api.iam.resume({ params }))).toBe('fine');
  });
});

describe('going and coming back', () => {
  test('programs hear of who is removed; the name is free again', async () => {
    const boss = await owner();
    await boss.api.iam.setAlias({ body: { alias: `k-${newId().slice(-8)}` } });
    const body = { userName: 'ana', name: 'Ana' };
    const { member } = await boss.api.iam.create({ body });
    await boss.api.iam.remove({ params: { id: member.id } });
    expect(await eventsOf('accounts.member-removed', member.id)).toBe(1);
    expect((await boss.api.iam.create({ body })).member).toMatchObject({ signInName: member.signInName });
  });

  test('who is gone is in no group that anybody sees', async () => {
    const boss = await owner();
    const one = await colleague(boss.actor.accountId);
    const group = await boss.api.groups.create({ body: { name: 'Teachers' } });
    await boss.api.groups.add({ params: { id: group.id }, body: { userIds: [one.actor.userId] } });
    await boss.api.iam.remove({ params: { id: one.actor.userId } });
    expect(await boss.api.groups.members({ params: { id: group.id } })).toMatchObject({ items: [], total: 0 });
    expect((await boss.api.groups.list()).items).toMatchObject([{ people: 0 }]);
  });

  test('who is in the account already is told so, and the invitation is closed', async () => {
    const boss = await owner();
    const other = await buildActor(world, { kind: 'customer' });
    const { id } = await boss.api.iam.invite({ body: { email: other.actor.email } });
    await buildActor(world, { userId: other.actor.userId, accountId: boss.actor.accountId, role: 'member' });
    const api = await apiOf(other.token);
    expect(await codeOf(api.iam.answerInvitation({ params: { id }, body: { answer: 'accept' } }))).toBe('already_member');
    expect((await api.iam.myInvitations()).items).toEqual([]);
  });
});

test('a set is counted by itself, whatever others are called', async () => {
  const boss = await owner();
  const set = await boss.api.iam.createSet({ body: { name: 'Tea', statements: [] } });
  await boss.api.iam.createSet({ body: { name: 'A Team', statements: [] } });
  const one = await colleague(boss.actor.accountId);
  const { version } = await boss.api.iam.member({ params: { id: one.actor.userId } });
  await boss.api.iam.update({ params: { id: one.actor.userId }, body: { sets: [set.id], version } });
  expect((await boss.api.iam.updateSet({ params: { id: set.id }, body: { name: 'Tea', version: 1 } })).people).toBe(1);
});

describe('groups by claims', () => {
  const signInBy = (provider: string, userId: string, groups: string[]) => {
    const ctx = world.ctx({ kind: 'nobody' });
    const claims = { issuer: 'https://id.example', subject: userId, email: null, groups };
    return ctx.system.write((tx) => tellClaims(ctx, tx, { userId, provider, claims }));
  };
  const signIn = (userId: string, groups: string[]) => signInBy('school', userId, groups);
  const untie = (userId: string, providers: string[]) => {
    const ctx = world.ctx({ kind: 'nobody' });
    return ctx.system.write((tx) => tellUntied(ctx, tx, { userId, providers }));
  };

  test('a sign-in puts into the group and takes out of it, and leaves those alone whom a person put in', async () => {
    const boss = await owner();
    const other = await owner();
    const [one, two] = [await colleague(boss.actor.accountId), await colleague(boss.actor.accountId)];
    const body = { name: 'Teachers', statements: [allowing(['rooms.view'])], claim: 'Staff/Teachers' };
    const group = await boss.api.groups.create({ body });
    const foreign = await other.api.groups.create({ body });
    const params = { id: group.id };
    expect(group.claim).toBe('Staff/Teachers');
    await boss.api.groups.add({ params, body: { userIds: [two.actor.userId] } });
    await signIn(one.actor.userId, ['pupils', 'staff/teachers']);
    await signIn(one.actor.userId, ['staff/teachers']);
    expect((await seen(one.token)).scope).toEqual(['rooms.view']);
    expect((await other.api.groups.members({ params: { id: foreign.id } })).total).toBe(0);
    for (const who of [one, two]) await signIn(who.actor.userId, ['pupils']);
    expect((await seen(one.token)).scope).toEqual([]);
    expect((await seen(two.token)).scope).toEqual(['rooms.view']);
  });

  test('a place belongs to the provider that said so: another one, or one that is not asked for groups, neither gives nor takes it', async () => {
    const boss = await owner();
    const one = await colleague(boss.actor.accountId);
    const { userId } = one.actor;
    await boss.api.groups.create({ body: { name: 'Crew', statements: [allowing(['rooms.view'])], claim: 'crew' } });
    const scope = async () => (await seen(one.token)).scope;
    await signInBy('mute', userId, ['crew']);
    expect(await scope()).toEqual([]);
    await signInBy('school', userId, ['crew']);
    await signInBy('mute', userId, []);
    await signInBy('town', userId, []);
    expect(await scope()).toEqual(['rooms.view']);
    // two say so: the word of the other one is enough
    await signInBy('town', userId, ['crew']);
    await signInBy('school', userId, []);
    expect(await scope()).toEqual(['rooms.view']);
    await signInBy('town', userId, ['pupils']);
    expect(await scope()).toEqual([]);
    // a link that was taken off says nothing any more
    await signInBy('school', userId, ['crew']);
    await untie(userId, ['town']);
    expect(await scope()).toEqual(['rooms.view']);
    await untie(userId, ['school']);
    expect(await scope()).toEqual([]);
  });

  test('a name with a line break in it is no second name', async () => {
    const boss = await owner();
    const one = await colleague(boss.actor.accountId);
    await boss.api.groups.create({ body: { name: 'Heads', statements: [allowing(['rooms.view'])], claim: 'heads' } });
    await signIn(one.actor.userId, ['pupils\nheads']);
    expect((await seen(one.token)).scope).toEqual([]);
  });

  test('one claim leads to one group; another one lets those go whom the former brought', async () => {
    const boss = await owner();
    const one = await colleague(boss.actor.accountId);
    const group = await boss.api.groups.create({ body: { name: 'A', claim: 'a' } });
    expect(await codeOf(boss.api.groups.create({ body: { name: 'B', claim: 'A' } }))).toBe('name_taken');
    await signIn(one.actor.userId, ['a']);
    const params = { id: group.id };
    expect((await boss.api.groups.members({ params })).total).toBe(1);
    expect((await boss.api.groups.update({ params, body: { claim: null, version: 1 } })).claim).toBeNull();
    expect((await boss.api.groups.members({ params })).total).toBe(0);
  });

  test('nobody lets a provider give what they do not hold, and what they gave so goes with their right', async () => {
    const boss = await owner();
    const lead = await colleague(boss.actor.accountId, { statements: [allowing(['groups.*', 'rooms.view'])] });
    const api = await apiOf(lead.token);
    const wide = await boss.api.groups.create({ body: { name: 'Wide', statements: [allowing(['api.manage'])] } });
    expect(await codeOf(api.groups.update({ params: { id: wide.id }, body: { claim: 'wide', version: 1 } }))).toBe('exceeds_own');
    const own = await boss.api.groups.create({ body: { name: 'Rooms', statements: [allowing(['rooms.view'])] } });
    expect(await codeOf(api.groups.update({ params: { id: own.id }, body: { claim: 'rooms', version: 1 } }))).toBe('fine');
    const one = await colleague(boss.actor.accountId);
    await signIn(one.actor.userId, ['rooms']);
    expect((await seen(one.token)).scope).toEqual(['rooms.view']);
    await buildGrant(world, lead.actor, { statements: [] });
    expect((await seen(one.token)).scope).toEqual([]);
  });
});

test('whoever is put into a group that is being deleted is told that there is none', async () => {
  const boss = await owner();
  const { actor } = await colleague(boss.actor.accountId);
  const { id } = await boss.api.groups.create({ body: { name: 'Soon gone' } });
  let put = Promise.resolve('');
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`delete from iam_groups where id = ${id}`);
    put = codeOf(boss.api.groups.add({ params: { id }, body: { userIds: [actor.userId] } }));
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect(await put).toBe('not_found');
});
