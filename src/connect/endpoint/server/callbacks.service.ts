/** Passes what servers report about meetings on to the callback addresses of customers' programs, signed with their secrets. */
import { forwardAnalytics } from '@atrium/bbb/analytics';
import { endCallbackUrl, readRecordingReady, recordingReadyBody } from '@atrium/bbb/hooks/callbacks';
import { writeQuery } from '@atrium/bbb/query';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { StoredEvent } from '#kit/server/jobs/events.ts';
import { deliver } from '#connect/webhooks/server/deliveries.service.ts';
import { isReadyToken } from '#meet/meetings/server/external/external-asked.service.ts';
import { toldMeeting } from '#meet/meetings/server/attendance/told.service.ts';
import { aliveRecording } from '#meet/recordings/server/program.service.ts';
import { secretOf, serverOf } from '#meet/servers/server/servers.service.ts';
import { signingSecret } from './signing.service.ts';

export const NOTE_READY_JOB = 'endpoint.note-ready';

const textIn = (event: StoredEvent, name: string): string => {
  const value = event.data[name];
  return typeof value === 'string' ? value : '';
};

/** The meeting is over: both addresses are called, in the transaction of the end. */
export async function tellEnd(ctx: Ctx, tx: Db, event: StoredEvent): Promise<void> {
  const meeting = await toldMeeting(tx, textIn(event, 'meetingId'));
  if (meeting === null) return;
  const { accountId, id: subjectId, externalId: meetingID, recording: recordingMarks } = meeting;
  const { endCallbackUrl: end, meetingEndedUrl } = meeting.callbacks;
  const urls = [
    ...(end === null ? [] : [endCallbackUrl(end, { recordingMarks, meetingID })]),
    ...(meetingEndedUrl === null ? [] : [meetingEndedUrl]),
  ];
  for (const url of urls) await deliver(ctx, tx, { accountId, kind: 'meeting-ended', subjectId, method: 'GET', url });
}

/** A server tells that a recording is ready. Throws `not_found` for whatever is not signed by the meeting's own server. */
export async function recordingReady(
  ctx: Ctx,
  told: { meetingId: string; token: string; signed: string },
): Promise<{ done: true }> {
  if (!isReadyToken(ctx, told.meetingId, told.token)) throw notFound();
  const meeting = await toldMeeting(ctx.system.read, told.meetingId);
  const server = meeting === null || meeting.serverId === null ? null : await serverOf(ctx, meeting.serverId);
  if (meeting === null || server === null) throw notFound();
  const read = readRecordingReady(writeQuery([['signed_parameters', told.signed]]), secretOf(ctx, server));
  if (read === undefined) throw notFound();
  // breakout rooms have another name on their server, and their record's is the one that they were created with
  if (read.meetingId !== meeting.id && read.recordId !== meeting.id) throw notFound();
  if (meeting.internalId !== null && read.recordId !== meeting.internalId) throw notFound();
  const payload = { serverId: server.id, recordId: read.recordId };
  // servers do not say it twice, and this one may be slow to answer what it has
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: NOTE_READY_JOB, payload, key: read.recordId }));
  return { done: true };
}

/** For a recording that can be watched for the first time. Not earlier, because the program asks for the recording immediately. */
export async function tellReady(ctx: Ctx, event: StoredEvent): Promise<void> {
  const accountId = event.accountId ?? '';
  const row = await aliveRecording(ctx.system.read, { accountId, recordId: textIn(event, 'recordId') });
  const meeting = row === null || row.meetingId === null ? null : await toldMeeting(ctx.system.read, row.meetingId);
  const url = meeting?.callbacks.recordingReadyUrl ?? null;
  if (row === null || meeting === null || url === null) return;
  const secret = await signingSecret(ctx, ctx.system.read, meeting);
  if (secret === null) return;
  const body = recordingReadyBody({ meetingId: meeting.externalId, recordId: row.recordId }, secret);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await ctx.system.write((tx) =>
    deliver(ctx, tx, { accountId, kind: 'recording-ready', subjectId: row.id, method: 'POST', url, headers, body }),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Metadata that we added for the server, such as our callback addresses and the owner of the meeting: not for the program. */
const ours = /^atrium|callback|recording.?ready/i;

function withoutOurs(document: Record<string, unknown>): Record<string, unknown> {
  const { data } = document;
  const metadata = isObject(data) ? data['metadata'] : undefined;
  if (!isObject(data) || !isObject(metadata)) return document;
  const theirs = Object.entries(metadata).filter(([key]) => !ours.test(key));
  return { ...document, data: { ...data, metadata: Object.fromEntries(theirs) } };
}

/** Who was in the meeting, under the program's own id and with a token of its own secret. */
export async function tellAnalytics(ctx: Ctx, event: StoredEvent): Promise<void> {
  const meeting = await toldMeeting(ctx.system.read, textIn(event, 'meetingId'));
  const url = meeting?.callbacks.analyticsUrl ?? null;
  if (meeting === null || url === null) return;
  const secret = await signingSecret(ctx, ctx.system.read, meeting);
  const document: unknown = JSON.parse(textIn(event, 'document'));
  if (secret === null || !isObject(document)) return;
  const to = { meetingId: meeting.externalId, secret, now: ctx.now() };
  const { headers, body } = forwardAnalytics({ document: withoutOurs(document) }, to);
  const { accountId, id: subjectId } = meeting;
  await ctx.system.write((tx) =>
    deliver(ctx, tx, { accountId, kind: 'analytics', subjectId, method: 'POST', url, headers, body }),
  );
}
