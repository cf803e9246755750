import { expect, test } from 'vitest';
import { buildPerson, buildRoom, buildServer, buildStage, failureOf, meetApi, setServer } from './meet.factory.ts';

test('our own engine asks when it begins to record, so its door does not; with a server that cannot, the door does', async () => {
  const { world, owner, server } = await buildStage();
  const room = await buildRoom(world, owner, { record: true, muteOnStart: true, anyoneCanStart: true });
  const params = { slug: room.slug };
  const shown = async (actor?: Parameters<typeof meetApi>[1]) => meetApi(world, actor).meetings.publicRoom({ params });
  const join = (body: object = {}) => meetApi(world).meetings.join({ params, body: { name: 'Gül', ...body } });
  expect(await shown()).toMatchObject({ record: true, asksConsent: false });
  await join();
  // the running meeting is judged by its own server, whatever else there is
  const { server: other } = await buildServer(world, { name: 'elsewhere' });
  await setServer(world, other.id, { kind: 'bbb' });
  expect(await shown()).toMatchObject({ asksConsent: false, you: { joinsMuted: true } });
  expect((await shown(owner)).you).toMatchObject({ joinsMuted: false });
  await setServer(world, server.id, { kind: 'bbb' });
  expect(await shown()).toMatchObject({ asksConsent: true });
  expect((await shown(owner)).you).toMatchObject({ joinsMuted: true });
  expect(await failureOf(join())).toMatchObject({ code: 'consent_required' });
  await join({ consent: true });
  // what the room says counts from the next meeting on
  await meetApi(world, owner).rooms.update({ params: { id: room.id }, body: { record: false, version: 1 } });
  expect(await failureOf(join())).toMatchObject({ code: 'consent_required' });
  const next = await buildRoom(world, owner, { record: true });
  expect(await meetApi(world).meetings.publicRoom({ params: { slug: next.slug } })).toMatchObject({ asksConsent: true });
});

test('a new room may be recorded, unless its account, its plan or the operator says otherwise', async () => {
  const { world, owner } = await buildStage();
  expect(await buildRoom(world, owner)).toMatchObject({ record: true });
  expect(await buildRoom(world, owner, { record: false })).toMatchObject({ record: false });
  const plain = await buildPerson(world, { entitlements: { recordingAllowed: false } });
  expect(await buildRoom(world, plain)).toMatchObject({ record: false });
  expect(await meetApi(world, plain).rooms.defaults()).toMatchObject({ record: false, version: 0 });
  expect(await meetApi(world, owner).rooms.defaults()).toMatchObject({ record: true, version: 0 });
});
