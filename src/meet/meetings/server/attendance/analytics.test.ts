import { type Analytics, type AnalyticsAttendee, type AnalyticsPoll, analyticsBody, analyticsToken } from '@atrium/bbb/analytics';
import { signToken } from '@atrium/bbb/hooks/callbacks';
import { expect, test } from 'vitest';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { addServer } from '#meet/servers/server/servers.service.ts';
import { pollsOfMeeting } from './meeting-polls.queries.ts';
import { mergeStays, peakOf, type ReportedStay, staysOf } from './analytics.service.ts';
import { forgetOldAttendance } from './attendance.service.ts';
import { buildRoom, buildStage, failureOf, meetApi, type Stage } from '#meet/meetings/server/meet.factory.ts';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';

const engagement = { chats: 0, talks: 0, raisehand: 0, emojis: 0, pollVotes: 0, talkTime: 0 };
const person = (extUserId: string, joins: number[], leaves: number[]) => ({
  extUserId,
  name: extUserId.startsWith('guest') ? 'Gül' : 'Olga',
  moderator: !extUserId.startsWith('guest'),
  joins,
  leaves,
  engagement,
});

/** A caller with a bearer token, or without one. */
const callerWith = (bearer: string | null): Ctx['caller'] => {
  const caller = { address: '203.0.113.9', agent: 'BigBlueButton Analytics Callback' };
  return bearer === null ? caller : { ...caller, ...{ bearer } };
};

async function live(stage: Stage) {
  const { world, fake, owner } = stage;
  const room = await buildRoom(world, owner);
  const began = world.clock.now();
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const params = { id: meetingId };
  const sentTo = new URL(fake.meetings.get(meetingId)?.request.metadata.get('analytics-callback-url') ?? '');
  const token = sentTo.searchParams.get('token') ?? '';
  const told = (attendees: readonly AnalyticsAttendee[], over: Partial<Analytics> = {}): Analytics => ({
    meetingId,
    internalMeetingId: '',
    finish: world.clock.now(),
    attendees,
    name: 'Mathematics',
    start: began,
    ...over,
  });
  const tell = (document: Analytics, over: { bearer?: string | null; meeting?: string; token?: string } = {}) => {
    const { bearer = analyticsToken(fake.secret, world.clock.now()), ...query } = over;
    const body: Record<string, unknown> = JSON.parse(analyticsBody(document));
    return meetApi(world, undefined, { caller: callerWith(bearer) }).meetings.analyticsCallback({
      query: { meeting: meetingId, token, ...query },
      body,
    });
  };
  const read = () => meetApi(world, owner).meetings.get({ params });
  const shown = () => meetApi(world, owner).meetings.attendance({ params });
  const attendance = async () => (await shown()).items;
  const end = () => meetApi(world, owner).meetings.end({ params });
  return { meetingId, began, sentTo, token, told, tell, read, shown, attendance, end };
}

test('who came and went between two polls is in the attendance, and nobody is in it twice', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, began, sentTo, told, tell, read, attendance, end } = await live(stage);
  expect([sentTo.pathname, fake.meetings.get(meetingId)?.request.meetingKeepEvents]).toEqual([
    '/api/callbacks/meeting-analytics',
    true,
  ]);
  fake.enter(meetingId, { key: owner.userId, name: 'Olga', role: 'MODERATOR' });
  world.clock.advance(3_000);
  await pollServers(world.ctx());
  world.clock.advance(120_000);
  await end();
  const statistics = told([
    person(owner.userId, [began + 500], [began + 123_000]),
    person('guest-1', [began + 5_000, began + 60_000], [began + 6_000, began + 61_000]),
  ]);
  expect(await tell(statistics)).toEqual({ done: true });
  const once = await attendance();
  expect(once).toMatchObject([
    { name: 'Olga', userId: owner.userId, role: 'moderator', joinedAt: began + 500, leftAt: began + 123_000, sittings: 1 },
    { name: 'Gül', userId: null, role: 'viewer', joinedAt: began + 5_000, leftAt: began + 61_000, minutes: 1, sittings: 2 },
  ]);
  expect(await read()).toMatchObject({ state: 'ended', endReason: 'host', total: 2, peak: 2 });
  await tell(statistics);
  expect(await attendance()).toEqual(once);
});

