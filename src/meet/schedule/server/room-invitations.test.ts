/** Invitees of a meeting in a room with an access code. */
import { expect, test } from 'vitest';
import type { Actor } from '#kit/server/ctx.ts';
import { mailsTo, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { wallAt } from '../schedule.rules.ts';
import { signRoomLink } from './invitation-links.service.ts';

const day = 86_400_000;
const nobody: Actor = { kind: 'nobody' };
const guest = 'parent@outside.example';
const viewerCode = '482913';

type World = Awaited<ReturnType<typeof buildStage>>['world'];
/** What the mail's link answers with, and what the link into the room carries. */
async function tokensOf(world: World, address: string) {
  const answering = tokenIn((await mailsTo(world, address))[0]);
  const { path } = await world.api(nobody).schedule.invitation({ query: { token: answering } });
  return { answering, path, token: new URLSearchParams(path.split('?')[1]).get('invitation') ?? '' };
}

/** A meeting in a room with an access code, to which one outsider is invited. */
async function invitedStage() {
  const { world, owner } = await buildStage();
  const room = await buildRoom(world, owner, { viewerCode });
  const schedule = world.api(owner).schedule;
  const start = `${wallAt(world.clock.now() + 3 * day).slice(0, 10)}T10:00`;
  const body = { roomId: room.id, title: 'Parents', zone: 'UTC', start, minutes: 60, invitees: [guest] };
  const made = await schedule.create({ body });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const { answering, path, token } = await tokensOf(world, guest);
  const visitor = meetApi(world, nobody).meetings;
  const joinAs = (invitation?: string, code?: string) =>
    visitor.join({
      params: { slug: room.slug },
      body: { name: 'Parent', ...(invitation !== undefined && { invitation }), ...(code !== undefined && { code }) },
    });
  const skipsCode = async (invitation?: string) =>
    (await visitor.publicRoom({ params: { slug: room.slug }, query: invitation === undefined ? {} : { invitation } })).you
      .skipsCode;
  return { world, owner, room, made, schedule, answering, path, token, joinAs, skipsCode };
}

test('the personal link of an invitation replaces the access code, and the page does not ask for it', async () => {
  const { room, path, token, joinAs, skipsCode } = await invitedStage();
  expect(path).toBe(`/m/${room.slug}?invitation=${token}`);
  expect([await skipsCode(), await skipsCode(token)]).toEqual([false, true]);
  expect(await failureOf(joinAs())).toMatchObject({ code: 'code_required' });
  expect(await joinAs(token)).toMatchObject({ url: expect.stringContaining('http') });
});

test('the address of the room answers no invitation and shows nobody’s address; the link of the mail opens no room', async () => {
  const { world, answering, token, joinAs } = await invitedStage();
  const { schedule } = world.api(nobody);
  expect(token).not.toBe(answering);
  expect(await failureOf(schedule.invitation({ query: { token } }))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(schedule.setAnswer({ body: { token, answer: 'declined' } }))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(joinAs(answering))).toMatchObject({ code: 'code_required' });
});

test('who declined needs the access code, until they answer otherwise', async () => {
  const { world, answering, token, joinAs, skipsCode } = await invitedStage();
  const answerWith = (answer: 'declined' | 'tentative') =>
    world.api(nobody).schedule.setAnswer({ body: { token: answering, answer } });
  await answerWith('declined');
  expect(await skipsCode(token)).toBe(false);
  expect(await failureOf(joinAs(token))).toMatchObject({ code: 'code_required' });
  await answerWith('tentative');
  expect(await skipsCode(token)).toBe(true);
});

test('a guest who comes by it still waits in the lobby', async () => {
  const { world, owner, token } = await invitedStage();
  const room = await buildRoom(world, owner, { viewerCode, lobby: true });
  const start = `${wallAt(world.clock.now() + 3 * day).slice(0, 10)}T10:00`;
  const body = { roomId: room.id, title: 'Lobby', zone: 'UTC', start, minutes: 60, invitees: ['other@outside.example'] };
  await world.api(owner).schedule.create({ body });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const { token: own } = await tokensOf(world, 'other@outside.example');
  const visitor = meetApi(world, nobody).meetings;
  const view = await visitor.publicRoom({ params: { slug: room.slug }, query: { invitation: own } });
  expect(view).toMatchObject({ lobby: true, you: { skipsCode: true, skipsLobby: false } });
  // the invitation to the other room opens nothing here
  const join = visitor.join({ params: { slug: room.slug }, body: { name: 'Parent', invitation: token } });
  expect(await failureOf(join)).toMatchObject({ code: 'code_required' });
});

test('a forged link, another account’s, and one of a deleted person open nothing', async () => {
  const { world, token, joinAs } = await invitedStage();
  const other = await buildPerson(world);
  const room = await buildRoom(world, other);
  const start = `${wallAt(world.clock.now() + 3 * day).slice(0, 10)}T10:00`;
  const body = { roomId: room.id, title: 'Foreign', zone: 'UTC', start, minutes: 60, invitees: ['b@outside.example'] };
  await world.api(other).schedule.create({ body });
  const { token: foreign } = await tokensOf(world, 'b@outside.example');
  const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  const unknown = signRoomLink(world.ctx(), '01890000-0000-7000-8000-000000000001');
  for (const bad of [foreign, forged, unknown, '', 'x'.repeat(200)])
    expect(await failureOf(joinAs(bad))).toMatchObject({ code: 'code_required' });
  // a wrong code stays wrong, so that the code of moderators cannot be guessed by an invitation
  expect(await failureOf(joinAs(token, '000000'))).toMatchObject({ code: 'wrong_code' });
});

test('it ends when the invitee is removed, when the meeting is cancelled, and a day after its end', async () => {
  const removed = await invitedStage();
  const params = { id: removed.made.seriesId };
  const { version, recurrence } = removed.made;
  await removed.schedule.change({ params, body: { version, recurrence, scope: 'all', invitees: [] } });
  expect(await failureOf(removed.joinAs(removed.token))).toMatchObject({ code: 'code_required' });

  const cancelled = await invitedStage();
  await cancelled.schedule.cancel({
    params: { id: cancelled.made.seriesId },
    body: { version: cancelled.made.version, recurrence: cancelled.made.recurrence, scope: 'all' },
  });
  expect(await failureOf(cancelled.joinAs(cancelled.token))).toMatchObject({ code: 'code_required' });

  const over = await invitedStage();
  over.world.clock.advance(over.made.endsAt + day - 1000 - over.world.clock.now());
  expect(await over.skipsCode(over.token)).toBe(true);
  over.world.clock.advance(2_000);
  expect(await over.skipsCode(over.token)).toBe(false);
});
