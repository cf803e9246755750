import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor, UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildPerson, buildRoom, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import type { NewScheduledMeeting } from '../schedule.contract.ts';
import { wallAt, wallMs } from '../schedule.rules.ts';
import { signInvitee } from './invitation-links.service.ts';
import { inviteesOf } from './schedule.queries.ts';

let world: Awaited<ReturnType<typeof testWorld>>;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const day = 86_400_000;
const calls = (actor: Actor) => world.api(actor).schedule;
const inDays = (days: number, hour: string) => `${wallAt(world.clock.now() + days * day).slice(0, 10)}T${hour}`;
const week = () => ({ from: world.clock.now(), to: world.clock.now() + 7 * day });
async function plan(owner: UserActor, wish: Partial<NewScheduledMeeting> & { start: string }) {
  const room = await buildRoom(world, owner);
  return calls(owner).create({ body: { roomId: room.id, title: 'Secret title', zone: 'UTC', minutes: 60, ...wish } });
}
const span = (start: string, minutes: number) => ({ startsAt: wallMs(start), endsAt: wallMs(start) + minutes * 60_000 });
/** Somebody of the host's account, by a known address. */
async function colleague(host: UserActor) {
  const email = `${newId().slice(-8)}@school.example`;
  return { email, userId: (await buildPerson(world, { colleagueOf: host, email })).userId };
}

test('people are busy in what they host or are invited to, as joined times without titles', async () => {
  const host = await buildPerson(world);
  const [ana, ben] = [await colleague(host), await colleague(host)];
  const made = await plan(host, { start: inDays(2, '10:00'), invitees: [ana.email] });
  await plan(host, { start: inDays(2, '10:30'), minutes: 45 });
  await plan(host, { start: inDays(3, '09:00') });
  const ask = (more: { seriesId?: string } = {}) =>
    calls(host).busy({ body: { people: [host.userId, ana.userId, ben.userId], ...week(), ...more } });
  const { items } = await ask();
  const spans = (of: { userId: string }) => items.find(({ userId }) => userId === of.userId)?.spans;
  expect(spans(host)).toEqual([span(inDays(2, '10:00'), 75), span(inDays(3, '09:00'), 60)]);
  expect(spans(ana)).toEqual([span(inDays(2, '10:00'), 60)]);
  expect(spans(ben)).toEqual([]);
  expect(JSON.stringify(items)).not.toContain('Secret');
  const apart = await ask({ seriesId: made.seriesId });
  expect(apart.items.find(({ userId }) => userId === ana.userId)?.spans).toEqual([]);
});

test('a meeting that was declined or cancelled leaves them free', async () => {
  const host = await buildPerson(world);
  const [ana, ben] = [await colleague(host), await colleague(host)];
  const declined = await plan(host, { start: inDays(2, '10:00'), invitees: [ana.email] });
  const cancelled = await plan(host, { start: inDays(3, '10:00'), invitees: [ben.email] });
  await calls(host).cancel({
    params: { id: cancelled.seriesId },
    body: { version: cancelled.version, recurrence: cancelled.recurrence, scope: 'all' },
  });
  const [invitee] = await inviteesOf(world.ctx().system.read, declined.seriesId);
  const token = signInvitee(world.ctx(), invitee?.id ?? '');
  expect(invitee?.userId).toBe(ana.userId);
  await calls({ kind: 'nobody' }).setAnswer({ body: { token, answer: 'declined' } });
  const { items } = await calls(host).busy({ body: { people: [ana.userId, ben.userId], ...week() } });
  expect(items.map(({ spans }) => spans)).toEqual([[], []]);
});

test('only people of the account are in the answer, and meetings of other accounts are not', async () => {
  const host = await buildPerson(world);
  const stranger = await buildPerson(world);
  const ana = await colleague(host);
  await plan(stranger, { start: inDays(2, '10:00'), invitees: [ana.email] });
  const people = [stranger.userId, newId(), ana.userId];
  expect(await calls(host).busy({ body: { people, ...week() } })).toEqual({ items: [{ userId: ana.userId, spans: [] }] });
});

test('it needs a session and the permission to plan, and has limits', async () => {
  const host = await buildPerson(world);
  const member: UserActor = { ...(await buildPerson(world, { colleagueOf: host })), scope: ['rooms.view'] };
  const body = { people: [host.userId], ...week() };
  expect(await failureOf(calls({ kind: 'nobody' }).busy({ body }))).toMatchObject({ code: 'not_signed_in' });
  expect(await failureOf(calls(member).busy({ body }))).toMatchObject({ code: 'not_allowed' });
  expect(await failureOf(calls(host).busy({ body: { ...body, to: body.from + 32 * day } }))).toMatchObject({
    code: 'range_too_long',
  });
  const many = Array.from({ length: 51 }, () => newId());
  expect(await failureOf(calls(host).busy({ body: { ...body, people: many } }))).toMatchObject({ code: 'invalid_input' });
});
