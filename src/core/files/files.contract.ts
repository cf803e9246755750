/** The library: folders, files with versions, bin. Times are epoch milliseconds; absent is null. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { totalField } from '#kit/total.contract.ts';
import { fileKinds, libraryLimits, refusals, shareScopes, shortcomings, versionStates } from './files.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const done = z.object({ done: z.literal(true) });
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(libraryLimits.name));
/** Null: the top. */
const folderId = z.nullable(id);
const sharing = { share: z.optional(z.enum(shareScopes)), groupId: z.optional(z.nullable(id)) };

const rights = z.object({ edit: z.boolean(), share: z.boolean() });
const shared = {
  share: z.enum(shareScopes),
  group: z.nullable(z.object({ id: z.string(), name: z.string() })),
  owner: z.object({ id: z.string(), name: z.string() }),
  rights,
};
const folderView = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.nullable(z.string()),
  /** Files right in it that the reader sees. */
  files: z.number(),
  ...shared,
});
/** `trouble`: why it was refused, or what it lacks. Addresses work for some hours. */
const versionView = z.object({
  id: z.string(),
  number: z.number(),
  state: z.enum(versionStates),
  trouble: z.nullable(z.enum([...refusals, ...shortcomings])),
  mime: z.nullable(z.string()),
  bytes: z.number(),
  sha256: z.nullable(z.string()),
  pages: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Null until it is ready. */
  url: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  by: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.number(),
});
const useView = z.object({ kind: z.string(), id: z.string(), name: z.string(), path: z.nullable(z.string()) });
const fileView = z.object({
  id: z.string(),
  name: z.string(),
  folderId: z.nullable(z.string()),
  kind: z.nullable(z.enum(fileKinds)),
  version: versionView,
  ...shared,
  usedIn: z.array(useView),
  createdAt: z.number(),
  updatedAt: z.number(),
  deletedAt: z.nullable(z.number()),
});
const fileDetail = z.extend(fileView, {
  /** Addresses of pictures of its pages, as far as there are any. */
  previews: z.array(z.string()),
  /** The newest first. */
  versions: z.array(versionView),
});
/** `url`: where its bytes go by the tus protocol, from the offset that HEAD tells. */
const uploadView = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  bytes: z.number(),
  offset: z.number(),
  folderId: z.nullable(z.string()),
  fileId: z.nullable(z.string()),
  createdAt: z.number(),
});
export type FolderView = z.output<typeof folderView>;
export type FileView = z.output<typeof fileView>;
export type FileDetail = z.output<typeof fileDetail>;
export type VersionView = z.output<typeof versionView>;
export type UploadView = z.output<typeof uploadView>;
export type FileUse = z.output<typeof useView>;

export const libraryQuery = z.object({
  /** Left out: the top. A search looks through all folders. */
  folder: z.optional(id),
  view: z._default(z.enum(['files', 'bin']), 'files'),
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  kind: z.optional(z.enum(fileKinds)),
  sort: z._default(z.enum(['changed', 'name']), 'changed'),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
});
export type LibraryQuery = z.output<typeof libraryQuery>;
const newUpload = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(1_000)),
  bytes: z.number().check(z.int(), z.gte(1), z.lte(1_000_000_000_000)),
  folderId: z.optional(folderId),
  /** The file that it becomes the newest version of. */
  fileId: z.optional(id),
  ...sharing,
});
export type NewUpload = z.output<typeof newUpload>;
const newAttachment = z.object({ name: newUpload.shape.name, bytes: newUpload.shape.bytes });
export type NewAttachment = z.output<typeof newAttachment>;
const folderChange = z.object({ name: z.optional(name), parentId: z.optional(folderId), ...sharing });
export type FolderChange = z.output<typeof folderChange>;
const newFolder = z.object({ name, parentId: z.optional(folderId), ...sharing });
export type NewFolder = z.output<typeof newFolder>;
const fileChange = z.object({ name: z.optional(name), folderId: z.optional(folderId), ...sharing });
export type FileChange = z.output<typeof fileChange>;

const unknownFolder = { folder_unknown: 422, group_unknown: 422 } as const;

