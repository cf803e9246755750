/** Folders and files as their readers get them. */
import type { Ctx } from '#kit/server/ctx.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { findGroupNames } from '#core/iam/server/member-groups.service.ts';
import type { FileDetail, FileUse, FileView, FolderView, VersionView } from '../files.contract.ts';
import {
  type FileTrouble,
  type LibraryAsker,
  mayEdit,
  mayShare,
  refusals,
  type SharedThing,
  shortcomings,
} from '../files.rules.ts';
import { contentAddress, previewAddresses, thumbnailAddress } from './addresses.service.ts';
import { countsIn, type FileRow, type FileWithVersion, type FolderRow, type VersionRow, versionsOf } from './files.queries.ts';

/** What later domains tell: where files are used. */
export type LibraryNeighbours = {
  usesOf: (ctx: Ctx, fileIds: readonly string[]) => Promise<ReadonlyMap<string, readonly FileUse[]>>;
};

type FileViewNames = { people: ReadonlyMap<string, string>; groups: ReadonlyMap<string, string> };
const isTrouble = (text: string): text is FileTrouble => [...refusals, ...shortcomings].some((one) => one === text);

/** People belong to no account, and the rows that name them were already allowed, hence the system's eyes. */
async function namesFor(
  ctx: Ctx,
  asker: LibraryAsker,
  of: { people: string[]; things: readonly SharedThing[] },
): Promise<FileViewNames> {
  const groupIds = [...new Set(of.things.flatMap(({ groupId }) => groupId ?? []))];
  const [people, groups] = await Promise.all([
    findNames(ctx.system.read, [...new Set([...of.people, ...of.things.map(({ ownerId }) => ownerId)])]),
    findGroupNames(ctx.db.read, asker.accountId, groupIds),
  ]);
  return { people, groups };
}
const personOf = (names: FileViewNames, id: string) => ({ id, name: names.people.get(id) ?? '' });

const sharedView = (asker: LibraryAsker, thing: SharedThing, names: FileViewNames) => ({
  share: thing.share,
  group: thing.groupId === null ? null : { id: thing.groupId, name: names.groups.get(thing.groupId) ?? '' },
  owner: personOf(names, thing.ownerId),
  rights: { edit: mayEdit(asker, thing), share: mayShare(asker, thing) },
});

export async function folderViews(ctx: Ctx, asker: LibraryAsker, rows: readonly FolderRow[]): Promise<FolderView[]> {
  const names = await namesFor(ctx, asker, { people: [], things: rows });
  const counts = await countsIn(
    ctx.db.read,
    asker,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { id, name, parentId } = row;
    return { id, name, parentId, files: counts.get(id) ?? 0, ...sharedView(asker, row, names) };
  });
}

function versionView(ctx: Ctx, { file, version }: { file: FileRow; version: VersionRow }, names: FileViewNames): VersionView {
  const { id, number, state, trouble, mime, bytes, sha256, pages, width, height, createdBy, createdAt } = version;
  return {
    ...{ id, number, state, mime, bytes, sha256, pages, width, height },
    trouble: trouble !== null && isTrouble(trouble) ? trouble : null,
    url: contentAddress(ctx, file, version),
    thumbnail: thumbnailAddress(ctx, version),
    by: personOf(names, createdBy),
    createdAt: createdAt.getTime(),
  };
}
type FileViewing = { asker: LibraryAsker; neighbours: LibraryNeighbours };
function fileView(
  ctx: Ctx,
  found: FileWithVersion,
  { asker, names, uses }: { asker: LibraryAsker; names: FileViewNames; uses: ReadonlyMap<string, readonly FileUse[]> },
): FileView {
  const { id, name, folderId, kind, createdAt, updatedAt, deletedAt } = found.file;
  return {
    ...{ id, name, folderId, kind },
    version: versionView(ctx, found, names),
    ...sharedView(asker, found.file, names),
    usedIn: [...(uses.get(id) ?? [])],
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
    deletedAt: deletedAt?.getTime() ?? null,
  };
}

export async function fileViews(
  ctx: Ctx,
  rows: readonly FileWithVersion[],
  { asker, neighbours }: FileViewing,
): Promise<FileView[]> {
  const [names, uses] = await Promise.all([
    namesFor(ctx, asker, { people: rows.map(({ version }) => version.createdBy), things: rows.map(({ file }) => file) }),
    neighbours.usesOf(
      ctx,
      rows.map(({ file }) => file.id),
    ),
  ]);
  return rows.map((found) => fileView(ctx, found, { asker, names, uses }));
}

export async function fileDetail(ctx: Ctx, found: FileWithVersion, { asker, neighbours }: FileViewing): Promise<FileDetail> {
  const { file, version } = found;
  const versions = await versionsOf(ctx.db.read, file.id);
  const people = versions.map(({ createdBy }) => createdBy);
  const [names, uses] = await Promise.all([namesFor(ctx, asker, { people, things: [file] }), neighbours.usesOf(ctx, [file.id])]);
  return {
    ...fileView(ctx, found, { asker, names, uses }),
    previews: previewAddresses(ctx, version),
    versions: versions.map((one) => versionView(ctx, { file, version: one }, names)),
  };
}
