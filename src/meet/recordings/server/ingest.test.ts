import { recording } from '@atrium/bbb/memory/memory-state';
import { describe, expect, test } from 'vitest';
import type { World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPerson, buildRoom, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { countUnread } from '#core/outbox/server/notices.service.ts';
import { eraseAgain, keepHouse } from './bin.service.ts';
import { endedMeeting, saidOf } from './ended-meeting.factory.ts';
import { pollAll, pollAwaited } from './ingest.service.ts';
import { buildRecording, buildRecordingServer, recordingsApi, worldWithFiles } from './recordings.factory.ts';
import { recordingRow } from './program.factory.ts';
import { updateForProgram } from './program.service.ts';
import { noteReady } from './recordings.service.ts';

const day = 86_400_000;

const listOf = async (world: World, owner: UserActor, view: 'mine' | 'bin' = 'mine') =>
  (await recordingsApi(world, owner).list({ query: { view } })).items;

describe('what servers tell', () => {
  test('a recorded meeting that ended is asked for until it can be watched', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const server = await buildRecordingServer(world);
    const room = await buildRoom(world, owner);
    const meeting = await endedMeeting(world, { owner, server, roomId: room.id });
    await pollAwaited(world.ctx());
    expect(await listOf(world, owner)).toEqual([]);
    server.state.recordings.push(saidOf(meeting, { state: 'processing', published: false, formats: [] }));
    await pollAwaited(world.ctx());
    expect(await listOf(world, owner)).toMatchObject([
      { state: 'processing', room: { id: room.id }, owner: { id: owner.userId } },
    ]);
    server.state.recordings[0] = saidOf(meeting, { participants: 7, size: 4711 });
    await pollAwaited(world.ctx());
    expect(await listOf(world, owner)).toMatchObject([
      {
        state: 'unpublished',
        visibility: 'account',
        people: 7,
        bytes: 4711,
        formats: [{ type: 'presentation', plays: 'server' }],
      },
    ]);
    const calls = server.calls.length;
    await pollAwaited(world.ctx());
    expect(server.calls).toHaveLength(calls);
  });

  test('the ready news of a server brings in that recording; of one that nobody knows nothing is kept', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const server = await buildRecordingServer(world);
    const meeting = await endedMeeting(world, { owner, server });
    server.state.recordings.push(saidOf(meeting), recording({ recordID: 'of-somebody-else' }));
    await noteReady(world.ctx(), { serverId: server.row.id, recordId: meeting.internalId });
    await noteReady(world.ctx(), { serverId: server.row.id, recordId: 'of-somebody-else' });
    await noteReady(world.ctx(), { serverId: server.row.id, recordId: '' });
    expect(await listOf(world, owner)).toMatchObject([{ recordId: meeting.internalId }]);
    const operator = await buildPerson(world, { kind: 'operator' });
    expect(await recordingsApi(world, operator).list({ query: { view: 'all' } })).toMatchObject({ total: 1 });
  });

  test('what a server has no more is noted as gone; one that does not answer loses nothing', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const [server, deaf] = [await buildRecordingServer(world), await buildRecordingServer(world)];
    const [kept, gone, silent] = [
      await endedMeeting(world, { owner, server }),
      await endedMeeting(world, { owner, server }),
      await endedMeeting(world, { owner, server: deaf }),
    ];
    server.state.recordings.push(saidOf(kept), saidOf(gone));
    deaf.state.recordings.push(saidOf(silent));
    await pollAll(world.ctx());
    expect(await listOf(world, owner)).toHaveLength(3);
    server.state.recordings.pop();
    deaf.state.recordings.pop();
    deaf.mood = 'deaf';
    // one empty list is no word: a server that is being moved may tell nothing for hours
    for (const hours of [0, 1, 22]) {
      world.clock.advance(hours * 3_600_000);
      await pollAll(world.ctx());
    }
    expect(await listOf(world, owner)).toHaveLength(3);
    world.clock.advance(2 * 3_600_000);
    await pollAll(world.ctx());
    expect((await listOf(world, owner)).map((one) => one.recordId).sort()).toEqual([kept.internalId, silent.internalId].sort());
  });

  test('what is taken back here is taken back on its server too, and stays so', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const server = await buildRecordingServer(world);
    server.state.recordings.push(saidOf(await endedMeeting(world, { owner, server })));
    await pollAll(world.ctx());
    const [one] = await listOf(world, owner);
    const body = { ids: [one?.id ?? ''] };
    await recordingsApi(world, owner).unpublish({ body });
    await pollAll(world.ctx());
    expect(await listOf(world, owner)).toMatchObject([{ state: 'unpublished' }]);
    await world.runJobs();
    expect(server.state.recordings).toMatchObject([{ published: false }]);
    await recordingsApi(world, owner).publish({ body });
    await world.runJobs();
    expect(server.state.recordings).toMatchObject([{ published: true }]);
  });
});

