/** What courses do with us: rooms in deep links, the way in, people, grades, and what an account may. */
import { sql } from 'drizzle-orm';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { testWorld } from '#app/proof/testing.ts';
import { meetingEvents, settleEnded } from '#meet/meetings/server/settle.service.ts';
import { buildPerson, buildRoom, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { buildFakeBbb, type FakeBbb } from '#meet/servers/server/fake-bbb.factory.ts';
import { addStays } from '#meet/usage/server/usage.factory.ts';
import { addServer, report } from '#meet/servers/server/servers.service.ts';
import { claimNames } from '../launch.rules.ts';
import { buildLms, connectLms, launchAs, type Lms, roles } from './lti-platform.factory.ts';

const world = await testWorld();
let fake: FakeBbb;
beforeAll(async () => {
  fake = await buildFakeBbb();
  const { url, secret } = fake;
  const server = await addServer(world.ctx(), { name: 'engine', kind: 'engine', url, secret, directJoin: true });
  const answered = { meetings: 0, people: 0, voices: 0, videos: 0, answerMs: 1, clockSkewMs: 0, version: null };
  await report(world.ctx(), { serverId: server.id, answered });
});
afterAll(async () => {
  await fake.close();
  await world.close();
});
const at = (token: string) => ({ params: { token } });
const guest = () => world.api().course;
const lti = (actor?: UserActor) => world.api(actor).lti;
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
const learner = (sub: string, name: string) => ({ sub, name, [claimNames.roles]: roles.learner });
const services = (lms: Lms) => ({
  [claimNames.members]: { context_memberships_url: `${lms.base}/members` },
  [claimNames.grades]: { lineitem: `${lms.base}/line/1?type=x`, scope: [] },
});

test('deep linking: the platform’s own check takes the answer, and the item has a line item', async () => {
  const boss = await buildPerson(world);
  const { lms } = await connectLms(world, boss);
  const deep = await launchAs(world, lms, {
    [claimNames.messageType]: 'LtiDeepLinkingRequest',
    [claimNames.deepLinking]: { deep_link_return_url: `${lms.base}/back`, accept_types: ['ltiResourceLink'], data: 'echo' },
  });
  const room = await guest().makeRoom({ ...at(deep), body: { name: 'Frogs' } });
  expect((await guest().rooms({ ...at(deep), query: {} })).items.map(({ name }) => name)).toEqual(['Frogs']);
  const body = { roomId: room.id, title: 'Frogs live', grade: { rule: 'attended' as const, atLeastPercent: 75 } };
  const { action, jwt } = await guest().addToCourse({ ...at(deep), body });
  expect(action).toBe(`${lms.base}/back`);
  const { payload } = await jwtVerify(jwt, await lms.toolKeys(), {
    issuer: lms.state.clientId,
    audience: lms.base,
    algorithms: ['RS256'],
  });
  expect(payload).toMatchObject({
    [claimNames.messageType]: 'LtiDeepLinkingResponse',
    [claimNames.deployment]: 'd1',
    [claimNames.data]: 'echo',
    [claimNames.items]: [{ type: 'ltiResourceLink', title: 'Frogs live', lineItem: { scoreMaximum: 100, label: 'Frogs live' } }],
  });
  // a room of the account that nobody of the platform made is not offered
  const own = await buildRoom(world, boss);
  expect(await codeOf(guest().addToCourse({ ...at(deep), body: { ...body, roomId: own.id } }))).toBe('not_found');
});

test('teachers start, learners come after them without the lobby, and nobody chooses rooms but teachers', async () => {
  const boss = await buildPerson(world);
  const { lms } = await connectLms(world, boss);
  const teacher = await launchAs(world, lms);
  const room = await guest().makeRoom({ ...at(teacher), body: { name: 'Frogs' } });
  expect((await guest().chooseRoom({ ...at(teacher), body: { roomId: room.id } })).purpose).toBe('join');
  await world.ctx().system.read.execute(sql`update rooms set lobby = true where id = ${room.id}`);
  const pupil = await launchAs(world, lms, learner('u2', 'Lea Learner'));
  expect(await codeOf(guest().join({ ...at(pupil), body: {} }))).toBe('waiting_for_host');
  await guest().join({ ...at(teacher), body: {} });
  expect(fake.joins.at(-1)).toMatchObject({ fullName: 'Tara Teacher', role: 'MODERATOR' });
  await guest().join({ ...at(pupil), body: {} });
  expect(fake.joins.at(-1)).toMatchObject({ fullName: 'Lea Learner', role: 'VIEWER', userID: expect.stringMatching(/^lti-/) });
  expect(fake.joins.at(-1)?.['guest']).toBeUndefined();
  for (const ask of [
    () => guest().rooms({ ...at(pupil), query: {} }),
    () => guest().makeRoom({ ...at(pupil), body: { name: 'Mine' } }),
    () => guest().chooseRoom({ ...at(pupil), body: { roomId: room.id } }),
    () => guest().people(at(pupil)),
  ])
    expect(await codeOf(ask())).toBe('not_allowed');
  // the meeting that runs is not recorded on our own engine unless people agree inside, so its door asks nobody
  await guest().join({ ...at(pupil), body: {} });
  const { read } = world.ctx().system;
  await read.execute(sql`update meetings set recording = true where room_id = ${room.id}`);
  await guest().join({ ...at(pupil), body: {} });
  await read.execute(sql`update servers set kind = 'bbb'`);
  expect((await guest().visit(at(pupil))).room).toMatchObject({ record: true });
  expect(await codeOf(guest().join({ ...at(pupil), body: {} }))).toBe('consent_required');
  await read.execute(sql`update servers set kind = 'engine'`);
  world.clock.advance(43_201_000);
  expect(await codeOf(guest().visit(at(pupil)))).toBe('not_found');
});

test('recordings of a course room belong to the course, no matter who starts the meeting, until no course opens it', async () => {
  const boss = await buildPerson(world);
  const { lms } = await connectLms(world, boss);
  const teacher = await launchAs(world, lms);
  const made = await guest().makeRoom({ ...at(teacher), body: { name: 'Frogs' } });
  const other = await guest().makeRoom({ ...at(teacher), body: { name: 'Toads' } });
  const { read } = world.ctx().system;
  const startedFromCourse = async (roomId: string) => {
    const { meetingId } = await meetApi(world, boss).meetings.start({ params: { id: roomId } });
    await settleEnded(world.ctx(), meetingId, 'host');
    const { rows } = await read.execute(sql`select from_course as "fromCourse" from meetings where id = ${meetingId}`);
    return rows[0]?.['fromCourse'];
  };
  expect(await startedFromCourse(made.id)).toBe(false);
  await guest().chooseRoom({ ...at(teacher), body: { roomId: made.id } });
  expect(await startedFromCourse(made.id)).toBe(true);
  await guest().chooseRoom({ ...at(teacher), body: { roomId: other.id } });
  expect([await startedFromCourse(made.id), await startedFromCourse(other.id)]).toEqual([false, true]);
  const [platform] = (await lti(boss).platforms({ query: {} })).items;
  await lti(boss).removePlatform({ params: { id: platform?.id ?? '' } });
  expect(await startedFromCourse(other.id)).toBe(false);
});

test('people of whom a platform says little are learners, and one that cannot be read hides no other', async () => {
  const boss = await buildPerson(world);
  const { lms } = await connectLms(world, boss);
  const members: unknown[] = [
    { user_id: 7, roles: null, name: null, email: '', status: '' },
    { user_id: null, roles: ['Learner'] },
    null,
    { user_id: 'late', roles: ['Learner'], name: 'Ada', status: 'inactive' },
    { user_id: 'b', roles: 'Instructor', name: 'Ben', status: 'active' },
  ];
  Object.assign(lms.state, { members });
  const teacher = await launchAs(world, lms, services(lms));
  await world.runJobs();
  const { items } = await guest().people(at(teacher));
  expect(items.map(({ name, part }) => [name, part])).toEqual(
    expect.arrayContaining([
      ['Ben', 'teacher'],
      [expect.stringMatching(/^#/), 'learner'],
    ]),
  );
  expect(items.map(({ name }) => name)).not.toContain('Ada');
});

test('people come from the platform page by page, and what they attended becomes a grade that is sent once', async () => {
  const boss = await buildPerson(world);
  const { lms } = await connectLms(world, boss);
  lms.state.members = [
    { user_id: 'u1', roles: ['Instructor'], name: 'Tara Teacher' },
    { user_id: 'a', roles: ['Learner'], name: 'Ada' },
    { user_id: 'b', roles: ['Learner'], name: 'Ben' },
  ];
  const teacher = await launchAs(world, lms, services(lms));
  const room = await guest().makeRoom({ ...at(teacher), body: { name: 'Frogs' } });
  await guest().chooseRoom({ ...at(teacher), body: { roomId: room.id } });
  await world.runJobs();
  expect(lms.state.asked.filter((one) => one === 'GET /members')).toHaveLength(2);
  await guest().setGrade({ ...at(teacher), body: { rule: 'attended', atLeastPercent: 50 } });
  const keys = new Map((await guest().people(at(teacher))).items.map(({ name, key }) => [name, key]));
  expect([...keys.keys()]).toEqual(['Ada', 'Ben', 'Tara Teacher']);
  const [from, minute] = [world.clock.now() + 1_000, 60_000];
  const iso = (minutes: number) => new Date(from + minutes * minute).toISOString();
  const stay = (name: string, begin: number, end: number) => [`lti-${keys.get(name)}`, iso(begin), iso(end)] as const;
  const meetingId = newId();
  world.clock.advance(120 * minute);
  // two devices at once count once: Ben was there 20 of 60 minutes
  const people = [stay('Ada', 0, 20), stay('Ada', 30, 50), stay('Ben', 0, 20), stay('Ben', 0, 20)];
  const ctx = world.ctx();
  await ctx.system.read.execute(sql`insert into meetings (id, account_id, room_id, name, state, created_at, started_at, first_join_at, ended_at)
    values (${meetingId}, ${boss.accountId}, ${room.id}, 'Frogs', 'ended', ${iso(0)}, ${iso(0)}, ${iso(0)}, ${iso(60)})`);
  await addStays(world, { accountId: boss.accountId, meetingId }, people);
  await ctx.system.write(async (tx) => {
    const data = { meetingId, roomId: room.id };
    await ctx.events.publish(ctx, tx, { name: meetingEvents.ended, accountId: boss.accountId, data });
  });
  await world.runJobs();
  const grades = () => lms.state.scores.map(({ userId, scoreGiven }) => `${userId} ${scoreGiven}`).sort();
  expect(grades()).toEqual(['a 100', 'b 0']);
  const told = await guest().people(at(teacher));
  expect(told.items.map(({ name, attended, minutes, grade }) => [name, attended, minutes, grade])).toEqual([
    ['Ada', 1, 40, 100],
    ['Ben', 0, 20, 0],
    ['Tara Teacher', 0, 0, null],
  ]);
  // another rule changes Ben's alone
  await guest().setGrade({ ...at(teacher), body: { rule: 'attended', atLeastPercent: 30 } });
  await world.runJobs();
  expect(grades()).toEqual(['a 100', 'b 0', 'b 100']);
});

test('a platform registers itself with an address that is good once', async () => {
  const boss = await buildPerson(world);
  const { addresses } = await lti(boss).overview();
  const lms = await buildLms(world, addresses.login.split('/').at(-2) ?? '');
  const begun = await lti(boss).startRegistration({ body: { name: 'School', program: 'moodle' } });
  const query = { openid_configuration: `${lms.base}/openid`, registration_token: 'once' };
  const visit = () => world.app.inject({ method: 'GET', url: new URL(begun.url).pathname, query });
  const done = await visit();
  expect([done.statusCode, done.body.includes('org.imsglobal.lti.close')]).toEqual([200, true]);
  const { state, platformId } = await lti(boss).registration({ params: { id: begun.id } });
  expect(state).toBe('done');
  expect(await lti(boss).platform({ params: { id: platformId ?? '' } })).toMatchObject({
    ...{ issuer: lms.base, clientId: lms.state.clientId, deploymentIds: ['d1'], registered: 'itself', state: 'waiting' },
  });
  expect(lms.state.registered).toMatchObject([{ initiate_login_uri: addresses.login, jwks_uri: addresses.keys }]);
  await launchAs(world, lms);
  expect((await visit()).statusCode).toBe(403);
  expect(lms.state.registered).toHaveLength(1);
});

test('limits of the plan, one client once, and nothing of another account', async () => {
  const boss = await buildPerson(world, { entitlements: { ltiPlatforms: 1 } });
  const { platform } = await connectLms(world, boss);
  const { id, version } = platform;
  expect((await failureOf(connectLms(world, boss))).data).toMatchObject({ limit: 'ltiPlatforms', max: 1, used: 1 });
  const none = await buildPerson(world, { entitlements: { ltiAllowed: false } });
  expect((await failureOf(connectLms(world, none))).data).toMatchObject({ limit: 'ltiAllowed' });
  const [other, member] = [await buildPerson(world), await buildPerson(world, { colleagueOf: boss })];
  const calls = (actor?: UserActor) => [
    () => lti(actor).platform({ params: { id } }),
    () => lti(actor).changePlatform({ params: { id }, body: { name: 'Mine', version } }),
    () => lti(actor).removePlatform({ params: { id } }),
    () => lti(actor).acceptDeployment({ params: { id }, body: { deploymentId: 'd2' } }),
    () => lti(actor).courses({ params: { id }, query: {} }),
  ];
  for (const [actor, code] of [
    [other, 'not_found'],
    [member, 'not_allowed'],
    [undefined, 'not_signed_in'],
  ] as const)
    for (const call of calls(actor)) expect(await codeOf(call())).toBe(code);
  expect((await lti(other).platforms({ query: {} })).items).toEqual([]);
  const renamed = await lti(boss).changePlatform({ params: { id }, body: { name: 'Other', version } });
  expect(renamed).toMatchObject({ name: 'Other', version: version + 1 });
  expect(await codeOf(lti(boss).changePlatform({ params: { id }, body: { name: 'Late', version } }))).toBe('changed_meanwhile');
  const free = await buildPerson(world);
  const { lms } = await connectLms(world, free);
  const twice = { name: 'T', program: 'other' as const, issuer: lms.base, clientId: lms.state.clientId, deploymentIds: [] };
  const urls = { authUrl: `${lms.base}/auth`, tokenUrl: `${lms.base}/token`, keysUrl: `${lms.base}/keys` };
  expect(await codeOf(lti(free).addPlatform({ body: { ...twice, ...urls } }))).toBe('platform_exists');
  const { checks } = await lti(free).checkAddresses({ body: { keysUrl: `${lms.base}/keys`, authUrl: `${lms.base}/nothing` } });
  expect(checks.map(({ field, state }) => [field, state])).toEqual([
    ['authUrl', 'not_found'],
    ['keysUrl', 'good'],
  ]);
});

test('a new key is published a day before it signs, and the old one 90 days longer', async () => {
  const boss = await buildPerson(world);
  const { lms } = await connectLms(world, boss);
  const published = async () => {
    const { keys } = (await world.app.inject(`/lti/${lms.toolKey}/keys`)).json<{ keys: { kid: string }[] }>();
    return keys.map(({ kid }) => kid);
  };
  const { renewKeys } = await import('./tool-keys.service.ts');
  const [first] = await published();
  world.clock.advance(91 * 86_400_000);
  await renewKeys(world.ctx());
  expect(await published()).toHaveLength(2);
  world.clock.advance(2 * 86_400_000);
  await renewKeys(world.ctx());
  expect(await published()).toContain(first);
  world.clock.advance(90 * 86_400_000);
  await renewKeys(world.ctx());
  expect(await published()).not.toContain(first);
});
