import { expect, test } from 'vitest';
import { openLookup } from '#connect/endpoint/server/calls/live-meeting.service.ts';
import { setServer } from '#meet/meetings/server/meet.factory.ts';
import { buildShop } from './endpoint-door.factory.ts';

async function buildLookup() {
  const { world, server, customer } = await buildShop();
  for (const meetingID of ['c1', 'c2']) await customer.call('create', { name: 'N1', meetingID });
  const ctx = world.ctx();
  let now = 0;
  const lookup = openLookup(() => now);
  const find = async (meetingId: string) => {
    const live = await lookup.find(ctx, customer.owner.accountId, meetingId);
    if (live === null) throw new Error('it does not run');
    return live;
  };
  const note = (text: string) => setServer(world, server.id, { note: text });
  const at = (ms: number) => {
    now = ms;
  };
  return { lookup, find, note, at };
}

test('what is known of a server is never older than a second, however late its meeting was found', async () => {
  const { find, note, at } = await buildLookup();
  await find('c1');
  await note('new');
  at(900);
  expect((await find('c2')).server.note).not.toBe('new');
  at(1_100);
  expect((await find('c2')).server.note).toBe('new');
});

test('after trouble both the meeting and its server are read anew', async () => {
  const { lookup, find, note } = await buildLookup();
  const live = await find('c1');
  await note('new');
  expect((await find('c1')).server.note).not.toBe('new');
  lookup.distrust(live);
  expect((await find('c1')).server.note).toBe('new');
});
