/**
 * BBB's own format `presentation` (slides, cursor, chat and webcams on one time line) is kept whole and served under the addresses
 * that BBB's player reads, `/presentation/<recordID>/…`. The player itself is not ours: an operator may put a copy beside it.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Ctx } from '#kit/server/ctx.ts';
import { isFileName } from '#kit/server/files/files-names.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { rightsFor } from '../recordings.rules.ts';
import { folderOf, isLeave, leaveFor } from './play-files.service.ts';
import { recordingByRecordId, type RecordingRow } from './recordings.queries.ts';

/** Where BBB's player looks for a recording; `app` serves it. */
export const presentationPath = '/presentation/';
/** Where servers serve BBB's player, and we a copy of it. */
export const presentationPlayerPath = '/playback/presentation/2.3/';

/** The folder for a copy of BBB's player (`/var/bigbluebutton/playback/presentation/2.3` of a server). */
export const presentationPlayerFolder = (ctx: Pick<Ctx, 'config'>): string =>
  path.resolve(ctx.config.dataDir, 'presentation-player');
export const hasPresentationPlayer = (ctx: Ctx): boolean => fs.existsSync(path.join(presentationPlayerFolder(ctx), 'index.html'));

/** The address that opens BBB's player: it gives leave for this recording's files and goes on to the player. */
export const presentationUrl = (ctx: Ctx, row: Pick<RecordingRow, 'id' | 'recordId'>): string =>
  `${siteUrl(ctx)}${presentationPath}${row.recordId}/open?token=${leaveFor(ctx, row, 'files')}`;

/** Whether BBB's player here shows this format: its files are here, and so is the player. */
export const isShownHere = (ctx: Ctx, row: Pick<RecordingRow, 'formats'>, type: string): boolean =>
  type === 'presentation' && row.formats.some((one) => one.type === type && one.here !== undefined) && hasPresentationPlayer(ctx);

type PresentationRequest = { recordId: string; token: string };

/** The recording, when this token is leave for its files or everybody may watch it. */
async function readable(ctx: Ctx, asked: PresentationRequest): Promise<RecordingRow | null> {
  const row = await recordingByRecordId(ctx.system.read, asked.recordId);
  if (row === null || (row.state !== 'published' && row.state !== 'unpublished')) return null;
  const leave = isLeave(ctx, { recordingId: row.id, token: asked.token, purpose: 'files' });
  return leave || rightsFor(null, row, 'stranger').play ? row : null;
}

/** The name in the store of a file of the presentation; null: no leave, or nothing to read. */
export async function presentationFile(ctx: Ctx, asked: PresentationRequest & { file: string }): Promise<string | null> {
  const row = await readable(ctx, asked);
  const here = row?.formats.find((one) => one.type === 'presentation')?.here;
  if (row === null || here === undefined) return null;
  const name = `${folderOf(row)}/${here.folder}/${asked.file}`;
  return isFileName(name) ? name : null;
}

/** Where BBB's player shows it; null: no leave. */
export async function presentationPlayer(ctx: Ctx, asked: PresentationRequest): Promise<string | null> {
  const row = await readable(ctx, asked);
  return row === null ? null : `${presentationPlayerPath}${row.recordId}`;
}
