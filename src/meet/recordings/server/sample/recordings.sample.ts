/** Sample recordings that really play: a short lesson of slides, a camera and a voice, drawn and made for this purpose. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { addCaption } from '#meet/recordings/server/captions.service.ts';
import { folderOf, MANIFEST_FILE, PICTURE_FILE } from '#meet/recordings/server/play-files.service.ts';
import type { PastMeeting } from '#meet/meetings/server/sample/past-meeting.sample.ts';
import { type SampleWords, sampleWords } from './recording-words.sample.ts';

const folder = import.meta.dirname;
const day = 86_400_000;
/** Milliseconds of the sample. */
const length = 32_000;
/** How long after the start of a meeting somebody pressed the button. Milliseconds. */
const recordedAfter = 120_000;

const tracks = [
  { file: 'host-screen.webm', from: 'screen.webm', source: 'screen', kind: 'video' },
  { file: 'host-cam.webm', from: 'cam.webm', source: 'cam', kind: 'video' },
  { file: 'host-mic.webm', from: 'mic.webm', source: 'mic', kind: 'audio' },
] as const;

export type SampleRecording = {
  name: string;
  /** Of the meeting that many days ago. */
  back: number;
  state: 'published' | 'unpublished';
  visibility: 'owner' | 'account' | 'link' | 'public';
  views: number;
  /** Days from now until it goes to the bin; null: kept for ever. */
  keepDays: number | null;
  words: SampleWords;
};

const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;
type PastRecording = Pick<SampleRecording, 'name' | 'state' | 'visibility' | 'views'> & {
  id: string;
  recordId: string;
  past: PastMeeting;
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  lengthMs: number;
  bytes: number;
  keepUntil: number | null;
};

/** A recording whose files lie in the store already. */
async function insertPastRecording(db: Db, one: PastRecording): Promise<void> {
  const { past } = one;
  const formats = JSON.stringify([
    { type: 'atrium', url: '', lengthMs: one.lengthMs, bytes: one.bytes, images: [], picture: PICTURE_FILE },
  ]);
  await db.execute(sql`
    insert into recordings (id, account_id, record_id, meeting_id, room_id, owner_id, external_id, name, state, visibility, started_at, ended_at, length_ms, people, views, bytes, formats, held, keep_until, keep_own, ready_told_at, created_at, updated_at)
    values (${one.id}, ${past.accountId}, ${one.recordId}, ${past.id}, ${past.roomId}, ${past.startedBy}, ${past.id}, ${one.name}, ${one.state}, ${one.visibility}, ${time(one.startedAt)}, ${time(one.endedAt)}, ${one.lengthMs}, ${past.people.length}, ${one.views}, ${one.bytes}, ${formats}::jsonb, 'here', ${one.keepUntil === null ? null : time(one.keepUntil)}, ${one.keepUntil !== null}, ${time(past.endedAt)}, ${time(past.endedAt)}, ${time(past.endedAt)})`);
}

/** What the player reads, in the form that the engine writes. Times in milliseconds. */
function manifestOf(past: PastMeeting, recording: SampleRecording): string {
  const { chat } = sampleWords[recording.words];
  const [host, ...others] = past.people.slice(0, 5);
  const sources = tracks.map(({ file, source }) => ({ key: file, source, muted: false }));
  const idOf = (at: number) => `p${at}`;
  const listeners = others.map((one, at) => ({
    at: 0,
    type: 'member',
    id: idOf(at + 1),
    name: one.name,
    sources: [{ key: `mic-${at}`, source: 'mic', muted: true }],
  }));
  const events = [
    { at: 0, type: 'member', id: idOf(0), name: host?.name ?? '', sources },
    ...listeners,
    ...[0, 8_000, 16_500, 24_000].map((at) => ({ at: at + 400, type: 'speaking', ids: [idOf(0)] })),
    ...[7_000, 15_200, 23_000].map((at) => ({ at, type: 'speaking', ids: [] })),
    ...[8_000, 16_000, 24_000].map((at) => ({ at, type: 'marker', by: idOf(0) })),
    ...chat.map((text, at) => ({
      at: 5_000 + at * 7_000,
      type: 'chat',
      id: `c${at}`,
      from: idOf((at % listeners.length) + 1),
      name: others[at % listeners.length]?.name ?? '',
      text,
    })),
    { at: length, type: 'end' },
  ];
  return JSON.stringify({
    length,
    tracks: tracks.map(({ file, source, kind }) => ({ file, source, kind, member: idOf(0), start: 0, length })),
    events: events.toSorted((a, b) => a.at - b.at),
  });
}

export type SampleRecordingInput = { owner: UserActor; past: PastMeeting; recording: SampleRecording };

/** Stores one: files, row, text tracks. `as` gives the hands of a person. */
export async function seedRecording(ctx: Ctx, as: (actor: UserActor) => Ctx, recorded: SampleRecordingInput): Promise<void> {
  const { owner, past, recording } = recorded;
  const id = newId(past.endedAt);
  const files = filesOf(ctx.config);
  const put = async (name: string, content: Buffer) =>
    (await files.put(`${folderOf({ id })}/${name}`, Readable.from([content]))).bytes;
  const sizes = [await put(MANIFEST_FILE, Buffer.from(manifestOf(past, recording)))];
  sizes.push(await put(PICTURE_FILE, await readFile(path.join(folder, PICTURE_FILE))));
  for (const { file, from } of tracks) sizes.push(await put(file, await readFile(path.join(folder, from))));
  const startedAt = past.startedAt + recordedAfter;
  await ctx.system.write((tx) =>
    insertPastRecording(tx, {
      id,
      recordId: `${newId()}-${startedAt}`,
      past,
      name: recording.name,
      state: recording.state,
      visibility: recording.visibility,
      startedAt,
      endedAt: startedAt + length,
      lengthMs: length,
      bytes: sizes.reduce((sum, one) => sum + one, 0),
      views: recording.views,
      keepUntil: recording.keepDays === null ? null : ctx.now() + recording.keepDays * day,
    }),
  );
  const { captions } = sampleWords[recording.words];
  for (const { lang, label, text } of captions) await addCaption(as(owner), id, { kind: 'captions', lang, label, text });
}
