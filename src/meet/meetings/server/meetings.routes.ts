import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { meetingsCalls } from '../meetings.contract.ts';
import { takeAnalytics } from './attendance/analytics.service.ts';
import { attendance, attendanceCsv } from './attendance/attendance.service.ts';
import { startInstant } from './instant.service.ts';
import { join, joinMeeting, start } from './join.service.ts';
import { attendancePeriod } from './attendance/attendance-period.service.ts';
import { end, endCallback, get, list } from './meetings.service.ts';
import { publicRoom } from './public-room.service.ts';
import { steer } from './steer.service.ts';

export const meetingsHandlers: Handlers<typeof meetingsCalls, Ctx> = {
  publicRoom: (ctx, { params, query }) => publicRoom(ctx, params.slug, query.invitation),
  join: (ctx, { params, body }) => join(ctx, params.slug, body),
  startInstant: (ctx, { body }) => startInstant(ctx, body),
  start: (ctx, { params }) => start(ctx, params.id),
  joinMeeting: (ctx, { params }) => joinMeeting(ctx, params.id),
  list: (ctx, { query }) => list(ctx, query),
  get: (ctx, { params }) => get(ctx, params.id),
  end: (ctx, { params }) => end(ctx, params.id),
  steer: (ctx, { params, body }) => steer(ctx, params.id, body),
  attendance: (ctx, { params }) => attendance(ctx, params.id),
  attendanceCsv: (ctx, { params }) => attendanceCsv(ctx, params.id),
  attendancePeriod: (ctx, { query }) => attendancePeriod(ctx, query),
  endCallback: (ctx, { query }) => endCallback(ctx, query),
  analyticsCallback: (ctx, { query, body }) => takeAnalytics(ctx, { ...query, document: body }),
};
