import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hmacHex } from '#kit/server/secrets.ts';
import { forgetOldAttendance, presencesOf } from './attendance/attendance.service.ts';
import { endCallbackUrl } from './create-params.service.ts';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi, type Stage } from './meet.factory.ts';
import { pollServers } from './polling/poll.service.ts';

async function live(stage: Stage) {
  const room = await buildRoom(stage.world, stage.owner);
  const { meetingId } = await meetApi(stage.world, stage.owner).meetings.start({ params: { id: room.id } });
  return { room, meetingId, params: { id: meetingId } };
}

async function endedIn({ world }: Stage, meetingId: string) {
  const { rows } = await world
    .ctx()
    .system.read.execute(
      sql`select actor_kind, actor_user_id from audit_entries where action = 'meetings.ended' and subject_id = ${meetingId}`,
    );
  return rows;
}

test('the console asks the server once in two seconds, however many look', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, params } = await live(stage);
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  fake.calls.length = 0;
  const api = meetApi(world, owner);
  const first = await api.meetings.get({ params });
  expect(first.attendees).toMatchObject([{ key: 'guest-1', name: 'Gül', role: 'viewer', voice: true, video: false }]);
  const many = await Promise.all(Array.from({ length: 10 }, () => api.meetings.get({ params })));
  for (const one of many) expect(one.attendees).toEqual(first.attendees);
  expect(fake.calls.sort()).toEqual(['atrium/look', 'getMeetingInfo']);
  fake.enter(meetingId, { key: 'guest-2', name: 'Tom' });
  world.clock.advance(2_100);
  expect((await api.meetings.get({ params })).attendees).toHaveLength(2);
  expect(fake.calls.filter((name) => name === 'getMeetingInfo')).toHaveLength(2);
  fake.mood = 'silent';
  world.clock.advance(2_100);
  expect(await api.meetings.get({ params })).toMatchObject({ attendees: null, state: 'live' });
});

test('lists show live meetings first, by account, room, state and words, and page by key', async () => {
  const stage = await buildStage();
  const { world, owner } = stage;
  const api = meetApi(world, owner);
  const [a, b, c] = [await live(stage), await live(stage), await live(stage)];
  await api.meetings.end({ params: b.params });
  const all = await api.meetings.list({});
  expect(all).toMatchObject({ total: 3, live: 2 });
  expect(all.items.map((item) => item.id)).toEqual([c.meetingId, a.meetingId, b.meetingId]);
  expect(all.items[0]).toMatchObject({
    room: { slug: c.room.slug },
    startedBy: { name: 'Olga Owner' },
    account: null,
    server: null,
    rights: { join: true, end: true, attendance: true },
  });
  const pages: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof api.meetings.list>> = await api.meetings.list({
      query: { limit: 1, ...(cursor === null ? {} : { cursor }) },
    });
    pages.push(...page.items.map((item) => item.id));
    cursor = page.next;
  } while (cursor !== null);
  expect(pages).toEqual(all.items.map((item) => item.id));
  expect((await api.meetings.list({ query: { state: 'past' } })).items.map((item) => item.id)).toEqual([b.meetingId]);
  expect((await api.meetings.list({ query: { roomId: a.room.id } })).items.map((item) => item.id)).toEqual([a.meetingId]);
  expect((await api.meetings.list({ query: { search: 'nothing like it' } })).total).toBe(0);
  const colleague = meetApi(world, await buildPerson(world, { colleagueOf: owner }));
  expect((await colleague.meetings.list({ query: { view: 'mine' } })).total).toBe(0);
  expect((await colleague.meetings.list({ query: { view: 'account' } })).total).toBe(3);
});

test('meetings of a room that is shared with me are among mine', async () => {
  const stage = await buildStage();
  const { world, owner } = stage;
  const { room, meetingId } = await live(stage);
  const friend = await buildPerson(world);
  await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: friend.email, role: 'moderator' } });
  const api = meetApi(world, friend);
  await api.rooms.acceptInvitation({ params: { id: (await api.rooms.invitations({})).items[0]?.id ?? '' } });
  expect((await api.meetings.list({ query: { view: 'mine' } })).items).toMatchObject([
    { id: meetingId, rights: { join: true, end: true, attendance: false } },
  ]);
  expect((await api.meetings.list({ query: { view: 'account' } })).total).toBe(0);
  await api.meetings.joinMeeting({ params: { id: meetingId } });
  expect(stage.fake.joins.at(-1)).toMatchObject({ role: 'MODERATOR', userID: friend.userId });
});

test('a co-owner of another account reads who was there', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { room, meetingId, params } = await live(stage);
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  await pollServers(world.ctx());
  const friend = await buildPerson(world);
  await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: friend.email, role: 'co-owner' } });
  const api = meetApi(world, friend);
  await api.rooms.acceptInvitation({ params: { id: (await api.rooms.invitations({})).items[0]?.id ?? '' } });
  expect((await api.meetings.attendance({ params })).items).toMatchObject([{ name: 'Gül' }]);
  expect((await api.meetings.attendanceCsv({ params })).text).toContain('Gül');
});

