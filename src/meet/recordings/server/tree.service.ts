/** A published format as its server keeps it (a folder with a metadata.xml) comes into our store, whole. Across accounts, hence the system's hands. */
import { Readable } from 'node:stream';
import { type PublishedMetadata, readPublishedMetadata } from '@atrium/bbb/recordings/published-metadata';
import { XmlError } from '@atrium/bbb/xml';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { isFileName } from '#kit/server/files/files-names.ts';
import { newId } from '#kit/server/ids.ts';
import { asWebVtt, readCues } from '../captions.rules.ts';
import { recordingLimits, type RecordingState, type StoredFormat } from '../recordings.rules.ts';
import { captionsOf, putCaption } from './extras.queries.ts';
import { noteDeed, recordingEvents } from './find.service.ts';
import { bytesWithHere, imagesHere, lengthWithHere, mainFile, type NamedFile } from './formats.service.ts';
import { factsOf, firstStateOfKnown, stateOf } from './new-row.service.ts';
import { folderOf } from './play-files.service.ts';
import { lockRecording, moveRecording, type NewRecording, type RecordingRow } from './recordings.queries.ts';
import type { TarEntry } from './tar-entries.service.ts';
import { openUploads } from './uploads.queries.ts';

export const METADATA_FILE = 'metadata.xml';
/** What lies in the store of one format. `skipped`: files whose names the store does not take. */
export type FileTree = { files: NamedFile[]; skipped: string[]; bytes: number };

/** Formats and recordings by the names that servers give their folders. */
export const isFormatName = (name: string): boolean => /^[a-z][a-z0-9_-]{0,39}$/.test(name);
export const isRecordName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,119}$/.test(name);

