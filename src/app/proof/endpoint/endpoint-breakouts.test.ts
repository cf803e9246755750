/** Breakout rooms of customers' programs, with a server that names them as BBB does. */
import { expect, test } from 'vitest';
import { openExternal } from '#meet/meetings/server/external/external.queries.ts';
import { meetingById } from '#meet/meetings/server/meetings.queries.ts';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { changeServer } from '#meet/servers/server/servers.queries.ts';
import { buildCustomer, buildQuirky, buildStreet, keyOf, rootOf, type EndpointReply, textIn } from './endpoint-door.factory.ts';

const room = { name: 'Group 1', meetingID: 'b1', isBreakout: 'true', parentMeetingID: 'p1', sequence: '1', freeJoin: 'true' };
const passwords = { attendeePW: 'ap', moderatorPW: 'mp' };

async function buildParent() {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  const first = await buildQuirky(street, { name: 'first', directJoin: 'yes' });
  const parent = await customer.call('create', { name: 'Parent', meetingID: 'p1', meta_course: 'x', ...passwords });
  // emptier than the parent's server, so that everything else would go there
  const second = await buildQuirky(street, { name: 'second' });
  const ctx = street.world.ctx();
  const rowOf = (id: string) => openExternal(ctx.system.read, customer.owner.accountId, id);
  const poll = () => pollServers(ctx);
  return { ...street, ctx, customer, first, second, parent, rowOf, poll };
}

const breakoutsIn = (said: EndpointReply) => /<breakoutRooms>(.*?)<\/breakoutRooms>/s.exec(said.text)?.[1] ?? '';
const meetingsIn = (said: EndpointReply) =>
  (rootOf(said).children.find((one) => one.name === 'meetings')?.children ?? []).map((one) =>
    Object.fromEntries(one.children.map((field) => [field.name, field.text])),
  );

test('060 a breakout room goes to the server of its parent and has the customer’s ids in every answer', async () => {
  const { customer, first, second, parent, poll, rowOf } = await buildParent();
  const parentInternal = textIn(parent, 'internalMeetingID');
  const made = await customer.call('create', { ...room, ...passwords });
  expect([textIn(made, 'returncode'), textIn(made, 'meetingID'), textIn(made, 'parentMeetingID')]).toEqual([
    'SUCCESS',
    'b1',
    parentInternal,
  ]);
  expect([first.fake.state.meetings.size, second.fake.state.meetings.size]).toEqual([2, 0]);
  expect(keyOf(await customer.call('create', { ...room, ...passwords }))).toBe('duplicateWarning');
  // by the parent's internal id too, as BBB itself wants it
  const byInternal = { ...room, meetingID: 'b2', sequence: '2', parentMeetingID: parentInternal };
  expect(textIn(await customer.call('create', byInternal), 'returncode')).toBe('SUCCESS');
  const told = async () => {
    const info = await customer.call('getMeetingInfo', { meetingID: 'b1' });
    expect(['meetingID', 'isBreakout', 'parentMeetingID', 'sequence'].map((name) => textIn(info, name))).toEqual([
      'b1',
      'true',
      parentInternal,
      '1',
    ]);
    expect(breakoutsIn(await customer.call('getMeetingInfo', { meetingID: 'p1' }))).toBe(
      '<breakout>b1</breakout><breakout>b2</breakout>',
    );
  };
  await told();
  for (let round = 0; round < 3; round++) await poll();
  await told();
  const list = await customer.call('getMeetings');
  expect(meetingsIn(list).map((one) => [one['meetingID'], one['isBreakout'], one['parentMeetingID'] ?? null])).toEqual([
    ['p1', 'false', null],
    ['b1', 'true', parentInternal],
    ['b2', 'true', parentInternal],
  ]);
  expect(breakoutsIn(list)).toBe('<breakout>b1</breakout><breakout>b2</breakout>');
  const row = await rowOf('b1');
  for (const said of [list, made]) expect(said.text).not.toMatch(new RegExp(`<meetingID>${row?.id}|atrium-account`));
  expect(row).toMatchObject({ state: 'live', missed: 0, said: { isBreakout: true } });
});