test('ending tells the server first; when it cannot be reached nothing is claimed', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, params, room } = await live(stage);
  const api = meetApi(world, owner);
  fake.mood = 'silent';
  expect(await failureOf(api.meetings.end({ params }))).toMatchObject({ code: 'server_failed' });
  expect(await api.meetings.get({ params })).toMatchObject({ state: 'live' });
  fake.mood = 'well';
  await api.meetings.end({ params });
  expect(fake.meetings.has(meetingId)).toBe(false);
  expect(await api.meetings.get({ params })).toMatchObject({ state: 'ended', endReason: 'host', attendees: [] });
  expect(await failureOf(api.meetings.end({ params }))).toMatchObject({ code: 'meeting_ended' });
  expect((await api.meetings.start({ params: { id: room.id } })).meetingId).not.toBe(meetingId);
});

test('crash after the server ended the meeting and before we noted it: the poll finds out', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, params } = await live(stage);
  fake.enter(meetingId, { key: 'guest-1', name: 'Gül' });
  await pollServers(world.ctx());
  const [meeting] = fake.meetings.values();
  if (meeting !== undefined) meeting.forciblyEnded = 'yes';
  world.clock.advance(3_000);
  await pollServers(world.ctx());
  expect(await meetApi(world, owner).meetings.get({ params })).toMatchObject({ state: 'ended', endReason: 'host' });
});

test('the end callback counts with its signature, once, for its meeting alone', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const [a, b] = [await live(stage), await live(stage)];
  const sent = fake.meetings.get(a.meetingId)?.request.metadata.get('endcallbackurl') ?? '';
  expect(sent).toBe(endCallbackUrl(world.ctx(), a.meetingId));
  const token = new URL(sent).searchParams.get('token') ?? '';
  const state = async (params: { id: string }) => (await meetApi(world, owner).meetings.get({ params })).state;
  const forged = [
    { meeting: a.meetingId, token: hmacHex(new Uint8Array(32), a.meetingId) },
    { meeting: b.meetingId, token },
    { meeting: a.meetingId, token: '' },
  ];
  for (const query of forged)
    expect(await failureOf(meetApi(world).meetings.endCallback({ query })), JSON.stringify(query)).toMatchObject({
      code: 'not_found',
    });
  expect([await state(a.params), await state(b.params)]).toEqual(['live', 'live']);
  for (let times = 0; times < 2; times++)
    expect(await meetApi(world).meetings.endCallback({ query: { meeting: a.meetingId, token } })).toEqual({ done: true });
  expect([await state(a.params), await state(b.params)]).toEqual(['ended', 'live']);
});

test.each([
  ['&atriumEndReason=duration', 'time_up'],
  ['&atriumEndReason=everybody-left', 'everyone_left'],
  ['&atriumEndReason=unheard-of', 'host'],
  ['&atriumEndReason=duration&atriumEndReason=duration', 'host'],
  ['', 'host'],
])('news of the end with %j: the reason told is taken, else it is judged by who was in', async (more, reason) => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, params } = await live(stage);
  fake.enter(meetingId, { key: owner.userId, name: 'Olga', role: 'MODERATOR' });
  await pollServers(world.ctx());
  const told = new URL(fake.meetings.get(meetingId)?.request.metadata.get('endcallbackurl') ?? '');
  const reply = await world.app.inject({
    url: `${told.pathname}${told.search}&recordingmarks=false&meetingID=${meetingId}${more}`,
  });
  expect(reply.statusCode).toBe(200);
  expect(await meetApi(world, owner).meetings.get({ params })).toMatchObject({ state: 'ended', endReason: reason });
});

test('a server whose news of the end is here before its answer does not change who ended the meeting', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, params } = await live(stage);
  const callback = new URL(fake.meetings.get(meetingId)?.request.metadata.get('endcallbackurl') ?? '');
  fake.beforeAnswer = async (name) => {
    if (name === 'end')
      expect(
        (await world.app.inject({ url: `${callback.pathname}${callback.search}&recordingmarks=false&meetingID=${meetingId}` }))
          .statusCode,
      ).toBe(200);
  };
  await meetApi(world, owner).meetings.end({ params });
  expect(await meetApi(world, owner).meetings.get({ params })).toMatchObject({ state: 'ended', endReason: 'host' });
  expect(await endedIn(stage, meetingId)).toEqual([{ actor_kind: 'user', actor_user_id: owner.userId }]);
});

