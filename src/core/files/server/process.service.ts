/** What becomes of an upload that is whole: looked at, scanned, read, and put where it is served from. Each step may be done twice. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readerOf, sniffDocument } from '@atrium/pages/document-kind';
import { officeHint, readOfficeDocument } from '@atrium/pages/office';
import { type DocumentFacts, type DocumentRequest, noPages, readDocument } from '@atrium/pages/read-document';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { inWorkFolder } from '#kit/server/work-folder.ts';
import { openUploadStore } from '#kit/server/files/upload-store.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import {
  type FileTrouble,
  type FileKind,
  kindOf,
  libraryLimits,
  pictureSides,
  type FileRefusal,
  type SniffedKind,
  unreadKindOf,
  withEnding,
} from '../files.rules.ts';
import { pushChange } from './access.service.ts';
import { contentName, folderOf } from './addresses.service.ts';
import { fileById, lockFile, lockVersion, setFile, setVersion, type VersionRow, versionById } from './files.queries.ts';
import { previewName, THUMBNAIL } from './derived-names.service.ts';
import { scanFile } from './scan.service.ts';

type ProcessFiles = { file: string; made: string };
type ProcessOutcome = { sniffed: SniffedKind; facts: DocumentFacts; sha256: string; trouble: FileTrouble | null };

/** Brings the bytes here and hashes them on the way. Null: they are gone. */
async function fetchSource(ctx: Ctx, source: string, file: string): Promise<string | null> {
  const store = filesOf(ctx.config);
  if ((await store.stat(source)) === null) return null;
  const hash = createHash('sha256');
  await pipeline(
    await store.get(source),
    async function* hashed(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(file),
  );
  return hash.digest('hex');
}

/** Throws as long as the scanner does not answer: until then the file is not served. */
async function scan(ctx: Ctx, version: VersionRow, file: string): Promise<FileRefusal | null> {
  if (ctx.config.clamdUrl === null || version.state !== 'scanning') return null;
  const verdict = await scanFile(ctx.config.clamdUrl, file);
  if (verdict !== 'clean') return verdict === 'infected' ? 'infected' : 'too_large_to_scan';
  await ctx.system.write(async (tx) => {
    await setVersion(tx, version.id, { state: 'processing', updatedAt: new Date(ctx.now()) });
    await pushChange(ctx, tx, { accountId: version.accountId, id: version.fileId });
  });
  return null;
}

/** What is made of a file of the library. */
const readingFor = ({ file, made }: ProcessFiles, sniffed: SniffedKind): Omit<DocumentRequest, 'reader' | 'mostPages'> => ({
  file,
  folder: made,
  pictures: [
    { name: previewName('#'), side: pictureSides.preview, pages: libraryLimits.previews },
    { name: THUMBNAIL, side: pictureSides.thumbnail, pages: 1 },
  ],
  background: null,
  redraw: { name: contentName(sniffed), side: pictureSides.full },
  text: null,
});

/** Why there are no pages, or not as many; the library has no word of its own for a full disk, so that the job tries again. */
function refusalFrom(facts: DocumentFacts): FileRefusal | null {
  if (facts.refused === 'disk_full') throw new Error('no space is left for the pages of a file');
  return facts.refused ?? null;
}

async function read(
  ctx: Ctx,
  version: VersionRow,
  place: ProcessFiles,
): Promise<Pick<ProcessOutcome, 'facts' | 'trouble' | 'sniffed'> | FileRefusal> {
  const { accountId, sentName } = version;
  const settings = { turn: accountId };
  const ending = await sniffDocument({ file: place.file, name: sentName }, settings);
  if (ending === 'unreadable') return ending;
  const sniffed = ending === null ? null : kindOf(ending);
  if (sniffed === null) return 'unknown_kind';
  const { filePages: mostPages } = await entitlementsFor(ctx.system.read, accountId);
  const request = { ...readingFor(place, sniffed), mostPages };
  const reader = readerOf(sniffed.ending);
  if (reader === null) return { sniffed, facts: noPages, trouble: null };
  if (reader !== 'office') return { sniffed, facts: await readDocument({ ...request, reader }, settings), trouble: null };
  const office = { program: ctx.config.libreOffice, network: ctx.config.libreOfficeNetwork };
  const hint = await officeHint(office);
  if (hint !== null) ctx.log.warn({}, hint);
  const folder = path.dirname(place.file);
  return { sniffed, ...(await readOfficeDocument(request, { office, ending: sniffed.ending, folder }, settings)) };
}

/** Its bytes go, and count no more. */
async function refuse(ctx: Ctx, version: VersionRow, trouble: FileRefusal): Promise<void> {
  await ctx.system.write(async (tx) => {
    const held = await lockVersion(tx, version.id);
    if (held === null || held.state === 'ready') return;
    await setVersion(tx, version.id, { state: 'refused', trouble, source: null, bytes: 0, updatedAt: new Date(ctx.now()) });
    await pushChange(ctx, tx, { accountId: version.accountId, id: version.fileId });
  });
  if (version.source !== null) await openUploadStore(ctx.config).remove(version.source);
}

/** Pages that are wider than high are slides. */
const kindFor = ({ sniffed, facts }: ProcessOutcome): FileKind =>
  sniffed.ending === 'pdf' && (facts.width ?? 0) > (facts.height ?? 0) ? 'presentation' : sniffed.kind;

async function putFiles(
  ctx: Ctx,
  version: VersionRow,
  { place, outcome }: { place: ProcessFiles; outcome: ProcessOutcome },
): Promise<number> {
  const [store, folder, content] = [filesOf(ctx.config), folderOf(version), contentName(outcome.sniffed)];
  const kept = outcome.facts.redrawn ? path.join(place.made, content) : place.file;
  await store.put(`${folder}/${content}`, createReadStream(kept));
  for (const name of await readdir(place.made))
    if (name.endsWith('.webp') && name !== content)
      await store.put(`${folder}/${name}`, createReadStream(path.join(place.made, name)));
  return (await stat(kept)).size;
}

async function keep(ctx: Ctx, version: VersionRow, work: { place: ProcessFiles; outcome: ProcessOutcome }): Promise<void> {
  const { sniffed, facts, sha256, trouble } = work.outcome;
  const bytes = await putFiles(ctx, version, work);
  const isKept = await ctx.system.write(async (tx) => {
    const file = await lockFile(tx, version.fileId);
    const held = await lockVersion(tx, version.id);
    if (file === null || held === null) return false;
    if (held.state === 'ready' || held.state === 'refused') return held.state === 'ready';
    const { pages, width, height, previews } = facts;
    const { mime, ending } = sniffed;
    const at = new Date(ctx.now());
    await setVersion(tx, version.id, {
      ...{ state: 'ready', trouble, source: null, mime, ending, bytes, sha256, updatedAt: at },
      ...{ pages, width, height, previews, thumbnail: previews > 0 },
    });
    const counts = await versionById(tx, file.versionId);
    // a later one may have been ready first
    if (counts === null || counts.state !== 'ready' || counts.number <= version.number)
      await setFile(tx, file.id, {
        ...{ versionId: version.id, kind: kindFor(work.outcome), name: withEnding(file.name, ending), updatedAt: at },
      });
    await pushChange(ctx, tx, { accountId: version.accountId, id: file.id });
    return true;
  });
  if (!isKept) await filesOf(ctx.config).removeAll(folderOf(version));
  if (version.source !== null) await openUploadStore(ctx.config).remove(version.source);
}

type UnreadFile = { place: ProcessFiles; sha256: string; refusal: FileRefusal };
/** What goes with a conversation is kept as it was sent, for download alone: its readers get it even where it cannot be opened here. */
async function setAside(ctx: Ctx, version: VersionRow, { place, sha256, refusal }: UnreadFile): Promise<void> {
  const found = await fileById(ctx.system.read, version.fileId);
  if (found?.file.place !== 'conversation') return refuse(ctx, version, refusal);
  // reading may have stopped between two previews
  await rm(place.made, { recursive: true, force: true });
  await mkdir(place.made);
  const outcome = { sniffed: unreadKindOf(version.sentName), facts: noPages, sha256, trouble: refusal };
  return keep(ctx, version, { place, outcome });
}

async function work(ctx: Ctx, version: VersionRow, place: ProcessFiles): Promise<void> {
  const sha256 = version.source === null ? null : await fetchSource(ctx, version.source, place.file);
  if (sha256 === null) return refuse(ctx, version, 'unreadable');
  const found = await scan(ctx, version, place.file);
  if (found !== null) return refuse(ctx, version, found);
  await ctx.system.write((tx) => setVersion(tx, version.id, { tries: version.tries + 1, updatedAt: new Date(ctx.now()) }));
  // it ended the process that read it each time
  if (version.tries >= libraryLimits.tries) return setAside(ctx, version, { place, sha256, refusal: 'unreadable' });
  const outcome = await read(ctx, version, place);
  const refusal = typeof outcome === 'string' ? outcome : refusalFrom(outcome.facts);
  if (typeof outcome === 'string' || refusal !== null)
    return setAside(ctx, version, { place, sha256, refusal: refusal ?? 'unreadable' });
  return keep(ctx, version, { place, outcome: { ...outcome, sha256 } });
}

export async function processVersion(ctx: Ctx, id: string): Promise<void> {
  const version = await versionById(ctx.system.read, id);
  if (version === null || version.state === 'ready' || version.state === 'refused') return;
  if ((await fileById(ctx.system.read, version.fileId)) === null) return;
  await inWorkFolder(async (folder) => {
    const place = { file: path.join(folder, 'sent'), made: path.join(folder, 'made') };
    await mkdir(place.made);
    await work(ctx, version, place);
  });
}
