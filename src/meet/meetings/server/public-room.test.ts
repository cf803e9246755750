import { expect, test } from 'vitest';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { buildRoom, buildStage, failureOf, meetApi } from './meet.factory.ts';

test('a guest sees what a guest may see, and nothing else', async () => {
  const { world, owner } = await buildStage();
  const room = await buildRoom(world, owner, {
    viewerCode: '482913',
    moderatorCode: 'leader-1',
    welcome: 'secret words',
    lobby: true,
    record: true,
    muteOnStart: true,
  });
  const shown = await meetApi(world).meetings.publicRoom({ params: { slug: room.slug } });
  expect(shown).toMatchObject({
    name: 'Mathematics',
    host: 'Olga Owner',
    state: 'idle',
    people: 0,
    needsCode: true,
    takesCode: true,
    lobby: true,
    record: true,
    asksConsent: false,
    you: { name: null, signedIn: false, canStart: false, skipsCode: false, skipsLobby: false, joinsMuted: true, settings: null },
  });
  for (const secret of ['482913', 'leader-1', 'secret words', owner.userId, room.id])
    expect(JSON.stringify(shown)).not.toContain(secret);
  expect((await meetApi(world, owner).meetings.publicRoom({ params: { slug: room.slug } })).you).toEqual({
    name: 'Olga Owner',
    signedIn: true,
    canStart: true,
    skipsCode: true,
    skipsLobby: true,
    joinsMuted: false,
    settings: `/rooms/edit-room/${room.id}`,
  });
});

test('an unknown link, a room in the bin and a suspended account are the same: not found', async () => {
  const { world, owner } = await buildStage();
  const room = await buildRoom(world, owner);
  const visit = () => failureOf(meetApi(world).meetings.publicRoom({ params: { slug: room.slug } }));
  const join = () => failureOf(meetApi(world).meetings.join({ params: { slug: room.slug }, body: { name: 'Gül' } }));
  expect(await failureOf(meetApi(world).meetings.publicRoom({ params: { slug: 'no-such-room' } }))).toMatchObject({
    code: 'not_found',
  });
  await meetApi(world, owner).rooms.remove({ params: { id: room.id } });
  expect([await visit(), await join()]).toMatchObject([{ code: 'not_found' }, { code: 'not_found' }]);
  await meetApi(world, owner).rooms.restore({ params: { id: room.id } });
  await changeAccountState(world.ctx(), { accountId: owner.accountId, to: 'suspended' });
  expect([await visit(), await join()]).toMatchObject([{ code: 'not_found' }, { code: 'not_found' }]);
  expect(await failureOf(meetApi(world, owner).meetings.start({ params: { id: room.id } }))).toMatchObject({ code: 'not_found' });
});
