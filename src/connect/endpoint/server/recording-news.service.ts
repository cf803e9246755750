/** Changes of recordings as events for customers' hooks, named as in BBB's recording scripts. */
import { hookEvent, type HookEvent, type HookEventName } from '@atrium/bbb/hooks/hook-events';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { StoredEvent } from '#kit/server/jobs/events.ts';
import { endOf } from '#meet/recordings/recordings.rules.ts';
import { type ProgramRow, recordingIn, typeForPrograms, watchUrl } from '#meet/recordings/server/program.service.ts';
import { customersMetadata } from './calls/recordings.service.ts';
import { openHooks } from './hook-news.service.ts';
import { accountsWithHooks } from './hooks.queries.ts';

/** By the state that a recording has from now on. */
const changes: Readonly<Record<string, HookEventName>> = {
  published: 'rap-published',
  unpublished: 'rap-unpublished',
  recycled: 'rap-deleted',
};

const text = (event: StoredEvent, name: string): string => {
  const value = event.data[name];
  return typeof value === 'string' ? value : '';
};

const bare = (row: ProgramRow, news: { id: HookEventName; ts: number }, more: Record<string, unknown> = {}): HookEvent =>
  hookEvent({
    ...news,
    meetingId: row.externalId,
    internalMeetingId: row.recordId,
    more: { 'record-id': row.recordId, ...more },
  });

/** As the scripts tell it: once for each format. */
function readyEvents(ctx: Ctx, row: ProgramRow, ts: number): HookEvent[] {
  const startTime = row.startedAt.getTime();
  const recording = {
    name: row.name,
    'is-breakout': false,
    'start-time': startTime,
    'end-time': row.endedAt?.getTime() ?? endOf(row),
    size: row.bytes,
    'raw-size': row.bytes,
    metadata: Object.fromEntries(customersMetadata(row)),
  };
  return row.formats.map((format) => {
    const type = typeForPrograms(format.type);
    const playback = { format: type, link: watchUrl(ctx, row, format), duration: format.lengthMs, size: format.bytes };
    const done = { success: true, 'step-time': 0, workflow: type };
    return bare(row, { id: 'rap-publish-ended', ts }, { ...done, recording: { ...recording, playback, download: {} } });
  });
}

function eventsOf(ctx: Ctx, row: ProgramRow, news: StoredEvent): HookEvent[] {
  if (news.name === 'recordings.ready') return readyEvents(ctx, row, news.at);
  if (news.name === 'recordings.changed') {
    const id = changes[text(news, 'state')];
    return id === undefined ? [] : [bare(row, { id, ts: news.at })];
  }
  // an erased recording that was in the bin was reported as deleted when it went there
  return row.recycledAt === null ? [bare(row, { id: 'rap-deleted', ts: news.at })] : [];
}

/** Queues the hooks in the transaction of the change. Recordings of rooms send none. */
export async function tellOfRecording(ctx: Ctx, tx: Db, news: StoredEvent): Promise<void> {
  const { accountId } = news;
  if (accountId === null || !(await accountsWithHooks(tx, [accountId])).has(accountId)) return;
  const row = await recordingIn(tx, { accountId, recordId: text(news, 'recordId') });
  if (row === null || row.roomId !== null) return;
  const hear = openHooks(ctx, tx);
  for (const event of eventsOf(ctx, row, news)) await hear({ meeting: row, event });
}
