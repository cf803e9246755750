import type { Listener, NowHandler } from '#kit/server/events.ts';
import { tellAnalytics, tellEnd, tellReady } from './callbacks.service.ts';
import { tellOfMeeting, tellOfMeetings } from './hook-news.service.ts';
import { tellOfPeople } from './people-news.service.ts';
import { makeEndpoint } from './secrets.service.ts';

/** Every account has its endpoint from its first moment, so that what it pastes somewhere never has to be waited for. */
const make: NowHandler = async (ctx, tx, event) =>
  void (event.accountId !== null && (await makeEndpoint(ctx, tx, event.accountId)));

export const listeners: Listener[] = [
  { event: 'accounts.created', name: 'make-endpoint', now: make },
  { event: 'meetings.started', name: 'tell-hooks', now: tellOfMeeting, nowAll: tellOfMeetings },
  // before the end of the meeting, as servers do
  { event: 'meetings.ended', name: 'tell-of-people', now: tellOfPeople },
  { event: 'meetings.ended', name: 'tell-hooks', now: tellOfMeeting },
  { event: 'meetings.people', name: 'tell-hooks', now: tellOfPeople },
  { event: 'meetings.ended', name: 'tell-program', now: tellEnd },
  { event: 'meetings.analytics', name: 'tell-program', later: tellAnalytics },
  { event: 'recordings.ready', name: 'tell-program', later: tellReady },
];
