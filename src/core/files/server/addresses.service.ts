/** Addresses of files: signed, so that nobody guesses one, and bound to a version. */
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { previewName, THUMBNAIL } from './derived-names.service.ts';
import { isShownInline, libraryLimits } from '../files.rules.ts';
import { isActing } from './access.service.ts';
import { type FileRow, fileById, type VersionRow, versionById } from './files.queries.ts';

/** The raw address of these files; `app` serves it. */
export const libraryFilesPath = '/files/';
const purpose = 'library file';
const hour = 3_600_000;

/** Where everything of a version lies in the store. */
export const folderOf = ({ accountId, id }: Pick<VersionRow, 'accountId' | 'id'>): string => `library/${accountId}/${id}`;
export const contentName = ({ ending }: Pick<VersionRow, 'ending'>): string => `content.${ending ?? 'bin'}`;

type AddressLifetime = 'some-hours' | 'for-good';
const messageOf = (versionId: string, until: string) => `${versionId} ${until}`;
/** Ends on a full hour, so that a browser finds what it has loaded under the same address for a while. `0`: it never ends. */
function tokenFor(ctx: Ctx, versionId: string, lasting: AddressLifetime): string {
  const end = lasting === 'for-good' ? 0 : Math.ceil((ctx.now() + libraryLimits.address) / hour) * hour;
  const until = (end / 1_000).toString(36);
  return `${until}.${hmacHex(ctx.secrets.derive(purpose), messageOf(versionId, until))}`;
}
function isToken(ctx: Ctx, versionId: string, token: string): boolean {
  const [, until = '', mac = ''] = /^([0-9a-z]{1,10})\.([0-9a-f]{64})$/.exec(token) ?? [];
  const end = Number.parseInt(until, 36) * 1_000;
  if (mac === '' || (end !== 0 && end <= ctx.now())) return false;
  return ctx.secrets.deriveAll(purpose).some(({ key }) => sameText(hmacHex(key, messageOf(versionId, until)), mac));
}

type NamedVersion = { version: VersionRow; part: string; name: string; lasting?: AddressLifetime };
/** The path of a file of a version on this site. `name`: what it is saved as. */
export const addressOf = (ctx: Ctx, { version, part, name, lasting = 'some-hours' }: NamedVersion): string =>
  `${libraryFilesPath}${version.id}/${tokenFor(ctx, version.id, lasting)}/${part}/${encodeURIComponent(name)}`;
/** An address outlives the session that it was given to, so none is given to who acts for somebody. */
const mayHaveAddress = (ctx: Ctx, version: VersionRow): boolean => version.state === 'ready' && !isActing(ctx);
export const contentAddress = (ctx: Ctx, file: Pick<FileRow, 'name'>, version: VersionRow): string | null =>
  mayHaveAddress(ctx, version) ? addressOf(ctx, { version, part: 'content', name: file.name }) : null;
export const thumbnailAddress = (ctx: Ctx, version: VersionRow): string | null =>
  mayHaveAddress(ctx, version) && version.thumbnail ? addressOf(ctx, { version, part: 'thumbnail', name: THUMBNAIL }) : null;
export const previewAddresses = (ctx: Ctx, version: VersionRow): string[] =>
  !mayHaveAddress(ctx, version)
    ? []
    : Array.from({ length: version.previews }, (_one, at) =>
        addressOf(ctx, { version, part: `page-${at + 1}`, name: previewName(at + 1) }),
      );

export type StoredPart = {
  stored: string;
  mime: string;
  name: string;
  shown: 'inline' | 'attachment';
  lasting?: AddressLifetime;
};
const partOf = (version: VersionRow, name: string, part: string): StoredPart | null => {
  const folder = folderOf(version);
  const webp = { mime: 'image/webp', shown: 'inline' as const };
  if (part === 'thumbnail' && version.thumbnail) return { ...webp, stored: `${folder}/${THUMBNAIL}`, name: THUMBNAIL };
  const page = Number(/^page-(\d{1,5})$/.exec(part)?.[1] ?? 0);
  if (page >= 1 && page <= version.previews)
    return { ...webp, stored: `${folder}/${previewName(page)}`, name: previewName(page) };
  if (part !== 'content') return null;
  const mime = version.mime ?? 'application/octet-stream';
  return { stored: `${folder}/${contentName(version)}`, mime, name, shown: isShownInline(mime) ? 'inline' : 'attachment' };
};

/**
 * What such an address leads to; null: nothing, or nothing any more. Files in the bin are not served. Across accounts, because who has
 * the address has no session with it.
 */
export async function readAddress(
  ctx: Ctx,
  { versionId, token, part }: { versionId: string; token: string; part: string },
): Promise<StoredPart | null> {
  if (!isToken(ctx, versionId, token)) return null;
  const found = await storedVersion(ctx, versionId, part);
  return found === null ? null : { ...found, lasting: token.startsWith('0.') ? 'for-good' : 'some-hours' };
}
/** A part of a version, for who asked their own rule; null: it is not there, not ready, or its file is in the bin. */
export async function storedVersion(ctx: Ctx, versionId: string, part = 'content'): Promise<StoredPart | null> {
  const version = await versionById(ctx.system.read, versionId);
  if (version === null || version.state !== 'ready') return null;
  const found = await fileById(ctx.system.read, version.fileId);
  return found === null || found.file.deletedAt !== null ? null : partOf(version, found.file.name, part);
}
