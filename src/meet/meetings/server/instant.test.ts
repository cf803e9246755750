/** Meetings that a visitor starts on the start page, without an account. */
import { expect, test } from 'vitest';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { buildAnswer } from '#core/identity/server/identity.factory.ts';
import { type PlatformChange, platformChange } from '#core/platform/platform.contract.ts';
import { getPlatform, updatePlatform } from '#core/platform/server/platform.service.ts';
import { purgeOld } from '#meet/rooms/server/bin.service.ts';
import type { World } from '#app/proof/testing.ts';
import { buildPerson, buildStage, failureOf, meetApi } from './meet.factory.ts';

const from = (address: string) => ({ caller: { address, agent: 'test' }, cookies: {}, setCookie: () => undefined });
async function allow(world: World, change: Partial<NonNullable<PlatformChange['features']>>): Promise<void> {
  const { instantAccount: _, ...now } = (await getPlatform(world.ctx())).features;
  await updatePlatform(world.ctx(), { features: { ...now, ...change } }, () => Promise.reject(new Error('no proof is asked')));
}
async function visitor(world: World, address = '198.51.100.7') {
  const challenge = await buildAnswer(world.ctx());
  return meetApi(world, { kind: 'nobody' }, from(address)).meetings.startInstant({ body: { name: 'Gül', challenge } });
}
const roomsOf = async (world: World, accountId: string) =>
  (
    await world
      .ctx()
      .system.read.execute<{ id: string; name: string; record: boolean; max_people: number; max_minutes: number }>(
        `select id, name, record, max_people, max_minutes from rooms where account_id = '${accountId}'`,
      )
  ).rows;

test('until the operator names an account nobody starts one', async () => {
  const { world, owner } = await buildStage();
  expect(await failureOf(visitor(world))).toMatchObject({ code: 'not_found' });
  await allow(world, { instantAccountId: owner.accountId });
  await allow(world, { guests: false });
  expect(await failureOf(visitor(world))).toMatchObject({ code: 'not_found' });
  await allow(world, { guests: true });
  await changeAccountState(world.ctx(), { accountId: owner.accountId, to: 'suspended' });
  expect(await failureOf(visitor(world))).toMatchObject({ code: 'not_found' });
  expect(await roomsOf(world, owner.accountId)).toEqual([]);
});

test('a visitor moderates a meeting of forty minutes and ten people that is not recorded, and others follow the link', async () => {
  const { world, fake, owner } = await buildStage();
  // what the account sets for its own rooms does not count
  const { rights: _, ...defaults } = await meetApi(world, owner).rooms.defaults();
  await meetApi(world, owner).rooms.setDefaults({
    body: { ...defaults, record: true, lobby: true, signInRequired: true },
  });
  await allow(world, { instantAccountId: owner.accountId });
  const ticket = await visitor(world);
  const [room] = await roomsOf(world, owner.accountId);
  expect(room).toMatchObject({ name: 'Gül', record: false, max_people: 10, max_minutes: 40 });
  expect(fake.meetings.get(ticket.meetingId)?.request).toMatchObject({ duration: 40, maxParticipants: 10, record: false });
  expect(fake.joins.at(-1)).toMatchObject({ fullName: 'Gül', role: 'MODERATOR' });
  const other = await meetApi(world, { kind: 'nobody' }, from('203.0.113.9')).meetings.join({
    params: { slug: ticket.slug },
    body: { name: 'Ana' },
  });
  expect(other.meetingId).toBe(ticket.meetingId);
  expect(fake.joins.at(-1)).toMatchObject({ fullName: 'Ana', role: 'VIEWER' });
});

test('a plan that allows less sets the limits', async () => {
  const { world, fake } = await buildStage();
  const owner = await buildPerson(world, { entitlements: { peoplePerMeeting: 4, minutesPerMeeting: 15 } });
  await allow(world, { instantAccountId: owner.accountId });
  const { meetingId } = await visitor(world);
  expect(fake.meetings.get(meetingId)?.request).toMatchObject({ duration: 15, maxParticipants: 4 });
});

