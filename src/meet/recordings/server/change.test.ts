import { expect, test } from 'vitest';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { edit } from './change.service.ts';
import { buildRecording, worldWithFiles } from './recordings.factory.ts';

const nowhere = '0190a0b0-0000-7000-8000-000000000000';

test('whoever acts for somebody keeps a recording in order, and does not decide who may watch it', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const { id } = await buildRecording(world, owner, { visibility: 'owner', protect: true });
  const staff = { userId: nowhere, name: 'Staff', reason: 'Ticket 4711', accountId: nowhere };
  const acting = world.ctx({ ...owner, impersonator: staff });
  for (const wider of [{ visibility: 'public' }, { protect: false }] as const)
    expect(await failureOf(edit(acting, id, { revision: 1, ...wider }))).toMatchObject({ code: 'acting_for_somebody' });
  const body = { revision: 1, name: 'Renamed', visibility: 'owner', protect: true } as const;
  expect(await edit(acting, id, body)).toMatchObject({ name: 'Renamed', visibility: 'owner' });
});

test('what plays at its server for everybody is not protected here, until its files have come', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const format = { type: 'presentation', url: 'https://bbb.example/p/1', lengthMs: 60_000, bytes: 1_000, images: [] };
  const { id } = await buildRecording(world, owner, { held: 'server', formats: [format] });
  const ctx = world.ctx(owner);
  expect(await failureOf(edit(ctx, id, { revision: 1, name: 'New', protect: true }))).toMatchObject({ code: 'open_there' });
  expect(await edit(ctx, id, { revision: 1, name: 'New', protect: false })).toMatchObject({ name: 'New', protect: false });
  const here = { ...format, type: 'video', here: { folder: 'video', file: 'a.mp4', images: [] } };
  const { id: ours } = await buildRecording(world, owner, { held: 'server', formats: [here] });
  expect(await edit(ctx, ours, { revision: 1, protect: true })).toMatchObject({ protect: true });
});
