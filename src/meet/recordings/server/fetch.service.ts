/** Brings the files of an engine's recording into our store, and takes them off the engine once all of them are here. */
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { optionalNumber, optionalValue } from '#kit/lenient.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { outbound, type OutboundAnswer } from '#kit/server/http/outbound.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { clientFor, secretPurpose, serverOf, type ServerRow } from '#meet/servers/server/servers.service.ts';
import type { SlidePreview, StoredFormat } from '../recordings.rules.ts';
import { FETCH_JOB } from './change.service.ts';
import { pushRecording } from './find.service.ts';
import { folderOf, MANIFEST_FILE, PICTURE_FILE, VIDEO_FILE } from './play-files.service.ts';
import { lockRecording, recordingById, type RecordingRow, setRecording } from './recordings.queries.ts';

/** What we must understand of an engine's manifest; the player reads the rest. */
const manifestFacts = z.object({
  length: z.number(),
  tracks: z.array(z.object({ file: z.string().check(z.regex(/^[\w-]{1,60}\.webm$/)) })),
  // engines of before know no slides
  slides: z._default(
    z.array(
      z.object({
        file: z.string().check(z.regex(/^slide-[\w-]{22}-\d{1,3}\.webp$/)),
        width: z.number().check(z.positive()),
        height: z.number().check(z.positive()),
      }),
    ),
    [],
  ),
  video: z.object({ state: z.enum(['none', 'queued', 'failed', 'ready']), progress: optionalNumber }),
  picture: optionalValue(z.literal(PICTURE_FILE)),
});
type ManifestFacts = z.output<typeof manifestFacts>;

/** Seconds that the leave for one file lasts. */
const leaveFor = 3_600;
/** Longest that one file may take. Milliseconds. */
const fileWithin = 600_000;
/** Largest file of a recording. Bytes. */
const mostBytes = 100_000_000_000;
/** Its server's secret was sealed with a key that is lost. */
const secretLost = 'secret_lost';
/** Pause before a video that is still being made is asked for again. Milliseconds. */
const videoPause = 30_000;

/** The engine serves files beside its API (see its `recordings/<recordID>/<file>?expires=…&token=…`). */
function addressOf(ctx: Ctx, server: ServerRow, asked: { recordId: string; file: string }): string {
  const secret = ctx.secrets.open(secretPurpose, server.secretSealed);
  // the machine's own clock: the engine compares with it
  const expires = Math.floor(Date.now() / 1000) + leaveFor;
  const token = createHmac('sha256', secret).update(`recordings/${asked.recordId}/${expires}`).digest('base64url');
  return new URL(`/recordings/${asked.recordId}/${asked.file}?expires=${expires}&token=${token}`, server.url).href;
}

type EngineFileRequest = { recordId: string; file: string; method?: 'GET' | 'HEAD' };

async function ask(ctx: Ctx, server: ServerRow, asked: EngineFileRequest): Promise<OutboundAnswer> {
  // an engine is ours, wherever it runs
  const send = outbound({ reach: 'everywhere', timeoutMs: fileWithin, maxBytes: mostBytes });
  const answer = await send(addressOf(ctx, server, asked), { method: asked.method ?? 'GET' });
  if (answer.status !== 200) throw new Error(`the engine answered ${answer.status} for a file of a recording`);
  return answer;
}

type RecordingOnServer = { server: ServerRow; row: RecordingRow };

/** One file, unless it is here already as large as there. Returns its size. */
async function bring(ctx: Ctx, at: RecordingOnServer, file: string): Promise<number> {
  const files = filesOf(ctx.config);
  const name = `${folderOf(at.row)}/${file}`;
  const { recordId } = at.row;
  const head = await ask(ctx, at.server, { recordId, file, method: 'HEAD' });
  const size = Number(head.headers.get('content-length') ?? Number.NaN);
  if ((await files.stat(name))?.bytes === size) return size;
  const { body } = await ask(ctx, at.server, { recordId, file });
  if (body === null) throw new Error('the engine sent no file');
  const written = await files.put(name, Readable.from(body));
  if (written.bytes === size) return size;
  await files.remove(name);
  throw new Error(`a file of a recording came with ${written.bytes} of ${size} bytes`);
}

async function manifestOf(ctx: Ctx, at: RecordingOnServer): Promise<{ text: string; facts: ManifestFacts }> {
  const { body } = await ask(ctx, at.server, { recordId: at.row.recordId, file: MANIFEST_FILE });
  const parts: Uint8Array[] = [];
  for await (const part of body ?? []) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  return { text, facts: z.parse(manifestFacts, JSON.parse(text)) };
}

/** Small pictures that programs get in lists, as from BBB, and the longer side of each (pixels). */
const [previewsMost, previewSide] = [3, 240];
const previewsFrom = ({ slides }: ManifestFacts): SlidePreview[] =>
  slides.slice(0, previewsMost).map(({ file, width, height }) => {
    const scale = Math.min(1, previewSide / Math.max(width, height));
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    return { file: file.replace(/\.webp$/, '-small.webp'), ...size };
  });

