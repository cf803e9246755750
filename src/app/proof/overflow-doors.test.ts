/** What rests because it does not fit a plan: every door is shut, says why to those whom it concerns, and opens again by itself. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addMember } from '#core/accounts/server/accounts.service.ts';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildAnswer } from '#core/identity/server/identity.factory.ts';
import { buildPerson, buildRoom, buildStage, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { meetingById } from '#meet/meetings/server/meetings.queries.ts';
import { invite, invitations, answerInvitation } from '#meet/rooms/server/shares.service.ts';
import { buildRecording } from '#meet/recordings/server/recordings.factory.ts';
import { buildPlan, buildShop as buildSeller } from '#sales/billing/server/billing.factory.ts';
import { lookAtAll } from '#sales/overflow/server/look.service.ts';
import { daysLater, holdLimits } from '#sales/overflow/server/overflow.factory.ts';
import { buildCustomer, buildQuirky, buildStreet, textIn } from '#app/proof/endpoint/endpoint-door.factory.ts';
import { iamPeople, password } from './rights/iam.factory.ts';
import { type World, worldForThisTest } from './testing.ts';

/** The day comes without the clock being turned: sessions and tokens go on. */
async function dayComes(world: World): Promise<void> {
  await world.ctx().system.read.execute(sql`update plan_overflows set over_since = over_since - interval '15 days'`);
  await lookAtAll(world.ctx());
}

test('a room that rests starts for nobody: its people read why and what lifts it, guests that it rests', async () => {
  const { world, owner } = await buildStage();
  await buildPlan(world, await buildSeller(world), { name: 'School', month: 900n, entitlements: { rooms: 5 } });
  const first = await buildRoom(world, owner, { name: 'First' });
  const room = await buildRoom(world, owner, { name: 'Second', anyoneCanStart: true, lobby: false });
  const guestOwner = await buildPerson(world, { email: 'friend@example.org' });
  await invite(world.ctx(owner), room.id, { email: 'friend@example.org', role: 'co-owner' });
  const [asked] = await invitations(world.ctx(guestOwner)).then((found) => found.items);
  await answerInvitation(world.ctx(guestOwner), asked?.id ?? '', 'accepted');
  await holdLimits(world, owner.accountId, { rooms: 1 });
  await dayComes(world);
  const own = await failureOf(world.api(owner).meetings.start({ params: { id: room.id } }));
  expect(own).toMatchObject({
    code: 'limit_reached',
    data: { key: 'rooms.max', used: 2, max: 1, plan: 'School', link: '/my-subscriptions' },
  });
  expect(own.data).toMatchObject({
    text: 'Rooms: 2 of 1 are in use. This is paused for now. Nothing is lost. The plan “School” allows more.',
  });
  // of another account: no figures of this one
  expect(await failureOf(world.api(guestOwner).meetings.start({ params: { id: room.id } }))).toEqual({
    code: 'limit_reached',
    data: { limit: 'rooms' },
    fields: {},
  });
  const guest = world.api({ kind: 'nobody' });
  expect(await guest.meetings.publicRoom({ params: { slug: room.slug } })).toMatchObject({ rests: true, state: 'idle' });
  expect(await failureOf(guest.meetings.join({ params: { slug: room.slug }, body: { name: 'Ann' } }))).toEqual({
    code: 'limit_reached',
    data: { limit: 'rooms' },
    fields: {},
  });
  // its page can be read, and the other room starts
  expect(await world.api(owner).rooms.get({ params: { id: room.id } })).toMatchObject({ restsSince: expect.any(Number) });
  expect((await world.api(owner).meetings.start({ params: { id: first.id } })).meetingId).not.toBe('');
  await holdLimits(world, owner.accountId, { rooms: 2 });
  expect((await world.api(owner).meetings.start({ params: { id: room.id } })).meetingId).not.toBe('');
});

test('whoever is in a meeting of a room that is to rest stays in it, and others still come in', async () => {
  const { world, owner } = await buildStage();
  await buildRoom(world, owner);
  const room = await buildRoom(world, owner, { name: 'Runs', lobby: false });
  const { meetingId } = await world.api(owner).meetings.start({ params: { id: room.id } });
  await holdLimits(world, owner.accountId, { rooms: 1 });
  await dayComes(world);
  expect((await meetingById(world.ctx().system.read, meetingId))?.state).toBe('live');
  const guest = world.api({ kind: 'nobody' });
  expect((await guest.meetings.publicRoom({ params: { slug: room.slug } })).rests).toBe(false);
  expect((await guest.meetings.join({ params: { slug: room.slug }, body: { name: 'Ann' } })).meetingId).toBe(meetingId);
});

