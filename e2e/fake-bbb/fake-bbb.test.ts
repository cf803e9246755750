import { once } from 'node:events';
import { createServer } from 'node:http';
import { BbbBadAnswer, BbbUnreachable } from '@atrium/bbb/client-answer';
import { type BbbClient, bbbClient } from '@atrium/bbb/client';
import { readRecordingReady } from '@atrium/bbb/hooks/callbacks';
import { readAnalyticsRequest } from '@atrium/bbb/analytics';
import { hookChecksumFits } from '@atrium/bbb/hooks/hook-delivery';
import { readHookBody } from '@atrium/bbb/hooks/hook-events';
import { signQuery } from '@atrium/bbb/checksum';
import { afterEach, describe, expect, test } from 'vitest';
import { type FakeBbb, type FakeBbbOptions, FakeCommandError, startFakeBbb } from './fake-bbb.ts';
import { diceOf, type Fault } from './quirks.ts';
import { fakeVersions } from './versions.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(options: FakeBbbOptions = {}): Promise<{ fake: FakeBbb; client: BbbClient }> {
  const fake = await startFakeBbb({ secret: 's', ...options });
  stops.push(fake.stop);
  return { fake, client: bbbClient({ url: fake.url, secret: 's', timeoutMs: 3000, createRetryDelaysMs: [] }) };
}

const meeting = { meetingID: 'm1', name: 'Maths', attendeePW: 'ap', moderatorPW: 'mp' };

type Heard = { method: string; url: string; authorization: string | undefined; body: string };

/** A receiver of callbacks. */
async function listener(): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    const { method = '', url = '', headers } = incoming;
    heard.push({ method, url, authorization: headers.authorization, body });
    outgoing.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, heard };
}

describe('people', () => {
  test('a meeting fills at once or over time, and empties', async () => {
    const { fake, client } = await start();
    await client.create(meeting);
    await fake.control({ do: 'people', meetingID: 'm1', add: 3, moderators: 1, cameras: 2, microphones: 1 });
    expect(await client.getMeetingInfo('m1')).toMatchObject({
      meeting: {
        participantCount: 3,
        moderatorCount: 1,
        videoCount: 2,
        voiceParticipantCount: 1,
        listenerCount: 2,
        running: true,
      },
    });
    await fake.control({ do: 'people', meetingID: 'm1', add: 10, overMs: 10_000 });
    expect((await fake.control({ do: 'look' })).meetings[0]?.people).toBe(3);
    expect((await fake.control({ do: 'clock', offsetMs: 5500 })).meetings[0]?.people).toBe(8);
    expect((await fake.control({ do: 'clock', offsetMs: 60_000 })).meetings[0]?.people).toBe(13);
    await fake.control({ do: 'people', meetingID: 'm1', remove: 13 });
    expect(await client.getMeetingInfo('m1')).toMatchObject({
      meeting: { participantCount: 0, hasUserJoined: true, running: false },
    });
    await expect(fake.control({ do: 'people', meetingID: 'nobody', add: 1 })).rejects.toBeInstanceOf(FakeCommandError);
  });

  test('somebody is there when the client opens, where that is wanted', async () => {
    const { client } = await start({ presence: 'client' });
    await client.create(meeting);
    const joined = await client.join({ meetingID: 'm1', fullName: 'Ann', role: 'VIEWER', userID: 'u1' });
    expect(await client.isMeetingRunning('m1')).toEqual({ ok: true, running: false });
    await (await fetch(joined.ok ? joined.url : '')).text();
    expect(await client.isMeetingRunning('m1')).toEqual({ ok: true, running: true });
  });

  test('an ended meeting lingers when told to', async () => {
    const { fake, client } = await start({ endLingersMs: 2000 });
    await client.create(meeting);
    expect(await client.end({ meetingID: 'm1' })).toEqual({ ok: true, outcome: 'ended' });
    expect(await client.getMeetingInfo('m1')).toMatchObject({ meeting: { hasBeenForciblyEnded: true, running: false } });
    await fake.control({ do: 'clock', offsetMs: 3000 });
    expect(await client.getMeetingInfo('m1')).toMatchObject({ ok: false, key: 'notFound' });
  });
});

