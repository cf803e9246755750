/** What the plan says of recordings holds for every meeting, however it is started, and the meeting itself goes on. */
import { expect, test } from 'vitest';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { buildPerson, buildRoom, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { meetingById } from '#meet/meetings/server/meetings.queries.ts';
import { accountById, changeAccountRow } from '#core/accounts/server/accounts.queries.ts';
import { recordedBytes } from '#core/accounts/server/accounts.service.ts';
import { buildRecording } from '#meet/recordings/server/recordings.factory.ts';
import { setRecording } from '#meet/recordings/server/recordings.queries.ts';
import { buildCustomer, buildQuirky, buildStreet, textIn } from '#app/proof/endpoint/endpoint-door.factory.ts';

async function buildHouse(entitlements: Partial<Entitlements>) {
  const street = await buildStreet();
  const quirky = await buildQuirky(street);
  const owner = await buildPerson(street.world, { entitlements });
  const start = async (wish: 'recorded' | 'not' = 'recorded') => {
    const room = await buildRoom(street.world, owner, { record: wish === 'recorded' });
    const { meetingId } = await meetApi(street.world, owner).meetings.start({ params: { id: room.id } });
    const row = await meetingById(street.world.ctx().system.read, meetingId);
    const request = quirky.fake.state.meetings.get(meetingId)?.request;
    return { recording: row?.recording, record: request?.record, note: request?.moderatorOnlyMessage };
  };
  return { ...street, ...quirky, owner, start };
}

const unrecorded = { recording: false, record: false };
const recorded = { recording: true, record: true, note: '' };

test('a room of an account without recordings runs unrecorded, and its host is told', async () => {
  const { start } = await buildHouse({ recordingAllowed: false });
  expect(await start()).toEqual({
    ...unrecorded,
    note: 'Your plan does not include recording, so this meeting is not recorded.',
  });
  // nobody wanted it: nothing to tell
  expect(await start('not')).toEqual({ ...unrecorded, note: '' });
});

test('when the storage is full, new meetings are not recorded until there is room again; the host reads it in the account’s language', async () => {
  const { world, owner, start } = await buildHouse({ recordingGb: 1 });
  expect(await start()).toEqual(recorded);
  await buildRecording(world, owner, { bytes: 600_000_000 });
  const binned = await buildRecording(world, owner, { bytes: 400_000_000, state: 'recycled' });
  expect(await start()).toMatchObject({ ...unrecorded, note: expect.stringContaining('Recording storage is full') });
  const ctx = world.ctx();
  const { version = 0 } = (await accountById(ctx.system.read, owner.accountId)) ?? {};
  await ctx.system.write((tx) => changeAccountRow(tx, { id: owner.accountId, version }, { locale: 'de' }));
  expect((await start()).note).toContain('Der Speicher für Aufzeichnungen ist voll');
  await ctx.system.write((tx) => setRecording(tx, binned.id, { state: 'deleted' }));
  expect(await start()).toEqual(recorded);
});

test('programs are held to the same limits', async () => {
  const street = await buildStreet();
  const { fake } = await buildQuirky(street);
  const customer = await buildCustomer(street, { recordingGb: 1 });
  const create = async (meetingID: string) => {
    const said = await customer.call('create', { name: 'N1', meetingID, record: 'true', autoStartRecording: 'true' });
    expect(textIn(said, 'returncode')).toBe('SUCCESS');
    return textIn(await customer.call('getMeetingInfo', { meetingID }), 'recording');
  };
  expect(await create('c1')).toBe('true');
  await buildRecording(street.world, customer.owner, { bytes: 1_000_000_000 });
  expect(await create('c2')).toBe('false');
  expect([...fake.state.meetings.values()].map(({ request }) => [request.record, request.autoStartRecording])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('programs are told why a meeting is not recorded: its moderators in the chat, its owner in the log of calls', async () => {
  const street = await buildStreet();
  const { fake } = await buildQuirky(street);
  const full = await buildCustomer(street, { recordingGb: 1 });
  const without = await buildCustomer(street, { recordingAllowed: false });
  await buildRecording(street.world, full.owner, { bytes: 1_000_000_000 });
  await full.call('create', { name: 'N1', meetingID: 'c1', record: 'true', moderatorOnlyMessage: '<b>Own</b>' });
  await full.call('create', { name: 'N1', meetingID: 'c2', moderatorOnlyMessage: 'Own' });
  await without.call('create', { name: 'N1', meetingID: 'c3', record: 'true' });
  const told = [...fake.state.meetings.values()].map(({ request }) => request.moderatorOnlyMessage);
  expect(told).toEqual([
    expect.stringMatching(/^<b>Own<\/b><br><br>Recording storage is full/),
    'Own',
    'Your plan does not include recording, so this meeting is not recorded.',
  ]);
  const logged = async (customer: typeof full) =>
    (await street.world.api(customer.owner).endpoint.calls({ query: {} })).items.map((one) => [
      one.meeting,
      one.outcome,
      one.reason,
    ]);
  await expect
    .poll(() => logged(full), { timeout: 10_000 })
    .toEqual([
      ['c2', 'answered', null],
      ['c1', 'answered', 'recording_full'],
    ]);
  await expect.poll(() => logged(without), { timeout: 10_000 }).toEqual([['c3', 'answered', 'recording_not_in_plan']]);
});

test('the bytes of an account are the sum of its recordings, whatever becomes of them', async () => {
  const { world, owner } = await buildHouse({ recordingGb: 1 });
  const other = await buildPerson(world);
  const ctx = world.ctx();
  const used = () => recordedBytes(ctx.system.read, owner.accountId);
  expect(await used()).toBe(0);
  const [first, second] = [
    await buildRecording(world, owner, { bytes: 300 }),
    await buildRecording(world, owner, { bytes: 50, state: 'recycled' }),
  ];
  await buildRecording(world, owner, { bytes: 7, state: 'deleted' });
  await buildRecording(world, other, { bytes: 1_000 });
  expect(await used()).toBe(350);
  await ctx.system.write((tx) => setRecording(tx, first.id, { bytes: 500, name: 'Longer' }));
  expect(await used()).toBe(550);
  await ctx.system.write((tx) => setRecording(tx, second.id, { state: 'deleted' }));
  expect(await used()).toBe(500);
  await ctx.system.read.execute(`delete from recordings where id = '${first.id}'`);
  expect(await used()).toBe(0);
  expect(await recordedBytes(world.ctx(other).db.read, other.accountId)).toBe(1_000);
  expect(await recordedBytes(world.ctx(owner).db.read, other.accountId)).toBe(0);
});
