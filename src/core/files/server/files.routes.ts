import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { libraryCalls } from '../files.contract.ts';
import { attachment, type AttachmentNeighbours, startAttachment } from './attachments.service.ts';
import { changeFile, get, purgeFile, removeFile, restoreFile, chooseVersion } from './files.service.ts';
import { changeFolder, createFolder, removeFolder } from './folders.service.ts';
import { folders, list } from './list.service.ts';
import { myUploads, startUpload } from './uploads.service.ts';
import type { LibraryNeighbours } from './views.service.ts';

/** The handlers, given what later domains tell. */
export const libraryHandlers = (neighbours: LibraryNeighbours & AttachmentNeighbours): Handlers<typeof libraryCalls, Ctx> => ({
  list: (ctx, { query }) => list(ctx, query, neighbours),
  folders: (ctx) => folders(ctx),
  get: (ctx, { params }) => get(ctx, params.id, neighbours),
  createFolder: (ctx, { body }) => createFolder(ctx, body),
  changeFolder: (ctx, { params, body }) => changeFolder(ctx, params.id, body),
  removeFolder: (ctx, { params }) => removeFolder(ctx, params.id, neighbours),
  changeFile: (ctx, { params, body }) => changeFile(ctx, { id: params.id, body }, neighbours),
  removeFile: (ctx, { params, query }) => removeFile(ctx, { id: params.id, used: query.used }, neighbours),
  restoreFile: (ctx, { params }) => restoreFile(ctx, params.id, neighbours),
  purgeFile: (ctx, { params }) => purgeFile(ctx, params.id),
  chooseVersion: (ctx, { params }) => chooseVersion(ctx, params, neighbours),
  uploads: (ctx) => myUploads(ctx),
  startUpload: (ctx, { body }) => startUpload(ctx, body),
  startAttachment: (ctx, { body }) => startAttachment(ctx, body, neighbours),
  attachment: (ctx, { params }) => attachment(ctx, params.id),
});
