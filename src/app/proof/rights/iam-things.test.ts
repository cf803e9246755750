/** Statements against what is behind no permission name, or is looked at by the operator, or asked about. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { authCookies } from '#kit/facts.ts';
import type { PlaceChange } from '#core/accounts/server/places.service.ts';
import { allowing, buildGrant, denying } from '#core/iam/server/iam.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildRecording } from '#meet/recordings/server/recordings.factory.ts';
import { lookUpToken } from '#app/http/sign-in.ts';
import { buildPages, testWorld, type World } from '#app/proof/testing.ts';
import { openPages } from '#app/proof/pages.factory.ts';

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  buildPages();
  world = await testWorld();
}, 180_000);
afterAll(() => world.close());

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
/** As a request of theirs would find them. */
async function apiOf(token: string) {
  const actor = await lookUpToken(world.parts, token);
  if ('refused' in actor) throw new Error(actor.refused);
  return world.api(actor);
}
async function owner(kind: 'customer' | 'operator' = 'customer') {
  const built = await buildActor(world, { kind });
  return { ...built, api: await apiOf(built.token) };
}
async function colleague(accountId: string, given: PlaceChange) {
  const built = await buildActor(world, { accountId, role: 'staff' });
  await buildGrant(world, built.actor, given);
  return built;
}
const format = { type: 'presentation', url: 'https://bbb.example/playback/x', lengthMs: 1, bytes: 1, images: [] };
const recorded = (of: Parameters<typeof buildRecording>[1], wish: Parameters<typeof buildRecording>[2] = {}) =>
  buildRecording(world, of, { held: 'server', formats: [format], ...wish });

test('who owns a room but is denied starting it gets no moderator’s entry at its public door', async () => {
  const boss = await owner();
  const one = await colleague(boss.actor.accountId, { preset: 'member' });
  const room = await (await apiOf(one.token)).rooms.create({ body: { name: 'Physics' } });
  const door = { params: { slug: room.slug } };
  expect((await (await apiOf(one.token)).meetings.publicRoom(door)).you.canStart).toBe(true);
  await buildGrant(world, one.actor, { statements: [denying(['rooms.start'], [`room/${room.id}`])] });
  const api = await apiOf(one.token);
  expect((await api.meetings.publicRoom(door)).you).toMatchObject({ canStart: false, skipsCode: true });
  expect(await codeOf(api.meetings.join({ ...door, body: {} }))).toBe('waiting_for_host');
});

describe('playing recordings', () => {
  test.each<[string, PlaceChange, 'fine' | 'not_found']>([
    ['a member', { preset: 'member' }, 'fine'],
    ['nothing given', { preset: 'none' }, 'not_found'],
    ['looking denied', { preset: 'member', statements: [denying(['recordings.view'])] }, 'not_found'],
    ['playing denied', { preset: 'member', statements: [denying(['recordings.play'])] }, 'not_found'],
    [
      'everything denied by the boundary',
      { preset: 'member', boundary: [allowing(['*']), denying(['recordings.*'])] },
      'not_found',
    ],
  ])('one’s own and the account’s, with %s', async (_what, given, expected) => {
    const boss = await owner();
    const one = await colleague(boss.actor.accountId, given);
    const [own, ofAccount, open] = [
      await recorded(one.actor, { visibility: 'owner' }),
      await recorded(boss.actor, { visibility: 'account' }),
      await recorded(boss.actor, { visibility: 'link' }),
    ];
    const { recordings } = await apiOf(one.token);
    const plays = ({ recordId }: { recordId: string }) => codeOf(recordings.playback({ params: { recordId } }));
    expect([await plays(own), await plays(ofAccount), await plays(open)]).toEqual([expected, expected, 'fine']);
  });
});

test('an operator whose statements name single things sees nothing of other accounts', async () => {
  const customer = await owner();
  const room = await customer.api.rooms.create({ body: { name: 'Theirs' } });
  const recording = await recorded(customer.actor, { visibility: 'account' });
  const boss = await owner('operator');
  const looking = ['rooms.view', 'meetings.view', 'recordings.view'];
  const [wide, narrow] = [
    await colleague(boss.actor.accountId, { statements: [allowing(looking)] }),
    await colleague(boss.actor.accountId, { statements: [allowing(looking, [`room/${room.id}`, 'self'])] }),
  ];
  const sees = async (token: string) => {
    const { rooms, recordings } = await apiOf(token);
    return [
      (await rooms.list({ query: { view: 'all' } })).items.some(({ id }) => id === room.id),
      await codeOf(rooms.get({ params: { id: room.id } })),
      (await recordings.list({ query: { view: 'all' } })).items.some(({ id }) => id === recording.id),
      await codeOf(recordings.get({ params: { id: recording.id } })),
    ];
  };
  expect(await sees(wide.token)).toEqual([true, 'fine', true, 'fine']);
  expect(await sees(narrow.token)).toEqual([false, 'not_found', false, 'not_found']);
});

test('the question why names things as requests do: a recording by its room, and whose it is is looked up', async () => {
  const boss = await owner();
  const other = await owner();
  const one = await colleague(boss.actor.accountId, { preset: 'member' });
  const mine = await (await apiOf(one.token)).rooms.create({ body: { name: 'Physics' } });
  const [theirs, foreign] = [
    await boss.api.rooms.create({ body: { name: 'Music' } }),
    await other.api.rooms.create({ body: { name: 'Elsewhere' } }),
  ];
  const ask = async (action: string, kind: 'room' | 'recording', id: string) => {
    const body = { action, thing: { kind, id, own: true } };
    const { allowed, reason } = await boss.api.iam.explain({ params: { id: one.actor.userId }, body });
    return [allowed, reason.by];
  };
  expect(await ask('rooms.edit', 'room', mine.id)).toEqual([true, 'allow']);
  expect(await ask('meetings.end', 'room', mine.id)).toEqual([true, 'allow']);
  expect(await ask('rooms.edit', 'room', theirs.id)).toEqual([false, 'nothing']);
  expect(await ask('rooms.edit', 'room', foreign.id)).toEqual([false, 'nothing']);
  const recording = await recorded(boss.actor, { roomId: mine.id });
  expect(await ask('recordings.edit', 'recording', recording.id)).toEqual([true, 'allow']);
  await buildGrant(world, one.actor, { statements: [denying(['recordings.*'], [`room/${mine.id}`])] });
  expect(await ask('recordings.edit', 'recording', recording.id)).toEqual([false, 'deny']);
  expect(await ask('recordings.edit', 'recording', 'none')).toEqual([false, 'nothing']);
});

test('what is allowed or denied for an address counts for pages, too', async () => {
  const web = await openPages(world.parts);
  onTestFinished(() => web.close());
  const boss = await owner();
  await boss.api.rooms.create({ body: { name: 'Hidden Physics' } });
  const page = async (given: PlaceChange) => {
    const { token } = await colleague(boss.actor.accountId, given);
    const cookie = `${authCookies.token}=${encodeURIComponent(`Bearer ${token}`)}`;
    return (await web.inject({ url: '/rooms', headers: { cookie }, remoteAddress: '192.0.2.7' })).body.includes('Hidden Physics');
  };
  const condition = { ip: ['192.0.2.0/24'] };
  expect(await page({ statements: [allowing(['rooms.view'])] })).toBe(true);
  expect(await page({ statements: [{ ...allowing(['rooms.view']), condition }] })).toBe(true);
  expect(await page({ statements: [allowing(['rooms.view']), { ...denying(['rooms.view']), condition }] })).toBe(false);
});