describe('servers that make trouble', () => {
  test('one that refuses keeps no other from being heard, and the refusal is told at the end', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const servers = [await buildRecordingServer(world), await buildRecordingServer(world), await buildRecordingServer(world)];
    const ids: string[] = [];
    for (const server of servers) {
      const meeting = await endedMeeting(world, { owner, server });
      server.state.recordings.push(saidOf(meeting));
      ids.push(meeting.internalId);
    }
    const [first, middle, last] = servers;
    for (const server of [first, last]) if (server !== undefined) server.mood = 'refuses';
    await expect(pollAwaited(world.ctx())).rejects.toThrow('refused to list');
    expect((await listOf(world, owner)).map((one) => one.recordId)).toEqual([ids[1]]);
    for (const server of servers) server.mood = server === middle ? 'refuses' : 'well';
    await expect(pollAll(world.ctx())).rejects.toThrow('refused to list');
    expect((await listOf(world, owner)).map((one) => one.recordId).sort()).toEqual([...ids].sort());
  });

  test('a recording that cannot be kept holds up none of those after it', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const server = await buildRecordingServer(world);
    const meetings = [await endedMeeting(world, { owner, server }), await endedMeeting(world, { owner, server })];
    const tooMany = 999_999_999_999_999;
    for (const [n, meeting] of meetings.entries())
      server.state.recordings.push(saidOf(meeting, { participants: n === 0 ? tooMany : 3 }));
    for (const poll of [pollAwaited, pollAll]) {
      await expect(poll(world.ctx())).rejects.toThrow('insert into "recordings"');
      expect(await listOf(world, owner)).toMatchObject([{ recordId: meetings[1]?.internalId, people: 3 }]);
    }
  });
});

describe('recordings of programs’ meetings', () => {
  test('play for everybody who has the address; those of rooms are for the account', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const server = await buildRecordingServer(world);
    const theirs = await endedMeeting(world, { owner, server, externalId: 'class-9b' });
    const room = await endedMeeting(world, { owner, server });
    server.state.recordings.push(saidOf(theirs), saidOf(room));
    await pollAll(world.ctx());
    const seen = new Map((await listOf(world, owner)).map((one) => [one.recordId, one.visibility]));
    expect(seen).toEqual(
      new Map([
        [theirs.internalId, 'link'],
        [room.internalId, 'account'],
      ]),
    );
    const play = (recordId: string) => recordingsApi(world).playback({ params: { recordId } });
    expect(await play(theirs.internalId)).toMatchObject({ formats: [{ plays: 'server' }] });
    expect(await failureOf(play(room.internalId))).toMatchObject({ code: 'not_found' });
  });

  test('what a program wrote into the metadata is not overwritten by what the server tells', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const server = await buildRecordingServer(world);
    const meeting = await endedMeeting(world, { owner, server, externalId: 'class-9b' });
    const said = { metadata: new Map(Object.entries({ course: 'of the server', teacher: 'Ada' })) };
    const change = (values: Record<string, string>) =>
      updateForProgram(
        world.ctx(),
        { accountId: owner.accountId, recordIds: [meeting.internalId] },
        { metadata: new Map(Object.entries(values)), protect: null },
      );
    const kept = async () => (await recordingRow(world, meeting.internalId))?.metadata;
    server.state.recordings.push(saidOf(meeting, { ...said, state: 'processing', published: false, formats: [] }));
    await pollAll(world.ctx());
    expect(await kept()).toEqual({ course: 'of the server', teacher: 'Ada' });
    await change({ course: 'while it is made' });
    server.state.recordings[0] = saidOf(meeting, { ...said, participants: 2 });
    await pollAll(world.ctx());
    expect(await kept()).toEqual({ course: 'while it is made', teacher: 'Ada' });
    await change({ course: 'afterwards', teacher: '' });
    server.state.recordings[0] = saidOf(meeting, { ...said, participants: 5 });
    await pollAll(world.ctx());
    expect(await kept()).toEqual({ course: 'afterwards' });
    expect(await listOf(world, owner)).toMatchObject([{ state: 'published', people: 5 }]);
  });
});

