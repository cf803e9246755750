/** The search of the palette: what one may see is found, of all domains; nothing else is. */
import { expect, test } from 'vitest';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { buildTicket } from '#talk/tickets/server/tickets.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { World } from '#app/proof/testing.ts';
import type { SearchKind } from '../search.contract.ts';

const find = async (world: World, who: UserActor | undefined, q: string) =>
  (await world.api(who).search.find({ query: { q } })).items;
const names = (items: readonly { kind: SearchKind; name: string }[], kind: SearchKind) =>
  items.filter((one) => one.kind === kind).map(({ name }) => name);

test('a meeting, a colleague and a ticket are found by their words, with what tells them apart', async () => {
  const { world, owner } = await buildStage();
  await buildPerson(world, { kind: 'operator' });
  const room = await buildRoom(world, owner, { name: 'Marine biology' });
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const ticket = await buildTicket(world.ctx(owner), { subject: 'Marine sound is gone' });
  const items = await find(world, owner, 'marine');
  expect(items.find(({ kind }) => kind === 'meeting')).toMatchObject({ id: meetingId, name: 'Marine biology', side: 'own' });
  expect(items.find(({ kind }) => kind === 'ticket')).toMatchObject({ id: ticket, name: 'Marine sound is gone', side: 'own' });
  expect(names(await find(world, owner, owner.email.slice(0, 12)), 'person')).toEqual([owner.name]);
  // a percent sign is a letter like others
  expect(await find(world, owner, 'arine%biology')).toEqual([]);
});

test('another account finds none of it; the operator finds accounts, people, meetings, tickets and servers of all', async () => {
  const { world, owner } = await buildStage();
  const operator = await buildPerson(world, { kind: 'operator' });
  const room = await buildRoom(world, owner, { name: 'Volcanoes' });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  await buildTicket(world.ctx(owner), { subject: 'Volcanoes are silent' });
  expect(await find(world, await buildPerson(world), 'volcanoes')).toEqual([]);
  const items = await find(world, operator, 'volcanoes');
  expect(names(items, 'meeting')).toEqual(['Volcanoes']);
  expect(names(items, 'ticket')).toEqual(['Volcanoes are silent']);
  const byAddress = await find(world, operator, owner.email);
  expect(byAddress.find(({ kind }) => kind === 'person')).toMatchObject({ id: owner.userId, side: 'theirs' });
  expect(byAddress.find(({ kind }) => kind === 'account')).toMatchObject({ id: owner.accountId });
});

test('a permission that is missing hides its kind; without a session there is nothing', async () => {
  const { world, owner } = await buildStage();
  const room = await buildRoom(world, owner, { name: 'Glaciers' });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const blind = { ...owner, scope: owner.scope.filter((one) => one !== 'meetings.view' && one !== 'iam.view') };
  expect(await find(world, blind, 'glaciers')).toEqual([]);
  expect(names(await find(world, blind, owner.email), 'person')).toEqual([]);
  expect(await failureOf(find(world, undefined, 'glaciers'))).toMatchObject({ code: 'not_signed_in' });
});
