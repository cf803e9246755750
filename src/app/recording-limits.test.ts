/** What the plan says of recordings holds for every meeting, however it is started, and the meeting itself goes on. */
import { expect, test } from 'vitest';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { buildPerson, buildRoom, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { meetingById } from '#meet/meetings/server/meetings.queries.ts';
import { accountById, changeAccountRow } from '#core/accounts/server/accounts.queries.ts';
import { buildRecording } from '#meet/recordings/server/recordings.factory.ts';
import { setRecording } from '#meet/recordings/server/recordings.queries.ts';
import { buildCustomer, buildQuirky, buildStreet, textIn } from './endpoint-door.factory.ts';

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
    note: 'Recording is not part of your plan: this meeting is not recorded.',
  });
  // nobody wanted it: nothing to tell
  expect(await start('not')).toEqual({ ...unrecorded, note: '' });
});

test('when the storage is full, new meetings are not recorded until there is room again; the host reads it in the account’s language', async () => {
  const { world, owner, start } = await buildHouse({ recordingGb: 1 });
  expect(await start()).toEqual(recorded);
  await buildRecording(world, owner, { bytes: 600_000_000 });
  const binned = await buildRecording(world, owner, { bytes: 400_000_000, state: 'recycled' });
  expect(await start()).toMatchObject({ ...unrecorded, note: expect.stringContaining('storage for recordings is full') });
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
