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
