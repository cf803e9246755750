/** Guesses of a room's code. */
import { expect, test } from 'vitest';
import { buildRoom, buildStage, failureOf, meetApi } from './meet.factory.ts';

const from = (address: string) => ({ caller: { address, agent: 'test' } });

test('abuse row 29: wrong codes are limited for an address at a room, also for the right code', async () => {
  const { world, owner } = await buildStage();
  const room = await buildRoom(world, owner, { viewerCode: '482913' });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const join = (address: string, code: string) =>
    meetApi(world, { kind: 'nobody' }, from(address)).meetings.join({ params: { slug: room.slug }, body: { name: 'Gül', code } });
  for (let tried = 0; tried < 10; tried++)
    expect(await failureOf(join('198.51.100.7', `00000${tried}`))).toMatchObject({ code: 'wrong_code' });
  expect(await failureOf(join('198.51.100.7', '482913'))).toMatchObject({ code: 'too_many_requests' });
  await join('198.51.100.8', '482913');
  world.clock.advance(16_000);
  await join('198.51.100.7', '482913');
  expect(await failureOf(join('198.51.100.7', '999999'))).toMatchObject({ code: 'wrong_code' });
  world.clock.advance(6_000);
  expect(await failureOf(join('198.51.100.7', '482913'))).toMatchObject({ code: 'too_many_requests' });
  // over IPv6 one has a new address for each try: its network counts
  for (let tried = 0; tried < 10; tried++)
    expect(await failureOf(join(`2001:db8:0:7::${tried}`, `00000${tried}`))).toMatchObject({ code: 'wrong_code' });
  expect(await failureOf(join('2001:db8:0:7:aaaa::1', '482913'))).toMatchObject({ code: 'too_many_requests' });
  await join('2001:db8:0:8::1', '482913');
});
