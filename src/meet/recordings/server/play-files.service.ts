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

/** Our engine has it ready, and its files are being brought into the store: a matter of seconds, and nothing plays before. */
export const isOnItsWay = (row: Pick<RecordingRow, 'held' | 'formats'>): boolean =>
  row.held === 'server' && row.formats.some((one) => one.type === 'atrium');

/** Where everything of a recording lies in the store. */
export const folderOf = (row: Pick<RecordingRow, 'id'>): string => `recordings/${row.id}`;

/** What a signed token is leave for: reading the files, or watching one that is protected. */
const purposes = { files: 'recording files', watching: 'recording watching' } as const;
type Purpose = keyof typeof purposes;
const messageOf = (recordingId: string, expires: number) => `${recordingId} ${expires}`;

/** When addresses that are made now end. Epoch milliseconds, whole seconds. */
export const leaveUntil = (ctx: Ctx): number => Math.floor((ctx.now() + recordingLimits.playFor) / 1000) * 1000;

/** A token that is good until `leaveUntil`; it is bound to its purpose, to the recording and to its end. */
export function leaveFor(ctx: Ctx, row: Pick<RecordingRow, 'id'>, purpose: Purpose): string {
  const expires = leaveUntil(ctx) / 1000;
  return `${expires}.${hmacHex(ctx.secrets.derive(purposes[purpose]), messageOf(row.id, expires))}`;
}

/** The path of a file on this site, good for some hours. */
export const fileUrl = (ctx: Ctx, row: Pick<RecordingRow, 'id'>, file: string): string =>
  `${filesPath}${row.id}/${file}?token=${leaveFor(ctx, row, 'files')}`;

/** Whether the token is leave for that, and not yet over. */
export function isLeave(ctx: Ctx, given: { recordingId: string; token: string; purpose: Purpose }): boolean {
  const { recordingId, token, purpose } = given;
  const [, expires = '', mac = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (mac === '' || Number(expires) * 1000 <= ctx.now()) return false;
  return ctx.secrets
    .deriveAll(purposes[purpose])
    .some(({ key }) => sameText(hmacHex(key, messageOf(recordingId, Number(expires))), mac));
}

/**
 * The name in the store of a file that is asked for with this token; null: no leave, or nothing to read. A recording that was
 * taken back or deleted after the token was made is not read any more.
 */
export async function readableFile(
  ctx: Ctx,
  asked: { recordingId: string; file: string; token: string },
): Promise<string | null> {
  if (!isLeave(ctx, { ...asked, purpose: 'files' })) return null;
  const row = await recordingById(ctx.system.read, asked.recordingId);
  if (row === null || (row.state !== 'published' && row.state !== 'unpublished')) return null;
  return `${folderOf(row)}/${asked.file}`;
}