test('a person who rests: sessions and keys end at once, signing in says why, and works again when there is room', async () => {
  const world = await worldForThisTest();
  const { owner, colleague, statusOf } = iamPeople(world);
  const { actor } = await owner();
  await colleague(actor.accountId, { preset: 'member' });
  const { actor: last, token } = await colleague(actor.accountId, { preset: 'admin' });
  const scope = scopeFor({ accountKind: 'customer', role: 'admin', permissions: [] });
  const key = await world.api({ ...last, scope }).keys.create({ body: { name: 'Timetable', scopes: ['rooms.view'] } });
  expect([await statusOf(token), await statusOf(key.token, '/api/rooms')]).toEqual([200, 200]);
  await holdLimits(world, actor.accountId, { people: 2 });
  await dayComes(world);
  expect([await statusOf(token), await statusOf(key.token, '/api/rooms')]).toEqual([401, 401]);
  const login = async (locale = 'en-US') =>
    world.api({ kind: 'nobody' }, { locale, caller: { address: '192.0.2.9', agent: '' } }).identity.login({
      body: { email: last.email, password, challenge: await buildAnswer(world.ctx()) },
    });
  const refused = await failureOf(login());
  expect(refused).toMatchObject({ code: 'limit_reached', data: { rests: true } });
  expect(refused.data).toMatchObject({
    text: 'Your access to Lindenschule is paused: the account has more people than its plan allows. Nothing is lost. An owner of the account can reactivate you.',
  });
  expect(JSON.stringify((await failureOf(login('de'))).data)).toContain('Ihr Zugang zu Lindenschule ruht');
  // by hand only as far as the plan goes
  const api = world.api({ ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) });
  expect(await failureOf(api.iam.resume({ params: { id: last.userId } }))).toMatchObject({
    code: 'limit_reached',
    data: { key: 'iam.users', used: 3, max: 2 },
  });
  await holdLimits(world, actor.accountId, { people: 3 });
  expect(await login()).toHaveProperty('token');
  expect(await statusOf(key.token, '/api/rooms')).toBe(200);
});

test('whoever has a place elsewhere signs in there, and cannot switch to the account in which they rest', async () => {
  const world = await worldForThisTest();
  const { owner, colleague } = iamPeople(world);
  const { actor } = await owner();
  const { actor: last } = await colleague(actor.accountId, { preset: 'member' });
  const elsewhere = await buildAccount(world, { name: 'Elsewhere' });
  const ctx = world.ctx();
  await ctx.system.write((tx) => addMember(ctx, tx, { accountId: elsewhere.id, userId: last.userId, role: 'member' }));
  await holdLimits(world, actor.accountId, { people: 1 });
  await dayComes(world);
  const signedIn = await world.api().identity.login({
    body: { email: last.email, password, challenge: await buildAnswer(ctx) },
  });
  const user = await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${signedIn.token}` } });
  expect(user.json().account.name).toBe('Elsewhere');
  const moved = await world.app.inject({
    method: 'POST',
    url: '/api/session/account',
    headers: { authorization: `Bearer ${signedIn.token}` },
    payload: { accountId: actor.accountId },
  });
  expect(moved.statusCode).toBe(404);
});

test('programs at the BBB endpoint go on while rooms rest, because their meetings have none; a smaller plan records nothing new', async () => {
  const street = await buildStreet();
  await buildQuirky(street);
  const customer = await buildCustomer(street);
  const { world } = street;
  const { owner } = customer;
  const room = await buildRoom(world, owner, { record: true });
  const younger = await buildRoom(world, owner);
  await buildRecording(world, owner, { bytes: 3_000_000_000 });
  await holdLimits(world, owner.accountId, { rooms: 1, recordingGb: 5 });
  await daysLater(world, 14);
  expect(await failureOf(world.api(owner).meetings.start({ params: { id: younger.id } }))).toMatchObject({
    code: 'limit_reached',
  });
  const create = async (meetingID: string) => {
    const said = await customer.call('create', { name: 'N1', meetingID, record: 'true' });
    expect(textIn(said, 'returncode')).toBe('SUCCESS');
    return textIn(await customer.call('getMeetingInfo', { meetingID }), 'recording');
  };
  expect(await create('before')).toBe('true');
  // nothing that was recorded goes because of the plan
  await holdLimits(world, owner.accountId, { rooms: 1, recordingGb: 2 });
  expect(await create('after')).toBe('false');
  const { meetingId } = await world.api(owner).meetings.start({ params: { id: room.id } });
  expect((await meetingById(world.ctx().system.read, meetingId))?.recording).toBe(false);
  expect((await world.api(owner).recordings.list({ query: {} })).items).toHaveLength(1);
});

test('the mails name what rests and the day, in the language of whoever reads them', async () => {
  const { world, owner } = await buildStage();
  await buildRoom(world, owner, { name: 'Oldest' });
  await buildRoom(world, owner, { name: 'Newest <b>' });
  await world.ctx().system.read.execute(sql`update users set locale = 'de' where id = ${owner.userId}`);
  await holdLimits(world, owner.accountId, { rooms: 1 });
  await daysLater(world, 12);
  await daysLater(world, 2.1);
  const [begins, soon, rests] = await mailsTo(world, owner.email);
  expect([begins?.subject, soon?.subject, rests?.subject]).toEqual([
    'Mehr belegt, als Ihr Tarif erlaubt: localhost:3000',
    'Bald ruht, was nicht in Ihren Tarif passt: localhost:3000',
    'Jetzt ruht, was nicht in Ihren Tarif passt: localhost:3000',
  ]);
  expect(begins?.bodyText).toMatch(
    /Räume: 2 von 1 sind bei Olga Owner's account belegt\. Ab dem \d+\. \w+ \d{4} ruht, was zu viel ist \(1\): Newest <b>/u,
  );
  expect(begins?.bodyText).toContain('/my-subscriptions/over-limit');
});
