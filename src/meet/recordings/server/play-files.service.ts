/** The files of a recording in our store, and leave to read them for a while. */
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { recordingLimits } from '../recordings.rules.ts';
import { recordingById, type RecordingRow } from './recordings.queries.ts';

export const MANIFEST_FILE = 'manifest.json';
export const VIDEO_FILE = 'video.mp4';
/** The raw address of these files; `app` serves it. */
export const filesPath = '/recordings-files/';

/** Formats that our player shows from files of ours. */
const ownTypes: readonly string[] = ['atrium', 'video'];
export const isOwnFormat = (row: Pick<RecordingRow, 'held'>, type: string): boolean =>
  row.held === 'here' && ownTypes.includes(type);

/** Where everything of a recording lies in the store. */
export const folderOf = (row: Pick<RecordingRow, 'id'>): string => `recordings/${row.id}`;

const purpose = 'recording files';
const messageOf = (recordingId: string, expires: number) => `${recordingId} ${expires}`;

/** When addresses that are made now end. Epoch milliseconds, whole seconds. */
export const leaveUntil = (ctx: Ctx): number => Math.floor((ctx.now() + recordingLimits.playFor) / 1000) * 1000;

/** The path of a file on this site, good for some hours: the token is bound to the recording and its end. */
export function fileUrl(ctx: Ctx, row: Pick<RecordingRow, 'id'>, file: string): string {
  const expires = leaveUntil(ctx) / 1000;
  const mac = hmacHex(ctx.secrets.derive(purpose), messageOf(row.id, expires));
  return `${filesPath}${row.id}/${file}?token=${expires}.${mac}`;
}

function isLeave(ctx: Ctx, recordingId: string, token: string): boolean {
  const [, expires = '', mac = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (mac === '' || Number(expires) * 1000 <= ctx.now()) return false;
  return ctx.secrets.deriveAll(purpose).some(({ key }) => sameText(hmacHex(key, messageOf(recordingId, Number(expires))), mac));
}

/**
 * The name in the store of a file that is asked for with this token; null: no leave, or nothing to read. A recording that was
 * taken back or deleted after the token was made is not read any more.
 */
export async function readableFile(
  ctx: Ctx,
  asked: { recordingId: string; file: string; token: string },
): Promise<string | null> {
  if (!isLeave(ctx, asked.recordingId, asked.token)) return null;
  const row = await recordingById(ctx.system.read, asked.recordingId);
  if (row === null || (row.state !== 'published' && row.state !== 'unpublished')) return null;
  return `${folderOf(row)}/${asked.file}`;
}
