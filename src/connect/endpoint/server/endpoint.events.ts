import type { Listener, NowHandler } from '#kit/server/events.ts';
import { tellAnalytics, tellEnd, tellReady } from './callbacks.service.ts';
import { tellOfMeeting } from './hook-news.service.ts';
import { makeEndpoint } from './secrets.service.ts';

/** Every account has its endpoint from its first moment, so that what it pastes somewhere never has to be waited for. */
const make: NowHandler = async (ctx, tx, event) =>
  void (event.accountId !== null && (await makeEndpoint(ctx, tx, event.accountId)));

export const listeners: Listener[] = [
  { event: 'accounts.created', name: 'make-endpoint', now: make },
  { event: 'meetings.started', name: 'tell-hooks', now: tellOfMeeting },
  { event: 'meetings.ended', name: 'tell-hooks', now: tellOfMeeting },
  { event: 'meetings.ended', name: 'tell-program', now: tellEnd },
  { event: 'meetings.analytics', name: 'tell-program', later: tellAnalytics },
  { event: 'recordings.ready', name: 'tell-program', later: tellReady },
];
