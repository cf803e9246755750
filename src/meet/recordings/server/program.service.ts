/** Recordings as programs of customers see and change them, over the BBB API. The caller has checked the account. */
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { asWebVtt, readCues } from '../captions.rules.ts';
import { recordingLimits, type RecordingState } from '../recordings.rules.ts';
import { alignLater } from './change.service.ts';
import { captionsOf, putCaption } from './extras.queries.ts';
import { noteDeed, recordingEvents } from './find.service.ts';
import { isOpenThere } from './open-there.service.ts';
import { fileUrl, folderOf, isOwnFormat, type PreviewPicture, previewsOf } from './play-files.service.ts';
import { programPlaybackUrl } from './play.service.ts';
import { isShownHere } from './presentation.service.ts';
import { countProgramRecordings, lockRecordings, type ProgramFilter, programMark, programRecordings } from './program.queries.ts';
import { moveRecording, type NewRecording, recordingByRecordId, type RecordingRow } from './recordings.queries.ts';

export type { ProgramFilter } from './program.queries.ts';
export type ProgramRow = RecordingRow;

/** The states of which a program knows; for it, what is in the bin is deleted. */
const statesOf: Readonly<Record<string, readonly RecordingState[]>> = {
  processing: ['capturing', 'processing'],
  published: ['published'],
  unpublished: ['unpublished'],
  failed: ['failed'],
  deleted: ['recycled', 'deleting', 'deleted'],
};
/** A program's names of states as ours; `any` is all of them, an unknown name is none. */
export const ourStates = (names: readonly string[]): RecordingState[] => [
  ...new Set(names.includes('any') ? Object.values(statesOf).flat() : names.flatMap((name) => statesOf[name] ?? [])),
];
/** Our state as a program knows it. */
export const stateForPrograms = (state: RecordingState): string =>
  Object.entries(statesOf).find(([, ours]) => ours.includes(state))?.[0] ?? state;

const alive: readonly RecordingState[] = ['capturing', 'processing', 'published', 'unpublished', 'failed'];
/** The most rows of a call that names no page. */
const most = 10_000;

/** A page of the recordings that fit, newest first, and how many there are. */
export async function findForProgram(
  db: Db,
  filter: ProgramFilter,
  page: { offset: number; limit: number } | undefined,
): Promise<{ rows: ProgramRow[]; total: number }> {
  if (page === undefined) {
    const rows = await programRecordings(db, filter, { offset: 0, limit: most });
    return { rows, total: rows.length };
  }
  const [rows, total] = await Promise.all([programRecordings(db, filter, page), countProgramRecordings(db, filter)]);
  return { rows, total };
}

/** What `findForProgram` would find now, in a short text: equal as long as it would find the same versions of the same rows. */
export async function markForProgram(
  db: Db,
  filter: ProgramFilter,
  page: { offset: number; limit: number } | undefined,
): Promise<string> {
  if (page === undefined) return programMark(db, filter, { offset: 0, limit: most });
  const [mark, total] = await Promise.all([programMark(db, filter, page), countProgramRecordings(db, filter)]);
  return `${mark} ${total}`;
}

type NamedRecordings = { accountId: string; recordIds: readonly string[] };
type ProgramAction = {
  action: string;
  states: readonly RecordingState[];
  change: (row: RecordingRow) => Partial<NewRecording> | null;
};

/** Changes those of the named recordings that exist, also at the server that holds them. Returns how many there are. */
async function changeNamed(ctx: Ctx, named: NamedRecordings, deed: ProgramAction): Promise<number> {
  return ctx.system.write(async (tx) => {
    const rows = await lockRecordings(tx, { ...named, states: deed.states });
    for (const held of rows) {
      const change = deed.change(held);
      if (change === null) continue;
      const row = await moveRecording(tx, { id: held.id, from: [held.state] }, { ...change, updatedAt: new Date(ctx.now()) });
      if (row === null) continue;
      if (row.state !== held.state) await alignLater(ctx, tx, row);
      await noteDeed(ctx, tx, {
        row,
        action: `recordings.${deed.action}`,
        event: recordingEvents.changed,
        data: { ...(row.state === held.state ? {} : { state: row.state }), by: 'program' },
      });
    }
    return rows.length;
  });
}

/** Shows or hides recordings; those that are still being made stay as they are. */
export const publishForProgram = (ctx: Ctx, named: NamedRecordings, state: 'published' | 'unpublished'): Promise<number> =>
  changeNamed(ctx, named, {
    action: state,
    states: ['published', 'unpublished'],
    change: (row) => (row.state === state ? null : { state }),
  });

/** Puts recordings into the bin: gone for programs, but people of the account can fetch them back for some days. */
export const binForProgram = (ctx: Ctx, named: NamedRecordings): Promise<number> =>
  changeNamed(ctx, named, {
    action: 'recycled',
    states: ['published', 'unpublished', 'failed'],
    change: (row) => ({ state: 'recycled', stateBefore: row.state, recycledAt: new Date(ctx.now()) }),
  });

