import { afterAll, expect, test } from 'vitest';
import type { Actor } from '#kit/server/ctx.ts';
import { buildPerson, buildRoom, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { wallAt } from '../schedule.rules.ts';

const world = await testWorld();
afterAll(() => world.close());
const calls = (actor: Actor) => world.api(actor).schedule;
const start = `${wallAt(world.clock.now() + 3 * 86_400_000).slice(0, 10)}T10:00`;

test('colleagues are invited by id, and their address stays with those who may see it', async () => {
  const owner = await buildPerson(world, { name: 'Olga' });
  const meeting = { roomId: (await buildRoom(world, owner)).id, title: 'Choir', zone: 'UTC', start, minutes: 60 };
  const made = await calls(owner).create({ body: meeting });
  const [mia, stranger] = [await buildPerson(world, { name: 'Mia', colleagueOf: owner }), await buildPerson(world)];
  const reader = { ...owner, scope: owner.scope.filter((name) => name !== 'iam.view') };
  const params = { id: made.seriesId };
  const invite = async (invitees: string[]) => {
    const { version } = await calls(reader).get({ params });
    return calls(reader).change({ params, body: { version, scope: 'all', recurrence: made.recurrence, invitees } });
  };
  const guest = 'guest@example.org';
  const { invitees } = await invite([guest, mia.userId, mia.email]);
  expect(invitees).toHaveLength(2);
  expect(invitees).toContainEqual(expect.objectContaining({ userId: mia.userId, name: 'Mia', email: null }));
  expect(invitees).toContainEqual(expect.objectContaining({ userId: null, name: null, email: guest }));
  expect(await templatesTo(world, mia.email)).toHaveLength(1);
  expect((await calls(owner).get({ params })).invitees.map(({ email }) => email).toSorted()).toEqual(
    [guest, mia.email].toSorted(),
  );
  // who is named again is not mailed again
  expect((await invite([mia.userId])).invitees).toHaveLength(1);
  expect(await templatesTo(world, mia.email)).toHaveLength(1);
  expect(await failureOf(invite([stranger.userId]))).toMatchObject({ code: 'not_found' });
  const body = { ...meeting, invitees: [stranger.userId] };
  expect(await failureOf(calls(owner).create({ body }))).toMatchObject({ code: 'not_found' });
});

test('a colleague who signs in without a mail address is invited, and gets no email', async () => {
  const owner = await buildPerson(world);
  const tom = await buildPerson(world, { name: 'Tom', email: `${owner.accountId}/tom`, colleagueOf: owner });
  const meeting = { roomId: (await buildRoom(world, owner)).id, title: 'Choir', zone: 'UTC', start, minutes: 60 };
  const made = await calls(owner).create({ body: { ...meeting, invitees: [tom.userId] } });
  expect(made.invitees).toMatchObject([{ userId: tom.userId, name: 'Tom', answer: 'none' }]);
  expect(await templatesTo(world, tom.email)).toEqual([]);
  const params = { id: made.seriesId };
  const { version, recurrence } = made;
  const body = { version, recurrence, scope: 'all' as const, title: 'Orchestra', invitees: [tom.userId] };
  expect(await calls(owner).change({ params, body })).toMatchObject({ title: 'Orchestra', invited: 1 });
});
