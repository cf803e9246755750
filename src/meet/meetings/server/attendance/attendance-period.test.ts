import { expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { insertAttendance } from './attendance.queries.ts';
import {
  buildPerson,
  buildRoom,
  buildServer,
  buildStage,
  failureOf,
  meetApi,
  type Stage,
} from '#meet/meetings/server/meet.factory.ts';
import { insertMeeting } from '#meet/meetings/server/meetings.queries.ts';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';

const dayMs = 86_400_000;

/** A meeting with one guest, which is over, in a room of its own. */
async function met({ world, fake, owner }: Stage, guest: string) {
  const { id } = await buildRoom(world, owner);
  const api = meetApi(world, owner);
  const { meetingId } = await api.meetings.start({ params: { id } });
  fake.enter(meetingId, { key: guest, name: guest });
  await pollServers(world.ctx());
  await api.meetings.end({ params: { id: meetingId } });
  return { roomId: id, meetingId };
}

/** Every page of a period, as one text. */
async function whole(api: ReturnType<typeof meetApi>, query: { from: number; to: number; roomId?: string }) {
  const texts: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof api.meetings.attendancePeriod>> = await api.meetings.attendancePeriod({
      query: cursor === '' ? query : { ...query, cursor },
    });
    texts.push(page.text);
    cursor = page.next;
  }
  return { text: texts.join(''), pages: texts.length };
}

/** Many meetings of a day with one guest each, all at once. */
async function manyMet({ world, owner: { accountId } }: Stage, guests: readonly string[], createdAt: Date): Promise<void> {
  const rows = guests.map((name) => ({ name, meetingId: newId(createdAt.getTime()) }));
  await world.ctx().system.write(async (tx) => {
    for (const { meetingId: id } of rows)
      await insertMeeting(tx, { id, accountId, name: 'Mathematics', state: 'ended', createdAt });
    await insertAttendance(
      tx,
      rows.map(({ name, meetingId }) => ({
        id: newId(createdAt.getTime()),
        accountId,
        meetingId,
        personKey: name,
        name,
        role: 'viewer' as const,
        joinedAt: createdAt,
        leftAt: createdAt,
      })),
    );
  });
}

test('everybody of a period stands in one file, whatever its pages; a meeting outside of it does not', async () => {
  const stage = await buildStage();
  const { world, owner } = stage;
  const begin = world.clock.now();
  await met(stage, 'Early');
  world.clock.advance(dayMs);
  const from = world.clock.now();
  const other = await met(stage, '=1+1');
  const guests = Array.from({ length: 20 }, (_, i) => `Guest ${i}`);
  await manyMet(stage, guests, new Date(from));
  const to = world.clock.now() + 1;
  const api = meetApi(world, owner);
  const { text, pages } = await whole(api, { from, to });
  expect(pages).toBe(2);
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(22);
  expect(lines[0]).toBe('\ufeffmeeting,room,began,name,role,joined,left,minutes,sittings');
  expect(text).toMatch(/\r\nMathematics,Mathematics,\d{4}-[^,]*,'=1\+1,viewer,/);
  for (const guest of guests) expect(text).toContain(`,${guest},viewer,`);
  expect(text).not.toContain('Early');
  expect((await whole(api, { from, to, roomId: other.roomId })).text.trimEnd().split('\r\n')).toHaveLength(2);
  for (const wrong of [
    { from: to, to: from },
    { from: begin - 400 * dayMs, to },
  ])
    expect(await failureOf(api.meetings.attendancePeriod({ query: wrong }))).toMatchObject({ code: 'invalid_input' });
});

test('another account gets the head alone, and so does whoever moderates a shared room without its attendance', async () => {
  const stage = await buildStage();
  const { world, owner } = stage;
  const from = world.clock.now() - dayMs;
  const { roomId } = await met(stage, 'Gül');
  const to = world.clock.now() + dayMs;
  const friend = await buildPerson(world);
  const api = meetApi(world, friend);
  expect((await whole(api, { from, to, roomId })).text).not.toContain('Gül');
  await meetApi(world, owner).rooms.invite({ params: { id: roomId }, body: { email: friend.email, role: 'moderator' } });
  await api.rooms.acceptInvitation({ params: { id: (await api.rooms.invitations({})).items[0]?.id ?? '' } });
  const page = await api.meetings.attendancePeriod({ query: { view: 'mine', from, to } });
  expect(page).toMatchObject({ meetings: 1, next: null });
  expect(page.text).not.toContain('Gül');
});

test('the operator narrows all meetings to a server and an account; for others these two say nothing', async () => {
  const stage = await buildStage();
  const { world, owner, server } = stage;
  const { meetingId } = await met(stage, 'Gül');
  const empty = await buildServer(world, { name: 'other' });
  const operator = meetApi(world, await buildPerson(world, { kind: 'operator' }));
  const ids = async (api: typeof operator, query: { serverId?: string; accountId?: string }) =>
    (await api.meetings.list({ query })).items.map((item) => item.id);
  expect(await ids(operator, { serverId: server.id })).toEqual([meetingId]);
  expect(await ids(operator, { serverId: empty.server.id })).toEqual([]);
  expect(await ids(operator, { accountId: owner.accountId })).toEqual([meetingId]);
  expect(await ids(operator, { accountId: empty.server.id })).toEqual([]);
  expect(await ids(meetApi(world, owner), { serverId: empty.server.id })).toEqual([meetingId]);
  const stranger = meetApi(world, await buildPerson(world));
  expect(await ids(stranger, { accountId: owner.accountId })).toEqual([]);
});
