import type { EndReason } from '#protocol/messages.ts';
import { retryDeliveries } from '#server/deliveries.ts';
import { keepGroups } from '#server/groups/keep-groups.ts';
import { endMeeting, forgetPast } from '#server/meetings.ts';
import type { Engine, Meeting } from '#server/model.ts';
import { beatRecording } from '#server/record/control.ts';
import { vacateLost } from '#server/seats.ts';

const minutes = (count: number): number => count * 60_000;

/** Why this meeting is over at that moment (epoch milliseconds), or null while it may go on. Limits of 0 minutes never end it. */
export function endDue(meeting: Meeting, now: number): EndReason | null {
  const { plan } = meeting;
  if (plan.durationMinutes > 0 && now - meeting.createdAt >= minutes(plan.durationMinutes)) return 'duration';
  if (!meeting.hadPeople) {
    return plan.nobodyCameMinutes > 0 && now - meeting.createdAt >= minutes(plan.nobodyCameMinutes) ? 'nobody-came' : null;
  }
  if (meeting.emptySince !== null) {
    return plan.everybodyLeftMinutes > 0 && now - meeting.emptySince >= minutes(plan.everybodyLeftMinutes)
      ? 'everybody-left'
      : null;
  }
  if (!plan.endWithoutModerator || !meeting.hadModerator || meeting.unmoderatedSince === null) return null;
  return now - meeting.unmoderatedSince >= minutes(plan.withoutModeratorMinutes) ? 'no-moderator' : null;
}

/** The engine's heartbeat, meant for once a second: lost seats, meetings that are over, recordings, used-up tickets, callbacks to try again. */
export function tick(engine: Engine): void {
  const now = engine.clock.now();
  vacateLost(engine);
  for (const meeting of [...engine.meetings.values()]) {
    const reason = endDue(meeting, now);
    if (reason !== null) endMeeting(engine, meeting, reason);
    else {
      for (const topic of meeting.topics.values()) topic.tick();
      keepGroups(engine, meeting);
      beatRecording(engine, meeting);
    }
  }
  for (const [ticket, { until }] of engine.tickets) if (until <= now) engine.tickets.delete(ticket);
  forgetPast(engine);
  retryDeliveries(engine);
}
