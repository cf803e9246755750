/** What a single secret of the endpoint is held to, beside its calls and addresses, and what a locked meeting means at the endpoint. */
import { expect, test, vi } from 'vitest';
import type { Parsed } from '#kit/contract.ts';
import type { endpointCalls } from '#connect/endpoint/endpoint.contract.ts';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { buildShop, keyOf, textIn } from './endpoint-door.factory.ts';
import { busListens } from '#app/proof/testing.ts';

async function shop() {
  const built = await buildShop();
  await busListens(built.world);
  const api = built.world.api(built.customer.owner).endpoint;
  const id = (await api.get({})).secrets[0]?.id ?? '';
  const change = (body: Parsed<typeof endpointCalls.editSecret>['body']) => api.editSecret({ params: { id }, body: body ?? {} });
  return { ...built, api, change };
}

test('033 a secret may be held to some hash functions; all others are a wrong checksum', async () => {
  const { customer, change, api } = await shop();
  const signed = (hash: 'sha1' | 'sha256' | 'sha512') => customer.call('getMeetings', {}, { hash });
  for (const hash of ['sha1', 'sha256', 'sha512'] as const) expect((await signed(hash)).text).toContain('SUCCESS');
  await change({ hashes: ['sha256', 'sha512'] });
  await vi.waitFor(async () => expect(keyOf(await signed('sha1'))).toBe('checksumError'));
  expect((await signed('sha256')).text).toContain('SUCCESS');
  expect((await signed('sha512')).text).toContain('SUCCESS');
  expect((await api.get({})).secrets[0]).toMatchObject({ hashes: ['sha256', 'sha512'] });
  await change({ hashes: null });
  await vi.waitFor(async () => expect((await signed('sha1')).text).toContain('SUCCESS'));
});

test('a secret is held to its meetings at once and its people, however many ask in the same moment', async () => {
  const { customer, fake, change } = await shop();
  await customer.call('getMeetings');
  await change({ meetingsAtOnce: 2, peoplePerMeeting: 7 });
  // ended before it is looked at: one that runs keeps the number it began with, so the next try would find the same
  const allowed = async () => {
    await customer.call('create', { name: 'Nine', meetingID: 'first', maxParticipants: '500' });
    const { maxParticipants } = [...fake.meetings.values()].at(-1)?.request ?? {};
    await customer.call('end', { meetingID: 'first' });
    return maxParticipants;
  };
  await vi.waitFor(async () => expect(await allowed()).toBe(7), { timeout: 5_000 });
  const many = await Promise.all(
    ['a1', 'a2', 'a3', 'a4'].map((meetingID) => customer.call('create', { name: 'Nine', meetingID })),
  );
  expect(many.map((answer) => textIn(answer, 'returncode')).sort()).toEqual(['FAILED', 'FAILED', 'SUCCESS', 'SUCCESS']);
  expect(keyOf(await customer.call('create', { name: 'Nine', meetingID: 'b1' }))).toBe('maxConcurrent');
  // a repeated create of one that runs is none more
  const running = ['a1', 'a2', 'a3', 'a4'][many.findIndex((answer) => textIn(answer, 'returncode') === 'SUCCESS')] ?? '';
  expect(textIn(await customer.call('create', { name: 'Nine', meetingID: running }), 'returncode')).toBe('SUCCESS');
});

test('a locked meeting takes nobody new from programs either, but those who were in and moderators', async () => {
  const { world, customer, fake } = await shop();
  expect(textIn(await customer.call('create', { name: 'Nine', meetingID: 'm1' }), 'message')).toBe('');
  const [id = ''] = fake.meetings.keys();
  fake.enter(id, { key: 'u1', name: 'Uma' });
  await pollServers(world.ctx());
  await world.api(customer.owner).meetings.steer({ params: { id }, body: { entryLocked: true } });
  world.clock.advance(2_000);
  const join = { fullName: 'Jane', meetingID: 'm1', role: 'VIEWER', redirect: 'false' };
  const outcome = async (more: Record<string, string>, accept = '*/*') =>
    customer.call('join', { ...join, ...more }, { headers: { accept } });
  await vi.waitFor(async () => expect(keyOf(await outcome({ userID: 'u2' }))).toBe('guestDeniedAccess'), { timeout: 3_000 });
  expect(keyOf(await outcome({}))).toBe('guestDeniedAccess');
  expect(keyOf(await outcome({ userID: 'u1' }))).toBe('successfullyJoined');
  expect(keyOf(await outcome({ userID: 'u3', role: 'MODERATOR' }))).toBe('successfullyJoined');
  expect((await outcome({ userID: 'u4', redirect: 'true' }, 'text/html')).text).toContain('This meeting is locked');
});
