/** What customers' programs receive has the form that the API reference documents. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhookNews } from '#connect/webhooks/webhook-news.contract.ts';
import { webhookEvents } from '#connect/webhooks/webhooks.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { newId } from '#kit/server/ids.ts';
import type { StoredEvent } from '#kit/server/jobs/events.ts';
import { insertRecording } from '#meet/recordings/server/recordings.queries.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { insertPastMeeting } from '#meet/meetings/server/sample/past-meeting.sample.ts';
import { publicEvents } from '#app/public-events.ts';
import { worldForThisTest } from './testing.ts';

test('every event says what its description names, no more and no less', async () => {
  const world = await worldForThisTest();
  const { actor } = await buildActor(world, { kind: 'customer' });
  const full = { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
  const room = await createRoom(world.ctx(full), { name: 'A room' });
  const now = world.clock.now();
  const [meetingId, running, recordingId, stay] = [newId(now), newId(now), newId(now), newId(now)];
  const person = { key: 'k', userId: actor.userId, name: 'G', role: 'viewer' as const, joinedAt: now - 1000, leftAt: now };
  const meeting = { accountId: actor.accountId, roomId: room.id, name: 'M', startedBy: actor.userId, startedAt: now - 1000 };
  await world.ctx().system.write(async (tx) => {
    await insertPastMeeting(tx, { ...meeting, id: meetingId, endedAt: now, people: [{ ...person, id: stay }] });
    await insertPastMeeting(tx, { ...meeting, id: running, endedAt: now, people: [] });
    await tx.execute(sql`update meetings set ended_at = null, state = 'live' where id = ${running}`);
    await insertRecording(tx, {
      id: recordingId,
      accountId: actor.accountId,
      recordId: recordingId,
      ownerId: actor.userId,
      externalId: meetingId,
      name: 'R',
      state: 'published',
      startedAt: new Date(now),
      createdAt: new Date(now),
      updatedAt: new Date(now),
    });
  });
  const facts = { roomId: room.id, recordingId, userId: actor.userId, role: 'member', came: stay, left: stay };
  const said = new Map<string, number>();
  for (const one of publicEvents)
    for (const of of one.from === 'meetings.started' ? [meetingId, running] : [meetingId]) {
      const event: StoredEvent = {
        id: newId(),
        name: one.from,
        accountId: actor.accountId,
        at: now,
        data: { ...facts, meetingId: of },
      };
      for (const told of await one.read(world.ctx().system.read, event)) {
        const description = Object.entries(webhookNews).find(([name]) => name === one.name)?.[1];
        expect([one.name, description?.data.safeParse(told.data).error]).toEqual([one.name, undefined]);
        said.set(one.name, (said.get(one.name) ?? 0) + 1);
      }
    }
  expect([...said.keys()].sort()).toEqual([...webhookEvents].sort());
});