export const libraryCalls = {
  list: call({
    method: 'GET',
    path: '/api/library',
    summary: 'Lists a folder of the library, the bin, or what a search finds, with the storage that is used.',
    access: 'library.view',
    query: libraryQuery,
    result: z.object({
      /** From the top to the folder itself. */
      path: z.array(z.object({ id: z.string(), name: z.string() })),
      folder: z.nullable(folderView),
      folders: z.array(folderView),
      items: z.array(fileView),
      next: z.nullable(z.string()),
      total: totalField,
      /** Bytes; null: no limit. */
      storage: z.object({ used: z.number(), max: z.nullable(z.number()), file: z.nullable(z.number()) }),
      rights: z.object({ edit: z.boolean() }),
    }),
  }),
  folders: call({
    method: 'GET',
    path: '/api/library/folders',
    summary: 'All folders of the library that I see, to choose one, and the groups that I may share with.',
    access: 'library.view',
    result: z.object({ items: z.array(folderView), groups: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  get: call({
    method: 'GET',
    path: '/api/library/files/{id}',
    summary: 'One file with its versions, previews and uses.',
    access: 'library.view',
    params: byId,
    result: fileDetail,
  }),
  createFolder: call({
    method: 'POST',
    path: '/api/library/folders',
    summary: 'Makes a folder.',
    access: 'library.edit',
    body: newFolder,
    result: folderView,
    failures: { ...unknownFolder, too_deep: 409 },
  }),
  changeFolder: call({
    method: 'PATCH',
    path: '/api/library/folders/{id}',
    summary: 'Renames, moves or shares a folder.',
    access: 'library.edit',
    params: byId,
    body: folderChange,
    result: folderView,
    failures: { ...unknownFolder, too_deep: 409, inside_itself: 409 },
  }),
  removeFolder: call({
    method: 'DELETE',
    path: '/api/library/folders/{id}',
    summary: 'Deletes a folder with all folders in it; their files go to the bin. Refused with `in_use` when one is used.',
    access: 'library.edit',
    params: byId,
    result: done,
    failures: { in_use: 409, not_all_yours: 409 },
  }),
  changeFile: call({
    method: 'PATCH',
    path: '/api/library/files/{id}',
    summary: 'Renames, moves or shares a file. Its ending stays the one of its content.',
    access: 'library.edit',
    params: byId,
    body: fileChange,
    result: fileDetail,
    failures: unknownFolder,
  }),
  removeFile: call({
    method: 'DELETE',
    path: '/api/library/files/{id}',
    summary: 'Moves a file to the bin. Refused with `in_use` when it is used, unless `used` is `too`.',
    access: 'library.edit',
    params: byId,
    query: z.object({ used: z.optional(z.literal('too')) }),
    result: done,
    failures: { in_use: 409 },
  }),
  restoreFile: call({
    method: 'POST',
    path: '/api/library/files/{id}/restore',
    summary: 'Takes a file out of the bin.',
    access: 'library.edit',
    params: byId,
    result: fileDetail,
  }),
  purgeFile: call({
    method: 'POST',
    path: '/api/library/files/{id}/purge',
    summary: 'Deletes a file in the bin for good, with all its versions.',
    access: 'library.edit',
    params: byId,
    result: done,
  }),
  chooseVersion: call({
    method: 'POST',
    path: '/api/library/files/{id}/versions/{versionId}/use',
    summary: 'Makes a version count that is ready.',
    access: 'library.edit',
    params: z.object({ id, versionId: id }),
    result: fileDetail,
    failures: { not_ready: 409 },
  }),
  uploads: call({
    method: 'GET',
    path: '/api/library/uploads',
    summary: 'My uploads that are not finished.',
    access: 'library.edit',
    result: z.object({ items: z.array(uploadView) }),
  }),
  startUpload: call({
    method: 'POST',
    path: '/api/library/uploads',
    summary: 'Begins an upload; its storage is counted before the first byte. The bytes go to `url` by the tus protocol.',
    access: 'library.edit',
    body: newUpload,
    result: uploadView,
    failures: { ...unknownFolder, too_many_uploads: 409, unknown_kind: 422 },
  }),
  startAttachment: call({
    method: 'POST',
    path: '/api/attachments',
    summary:
      'Begins an upload for a message; the file belongs to the conversation in which it is sent. The bytes go to `url` by the tus protocol.',
    access: 'user',
    body: newAttachment,
    result: uploadView,
    failures: { too_many_uploads: 409, unknown_kind: 422 },
  }),
  attachment: call({
    method: 'GET',
    path: '/api/attachments/{id}',
    summary: 'The file that an upload of mine became, by the upload’s id.',
    access: 'user',
    params: byId,
    result: z.object({ id: z.string(), name: z.string() }),
    failures: { not_ready: 409 },
  }),
};