test('how long each person spoke stands in the attendance after the end, and never more than the meeting lasted', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, began, told, tell, attendance, end } = await live(stage);
  fake.enter(meetingId, { key: owner.userId, name: 'Olga', role: 'MODERATOR' });
  world.clock.advance(3_000);
  await pollServers(world.ctx());
  expect((await attendance()).map(({ talkedSeconds }) => talkedSeconds)).toEqual([null]);
  world.clock.advance(117_000);
  await end();
  await tell(
    told([
      { ...person(owner.userId, [began + 500], [began + 120_000]), engagement: { ...engagement, talkTime: 75 } },
      { ...person('guest-1', [began + 5_000], [began + 61_000]), engagement: { ...engagement, talkTime: 9_000 } },
    ]),
  );
  expect((await attendance()).map(({ name, talkedSeconds }) => [name, talkedSeconds])).toEqual([
    ['Olga', 75],
    ['Gül', 120],
  ]);
});

test('two deliveries at the same moment write everything once', async () => {
  const stage = await buildStage();
  const { began, told, tell, attendance, end } = await live(stage);
  await end();
  const statistics = told([person('guest-1', [began + 10], [began + 20])], { finish: began + 30 });
  stage.world.clock.advance(1_000);
  await Promise.all([tell(statistics), tell(statistics), tell(statistics)]);
  expect(await attendance()).toMatchObject([{ sittings: 1 }]);
});

test('statistics that come before the news of the end end the meeting', async () => {
  const stage = await buildStage();
  const { began, told, tell, read, attendance } = await live(stage);
  stage.world.clock.advance(60_000);
  await tell(told([person('guest-1', [began + 1_000], [began + 50_000])]));
  expect(await read()).toMatchObject({ state: 'ended', endReason: 'host', total: 1 });
  expect(await attendance()).toMatchObject([{ joinedAt: began + 1_000, leftAt: began + 50_000 }]);
});

test('a meeting to which nobody seemed to come had people after all', async () => {
  const stage = await buildStage();
  const { world, fake, owner } = stage;
  const { meetingId, began, told, tell, read } = await live(stage);
  world.clock.advance(300_000);
  fake.meetings.delete(meetingId);
  await pollServers(world.ctx());
  await pollServers(world.ctx());
  expect(await read()).toMatchObject({ state: 'ended', endReason: 'never_joined' });
  await tell(told([person(owner.userId, [began + 1_000], [began + 2_000])]));
  expect(await read()).toMatchObject({ endReason: 'everyone_left', total: 1 });
});

test('abuse row 14: what is not signed by the server of the meeting changes nothing', async () => {
  const stage = await buildStage();
  const { world, fake } = stage;
  const [one, other] = [await live(stage), await live(stage)];
  const url = 'https://second.example/bigbluebutton/api';
  await addServer(world.ctx(), { name: 'second', kind: 'bbb', url, secret: 'the secret of the second', directJoin: false });
  await one.end();
  const now = world.clock.now();
  const statistics = one.told([person('guest-1', [one.began], [now])]);
  const forged: [string, () => Promise<unknown>][] = [
    ['no token', () => one.tell(statistics, { bearer: null })],
    ['another secret', () => one.tell(statistics, { bearer: analyticsToken('wrong', now) })],
    ['another server of the pool', () => one.tell(statistics, { bearer: analyticsToken('the secret of the second', now) })],
    ['a token of two days ago', () => one.tell(statistics, { bearer: analyticsToken(fake.secret, now - 172_800_000) })],
    [
      'another algorithm',
      () => one.tell(statistics, { bearer: signToken({ exp: 9e9 }, { secret: fake.secret, algorithm: 'HS256' }) }),
    ],
    ['an address that was made up', () => one.tell(statistics, { token: 'x'.repeat(64) })],
    ['the address of another meeting', () => one.tell(statistics, { meeting: other.meetingId })],
    ['no such meeting', () => one.tell(statistics, { meeting: newId() })],
    ['a document about another meeting', () => one.tell({ ...statistics, meetingId: other.meetingId })],
    ['a document about another run', () => one.tell({ ...statistics, internalMeetingId: `${'0'.repeat(40)}-1531155809613` })],
  ];
  for (const [what, sent] of forged) expect(await failureOf(sent()), what).toMatchObject({ code: 'not_found' });
  expect([await one.attendance(), await other.attendance()]).toEqual([[], []]);
  expect(await other.read()).toMatchObject({ state: 'live' });
});