/**
 * Changes metadata (an empty value takes the key away), and the name and protection with it. `open_there`, and nothing is changed:
 * one of those to be protected plays at its server for everybody.
 */
export async function updateForProgram(
  ctx: Ctx,
  named: NamedRecordings,
  wish: { metadata: ReadonlyMap<string, string>; protect: boolean | null },
): Promise<number | 'open_there'> {
  if (wish.protect === true) {
    const rows = await ctx.system.write((tx) => lockRecordings(tx, { ...named, states: alive }));
    if (rows.some((row) => isOpenThere(ctx, row))) return 'open_there';
  }
  return changeNamed(ctx, named, {
    action: 'changed',
    states: alive,
    change: (row) => {
      // our own metadata names the account and must not change
      const wished = [...wish.metadata].filter(([key]) => !key.startsWith('atrium-'));
      const entries = new Map([...Object.entries(row.metadata), ...wished]);
      const name = (wish.metadata.get('bbb-recording-name') ?? wish.metadata.get('name') ?? '').slice(0, recordingLimits.name);
      return {
        metadata: Object.fromEntries([...entries].filter(([, value]) => value !== '')),
        ...(name === '' ? {} : { name }),
        ...(wish.protect === null ? {} : { protect: wish.protect }),
      };
    },
  });
}

export type CaptionTrack = { href: string; kind: 'captions' | 'subtitles'; label: string; lang: string; source: string };

/** The text tracks of a recording with addresses that are good for some hours; null when there is no such recording. */
export async function tracksForProgram(ctx: Ctx, of: { accountId: string; recordId: string }): Promise<CaptionTrack[] | null> {
  const row = await aliveRecording(ctx.system.read, of);
  if (row === null) return null;
  const site = siteUrl(ctx);
  return (await captionsOf(ctx.system.read, [row.id])).map((one) => ({
    href: `${site}${fileUrl(ctx, row, one.file)}`,
    kind: one.kind,
    label: one.label,
    lang: one.lang,
    source: one.source,
  }));
}

/** The recording of that id, unless it is in the bin. */
export async function aliveRecording(db: Db, of: { accountId: string; recordId: string }): Promise<RecordingRow | null> {
  const row = await recordingByRecordId(db, of.recordId);
  return row !== null && row.accountId === of.accountId && alive.some((state) => state === row.state) ? row : null;
}

/** The recording of that id, whatever became of it. */
export async function recordingIn(db: Db, of: { accountId: string; recordId: string }): Promise<RecordingRow | null> {
  const row = await recordingByRecordId(db, of.recordId);
  return row?.accountId === of.accountId ? row : null;
}

export type NewTrack = { kind: 'captions' | 'subtitles'; lang: string; label: string; text: string };

/** Keeps a text track (WebVTT or SRT) in the place of the one of its kind and language; `bad` when it cannot be read. */
export async function putTrackForProgram(ctx: Ctx, row: RecordingRow, track: NewTrack): Promise<'kept' | 'bad'> {
  const read = readCues(track.text);
  if ('badLine' in read) return 'bad';
  const id = newId(ctx.now());
  const file = `${id}.vtt`;
  const files = filesOf(ctx.config);
  // the file first: a row never names one that is not there
  await files.put(`${folderOf(row)}/${file}`, Readable.from([Buffer.from(asWebVtt(read.cues))]));
  const before = await ctx.system.write(async (tx) => {
    const { kind, lang, label } = track;
    const { accountId } = row;
    const replaced = await putCaption(tx, {
      id,
      accountId,
      recordingId: row.id,
      kind,
      lang,
      label,
      source: 'upload',
      file,
      createdAt: new Date(ctx.now()),
    });
    await noteDeed(ctx, tx, { row, action: 'recordings.captions-added', data: { lang, by: 'program' } });
    return replaced;
  });
  if (before !== null) await files.remove(`${folderOf(row)}/${before.file}`);
  return 'kept';
}

/** Where one format is watched: our page for files of ours (protected ones by a signed address), else the page of the server that holds it. */
export const watchUrl = (ctx: Ctx, row: ProgramRow, format: { type: string; url: string }): string =>
  row.held === 'here' || isOwnFormat(row, format.type) || isShownHere(ctx, row, format.type)
    ? programPlaybackUrl(ctx, row, format.type)
    : format.url;

/** A format as programs know it: they hide types that are not BBB's own from their learners, so our player's page goes by the name of BBB's. */
export const typeForPrograms = (type: string): string => (type === 'atrium' ? 'presentation' : type);

/** The small pictures of a format by whole addresses; ours are good for some hours. */
export const previewsForPrograms = (ctx: Ctx, row: ProgramRow, format: ProgramRow['formats'][number]): PreviewPicture[] =>
  previewsOf(ctx, row, format).map((one) => (one.url.startsWith('/') ? { ...one, url: `${siteUrl(ctx)}${one.url}` } : one));