describe('the bin', () => {
  test('deleted for good only when its server does not list it any more', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const server = await buildRecordingServer(world);
    server.state.recordings.push(saidOf(await endedMeeting(world, { owner, server })));
    await pollAll(world.ctx());
    const [one] = await listOf(world, owner);
    const api = recordingsApi(world, owner);
    const body = { ids: [one?.id ?? ''] };
    await api.remove({ body });
    await world.runJobs();
    server.mood = 'keeps';
    await api.destroy({ body });
    await expect(world.runJobs()).rejects.toThrow('still lists');
    expect(await api.get({ params: { id: one?.id ?? '' } })).toMatchObject({ state: 'deleting' });
    server.mood = 'well';
    await eraseAgain(world.ctx());
    await world.runJobs();
    expect(await failureOf(api.get({ params: { id: one?.id ?? '' } }))).toMatchObject({ code: 'not_found' });
    expect(server.state.recordings).toMatchObject([{ state: 'deleted' }]);
    await pollAll(world.ctx());
    expect(await listOf(world, owner)).toEqual([]);
  });

  test('thirty days in the bin, and not one less', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const { id } = await buildRecording(world, owner);
    await recordingsApi(world, owner).remove({ body: { ids: [id] } });
    world.clock.advance(30 * day - 60_000);
    await keepHouse(world.ctx());
    expect(await listOf(world, owner, 'bin')).toMatchObject([{ id }]);
    world.clock.advance(120_000);
    await keepHouse(world.ctx());
    await keepHouse(world.ctx());
    await world.runJobs();
    expect(await listOf(world, owner, 'bin')).toEqual([]);
    expect(await failureOf(recordingsApi(world, owner).get({ params: { id } }))).toMatchObject({ code: 'not_found' });
  });

  test('a keeping time ends with a notice a week before; what a person chose stands', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const [old, chosen] = [await buildRecording(world, owner), await buildRecording(world, owner)];
    const api = recordingsApi(world, owner);
    await api.edit({ params: { id: chosen.id }, body: { revision: 1, keepUntil: null } });
    world.clock.advance(100 * day);
    expect(await api.setRetention({ body: { days: 30 } })).toEqual({ days: 30, most: null, tooOld: 1 });
    await keepHouse(world.ctx());
    await keepHouse(world.ctx());
    expect(await countUnread(world.ctx(owner))).toEqual({ unread: 1 });
    world.clock.advance(6 * day);
    await keepHouse(world.ctx());
    expect(await listOf(world, owner)).toHaveLength(2);
    world.clock.advance(day + 60_000);
    await keepHouse(world.ctx());
    expect(await listOf(world, owner)).toMatchObject([{ id: chosen.id }]);
    expect(await listOf(world, owner, 'bin')).toMatchObject([{ id: old.id, stateReason: 'keeping_time' }]);
    await api.restore({ body: { ids: [old.id] } });
    await keepHouse(world.ctx());
    expect(await listOf(world, owner)).toHaveLength(2);
  });

  test('nobody keeps longer than the plan allows', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world, { entitlements: { recordingDays: 90 } });
    const api = recordingsApi(world, owner);
    expect(await api.retention({})).toEqual({ days: 90, most: 90, tooOld: null });
    for (const days of [null, 91])
      expect(await failureOf(api.setRetention({ body: { days } }))).toMatchObject({ code: 'limit_reached', data: { max: 90 } });
    expect(await api.setRetention({ body: { days: 10 } })).toEqual({ days: 10, most: 90, tooOld: 0 });
    expect(await api.retention({})).toEqual({ days: 10, most: 90, tooOld: null });
  });

  test('what is three days in the making failed, and may be tried again', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const { id } = await buildRecording(world, owner, { state: 'processing' });
    world.clock.advance(3 * day + 1000);
    await keepHouse(world.ctx());
    expect(await listOf(world, owner)).toMatchObject([{ state: 'failed', stateReason: 'timeout' }]);
    expect(await recordingsApi(world, owner).retry({ params: { id } })).toMatchObject({ state: 'processing' });
  });
});