test('people go into a breakout room, and it ends by itself', async () => {
  const { customer, first, poll, rowOf } = await buildParent();
  await customer.call('create', { ...room, ...passwords });
  const join = { meetingID: 'b1', fullName: 'Jane', userID: 'u1', password: 'ap', redirect: 'false' };
  expect(keyOf(await customer.call('join', join))).toBe('successfullyJoined');
  expect(textIn(await customer.call('isMeetingRunning', { meetingID: 'b1' }), 'running')).toBe('true');
  await poll();
  expect(await rowOf('b1')).toMatchObject({ people: 1 });
  expect(keyOf(await customer.call('end', { meetingID: 'b1', password: 'mp' }))).toBe('sentEndMeetingRequest');
  expect(first.fake.state.meetings.size).toBe(1);
  expect(await rowOf('b1')).toBeNull();
  expect(await rowOf('p1')).toMatchObject({ state: 'live' });
});

test('the end of the parent ends its breakout rooms at once, in the tables and on the server', async () => {
  const { customer, first, ctx, rowOf } = await buildParent();
  await customer.call('create', room);
  const before = await rowOf('b1');
  await customer.call('end', { meetingID: 'p1', password: 'mp' });
  expect(await rowOf('b1')).toBeNull();
  expect(await meetingById(ctx.system.read, before?.id ?? '')).toMatchObject({ state: 'ended', endReason: 'host' });
  expect(first.fake.state.meetings.size).toBe(0);
  expect((await customer.call('getMeetings')).text).toContain('noMeetings');
  expect(keyOf(await customer.call('create', { ...room, meetingID: 'b9' }))).toBe('parentMeetingDoesNotExist');
});

test('a breakout room without parent, or whose parent is another account’s, is refused, and so is one without a number', async () => {
  const { customer, first, second, ...street } = await buildParent();
  const other = await buildCustomer(street);
  const keys = async (who: typeof customer, change: Record<string, string>) =>
    keyOf(await who.call('create', { ...room, ...change }));
  expect(await keys(customer, { parentMeetingID: '' })).toBe('parentMeetingIDMissing');
  expect(await keys(customer, { parentMeetingID: 'nobody' })).toBe('parentMeetingDoesNotExist');
  expect(await keys(other, {})).toBe('parentMeetingDoesNotExist');
  for (const sequence of ['', 'x']) expect(await keys(customer, { sequence })).toBe('validationError');
  expect([first.fake.state.meetings.size, second.fake.state.meetings.size]).toEqual([1, 0]);
});

test('a breakout room never goes elsewhere: its server may be emptying, and when it is away the room is refused', async () => {
  const { customer, first, second, ctx } = await buildParent();
  await ctx.system.write((tx) => changeServer(tx, first.server.id, { state: 'draining' }));
  expect(textIn(await customer.call('create', room), 'returncode')).toBe('SUCCESS');
  expect(first.fake.state.meetings.size).toBe(2);
  await first.fake.control({ do: 'down' });
  expect(keyOf(await customer.call('create', { ...room, meetingID: 'b2', sequence: '2' }))).toBe('internalError');
  expect(second.fake.state.meetings.size).toBe(0);
});

test('a breakout room that a server still runs after its end is ended there', async () => {
  const { customer, first, world, poll } = await buildParent();
  await customer.call('create', { ...room, ...passwords });
  const rooms = [...first.fake.state.meetings.values()].filter((one) => one.request.isBreakout);
  await customer.call('end', { meetingID: 'b1', password: 'mp' });
  for (const one of rooms) first.fake.state.meetings.set(one.request.meetingID, { ...one, endTime: 0 });
  world.clock.advance(120_000);
  await poll();
  expect(first.fake.state.meetings.size).toBe(1);
});