test('over the wire: no token, no document and a huge one are refused', async () => {
  const stage = await buildStage();
  const { meetingId, token, told } = await live(stage);
  const url = `/api/callbacks/meeting-analytics?meeting=${meetingId}&token=${token}`;
  const post = async (payload: string) => {
    const reply = await stage.world.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });
    return reply.statusCode;
  };
  expect(await post(analyticsBody(told([])))).toBe(404);
  expect(await post('{"meeting_id":7}')).toBe(400);
  expect(await post('[]')).toBe(400);
  expect(await post(`{"x":"${'x'.repeat(5_000_000)}"}`)).toBe(413);
});

test('what had to be forgotten does not come back', async () => {
  const stage = await buildStage();
  const { world } = stage;
  const { began, told, tell, shown, end } = await live(stage);
  await end();
  const statistics = told([person('guest-1', [began], [began + 10])], { polls: [poll()] });
  await tell(statistics);
  expect((await shown()).polls).toHaveLength(1);
  world.clock.advance((world.ctx().config.attendanceDays + 1) * 86_400_000);
  expect(await forgetOldAttendance(world.ctx())).toBe(1);
  await tell(statistics);
  expect(await shown()).toMatchObject({ items: [], polls: [] });
});

const chose = (extUserId: string, ...choices: number[]) => ({ extUserId, name: '', choices, typed: '' });
const poll = (over: Partial<AnalyticsPoll> = {}): AnalyticsPoll => ({
  ...{ id: 'p', type: 'letters', question: 'Where is the vertex?', published: true, options: ['A', 'B'], start: 0 },
  ...{ anonymous: false, right: [1], several: false, counts: [1, 1], typed: [], voted: 2, invited: 3 },
  votes: [chose('guest-1', 1), chose('guest-2', 0)],
  ...over,
});

test('polls are kept with the meeting, each person’s right answers stand in the attendance, and nothing doubles', async () => {
  const stage = await buildStage();
  const { began, told, tell, shown, end } = await live(stage);
  await end();
  const both = poll({ several: true, options: ['A', 'B', 'C'], right: [0, 1], counts: [2, 1, 0] });
  const polls = [
    poll({ start: began + 5_000 }),
    { ...both, votes: [chose('guest-1', 0, 1), chose('guest-2', 0)] },
    poll({ type: 'typed', options: [], counts: [], right: [], votes: [{ ...chose('guest-2'), typed: 'Ice' }], voted: 1 }),
  ];
  const people = ['guest-1', 'guest-2', 'host'].map((key, at) => person(key, [began + at], [began + 60_000]));
  for (let time = 0; time < 2; time++) await tell(told(people, { polls }));
  const answers = [1, 0].map((at) => ({ name: 'Gül', choices: [at], isRight: at === 1 }));
  expect(await shown()).toMatchObject({
    quizQuestions: 2,
    items: [{ rightAnswers: 2 }, { rightAnswers: 0 }, { name: 'Olga', rightAnswers: null }],
    polls: [
      { question: 'Where is the vertex?', right: [1], voted: 2, invited: 3, startedAt: began + 5_000, answers },
      { figures: { counts: [2, 1, 0] } },
      { figures: { counts: [], typed: [{ text: 'Ice', count: 1 }] } },
    ],
  });
  await tell(told(people));
  expect((await shown()).polls).toHaveLength(3);
});