/** The metadata of a format; null when it is none, or of another recording or format than the one it came with. */
export function metadataOf(text: string, at: { recordId: string; format: string }): PublishedMetadata | null {
  try {
    const read = readPublishedMetadata(text);
    return read.recording.recordID === at.recordId && (read.format === at.format || read.format === '') ? read : null;
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

type FolderPlace = { recordingId: string; folder: string };
const inStore = (at: FolderPlace, path: string) => `${folderOf({ id: at.recordingId })}/${at.folder}/${path}`;

/** Writes every file into the folder, in the place of what lies there under the same name. Rejects as its source does. */
export async function storeTree(ctx: Ctx, at: FolderPlace, source: AsyncIterable<TarEntry>): Promise<FileTree> {
  const store = filesOf(ctx.config);
  const tree: FileTree = { files: [], skipped: [], bytes: 0 };
  for await (const { path, bytes, content } of source) {
    const name = inStore(at, path);
    if (!isFileName(name)) {
      tree.skipped.push(path);
      continue;
    }
    await store.put(name, content);
    tree.files.push({ path, bytes });
    tree.bytes += bytes;
  }
  return tree;
}

/** Takes a folder of a format away again. */
export const dropTree = (ctx: Ctx, at: FolderPlace): Promise<void> =>
  filesOf(ctx.config).removeAll(`${folderOf({ id: at.recordingId })}/${at.folder}`);

/** `news`: whether others hear that it can be watched now; of thousands of old ones at once nobody wants to hear. */
export type ArrivedFormat = FolderPlace & { type: string; tree: FileTree; metadata: PublishedMetadata; news: 'told' | 'kept' };

function formatOf(row: RecordingRow, arrived: ArrivedFormat): StoredFormat {
  const { tree, type, metadata, folder } = arrived;
  const [told] = factsOf(metadata.recording).formats ?? [];
  const urls = metadata.recording.formats.flatMap((one) => one.images.map((image) => image.url));
  return {
    type,
    url: told?.url ?? '',
    lengthMs: metadata.lengthMs,
    bytes: tree.bytes,
    images: told?.images ?? [],
    here: { folder, file: mainFile(type, tree.files), images: imagesHere({ recordId: row.recordId, type }, urls, tree.files) },
  };
}

const isAwaited = (state: RecordingState) => state === 'processing' || state === 'capturing' || state === 'failed';
const alive: readonly RecordingState[] = ['capturing', 'processing', 'published', 'unpublished', 'failed', 'recycled'];

function changeBy(ctx: Ctx, held: RecordingRow, arrived: ArrivedFormat): Partial<NewRecording> {
  const formats = [...held.formats.filter((one) => one.type !== arrived.type), formatOf(held, arrived)];
  const { formats: _formats, bytes, metadata, ...facts } = factsOf(arrived.metadata.recording);
  return {
    ...(isAwaited(held.state) ? { ...facts, metadata: { ...metadata, ...held.metadata } } : {}),
    formats,
    bytes: bytesWithHere(formats, bytes ?? 0),
    lengthMs: lengthWithHere(formats, held.lengthMs),
    progress: null,
    updatedAt: new Date(ctx.now()),
  };
}

/** Files that are here can be watched, whatever step of its making the server wrote into them. */
async function firstStateHere(tx: Db, held: RecordingRow, { metadata }: ArrivedFormat): Promise<RecordingState> {
  const state = stateOf(metadata.recording) === 'unpublished' ? 'unpublished' : 'published';
  return (await firstStateOfKnown(tx, held, { ...metadata.recording, state })) ?? state;
}

/**
 * Notes that the files of a format are here, and publishes a recording that was waiting for them. `gone`: it was deleted meanwhile.
 * `before`: the folder that these files take the place of; what it comes to is done by `also` in the same transaction.
 */
export function registerFormat(
  ctx: Ctx,
  arrived: ArrivedFormat,
  also: (tx: Db, before: string | null) => Promise<void>,
): Promise<'gone' | { before: string | null }> {
  return ctx.system.write(async (tx) => {
    const held = await lockRecording(tx, arrived.recordingId);
    if (held === null || !alive.includes(held.state)) return 'gone';
    const folder = held.formats.find((one) => one.type === arrived.type)?.here?.folder ?? null;
    const before = folder === arrived.folder ? null : folder;
    await also(tx, before);
    const state = isAwaited(held.state) ? await firstStateHere(tx, held, arrived) : held.state;
    const others = await openUploads(tx, held.id);
    const change = {
      ...changeBy(ctx, held, arrived),
      state,
      ...(state === held.state ? {} : { stateReason: null }),
      ...(others.length === 0 ? {} : { progress: held.progress }),
    };
    const row = await moveRecording(tx, { id: held.id, from: [held.state] }, change);
    if (row === null) return 'gone';
    const event = state === held.state ? recordingEvents.changed : recordingEvents.ready;
    const news = arrived.news === 'told' ? { event } : {};
    await noteDeed(ctx, tx, { row, action: 'recordings.arrived', ...news, data: { format: arrived.type } });
    return { before };
  });
}

const captionFile = /^captions?_([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*)\.vtt$/;

function languageOf(path: string): { lang: string; label: string } | null {
  const tag = captionFile.exec(path)?.[1]?.replaceAll('_', '-');
  try {
    const [lang] = tag === undefined ? [] : Intl.getCanonicalLocales(tag);
    if (lang === undefined) return null;
    return { lang, label: new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang };
  } catch {
    return null;
  }
}

async function textOf(ctx: Ctx, name: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await filesOf(ctx.config).get(name)) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Text tracks that came with the files are kept like uploaded ones; what a person uploaded stands. Those that cannot be read are left
 * out. Done before the format is registered, so that a run that breaks off in between leaves nothing to be made up for.
 */
export async function takeCaptions(ctx: Ctx, row: Pick<RecordingRow, 'id' | 'accountId'>, arrived: ArrivedFormat): Promise<void> {
  const kept = await captionsOf(ctx.system.read, [row.id]);
  const store = filesOf(ctx.config);
  for (const { path, bytes } of arrived.tree.files) {
    const language = languageOf(path);
    if (language === null || bytes > recordingLimits.captionText) continue;
    if (kept.some((one) => one.lang === language.lang && one.kind === 'captions' && one.source === 'upload')) continue;
    const read = readCues(await textOf(ctx, inStore(arrived, path)));
    if ('badLine' in read) continue;
    const id = newId(ctx.now());
    const file = `${id}.vtt`;
    await store.put(`${folderOf(row)}/${file}`, Readable.from([Buffer.from(asWebVtt(read.cues))]));
    const before = await ctx.system.write((tx) =>
      putCaption(tx, {
        ...language,
        id,
        accountId: row.accountId,
        recordingId: row.id,
        kind: 'captions',
        source: 'live',
        file,
        createdAt: new Date(ctx.now()),
      }),
    );
    if (before !== null) await store.remove(`${folderOf(row)}/${before.file}`);
  }
}