test('the audit log names who ended a meeting inside it; a guest is a visitor, and news without a name are of the server', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const news = async (more: string) => {
    const { meetingId } = await live(stage);
    const { pathname, search } = new URL(fake.meetings.get(meetingId)?.request.metadata.get('endcallbackurl') ?? '');
    await world.app.inject({ url: `${pathname}${search}&recordingmarks=false&meetingID=${meetingId}${more}` });
    return endedIn(stage, meetingId);
  };
  const byHost = '&atriumEndReason=ended-by-moderator&atriumEndedBy=';
  expect(await news(`${byHost}${owner.userId}`)).toEqual([{ actor_kind: 'user', actor_user_id: owner.userId }]);
  const stranger = 'c0ffee00-0000-4000-8000-000000000000';
  for (const id of ['guest-1', stranger])
    expect(await news(`${byHost}${id}`), id).toEqual([{ actor_kind: 'nobody', actor_user_id: null }]);
  expect(await news('&atriumEndReason=duration')).toEqual([{ actor_kind: 'system', actor_user_id: null }]);
});

test('failures cross the wire as problem details with their status', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, { viewerCode: '482913' });
  const join = async (slug: string, payload: object) => {
    const reply = await world.app.inject({ method: 'POST', url: `/api/public/rooms/${slug}/join`, payload });
    return [reply.statusCode, reply.json<{ code: string }>().code];
  };
  expect(await join(room.slug, { name: 'Gül', code: '482913' })).toEqual([409, 'waiting_for_host']);
  expect(await join(room.slug, { name: 'Gül', code: '000000' })).toEqual([403, 'wrong_code']);
  expect(await join(room.slug, { name: '' })).toEqual([400, 'invalid_input']);
  expect(await join('no-such-room', { name: 'Gül' })).toEqual([404, 'not_found']);
  expect(await join('%F0%9F%90%98', { name: 'Gül' })).toEqual([404, 'not_found']);
  expect((await world.app.inject({ url: `/api/rooms/${room.id}` })).statusCode).toBe(401);
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const joined = await world.app.inject({
    method: 'POST',
    url: `/api/public/rooms/${room.slug}/join`,
    payload: { name: 'Gül', code: '482913' },
  });
  expect([joined.statusCode, String(joined.headers['set-cookie'])]).toEqual([
    200,
    expect.stringMatching(/^atrium_guest=[\w-]{24}; Path=\/; Max-Age=15552000; SameSite=lax; HttpOnly/),
  ]);
  fake.mood = 'silent';
  // the meeting went with its server, and this visitor may not start another one
  expect(await join(room.slug, { name: 'Gül', code: '482913' })).toEqual([409, 'waiting_for_host']);
  const open = await buildRoom(world, owner, { anyoneCanStart: true });
  expect(await join(open.slug, { name: 'Gül' })).toEqual([503, expect.stringMatching(/^(no_server|server_failed)$/)]);
});

test('attendance is one line per person, exported as CSV, and deleted after its time', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, params } = await live(stage);
  fake.enter(meetingId, { key: 'guest-1', name: '=HYPERLINK("http://evil.example")' });
  fake.enter(meetingId, { key: owner.userId, name: 'Olga, Owner', role: 'MODERATOR' });
  await pollServers(world.ctx());
  world.clock.advance(90_000);
  const api = meetApi(world, owner);
  await api.meetings.end({ params });
  const { items, keptUntil } = await api.meetings.attendance({ params });
  expect(items.map((item) => [item.role, item.minutes, item.sittings])).toEqual([
    ['viewer', 2, 1],
    ['moderator', 2, 1],
  ]);
  const csv = await api.meetings.attendanceCsv({ params });
  expect(csv.fileName).toMatch(/^attendance-\d{4}-\d\d-\d\d-[0-9a-f]{6}\.csv$/);
  const lines = csv.text.split('\r\n');
  expect(lines[0]).toBe('\ufeffname,role,joined,left,minutes,sittings,talked_seconds,groups');
  expect(lines[1]).toMatch(/^"'=HYPERLINK\(""http:\/\/evil\.example""\)",viewer,\d{4}-/);
  expect(lines[2]).toMatch(/^"Olga, Owner",moderator,/);
  expect(keptUntil).not.toBeNull();
  world.clock.advance(364 * 86_400_000);
  expect(await forgetOldAttendance(world.ctx())).toBe(0);
  world.clock.advance(2 * 86_400_000);
  expect(await forgetOldAttendance(world.ctx())).toBe(2);
  expect((await api.meetings.attendance({ params })).items).toEqual([]);
});

test('sittings of a person are added up', () => {
  const row = (joined: number, left: number | null) => ({
    id: String(joined),
    accountId: 'a',
    meetingId: 'm',
    personKey: 'p',
    userId: null,
    talkedSeconds: null,
    groupStays: [],
    name: 'Gül',
    role: 'viewer' as const,
    joinedAt: new Date(joined),
    leftAt: left === null ? null : new Date(left),
  });
  expect(presencesOf([row(0, 60_000), row(600_000, null)], 660_000)).toMatchObject([
    { minutes: 2, sittings: 2, joinedAt: 0, leftAt: null },
  ]);
  expect(presencesOf([], 0)).toEqual([]);
});
