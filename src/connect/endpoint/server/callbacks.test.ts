import { analyticsBody, analyticsToken, analyticsTokenFits } from '@atrium/bbb/analytics';
import { readRecordingReady, recordingReadyBody } from '@atrium/bbb/hooks/callbacks';
import { hookChecksumFits } from '@atrium/bbb/hooks/hook-delivery';
import { hookEvent, readHookBody } from '@atrium/bbb/hooks/hook-events';
import { writeQuery } from '@atrium/bbb/query';
import { expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { hmacHex } from '#kit/server/secrets.ts';
import { analyticsUrl, endCallbackUrl } from '#meet/meetings/server/create-params.service.ts';
import { recordingReadyUrl } from '#meet/meetings/server/external/external-asked.service.ts';
import { buildPerson, buildRoom, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { settleEnded } from '#meet/meetings/server/settle.service.ts';
import { toldMeeting } from '#meet/meetings/server/attendance/told.service.ts';
import { buildRecordingRow } from '#meet/recordings/server/program.factory.ts';
import { tryDelivery } from '#connect/webhooks/server/deliveries.service.ts';
import { buildScene } from './callbacks.factory.ts';
import { registerHooks } from './hook-news.service.ts';
import type { BuiltCall } from '../endpoint.contract.ts';

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('120 both end addresses are called once, with the program’s own id', async () => {
  const { world, receiver, run, meetingId } = await buildScene();
  const asked = {
    meetingID: 'class 9b',
    name: 'Maths',
    meta_endCallbackUrl: `${receiver.url}/end?key=1`,
    meetingEndedURL: `${receiver.url}/ended`,
  };
  expect(await run('create', asked)).toContain('<returncode>SUCCESS</returncode>');
  const id = meetingId();
  const url = pathOf(endCallbackUrl(world.ctx(), id));
  for (const _ of [1, 2]) expect((await world.app.inject({ url })).statusCode).toBe(200);
  await settleEnded(world.ctx(), id, 'everyone_left');
  await world.runJobs();
  expect(receiver.received.map((one) => `${one.method} ${one.url}`).sort()).toEqual([
    'GET /end?key=1&recordingmarks=false&meetingID=class+9b',
    'GET /ended',
  ]);
});

test('121 an end that is not taken is told again after 30, 60 and 120 seconds, and then no more once it is taken', async () => {
  const { world, receiver, run, meetingId } = await buildScene();
  await run('create', { meetingID: 'c1', name: 'Maths', meta_endCallbackUrl: `${receiver.url}/end` });
  receiver.say({ status: 500 });
  await settleEnded(world.ctx(), meetingId(), 'everyone_left');
  await world.runJobs();
  expect(receiver.received).toHaveLength(1);
  const { rows } = await world.ctx().system.read.execute<{ id: string }>('select id from deliveries');
  const id = rows[0]?.id ?? '';
  const after = async (seconds: number) => {
    world.clock.advance(seconds * 1_000);
    await tryDelivery(world.ctx(), { id });
    return receiver.received.length;
  };
  expect([await after(20), await after(10)]).toEqual([1, 2]);
  expect([await after(50), await after(10)]).toEqual([2, 3]);
  expect(await after(110)).toBe(3);
  receiver.say({ status: 200 });
  expect([await after(10), await after(300), await after(86_400)]).toEqual([4, 4, 4]);
  expect(new Set(receiver.received.map((one) => one.url))).toEqual(new Set(['/end?recordingmarks=false&meetingID=c1']));
});

test('a meeting of a room tells no program', async () => {
  const { world, owner, receiver, run, meetingId } = await buildScene();
  await run('hooks/create', { callbackURL: receiver.url });
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  await settleEnded(world.ctx(), meetingId(), 'everyone_left');
  await world.runJobs();
  expect(receiver.received).toEqual([]);
});

test('122: a recording is told once it can be watched, signed with the program’s secret', async () => {
  const { world, server, fake, owner, receiver, secret, run, meetingId } = await buildScene();
  await run('create', { meetingID: 'c1', name: 'Maths', 'meta_bbb-recording-ready-url': `${receiver.url}/ready` });
  const meeting = await toldMeeting(world.ctx().system.read, meetingId());
  const recordId = meeting?.internalId ?? '';
  const url = pathOf(recordingReadyUrl(world.ctx(), meetingId()));
  const post = (to: string, payload: string) => world.app.inject({ method: 'POST', url: to, headers: form, payload });
  const said = { meetingId: meetingId(), recordId };
  for (const [to, payload] of [
    [url, recordingReadyBody(said, 'another secret')],
    [url, recordingReadyBody({ ...said, meetingId: newId() }, fake.secret)],
    [url, recordingReadyBody({ ...said, recordId: 'another' }, fake.secret)],
    [url.replace(/token=.*/, 'token=x'), recordingReadyBody(said, fake.secret)],
  ] as const)
    expect((await post(to, payload)).statusCode).toBe(404);
  expect((await post(url, recordingReadyBody(said, fake.secret))).statusCode).toBe(200);
  const ctx = world.ctx();
  // the server itself is asked by a job; this one has no recordings to tell of
  const asked = await ctx.system.read.execute<{ data: unknown }>(
    `delete from pgboss.job where name = 'endpoint.note-ready' returning data`,
  );
  expect(asked.rows).toEqual([{ data: { serverId: server.id, recordId } }]);
  const { accountId } = owner;
  await buildRecordingRow(world, { accountId, recordId, meetingId: meetingId(), serverId: server.id, externalId: 'c1' });
  await ctx.system.write((tx) =>
    ctx.events.publish(ctx, tx, { name: 'recordings.ready', accountId: owner.accountId, data: { recordId } }),
  );
  await world.runJobs();
  expect(receiver.received).toMatchObject([{ method: 'POST', url: '/ready' }]);
  const body = receiver.received[0]?.body ?? '';
  expect(readRecordingReady(body, secret)).toEqual({ meetingId: 'c1', recordId });
  expect(readRecordingReady(body, fake.secret)).toBeUndefined();
});

test('123: statistics come under the program’s id with a token of its secret, and without what is ours', async () => {
  const { world, fake, receiver, secret, run, meetingId } = await buildScene();
  await run('create', { meetingID: 'c1', name: 'Maths', 'meta_analytics-callback-url': `${receiver.url}/stats` });
  const meeting = await toldMeeting(world.ctx().system.read, meetingId());
  const now = world.clock.now();
  const told = {
    meetingId: meetingId(),
    internalMeetingId: meeting?.internalId ?? '',
    name: 'Maths',
    start: now,
    finish: now + 60_000,
    attendees: [],
  };
  const document = JSON.parse(analyticsBody(told));
  document.data.metadata.atrium_account = 'ours';
  document.data.metadata.analytics_callback_url = 'https://ours.example/?token=1';
  document.data.unknown_part = { kept: true };
  const sent = await world.app.inject({
    method: 'POST',
    url: pathOf(analyticsUrl(world.ctx(), meetingId())),
    headers: { authorization: `Bearer ${analyticsToken(fake.secret, now)}` },
    payload: document,
  });
  expect(sent.statusCode).toBe(200);
  await world.runJobs();
  const [got] = receiver.received.filter((one) => one.url === '/stats');
  expect(analyticsTokenFits(got?.headers.authorization?.replace('Bearer ', '') ?? '', { secret, now })).toBe(true);
  expect(JSON.parse(got?.body ?? '')).toMatchObject({
    meeting_id: 'c1',
    internal_meeting_id: meeting?.internalId,
    data: { metadata: { meeting_name: 'Maths' }, unknown_part: { kept: true } },
  });
  expect(got?.body).not.toMatch(/ours/);
});

test('124: hooks are made once per address and meeting, listed and removed, each account its own', async () => {
  const { world, receiver, run } = await buildScene();
  const made = await run('hooks/create', { callbackURL: receiver.url, meetingID: 'c1', eventID: 'Meeting-Ended' });
  const hookId = /<hookID>(\d+)<\/hookID>/.exec(made)?.[1] ?? '';
  expect(made).toContain('<permanentHook>false</permanentHook>');
  const again = await run('hooks/create', { callbackURL: receiver.url, meetingID: 'c1' });
  expect(again).toContain('duplicateWarning');
  expect(again).toContain(`<hookID>${hookId}</hookID>`);
  expect(await run('hooks/create', { callbackURL: receiver.url })).not.toContain('duplicateWarning');
  expect((await run('hooks/list', { meetingID: 'c1' })).match(/<hook>/g)).toHaveLength(2);
  expect((await run('hooks/list', { meetingID: 'c2' })).match(/<hook>/g)).toHaveLength(1);
  const other = world.api(await buildPerson(world)).endpoint;
  const secretId = (await other.get({})).secrets[0]?.id ?? '';
  const destroy: BuiltCall = {
    secretId,
    call: 'hooks/destroy',
    method: 'GET',
    hash: 'sha1',
    parameters: [{ name: 'hookID', value: hookId }],
    body: null,
  };
  expect((await other.run({ body: destroy })).body).toContain('destroyMissingHook');
  expect(await run('hooks/destroy', { hookID: hookId })).toContain('<removed>true</removed>');
  expect(await run('hooks/destroy', { hookID: hookId })).toContain('destroyMissingHook');
  expect(await run('hooks/destroy')).toContain('missingParamHookID');
  expect(await run('hooks/create')).toContain('missingParamCallbackURL');
  for (const callbackURL of ['ftp://example.org/', 'nonsense', 'http://a:b@example.org/'])
    expect(await run('hooks/create', { callbackURL }), callbackURL).toContain('createHookError');
  expect(await run('hooks/create', { callbackURL: receiver.url, getRaw: 'true' })).toContain('createHookError');
  expect(await run('hooks/create', { callbackURL: `${receiver.url}/empty`, meetingID: '' })).toContain('validationError');
  expect(await run('hooks/list')).not.toContain('/empty');
});

test('125, 126: hooks hear of their meetings alone, by the program’s ids, signed with its secret', async () => {
  const { world, server, receiver, secret, run, meetingId } = await buildScene();
  await run('hooks/create', { callbackURL: `${receiver.url}/one`, meetingID: 'c1' });
  await run('hooks/create', { callbackURL: `${receiver.url}/left?x=1`, eventID: 'user-left,meeting-ended' });
  await run('hooks/create', { callbackURL: `${receiver.url}/other`, meetingID: 'c2' });
  await run('create', { meetingID: 'c1', name: 'Maths' });
  const internalMeetingId = (await toldMeeting(world.ctx().system.read, meetingId()))?.internalId ?? '';
  const ctx = world.ctx();
  const token = hmacHex(ctx.secrets.derive('server news'), server.id);
  const tell = (to: string, event: unknown) =>
    world.app.inject({
      method: 'POST',
      url: to,
      headers: form,
      payload: writeQuery([
        ['domain', 'bbb'],
        ['event', JSON.stringify([event])],
        ['timestamp', '1'],
      ]),
    });
  const url = `/api/callbacks/server-news/${server.id}?token=${token}&checksum=x`;
  const left = (id: string) =>
    hookEvent({ id: 'user-left', ts: 5, meetingId: id, internalMeetingId, more: { user: { name: 'Gül' } } });
  expect((await tell(url.replace(token, 'x'), left(meetingId()))).statusCode).toBe(404);
  expect((await tell(url.replace(server.id, newId()), left(meetingId()))).statusCode).toBe(404);
  expect((await tell(url, left(meetingId()))).statusCode).toBe(200);
  expect((await tell(url, left('c1'))).statusCode).toBe(200);
  expect((await tell(url, hookEvent({ id: 'rap-published', ts: 6, meetingId: meetingId(), internalMeetingId }))).statusCode).toBe(
    200,
  );
  await settleEnded(ctx, meetingId(), 'everyone_left');
  await world.runJobs();
  const heard = receiver.received.map((one) => ({
    path: one.url.replace(/[?&]checksum=.*/, ''),
    event: readHookBody(one.body)?.events[0],
  }));
  const names = (path: string) =>
    heard
      .filter((one) => one.path === path)
      .map((one) => one.event?.data.id)
      .sort();
  expect(names('/one')).toEqual(['meeting-created', 'meeting-ended', 'user-left']);
  expect(names('/left?x=1')).toEqual(['meeting-ended', 'user-left']);
  expect(names('/other')).toEqual([]);
  for (const { event } of heard)
    expect(event?.data.attributes.meeting).toMatchObject({
      'external-meeting-id': 'c1',
      'internal-meeting-id': internalMeetingId,
    });
  for (const one of receiver.received) {
    const [, path = '', checksum = ''] = /^(.*)[?&]checksum=([0-9a-f]+)$/.exec(one.url) ?? [];
    expect(hookChecksumFits({ callbackURL: receiver.url + path, body: one.body, secret }, checksum)).toBe(true);
    expect(one.body).not.toContain(meetingId());
  }
});

test('servers are asked to tell us as long as somebody wants to hear; one that refuses disturbs nobody', async () => {
  const { world, fake, receiver, run } = await buildScene();
  await registerHooks(world.ctx());
  expect(fake.calls).not.toContain('hooks/create');
  await run('hooks/create', { callbackURL: receiver.url });
  await registerHooks(world.ctx());
  expect(fake.calls).toContain('hooks/create');
});
