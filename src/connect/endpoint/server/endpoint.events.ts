import type { DomainEventListener, NowHandler } from '#kit/server/jobs/events.ts';
import { tellAnalytics, tellEnd, tellReady } from './callbacks.service.ts';
import { tellOfMeeting, tellOfMeetings } from './hook-news.service.ts';
import { tellOfPeople } from './people-news.service.ts';
import { tellOfRecording } from './recording-news.service.ts';
import { endpointOf } from './endpoint.queries.ts';
import { makeEndpoint, tellDoors } from './secrets.service.ts';

/** Every account has its endpoint from its first moment, so that what it pastes somewhere never has to be waited for. */
const make: NowHandler = async (ctx, tx, event) =>
  void (event.accountId !== null && (await makeEndpoint(ctx, tx, event.accountId)));

/** The doors remember what an account may. */
const forgetLimits: NowHandler = async (ctx, tx, event) => {
  const endpoint = event.accountId === null ? null : await endpointOf(tx, event.accountId);
  if (endpoint !== null) await tellDoors(ctx, tx, endpoint);
};

export const listeners: DomainEventListener[] = [
  { event: 'accounts.created', name: 'make-endpoint', now: make },
  { event: 'accounts.limits-changed', name: 'forget-limits', now: forgetLimits },
  { event: 'meetings.started', name: 'tell-hooks', now: tellOfMeeting, nowAll: tellOfMeetings },
  // before the end of the meeting, as servers do
  { event: 'meetings.ended', name: 'tell-of-people', now: tellOfPeople },
  { event: 'meetings.ended', name: 'tell-hooks', now: tellOfMeeting },
  { event: 'meetings.people', name: 'tell-hooks', now: tellOfPeople },
  { event: 'meetings.ended', name: 'tell-program', now: tellEnd },
  { event: 'meetings.analytics', name: 'tell-program', later: tellAnalytics },
  { event: 'recordings.ready', name: 'tell-program', later: tellReady },
  { event: 'recordings.ready', name: 'tell-hooks', now: tellOfRecording },
  { event: 'recordings.changed', name: 'tell-hooks', now: tellOfRecording },
  { event: 'recordings.deleted', name: 'tell-hooks', now: tellOfRecording },
];
