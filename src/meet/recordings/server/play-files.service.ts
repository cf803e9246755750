/** The files of a recording in our store, and leave to read them for a while. */
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { recordingLimits, type StoredFormat } from '../recordings.rules.ts';
import { recordingById, type RecordingRow } from './recordings.queries.ts';

export const MANIFEST_FILE = 'manifest.json';
export const VIDEO_FILE = 'video.mp4';
export const PICTURE_FILE = 'picture.jpg';
/** The raw address of these files; `app` serves it. */
export const filesPath = '/recordings-files/';

/** The files of an engine's recording, which lie side by side in its folder. */
const engineFiles: Readonly<Record<string, string>> = { atrium: MANIFEST_FILE, video: VIDEO_FILE };

type HeldFormats = Pick<RecordingRow, 'held' | 'formats'>;

/** The file in our store that our player shows of a format; null: there is none, whatever its server has. */
export function ownFileOf(row: HeldFormats, type: string): string | null {
  const format = row.formats.find((one) => one.type === type);
  if (format?.here !== undefined) return format.here.file === null ? null : `${format.here.folder}/${format.here.file}`;
  return row.held === 'here' && format !== undefined ? (engineFiles[type] ?? null) : null;
}

/** Formats that our player shows from files of ours. */
export const isOwnFormat = (row: HeldFormats, type: string): boolean => ownFileOf(row, type) !== null;

const mimes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json; charset=utf-8',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xml: 'application/xml; charset=utf-8',
};

/** The media type of a file in the store; null for one that is not served. */
export function mimeOf(file: string): string | null {
  const mime = mimes[/\.([a-z0-9]{1,5})$/.exec(file.toLowerCase())?.[1] ?? ''] ?? null;
  return mime === 'video/webm' && /mic|audio/.test(file) ? 'audio/webm' : mime;
}

/** Our engine has it ready, and its files are being brought into the store: a matter of seconds, and nothing plays before. */
export const isOnItsWay = (row: Pick<RecordingRow, 'held' | 'formats'>): boolean =>
  row.held === 'server' && row.formats.some((one) => one.type === 'atrium');

/** Where everything of a recording lies in the store. */
export const folderOf = (row: Pick<RecordingRow, 'id'>): string => `recordings/${row.id}`;

/** What a signed token is leave for: reading all files, watching one that is protected, or seeing one small picture of it. */
const purposes = { files: 'recording files', watching: 'recording watching', picture: 'recording picture' } as const;
type FilePurpose = 'files' | 'watching';
/** `subject`: the recording, or one file of it. */
const messageOf = (subject: string, expires: number) => `${subject} ${expires}`;

/** When addresses that are made now end. Epoch milliseconds, whole seconds. */
export const leaveUntil = (ctx: Ctx): number => Math.floor((ctx.now() + recordingLimits.playFor) / 1000) * 1000;

function tokenFor(ctx: Ctx, purpose: keyof typeof purposes, subject: string): string {
  const expires = leaveUntil(ctx) / 1000;
  return `${expires}.${hmacHex(ctx.secrets.derive(purposes[purpose]), messageOf(subject, expires))}`;
}

/** A token that is good until `leaveUntil`; it is bound to its purpose, to the recording and to its end. */
export const leaveFor = (ctx: Ctx, row: Pick<RecordingRow, 'id'>, purpose: FilePurpose): string => tokenFor(ctx, purpose, row.id);

/** The path of a file on this site, good for some hours. */
export const fileUrl = (ctx: Ctx, row: Pick<RecordingRow, 'id'>, file: string): string =>
  `${filesPath}${row.id}/${file}?token=${leaveFor(ctx, row, 'files')}`;

const pictureOf = (recordingId: string, file: string) => `${recordingId}/${file}`;

const pictureUrl = (ctx: Ctx, row: Pick<RecordingRow, 'id'>, file: string): string =>
  `${filesPath}${row.id}/${file}?token=${tokenFor(ctx, 'picture', pictureOf(row.id, file))}`;

export type PreviewPicture = { url: string; width: number; height: number };
/** As the scripts of BBB's servers make them, and as our engine does. Pixels. */
const [pictureOfServers, pictureOfEngine] = [
  { width: 176, height: 136 },
  { width: 320, height: 180 },
];

/** The small pictures of one format, by paths of this site where we have them, else by addresses of its server while that has it. */
export function previewsOf(ctx: Ctx, row: Pick<RecordingRow, 'id' | 'held'>, format: StoredFormat): PreviewPicture[] {
  const { here, picture, previews, images } = format;
  if (here !== undefined)
    return here.images.map((image) => ({ ...pictureOfServers, url: pictureUrl(ctx, row, `${here.folder}/${image}`) }));
  if (previews !== undefined) return previews.map(({ file, ...size }) => ({ ...size, url: pictureUrl(ctx, row, file) }));
  if (picture !== undefined) return [{ ...pictureOfEngine, url: pictureUrl(ctx, row, picture) }];
  return row.held === 'server' ? images.map((url) => ({ ...pictureOfServers, url })) : [];
}

/**
 * A small picture of a recording: one of ours, else one at its server; null: there is none. Lists show it to people who may not play
 * the recording, so its token opens this picture and no other file.
 */
export function thumbnailOf(ctx: Ctx, row: Pick<RecordingRow, 'id' | 'formats'>): string | null {
  for (const { here, picture, previews } of row.formats) {
    const [image] = here?.images ?? [];
    const file = here === undefined || image === undefined ? (picture ?? previews?.[0]?.file) : `${here.folder}/${image}`;
    if (file === undefined) continue;
    return pictureUrl(ctx, row, file);
  }
  return row.formats.flatMap((one) => one.images)[0] ?? null;
}

function isTokenFor(ctx: Ctx, given: { subject: string; token: string; purpose: keyof typeof purposes }): boolean {
  const { subject, token, purpose } = given;
  const [, expires = '', mac = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (mac === '' || Number(expires) * 1000 <= ctx.now()) return false;
  return ctx.secrets
    .deriveAll(purposes[purpose])
    .some(({ key }) => sameText(hmacHex(key, messageOf(subject, Number(expires))), mac));
}

/** Whether the token is leave for that, and not yet over. */
export const isLeave = (ctx: Ctx, given: { recordingId: string; token: string; purpose: FilePurpose }): boolean =>
  isTokenFor(ctx, { subject: given.recordingId, token: given.token, purpose: given.purpose });

/**
 * The name in the store of a file that is asked for with this token; null: no leave, or nothing to read. A recording that was
 * taken back or deleted after the token was made is not read any more.
 */
export async function readableFile(
  ctx: Ctx,
  asked: { recordingId: string; file: string; token: string },
): Promise<string | null> {
  const { recordingId, file, token } = asked;
  const ofPicture = isTokenFor(ctx, { subject: pictureOf(recordingId, file), token, purpose: 'picture' });
  if (!ofPicture && !isLeave(ctx, { recordingId, token, purpose: 'files' })) return null;
  const row = await recordingById(ctx.system.read, asked.recordingId);
  if (row === null || (row.state !== 'published' && row.state !== 'unpublished')) return null;
  return `${folderOf(row)}/${asked.file}`;
}