test('without the bot check, or with an answer that was used, no room is made', async () => {
  const { world, owner } = await buildStage();
  await allow(world, { instantAccountId: owner.accountId });
  const { meetings } = meetApi(world, { kind: 'nobody' }, from('198.51.100.7'));
  expect(await failureOf(meetings.startInstant({ body: { name: 'Gül' } }))).toMatchObject({ code: 'challenge_required' });
  expect(await failureOf(meetings.startInstant({ body: { name: 'Gül', challenge: 'eyJ9' } }))).toMatchObject({
    code: 'challenge_failed',
  });
  const challenge = await buildAnswer(world.ctx());
  await meetings.startInstant({ body: { name: 'Gül', challenge } });
  expect(await failureOf(meetings.startInstant({ body: { name: 'Gül', challenge } }))).toMatchObject({
    code: 'challenge_failed',
  });
  expect(await roomsOf(world, owner.accountId)).toHaveLength(1);
});

test('one network starts ten in an hour, and another is not held up by it', async () => {
  const { world } = await buildStage();
  const owner = await buildPerson(world, { entitlements: { meetingsAtOnce: null, rooms: null } });
  await allow(world, { instantAccountId: owner.accountId });
  for (let n = 0; n < 10; n += 1) await visitor(world);
  expect(await failureOf(visitor(world))).toMatchObject({ code: 'too_many_requests' });
  expect(await roomsOf(world, owner.accountId)).toHaveLength(10);
  expect((await visitor(world, '203.0.113.9')).slug).not.toBe('');
  world.clock.advance(3_600_000);
  expect((await visitor(world)).slug).not.toBe('');
});

test('its room is erased a day later, not while a meeting runs in it, and no other room is', async () => {
  const { world, owner } = await buildStage();
  await allow(world, { instantAccountId: owner.accountId });
  const kept = await meetApi(world, owner).rooms.create({ body: { name: 'Mathematics' } });
  const { slug, meetingId } = await visitor(world);
  world.clock.advance(86_400_000 - 60_000);
  expect(await purgeOld(world.ctx())).toBe(0);
  world.clock.advance(120_000);
  expect(await purgeOld(world.ctx())).toBe(0);
  await meetApi(world, owner).meetings.end({ params: { id: meetingId } });
  expect(await purgeOld(world.ctx())).toBe(1);
  expect((await roomsOf(world, owner.accountId)).map(({ id }) => id)).toEqual([kept.id]);
  expect(await failureOf(meetApi(world).meetings.publicRoom({ params: { slug } }))).toMatchObject({ code: 'not_found' });
});

test('an account that is full, and servers that are not there, say the same to a visitor', async () => {
  const { world } = await buildStage();
  const owner = await buildPerson(world, { entitlements: { meetingsAtOnce: 1 } });
  await allow(world, { instantAccountId: owner.accountId });
  await visitor(world);
  expect(await failureOf(visitor(world))).toMatchObject({ code: 'instant_unavailable', data: {} });
});

test('a change of other features leaves the account as it is, and null takes it away', async () => {
  const { world } = await buildStage();
  const owner = await buildPerson(world);
  await allow(world, { instantAccountId: owner.accountId });
  const features = async () => (await getPlatform(world.ctx())).features;
  const { recordings, guests, version } = await features();
  const body = platformChange.parse({ features: { recordings, guests, social: false, version } });
  await updatePlatform(world.ctx(), body, () => Promise.reject(new Error('no proof is asked')));
  expect(await features()).toMatchObject({ social: false, instantAccountId: owner.accountId });
  await allow(world, { instantAccountId: null });
  expect(await features()).toMatchObject({ social: false, instantAccountId: null });
});

test('only an account that is there and open can be named', async () => {
  const { world } = await buildStage();
  expect(await failureOf(allow(world, { instantAccountId: '01890000-0000-7000-8000-000000000001' }))).toMatchObject({
    code: 'invalid_input',
    fields: { 'body.features.instantAccountId': 'not_found' },
  });
});
