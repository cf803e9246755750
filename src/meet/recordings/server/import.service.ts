/** Brings recordings that lie on a disk into the store: after a move from BBB servers or from Scalelite. May be broken off and run again. */
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import type { PublishedMetadata } from '@atrium/bbb/recordings/published-metadata';
import { uploadLimits } from '../recordings.rules.ts';
import { insertHeard } from './change.service.ts';
import { noteDeed } from './find.service.ts';
import { filesBelow, type FoundFormat, metadataAt, scanTree } from './import-scan.service.ts';
import { rowFor } from './new-row.service.ts';
import { folderOf } from './play-files.service.ts';
import { recordingByRecordId, type RecordingRow } from './recordings.queries.ts';
import { BadArchive, type TarEntry } from './tar-entries.service.ts';
import { dropTree, registerFormat, storeTree, takeCaptions } from './tree.service.ts';

/** `accountId`: who gets what no meeting and no metadata gives to anybody. `dry`: only tells what would be done. */
export type ImportWish = { root: string; accountId: string | null; mode: 'dry' | 'write' };
export type SkipReason = 'bad_metadata' | 'no_owner' | 'deleted_before' | 'already_here' | 'broke_off' | 'too_many_files';
/** One recording: what came in (or would), and what did not. `bytes` of what came in; `left`: files that were left out. */
export type ImportLine = {
  recordId: string;
  name: string;
  accountId: string | null;
  formats: string[];
  bytes: number;
  skipped: { format: string; reason: SkipReason }[];
  left: string[];
};
export type ImportReport = { mode: ImportWish['mode']; found: number; imported: number; bytes: number; lines: ImportLine[] };

type ReadableFormat = FoundFormat & { metadata: PublishedMetadata };
type ImportPart = { wish: ImportWish; line: ImportLine };

/** The recording that these formats are of; one that nobody knows is made, unless nothing is to be written. */
async function recordingOf(
  ctx: Ctx,
  some: ImportPart,
  formats: readonly ReadableFormat[],
): Promise<RecordingRow | SkipReason | 'new'> {
  const { line, wish } = some;
  const known = await recordingByRecordId(ctx.system.read, line.recordId);
  if (known !== null) {
    line.accountId = known.accountId;
    return known.state === 'deleting' || known.state === 'deleted' ? 'deleted_before' : known;
  }
  const [first] = formats;
  const row =
    first === undefined ? null : await rowFor(ctx, { serverId: null, fallback: wish.accountId }, first.metadata.recording);
  if (row === null) return 'no_owner';
  line.accountId = row.accountId;
  if (wish.mode === 'dry') return 'new';
  const made = await ctx.system.write(async (tx) => {
    // it can be watched with its first format; until then a run that broke off can go on with it
    const inserted = await insertHeard(ctx, tx, {
      ...row,
      state: 'processing',
      held: 'here',
      progress: 0,
      formats: [],
      bytes: 0,
    });
    if (inserted !== null) await noteDeed(ctx, tx, { row: inserted, action: 'recordings.imported' });
    return inserted;
  });
  const stored = made ?? (await recordingByRecordId(ctx.system.read, line.recordId));
  return stored === null || stored.state === 'deleting' ? 'deleted_before' : stored;
}

/** No more files than a server may send. */
async function* atMostFiles(files: AsyncIterable<TarEntry>): AsyncGenerator<TarEntry> {
  let seen = 0;
  for await (const one of files) {
    seen += 1;
    if (seen > uploadLimits.files) throw new BadArchive('too_many_files');
    yield one;
  }
}

async function bringFormat(ctx: Ctx, row: RecordingRow, at: { one: ReadableFormat; line: ImportLine }): Promise<void> {
  const { one, line } = at;
  // the same folder in every run, so that one that broke off leaves nothing else behind
  const place = { recordingId: row.id, folder: `${one.format}-imported` };
  const tree = await storeTree(ctx, place, atMostFiles(filesBelow(one.folder, line.left)));
  line.left.push(...tree.skipped);
  const arrived = { ...place, type: one.format, tree, metadata: one.metadata, news: 'kept' as const };
  await takeCaptions(ctx, row, arrived);
  const registered = await registerFormat(ctx, arrived, () => Promise.resolve());
  if (registered === 'gone') {
    await filesOf(ctx.config).removeAll(folderOf(row));
    return void line.skipped.push({ format: one.format, reason: 'deleted_before' });
  }
  if (registered.before !== null) await dropTree(ctx, { recordingId: row.id, folder: registered.before });
  line.formats.push(one.format);
  line.bytes += tree.bytes;
}

const isDiskTrouble = (error: unknown) => error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));

async function importOne(ctx: Ctx, wish: ImportWish, found: readonly FoundFormat[]): Promise<ImportLine> {
  const recordId = found[0]?.recordId ?? '';
  const line: ImportLine = { recordId, name: '', accountId: null, formats: [], bytes: 0, skipped: [], left: [] };
  const formats: ReadableFormat[] = [];
  for (const one of found) {
    const metadata = await metadataAt(one);
    if (metadata === null) line.skipped.push({ format: one.format, reason: 'bad_metadata' });
    else formats.push({ ...one, metadata });
  }
  if (formats.length === 0) return line;
  line.name = formats[0]?.metadata.recording.name ?? '';
  const row = await recordingOf(ctx, { wish, line }, formats);
  for (const one of formats) {
    const here = typeof row !== 'string' && row.formats.some((held) => held.type === one.format && held.here !== undefined);
    if (here) line.skipped.push({ format: one.format, reason: 'already_here' });
    else if (row === 'new' || (typeof row !== 'string' && wish.mode === 'dry')) line.formats.push(one.format);
    else if (typeof row === 'string') line.skipped.push({ format: one.format, reason: row });
    else
      try {
        await bringFormat(ctx, row, { one, line });
      } catch (error) {
        // a file that cannot be read must not keep the other recordings from coming
        const tooMany = error instanceof BadArchive;
        if (!tooMany && !isDiskTrouble(error)) throw error;
        line.skipped.push({ format: one.format, reason: tooMany ? 'too_many_files' : 'broke_off' });
      }
  }
  return line;
}

/** Imports everything below the folder. Calls `tell` after each recording. Throws `not_found` for a folder without recordings or an account that does not exist. */
export async function importTree(ctx: Ctx, wish: ImportWish, tell: (line: ImportLine) => void): Promise<ImportReport> {
  if (ctx.actor.kind !== 'system') throw notAllowed('recordings.manage');
  if (wish.accountId !== null && (await findAccount(ctx.system.read, wish.accountId)) === null)
    throw new Failure('not_found', { data: { account: wish.accountId } });
  const found = await scanTree(wish.root);
  if (found === null) throw new Failure('not_found', { data: { folder: wish.root } });
  const report: ImportReport = { mode: wish.mode, found: found.size, imported: 0, bytes: 0, lines: [] };
  for (const formats of found.values()) {
    const line = await importOne(ctx, wish, formats);
    report.lines.push(line);
    report.imported += line.formats.length > 0 ? 1 : 0;
    report.bytes += line.bytes;
    tell(line);
  }
  return report;
}
