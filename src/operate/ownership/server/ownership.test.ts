import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { buildMember } from '#core/accounts/server/accounts.factory.ts';
import { findOwners } from '#core/accounts/server/accounts.service.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { startSession } from '#core/identity/server/sessions/sessions.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { ensureRunning } from '#meet/meetings/server/start.service.ts';
import { ownershipLimits, tableFates } from '../ownership.rules.ts';
import { eraseDue } from './erase.service.ts';
import { accountTables } from './rows.queries.ts';
import { buildAccountOwner, buildColleague, codeOf, day, folder, isThere, nameOf, proven, whole } from './ownership.factory.ts';

const mailsOf = async (world: World) =>
  (await world.ctx().system.read.execute(sql`select template, recipient from outbox_mails order by id`)).rows.map(
    (row) => `${String(row['template'])} ${String(row['recipient'])}`,
  );

test('every table with an account is named, with what becomes of it', async () => {
  const world = await worldForThisTest();
  expect((await accountTables(world.ctx().system.read)).sort()).toEqual(Object.keys(tableFates).sort());
});

test('ownership passes when the other one accepts, with a proof of both, and both are told', async () => {
  const world = await worldForThisTest();
  const [ana, ben] = await buildAccountOwner(world).then(async (one) => [one, await buildColleague(world, one)] as const);
  const offer = () => world.api(ana).ownership.offer({ body: { userId: ben.userId } });
  expect(await codeOf(offer())).toBe('proof_needed');
  await proven(world, ana);
  expect([await codeOf(offer()), await codeOf(offer())]).toEqual(['fine', 'not_possible']);
  const seen = await world.api(ben).ownership.overview();
  expect([seen.owner?.id, seen.offer?.from.id, seen.rights.answer]).toEqual([ana.userId, ana.userId, true]);
  const params = { id: seen.offer?.id ?? '' };
  const say = (who: UserActor, answer: 'accept' | 'decline' | 'withdraw') =>
    codeOf(world.api(who).ownership.answer({ params, body: { answer } }));
  expect(await say(ana, 'accept')).toBe('not_found');
  expect(await say(ben, 'withdraw')).toBe('not_found');
  expect(await say(ben, 'accept')).toBe('proof_needed');
  await proven(world, ben);
  expect([await say(ben, 'accept'), await say(ben, 'accept')]).toEqual(['fine', 'not_found']);
  expect(await findOwners(world.ctx().system.read, ana.accountId)).toEqual([ben.userId]);
  expect((await mailsOf(world)).filter((one) => one.startsWith('ownership.'))).toEqual([
    `ownership.offered ${ben.email}`,
    `ownership.changed ${ana.email}`,
    `ownership.changed ${ben.email}`,
  ]);
});

test('an offer can be declined, taken back, and runs out', async () => {
  const world = await worldForThisTest();
  const ana = await proven(world, await buildAccountOwner(world));
  const ben = await proven(world, await buildColleague(world, ana));
  const made = async () => {
    await world.api(ana).ownership.offer({ body: { userId: ben.userId } });
    return { id: (await world.api(ana).ownership.overview()).offer?.id ?? '' };
  };
  await world.api(ben).ownership.answer({ params: await made(), body: { answer: 'decline' } });
  await world.api(ana).ownership.answer({ params: await made(), body: { answer: 'withdraw' } });
  const late = await made();
  world.clock.advance((ownershipLimits.offerDays + 1) * day);
  expect((await world.api(ben).ownership.overview()).offer).toBeNull();
  expect(await codeOf(world.api(ben).ownership.answer({ params: late, body: { answer: 'accept' } }))).toBe('not_possible');
  expect((await made()).id).not.toBe(late.id);
  expect(await findOwners(world.ctx().system.read, ana.accountId)).toEqual([ana.userId]);
});

test('who is no owner closes nothing and offers nothing, and nobody is let in', async () => {
  const world = await worldForThisTest();
  const ana = await buildAccountOwner(world);
  const admin = await proven(world, whole({ ...(await buildColleague(world, ana)), role: 'admin' }));
  const stranger = await proven(world, await buildAccountOwner(world));
  const { ownership } = world.api(admin);
  expect([
    await codeOf(ownership.preview()),
    await codeOf(ownership.close({ body: { name: 'x' } })),
    await codeOf(ownership.undo()),
    await codeOf(ownership.offer({ body: { userId: ana.userId } })),
  ]).toEqual(['not_allowed', 'not_allowed', 'not_allowed', 'not_allowed']);
  expect(await codeOf(world.api(stranger).ownership.offer({ body: { userId: ana.userId } }))).toBe('not_found');
  expect(await codeOf(world.api({ ...ana, scope: [] }).ownership.exports())).toBe('not_allowed');
  const { ownership: nobody } = world.api();
  expect([await codeOf(nobody.overview()), await codeOf(nobody.leave()), await codeOf(nobody.exports())]).toEqual([
    'not_signed_in',
    'not_signed_in',
    'not_signed_in',
  ]);
});