describe('faults', () => {
  const bad: Fault[] = ['error500', 'html502', 'html200', 'garbage', 'empty', 'truncated'];
  test.each(bad)('%s is a bad answer', async (fault) => {
    const { client } = await start({ quirks: { calls: { getMeetings: { fault } } } });
    await expect(client.getMeetings()).rejects.toBeInstanceOf(BbbBadAnswer);
    expect(await client.isMeetingRunning('m1')).toEqual({ ok: true, running: false });
  });

  const broken: Fault[] = ['cutOff', 'hangUp', 'hangUpAfter', 'dieAfter'];
  test.each(broken)('%s breaks the connection', async (fault) => {
    const { client } = await start({ quirks: { calls: { getMeetings: { fault } } } });
    await expect(client.getMeetings()).rejects.toBeInstanceOf(BbbUnreachable);
  });

  test('silence lasts until the caller gives up', async () => {
    const { fake } = await start({ quirks: { all: { fault: 'silent' } } });
    const hasty = bbbClient({ url: fake.url, secret: 's', timeoutMs: 100 });
    await expect(hasty.getMeetings()).rejects.toBeInstanceOf(BbbUnreachable);
  });

  test('refusals without a key and in the old shape', async () => {
    const { fake, client } = await start({ quirks: { all: { fault: 'failedWithoutKey' } } });
    expect(await client.getMeetings()).toEqual({ ok: false, key: '', message: '' });
    await fake.control({ do: 'quirks', set: { all: { fault: 'errorList' } } });
    expect(await client.getMeetings()).toMatchObject({ ok: false, key: 'internalError' });
  });

  test('a call that is carried out and never answered, after one that goes well', async () => {
    const { fake, client } = await start({ quirks: { calls: { create: { fault: 'hangUpAfter', after: 1, times: 1 } } } });
    expect(await client.create(meeting)).toMatchObject({ ok: true });
    await expect(client.create({ ...meeting, meetingID: 'm2' })).rejects.toBeInstanceOf(BbbUnreachable);
    expect(await client.create({ ...meeting, meetingID: 'm2' })).toMatchObject({ ok: true, outcome: 'duplicate' });
    expect((await fake.control({ do: 'look' })).calls).toMatchObject({ create: 3 });
  });

  test('a dead server comes back with its meetings or without them', async () => {
    const { fake, client } = await start();
    await client.create(meeting);
    await fake.control({ do: 'down' });
    await expect(client.getMeetings()).rejects.toBeInstanceOf(BbbUnreachable);
    expect(await fake.control({ do: 'up' })).toMatchObject({ isUp: true });
    expect(await client.getMeetingInfo('m1')).toMatchObject({ ok: true });
    await fake.control({ do: 'down', meetings: 'lose' });
    await fake.control({ do: 'up' });
    expect(await client.getMeetings()).toEqual({ ok: true, meetings: [] });
  });

  test('jitter is the same for the same seed', () => {
    const delays = (seed: number): number[] => {
      const dice = diceOf(seed, { all: { delayMs: 5, jitterMs: 100 } });
      return Array.from({ length: 20 }, () => dice.fateOf('create').delayMs);
    };
    expect(delays(7)).toEqual(delays(7));
    expect(delays(7)).not.toEqual(delays(8));
    expect(delays(7).every((delay) => delay >= 5 && delay < 105)).toBe(true);
  });

  test('a wrong clock shows in creation times', async () => {
    const { client } = await start({ clockOffsetMs: -3_600_000 });
    const created = await client.create(meeting);
    expect(created.ok && Math.abs(created.createTime + 3_600_000 - Date.now())).toBeLessThan(60_000);
  });
});

describe('releases', () => {
  test.each(fakeVersions)('%s speaks so that the client understands', async (version) => {
    const { fake, client } = await start({ version, revealsVersion: true });
    expect(await client.version()).toMatchObject({ ok: true, version: '2.0' });
    expect(await client.create({ ...meeting, metadata: { a: '<1> & "2"' } })).toMatchObject({ ok: true, outcome: 'created' });
    expect(await client.create(meeting)).toMatchObject({ ok: true, outcome: 'duplicate' });
    expect(await client.getMeetings()).toMatchObject({ meetings: [{ metadata: new Map([['a', '<1> & "2"']]) }] });
    expect(await client.getMeetingInfo('nobody')).toMatchObject({ ok: false, key: 'notFound' });
    await fake.control({ do: 'recording', meetingID: 'm1', formats: ['presentation', 'video'], announce: false });
    expect(await client.getRecordings({ limit: 1 })).toMatchObject({ total: 1, recordings: [{ formats: [{}, {}] }] });
    const guest = await client.join({ meetingID: 'm1', fullName: 'Ann', role: 'VIEWER' });
    expect(guest.ok && (await fetch(guest.url)).status).toBe(200);
  });

  test('what old releases lack', async () => {
    const { fake, client } = await start({ version: '2.4' });
    await client.create(meeting);
    await expect(client.sendChatMessage({ meetingID: 'm1', message: 'x' })).rejects.toBeInstanceOf(BbbBadAnswer);
    await expect(client.insertDocument('m1', { documents: [] })).rejects.toBeInstanceOf(BbbBadAnswer);
    const long = bbbClient({ url: fake.url, secret: 's', hash: 'sha512' });
    expect(await long.getMeetings()).toMatchObject({ ok: false, key: 'checksumError' });
    await client.create({ meetingID: 'm2', name: 'Maths' });
    expect(await client.create({ meetingID: 'm2', name: 'Maths' })).toMatchObject({ ok: false, key: 'idNotUnique' });
    expect(await client.create({ meetingID: 'm3', name: 'x'.repeat(65) })).toMatchObject({ ok: false, key: 'sizeError' });
  });

  test('a waiting guest up to 2.7 goes to a lobby page, later to the client', async () => {
    const waiting = { ...meeting, guestPolicy: 'ASK_MODERATOR' } as const;
    const guest = { meetingID: 'm1', fullName: 'Ann', role: 'VIEWER', guest: true } as const;
    const old = await start({ version: '2.7' });
    await old.client.create(waiting);
    const lobby = await old.client.join(guest);
    expect(lobby).toMatchObject({ ok: true, guestStatus: 'WAIT', url: expect.stringContaining('guest-wait.html') });
    const { client } = await start({ version: '3.0' });
    await client.create(waiting);
    expect(await client.join(guest)).toMatchObject({ guestStatus: 'WAIT', url: expect.stringContaining('/html5client/') });
  });

  test('a call that no release has is a page, as are webhooks that are not installed', async () => {
    const { fake, client } = await start({ hasHooks: false });
    const query = signQuery({ call: 'getDefaultConfigXML', query: '', secret: 's', hash: 'sha1' });
    expect((await fetch(`${fake.url}/api/getDefaultConfigXML?${query}`)).status).toBe(404);
    await expect(client.hooks.list()).rejects.toBeInstanceOf(BbbBadAnswer);
  });
});

