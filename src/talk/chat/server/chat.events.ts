/** What chat hears: meetings in rooms of conversations, their recordings, and who left an account. */
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { recordingEvents } from '#meet/recordings/server/find.service.ts';
import { meetingEvents } from '#meet/meetings/server/settle.service.ts';
import { leaveAll, promoteEldest } from './members.queries.ts';
import { meetingOfRecording } from './messages.queries.ts';
import { noteMeeting, pushMeetingCard } from './meeting.service.ts';

const cardChanged = (event: string): DomainEventListener => ({
  event,
  name: 'chat',
  later: async (ctx, { data: { meetingId, roomId } }) => {
    if (typeof meetingId === 'string' && typeof roomId === 'string') await pushMeetingCard(ctx, meetingId);
  },
});
export const listeners: DomainEventListener[] = [
  {
    event: meetingEvents.started,
    name: 'chat',
    later: async (ctx, { data: { meetingId, roomId } }) => {
      if (typeof meetingId !== 'string' || typeof roomId !== 'string') return;
      await noteMeeting(ctx, { roomId, meetingId, startedBy: null });
      await pushMeetingCard(ctx, meetingId);
    },
  },
  ...[meetingEvents.ended, meetingEvents.failed, meetingEvents.detached, meetingEvents.resumed].map(cardChanged),
  {
    event: recordingEvents.published,
    name: 'chat',
    later: async (ctx, { data: { recordingId } }) => {
      const meetingId = typeof recordingId === 'string' ? await meetingOfRecording(ctx.system.read, recordingId) : null;
      if (meetingId !== null) await pushMeetingCard(ctx, meetingId);
    },
  },
  {
    event: accountEvents.memberRemoved,
    name: 'chat',
    now: async (ctx, tx, { accountId, data: { userId } }) => {
      if (accountId === null || typeof userId !== 'string') return;
      const left = await leaveAll(tx, { accountId, userId, at: new Date(ctx.now()) });
      for (const id of left) await promoteEldest(tx, id);
    },
  },
];