test('closing needs the name and a proof, ends all sessions, starts nothing any more, and can be undone', async () => {
  const world = await worldForThisTest();
  const { actor, token } = await buildActor(world, { kind: 'customer' });
  const ana = whole(actor);
  const room = await createRoom(world.ctx(ana), { name: 'A' });
  const { ownership } = world.api(ana);
  const name = await nameOf(world, ana.accountId);
  expect((await ownership.preview()).counts).toMatchObject({ rooms: 1, people: 1 });
  expect(await codeOf(ownership.close({ body: { name } }))).toBe('proof_needed');
  await proven(world, ana);
  expect(await codeOf(ownership.close({ body: { name: 'Wrong' } }))).toBe('wrong_name');
  const { eraseAt } = await ownership.close({ body: { name: ` ${name} ` } });
  expect(Math.round((eraseAt - world.clock.now()) / day)).toBe(30);
  expect((await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401);
  const held = await roomOf(world.ctx().system.read, room.id);
  expect(held === null ? '' : await codeOf(ensureRunning(world.ctx(), { room: held, by: null }))).toBe('not_found');
  // after signing in again they see that it is closed, and nothing else
  const signedIn = world.ctx();
  const again = await signedIn.system.write((tx) => startSession(signedIn, tx, { userId: ana.userId, accountId: ana.accountId }));
  const told = await world.app.inject({ url: '/api/account/closing', headers: { authorization: `Bearer ${again.token}` } });
  expect([told.statusCode, told.json()]).toEqual([200, { account: { name }, eraseAt, mayUndo: true }]);
  const refused = await world.app.inject({ url: '/api/rooms', headers: { authorization: `Bearer ${again.token}` } });
  expect(refused.statusCode).toBe(403);
  const undone = await world.app.inject({
    method: 'DELETE',
    url: '/api/account/closing',
    headers: { authorization: `Bearer ${again.token}`, 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(undone.statusCode).toBe(200);
  const open = await world.app.inject({ url: '/api/rooms', headers: { authorization: `Bearer ${again.token}` } });
  expect(open.statusCode).toBe(200);
});

test('after the grace nothing of the account is left but ids, and whoever is elsewhere too stays there', async () => {
  const world = await worldForThisTest({ env: folder() });
  const ana = await proven(world, await buildAccountOwner(world));
  const ben = await buildColleague(world, ana);
  const other = await buildAccountOwner(world);
  await buildMember(world, { accountId: other.accountId, userId: ben.userId });
  const room = await createRoom(world.ctx(ana), { name: 'Zebrafink' });
  await world.api(ana).webhooks.add({ body: { name: 'Zebrafink', url: 'http://localhost:1/' } });
  const files = filesOf(world.parts.config);
  const recording = newId();
  await world
    .ctx()
    .system.read.execute(
      sql`insert into recordings (id, account_id, record_id, external_id, name, state, started_at, held, room_id) values (${recording}, ${ana.accountId}, ${recording}, 'x', 'Zebrafink', 'published', now(), 'here', ${room.id})`,
    );
  await files.put(`recordings/${recording}/video.mp4`, Readable.from(['x']));
  await files.put(`exports/${ana.accountId}/${newId()}.zip`, Readable.from(['x']));
  await world.api(ana).ownership.close({ body: { name: await nameOf(world, ana.accountId) } });
  await eraseDue(world.ctx());
  expect(await nameOf(world, ana.accountId)).not.toBe('');
  world.clock.advance(31 * day);
  await eraseDue(world.ctx());
  await world.runJobs();
  await eraseDue(world.ctx());
  await world.runJobs();
  const { read } = world.ctx().system;
  for (const table of await accountTables(read)) {
    const left = await read.execute(sql`select * from ${sql.identifier(table)} where account_id = ${ana.accountId}`);
    const kept = tableFates[table]?.erase === 'keep';
    expect([table, left.rows.length > 0 && !kept]).toEqual([table, false]);
    expect([table, JSON.stringify(left.rows).includes('Zebrafink')]).toEqual([table, false]);
  }
  expect(await nameOf(world, ana.accountId)).toBe('');
  expect(await isThere(world, `recordings/${recording}/video.mp4`)).toBe(false);
  for await (const file of files.list(`exports/${ana.accountId}`)) expect(file).toBeNull();
  const people = await read.execute(
    sql`select id, email, name, state from users where id in (${ana.userId}, ${ben.userId}) order by state`,
  );
  expect(people.rows).toMatchObject([
    { id: ben.userId, email: ben.email, state: 'active' },
    { id: ana.userId, name: '', state: 'suspended' },
  ]);
  expect(JSON.stringify(people.rows)).not.toContain(ana.email);
  const receipt = await read.execute(
    sql`select recipient, account_id, user_id from outbox_mails where template = 'ownership.erased'`,
  );
  expect(receipt.rows).toEqual([{ recipient: ana.email, account_id: null, user_id: null }]);
  expect((await read.execute(sql`select state from account_closings`)).rows).toEqual([{ state: 'erased' }]);
  expect(await findOwners(read, other.accountId)).toEqual([other.userId]);
});

test('who leaves gives rooms to the owner; without another account the sign-in is erased; the owner stays', async () => {
  const world = await worldForThisTest();
  const ana = await proven(world, await buildAccountOwner(world));
  const ben = await proven(world, await buildColleague(world, ana));
  const full = { ...ben, scope: scopeFor({ accountKind: 'customer', role: 'member', permissions: [] }) };
  const room = await createRoom(world.ctx(full), { name: 'Mine' });
  expect(await codeOf(world.api(ana).ownership.leave())).toBe('not_possible');
  await world.api(ben).ownership.leave();
  const { read } = world.ctx().system;
  expect((await read.execute(sql`select owner_id from rooms where id = ${room.id}`)).rows).toEqual([{ owner_id: ana.userId }]);
  const [left] = (await read.execute(sql`select email, name, state from users where id = ${ben.userId}`)).rows;
  expect(left).toEqual({ email: `erased-${ben.userId}@erased.invalid`, name: '', state: 'suspended' });
});

test('the operator’s own account cannot be closed', async () => {
  const world = await worldForThisTest();
  const { actor } = await buildActor(world, { kind: 'operator' });
  await proven(world, actor);
  expect(await codeOf(world.api(actor).ownership.close({ body: { name: 'x' } }))).toBe('not_possible');
});