type BroughtFiles = { tracks: number; video: number; picture: number; lengthMs: number; previews: SlidePreview[] };
const ownFormats = (row: RecordingRow, sizes: BroughtFiles): StoredFormat[] => {
  const page = row.formats.find((one) => one.type === 'atrium')?.url ?? '';
  const base = { lengthMs: sizes.lengthMs, images: [] };
  return [
    {
      ...base,
      type: 'atrium',
      url: page,
      bytes: sizes.tracks + sizes.picture,
      ...(sizes.picture === 0 ? {} : { picture: PICTURE_FILE }),
      ...(sizes.previews.length === 0 ? {} : { previews: sizes.previews }),
    },
    ...(sizes.video === 0 ? [] : [{ ...base, type: 'video', url: `${page}/video`, bytes: sizes.video }]),
  ];
};

/** Files that come after all of a recording was erased would stay for ever: they are taken away again. Says whether it is erased. */
async function dropIfErased(ctx: Ctx, id: string): Promise<boolean> {
  const row = await recordingById(ctx.system.read, id);
  if (row !== null && row.state !== 'deleting' && row.state !== 'deleted') return false;
  await filesOf(ctx.config).removeAll(folderOf({ id }));
  return true;
}

/** Copies everything. Returns what the engine says of the video, which may still be in the making; null: it was erased meanwhile. */
async function copyAll(ctx: Ctx, at: RecordingOnServer): Promise<ManifestFacts | null> {
  const { text, facts } = await manifestOf(ctx, at);
  let tracks = Buffer.byteLength(text);
  const previews = previewsFrom(facts);
  for (const { file } of [...facts.tracks, ...facts.slides, ...previews]) {
    tracks += await bring(ctx, at, file);
    if (await dropIfErased(ctx, at.row.id)) return null;
  }
  const video = facts.video.state === 'ready' ? await bring(ctx, at, VIDEO_FILE) : 0;
  const picture = facts.picture === undefined ? 0 : await bring(ctx, at, facts.picture);
  await filesOf(ctx.config).put(`${folderOf(at.row)}/${MANIFEST_FILE}`, Readable.from([Buffer.from(text)]));
  const making = facts.video.state === 'queued';
  await ctx.system.write(async (tx) => {
    const held = await lockRecording(tx, at.row.id);
    if (held === null || (held.state !== 'published' && held.state !== 'unpublished' && held.state !== 'recycled')) return;
    const row = await setRecording(tx, held.id, {
      held: 'here',
      formats: ownFormats(held, { tracks, video, picture, previews, lengthMs: facts.length }),
      bytes: tracks + video + picture,
      lengthMs: facts.length,
      ...(held.stateReason === secretLost ? { stateReason: null } : {}),
      progress: making ? (facts.video.progress ?? null) : null,
    });
    if (row !== null) await pushRecording(ctx, tx, row);
    if (making)
      await ctx.jobs.enqueue(tx, {
        job: FETCH_JOB,
        payload: { id: held.id },
        key: `${held.id} video`,
        after: ctx.now() + videoPause,
      });
  });
  return facts;
}

/** Copies, and leaves nothing behind of what is erased meanwhile, whether the copying ends well or not. */
async function copyUnlessErased(ctx: Ctx, at: RecordingOnServer): Promise<ManifestFacts | null> {
  let erased = false;
  let facts: ManifestFacts | null = null;
  try {
    facts = await copyAll(ctx, at);
  } finally {
    erased = await dropIfErased(ctx, at.row.id);
  }
  return erased ? null : facts;
}

/** Trying again is of no use: it is fetched when an operator has entered the server's secret again. */
async function noteLost(ctx: Ctx, row: RecordingRow, server: ServerRow): Promise<void> {
  ctx.log.error(
    { server: server.name, recording: row.recordId },
    'a recording cannot be fetched: the secret of its server is lost',
  );
  if (row.stateReason === secretLost) return;
  await ctx.system.write(async (tx) => {
    const noted = await setRecording(tx, row.id, { stateReason: secretLost });
    if (noted !== null) await pushRecording(ctx, tx, noted);
  });
}

/** The job: copy, then delete at the engine, then note that it has nothing any more. Each step may run again. */
export async function fetchFiles(ctx: Ctx, id: string): Promise<void> {
  if (await dropIfErased(ctx, id)) return;
  const row = await recordingById(ctx.system.read, id);
  if (row === null || row.serverId === null || (row.state !== 'published' && row.state !== 'unpublished')) return;
  const server = await serverOf(ctx, row.serverId);
  if (server === null || server.kind !== 'engine') return;
  if (openIfKnown(ctx.secrets, secretPurpose, server.secretSealed) === null) return noteLost(ctx, row, server);
  const there = await clientFor(ctx, server).getRecordings({ recordIds: [row.recordId], states: ['any'] });
  if (!there.ok) throw new Error(`the engine refused to list recordings: ${there.key}`);
  const known = there.recordings.find((one) => one.recordID === row.recordId);
  const gone = known === undefined || known.state === 'deleted';
  if (!gone) {
    const facts = await copyUnlessErased(ctx, { server, row });
    if (facts === null || facts.video.state === 'queued') return;
    const deleted = await clientFor(ctx, server).deleteRecordings([row.recordId]);
    // a run before this one may have deleted it and died before it was noted
    if (!deleted.ok && deleted.key !== 'notFound') throw new Error(`the engine refused to delete a recording: ${deleted.key}`);
  } else if (row.held === 'server') return;
  await ctx.system.write((tx) => setRecording(tx, id, { serverId: null, progress: null }));
}
