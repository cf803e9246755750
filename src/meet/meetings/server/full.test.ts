/** No room for one more: who reads what, and the tenth above the number that is let in for a quarter of an hour. */
import { expect, test } from 'vitest';
import type { World } from '#app/proof/testing.ts';
import { admit } from './admission.service.ts';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi } from './meet.factory.ts';

const buildAccount = (world: World, most: number) => buildPerson(world, { entitlements: { peopleAtOnce: most } });

/** Lets so many people in that nobody has seen yet, one after the other. */
async function come(
  world: World,
  of: { accountId: string; meetingId: string; most: number; from: number; to: number },
): Promise<string[]> {
  const said: string[] = [];
  for (let n = of.from; n < of.to; n++) said.push(await admit(world.ctx(), { ...of, person: `p${n}` }));
  return said;
}

test('a member reads which number of the plan it is, a guest only that there is no room', async () => {
  const { world } = await buildStage();
  const owner = await buildAccount(world, 1);
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const colleague = await buildPerson(world, { colleagueOf: owner });
  const guest = await failureOf(meetApi(world).meetings.join({ params: { slug: room.slug }, body: { name: 'Gül' } }));
  expect(guest).toMatchObject({ code: 'room_full' });
  expect(guest.data).toEqual({});
  const stranger = await failureOf(
    meetApi(world, await buildPerson(world)).meetings.join({ params: { slug: room.slug }, body: { name: 'Ada' } }),
  );
  expect(stranger).toMatchObject({ code: 'room_full' });
  const told = await failureOf(meetApi(world, colleague).meetings.join({ params: { slug: room.slug }, body: {} }));
  expect(told).toMatchObject({ code: 'limit_reached', data: { limit: 'peopleAtOnce', max: 1, used: 1 } });
  expect(meetingId).toBeTruthy();
});

test('the number of one meeting is named where it is the plan’s, and not where it is the room’s own', async () => {
  const { world, fake } = await buildStage();
  const owner = await buildPerson(world, { entitlements: { peoplePerMeeting: 1 } });
  const colleague = await buildPerson(world, { colleagueOf: owner });
  const refused = async (maxPeople: number | null) => {
    const room = await buildRoom(world, owner, { maxPeople });
    const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
    fake.enter(meetingId, { key: owner.userId, name: owner.name, role: 'MODERATOR' });
    const failure = await failureOf(meetApi(world, colleague).meetings.join({ params: { slug: room.slug }, body: {} }));
    await meetApi(world, owner).meetings.end({ params: { id: meetingId } });
    return failure;
  };
  expect(await refused(null)).toMatchObject({ code: 'limit_reached', data: { limit: 'peoplePerMeeting', max: 1 } });
  const { world: other, fake: far } = await buildStage();
  const rich = await buildPerson(other, { entitlements: { peoplePerMeeting: 50 } });
  const room = await buildRoom(other, rich, { maxPeople: 1 });
  const { meetingId } = await meetApi(other, rich).meetings.start({ params: { id: room.id } });
  far.enter(meetingId, { key: rich.userId, name: rich.name, role: 'MODERATOR' });
  const theirs = await buildPerson(other, { colleagueOf: rich });
  expect(await failureOf(meetApi(other, theirs).meetings.join({ params: { slug: room.slug }, body: {} }))).toMatchObject({
    code: 'room_full',
  });
});

test('a tenth more is let in for a quarter of an hour, and again only after there was room', async () => {
  const { world } = await buildStage();
  const owner = await buildAccount(world, 20);
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const at = { accountId: owner.accountId, meetingId, most: 20 };
  // the owner is one of them
  const said = await come(world, { ...at, from: 1, to: 24 });
  expect(said.filter((one) => one === 'admitted')).toHaveLength(21);
  expect(said.slice(-2)).toEqual(['full', 'full']);
  // who is known comes again; their arrivals are forgotten after less than a minute, as the poll counts nobody here
  expect(await come(world, { ...at, from: 1, to: 2 })).toEqual(['admitted']);
  world.clock.advance(14 * 60_000);
  await come(world, { ...at, from: 30, to: 49 });
  expect(await come(world, { ...at, from: 49, to: 53 })).toEqual(['admitted', 'admitted', 'admitted', 'full']);
});

test('after a quarter of an hour over the number it is the number', async () => {
  const { world } = await buildStage();
  const owner = await buildAccount(world, 20);
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const at = { accountId: owner.accountId, meetingId, most: 20 };
  expect(await come(world, { ...at, from: 1, to: 21 })).not.toContain('full');
  await world.ctx().system.write(async (tx) => {
    await tx.execute(`update meetings set people = 21 where id = '${meetingId}'`);
  });
  world.clock.advance(14 * 60_000);
  expect(await come(world, { ...at, from: 30, to: 31 })).toEqual(['admitted']);
  world.clock.advance(2 * 60_000);
  expect(await come(world, { ...at, from: 40, to: 41 })).toEqual(['full']);
  await world.ctx().system.write(async (tx) => {
    await tx.execute(`update meetings set people = 19 where id = '${meetingId}'`);
  });
  expect(await come(world, { ...at, from: 50, to: 53 })).toEqual(['admitted', 'admitted', 'admitted']);
});

test('small numbers have no tenth', async () => {
  const { world } = await buildStage();
  const owner = await buildAccount(world, 9);
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const said = await come(world, { accountId: owner.accountId, meetingId, most: 9, from: 1, to: 11 });
  expect(said.filter((one) => one === 'admitted')).toHaveLength(8);
});