describe('news', () => {
  test('the end, a recording and statistics are told to who asked for it', async () => {
    const { fake, client } = await start();
    const { url, heard } = await listener();
    const metadata = {
      endCallbackUrl: `${url}/end?x=1`,
      'bbb-recording-ready-url': `${url}/ready`,
      'analytics-callback-url': `${url}/statistics`,
    };
    const created = await client.create({ ...meeting, record: true, metadata });
    const internal = created.ok ? created.internalMeetingID : '';
    await fake.control({ do: 'people', meetingID: 'm1', add: 2 });
    await client.end({ meetingID: 'm1' });
    await fake.control({ do: 'settle' });
    expect(heard).toMatchObject([{ method: 'GET', url: '/end?x=1&recordingmarks=true&meetingID=m1' }]);
    await fake.control({ do: 'recording', meetingID: 'm1' });
    await fake.control({ do: 'settle' });
    expect(readRecordingReady(heard[1]?.body ?? '', 's')).toEqual({ meetingId: 'm1', recordId: internal });
    expect(await client.getRecordings({ recordIds: [internal] })).toMatchObject({ recordings: [{ meetingID: 'm1' }] });
    await fake.control({ do: 'statistics', meetingID: 'm1' });
    const { told } = await fake.control({ do: 'settle' });
    expect(told).toEqual([{ url: `${url}/statistics`, status: 200 }]);
    const { authorization, body } = heard[2] ?? { authorization: undefined, body: '' };
    const read = readAnalyticsRequest({ authorization, body }, { secret: 's', now: Date.now() });
    expect(read).toMatchObject({ meetingId: 'm1', internalMeetingId: internal });
    expect(read?.document['data']).toMatchObject({ attendees: [{ ext_user_id: 'person-1' }, { ext_user_id: 'person-2' }] });
  });

  test('a recording that is unpublished or deleted plays no longer', async () => {
    const { fake, client } = await start();
    const created = await client.create(meeting);
    await fake.control({ do: 'recording', meetingID: 'm1' });
    const recordId = created.ok ? created.internalMeetingID : '';
    const found = await client.getRecordings({ recordIds: [recordId] });
    const address = found.ok ? (found.recordings[0]?.formats[0]?.url ?? '') : '';
    expect((await fetch(address)).status).toBe(200);
    await client.deleteRecordings([recordId]);
    expect((await fetch(address)).status).toBe(404);
  });

  test.each(['2.7', '3.0', '4.0'] as const)('webhooks of %s', async (version) => {
    const { fake, client } = await start({ version });
    const { url, heard } = await listener();
    const callbackURL = `${url}/hook?a=1`;
    await client.hooks.create({ callbackURL, eventIds: ['Meeting-Ended', 'user-joined'] });
    await client.create(meeting);
    await client.join({ meetingID: 'm1', fullName: 'Ann', role: 'VIEWER', userID: 'u1' });
    await fake.control({ do: 'end', meetingID: 'm1' });
    await fake.control({ do: 'settle' });
    const events = heard.flatMap(({ body }) => readHookBody(body)?.events ?? []);
    expect(events.map(({ data }) => data.id).sort()).toEqual(['meeting-ended', 'user-joined']);
    const given = /checksum=([0-9a-f]+)/.exec(heard[0]?.url ?? '')?.[1] ?? '';
    const delivery = { callbackURL, body: heard[0]?.body ?? '', secret: 's' };
    const form = version === '2.7' ? 'json' : version === '3.0' ? 'constant' : 'body';
    expect(hookChecksumFits(delivery, given, [form])).toBe(true);
  });

  test('a callback that nobody takes is tried as often as told', async () => {
    const { fake, client } = await start({ retryDelaysMs: [5, 5] });
    await client.create({ ...meeting, metadata: { endCallbackUrl: 'http://127.0.0.1:9/' } });
    await fake.control({ do: 'end', meetingID: 'm1' });
    const { told } = await fake.control({ do: 'settle' });
    expect(told.map(({ status }) => status)).toEqual([0, 0, 0]);
  });
});
