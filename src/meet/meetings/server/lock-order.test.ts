/** Transactions that change many meetings hold them in one order, so that two of them never wait for each other in a ring. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { openAttendance } from './attendance/attendance.queries.ts';
import { beginExternals } from './external/external.queries.ts';
import { buildRoom, buildStage, meetApi } from './meet.factory.ts';
import { insertMeeting, type MeetingRow } from './meetings.queries.ts';
import { noteMissed } from './polling/polls.queries.ts';
import { pollServers } from './polling/poll.service.ts';
import { settleEnded } from './settle.service.ts';

/** Two meetings, of which the later one lies first in the table. */
async function buildTwo() {
  const { world, owner, server } = await buildStage();
  const ctx = world.ctx();
  const ids = [newId(1_000), newId(2_000)].toSorted();
  const [low = '', high = ''] = ids;
  const rows = new Map<string, MeetingRow>();
  for (const id of [high, low]) {
    const row = await ctx.system.write((tx) =>
      insertMeeting(tx, {
        id,
        accountId: owner.accountId,
        serverId: server.id,
        name: 'N1',
        state: 'starting',
        externalId: id,
        createdAt: new Date(ctx.now()),
        parentId: id === low ? high : null,
      }),
    );
    rows.set(id, row);
  }
  return { ctx, low, high, rows: [high, low].flatMap((id) => rows.get(id) ?? []) };
}

type LockedRow = { table: 'meetings' | 'attendances'; id: string };
const hold = (tx: Db, { table, id }: LockedRow) =>
  tx.execute(sql`select 1 from ${sql.identifier(table)} where id = ${id} for update nowait`);

/** Whether `other` is free while `work` waits for `first`. */
async function whileWaiting(
  ctx: Ctx,
  at: { first: LockedRow; other: LockedRow },
  work: () => Promise<unknown>,
): Promise<'free' | 'held'> {
  let running: Promise<unknown> = Promise.resolve();
  const found = await ctx.system.write(async (tx) => {
    await hold(tx, at.first);
    running = work();
    await new Promise((resolve) => setTimeout(resolve, 400));
    return ctx.system
      .write((second) => hold(second, at.other))
      .then(
        () => 'free' as const,
        () => 'held' as const,
      );
  });
  await running;
  return found;
}

test('beginnings, misses and ends of many hold the first meeting first', async () => {
  const { ctx, low, high, rows } = await buildTwo();
  const at = { first: { table: 'meetings', id: low }, other: { table: 'meetings', id: high } } as const;
  const begun = rows.map((meeting) => ({ meeting, created: { internalId: meeting.id, at: ctx.now() } }));
  expect(await whileWaiting(ctx, at, () => ctx.system.write((tx) => noteMissed(tx, [high, low])))).toBe('free');
  expect(await whileWaiting(ctx, at, () => ctx.system.write((tx) => beginExternals(tx, begun)))).toBe('free');
  // the parent is the later one
  expect(await whileWaiting(ctx, at, () => settleEnded(ctx, high, 'host'))).toBe('free');
});

test('a poll holds meetings before their people, as the end of a meeting does', async () => {
  const { world, owner, fake } = await buildStage();
  const ctx = world.ctx();
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  fake.enter(meetingId, { key: 'p1', name: 'P1' });
  await pollServers(ctx);
  const [stay] = await openAttendance(ctx.system.read, [meetingId]);
  fake.leave(meetingId, 'p1');
  const at = { first: { table: 'meetings', id: meetingId }, other: { table: 'attendances', id: stay?.id ?? '' } } as const;
  expect(await whileWaiting(ctx, at, () => pollServers(ctx))).toBe('free');
  expect(await openAttendance(ctx.system.read, [meetingId])).toEqual([]);
});

test('what was polled of a meeting that ended meanwhile is dropped: nobody stays in it', async () => {
  const { world, owner, fake } = await buildStage();
  const ctx = world.ctx();
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  fake.enter(meetingId, { key: 'p1', name: 'P1' });
  let ended = false;
  fake.beforeAnswer = async (call) => {
    if (call !== 'getMeetings' || ended) return;
    ended = true;
    await settleEnded(ctx, meetingId, 'host');
  };
  await pollServers(ctx);
  expect(ended).toBe(true);
  expect(await openAttendance(ctx.system.read, [meetingId])).toEqual([]);
});