test('an anonymous poll has no names, and no figures below three answers', async () => {
  const stage = await buildStage();
  const { meetingId, began, told, tell, shown, end } = await live(stage);
  await end();
  const few = poll({ anonymous: true, voted: 2 });
  const enough = poll({ anonymous: true, voted: 3, counts: [1, 2], typed: ['Ice', 'ice ', 'Steam'] });
  await tell(told([person('guest-1', [began], [began + 1_000])], { polls: [few, enough] }));
  const { polls, items, quizQuestions } = await shown();
  expect([items[0]?.rightAnswers, quizQuestions]).toEqual([null, 0]);
  expect(polls).toMatchObject([
    { figures: null, answers: [] },
    { answers: [], figures: { counts: [1, 2], typed: [{ text: 'Ice', count: 2 }, { text: 'Steam' }] } },
  ]);
  const kept = await pollsOfMeeting(stage.world.ctx().system.read, meetingId);
  expect(JSON.stringify(kept)).not.toContain('guest-1');
});

test('what a server sends beyond all limits is cut, between characters', async () => {
  const { told, tell, shown, end } = await live(await buildStage());
  await end();
  const [votes, options] = [Array.from({ length: 1_500 }, (_, at) => chose(`g-${at}`, 29, 2)), Array<string>(30).fill('x')];
  const huge = poll({ question: `${'x'.repeat(499)}\u{1f600}`, options, votes, invited: 1e12 });
  await tell(told([], { polls: Array.from({ length: 70 }, () => huge) }));
  const { polls } = await shown();
  expect([polls.length, polls[0]?.options.length, polls[0]?.answers.length, polls[0]?.invited]).toEqual([
    50, 9, 1_000, 1_000_000,
  ]);
  expect([polls[0]?.question, polls[0]?.answers[0]?.choices]).toEqual([`${'x'.repeat(499)}\ufffd`, [2]]);
});

const row = (key: string, from: number, to: number | null) => ({
  id: `${key}-${from}`,
  personKey: key,
  joinedAt: new Date(from),
  leftAt: to === null ? null : new Date(to),
});
const stay = (key: string, from: number, to: number): ReportedStay => ({ key, name: key, role: 'viewer', from, to });

test('stays take the place of what a poll saw of them, and of nothing else', () => {
  const rows = [row('a', 103_000, 203_000), row('a', 900_000, 950_000), row('b', 100_000, null), row('c', 1, 2)];
  const { gone, fresh } = mergeStays(rows, [stay('a', 100_000, 200_500), stay('b', 99_000, 99_500), stay('c', 1, 2)]);
  expect(gone.map((one) => one.id)).toEqual(['a-103000', 'b-100000']);
  expect(fresh.map((one) => `${one.key} ${one.from}`)).toEqual(['a 100000', 'b 99000']);
});

test('a server whose clock is wrong by hours tells the right stays', () => {
  const created = 1_700_000_000_000;
  const ahead = 7_200_000;
  const told: Analytics = {
    meetingId: 'm',
    internalMeetingId: '',
    name: '',
    start: created + ahead,
    finish: created + ahead + 60_000,
    attendees: [person('guest-1', [created + ahead + 5_000], []), person('guest-2', [created - 3_600_000], [created - 10])],
  };
  const dates = (apart: number) => ({ createdAt: new Date(created), startedAt: new Date(created + apart) });
  expect(staysOf(dates(ahead), told, created + 90_000).map(({ from, to }) => [from - created, to - created])).toEqual([
    [5_000, 60_000],
  ]);
  expect(staysOf(dates(800), told, created + 90_000)).toEqual([]);
});

test('the most people at once', () => {
  expect(peakOf([stay('a', 0, 10), stay('b', 5, 15), stay('c', 10, 20)])).toBe(2);
  expect(peakOf([])).toBe(0);
});
