import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { scheduleCalls } from '../schedule.contract.ts';
import { invitation, setAnswer } from './answering.service.ts';
import { busy } from './busy.service.ts';
import { importMeetings, readCalendarFile } from './calendar-file.service.ts';
import { dates, days, get, ofLink, upcoming } from './calendar.service.ts';
import { cancel } from './cancelling.service.ts';
import { change } from './changing.service.ts';
import { endFeed, feeds, makeFeed } from './feeds.service.ts';
import { create, preview } from './planning.service.ts';

export const scheduleHandlers: Handlers<typeof scheduleCalls, Ctx> = {
  dates: (ctx, { query }) => dates(ctx, query),
  days: (ctx, { query }) => days(ctx, query),
  upcoming: (ctx, { query }) => upcoming(ctx, query),
  ofLink: (ctx, { params }) => ofLink(ctx, params.slug),
  get: (ctx, { params, query }) => get(ctx, params.id, query.recurrence),
  preview: (ctx, { body }) => preview(ctx, body),
  busy: (ctx, { body }) => busy(ctx, body),
  create: (ctx, { body }) => create(ctx, body),
  readCalendarFile: (ctx, { body }) => readCalendarFile(ctx, body),
  importMeetings: (ctx, { body }) => importMeetings(ctx, body),
  change: (ctx, { params, body }) => change(ctx, params.id, body),
  cancel: (ctx, { params, body }) => cancel(ctx, params.id, body),
  feeds: (ctx) => feeds(ctx),
  makeFeed: (ctx, { body }) => makeFeed(ctx, body.roomId),
  endFeed: (ctx, { params }) => endFeed(ctx, params.id),
  invitation: (ctx, { query }) => invitation(ctx, query.token),
  setAnswer: (ctx, { body }) => setAnswer(ctx, body),
};
