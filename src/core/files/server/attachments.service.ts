/** Files of messages: uploaded for one, and of its conversation once it is sent. Who may write there is asked of the later domains. */
import { Failure, notAllowed } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { AttachedFileView } from '../attached-file.contract.ts';
import type { libraryCalls, NewAttachment } from '../files.contract.ts';
import type { AttachedFile, FileConversation } from '../files.rules.ts';
import { actorOf, askerFor, findFile, isActing } from './access.service.ts';
import { contentAddress, thumbnailAddress } from './addresses.service.ts';
import {
  fileById,
  filesById,
  type FileWithVersion,
  lockSent,
  lockShowable,
  putInConversation,
  setFiles,
} from './files.queries.ts';
import { beginUpload, findUpload } from './uploads.service.ts';

/** What later domains tell: those with any of these permissions may write somewhere, and attach files to what they write. */
export type AttachmentNeighbours = { permissionsToAttach: readonly string[] };

const fileUnknown = () => new Failure('file_unknown', { fields: { 'body.files': 'file_unknown' } });

/**
 * Puts into a conversation what its sender uploaded for it, in the transaction of the message; files of the library stay there. Throws
 * `file_unknown` for one that was deleted meanwhile, or sent in another conversation.
 */
export async function claimFiles(
  tx: Db,
  files: readonly Pick<AttachedFile, 'id'>[],
  conversation: FileConversation,
): Promise<void> {
  const ids = files.map(({ id }) => id);
  if (ids.length === 0) return;
  await putInConversation(tx, ids, conversation);
  const showable = await lockShowable(tx, ids, conversation);
  if (ids.some((id) => !showable.has(id))) throw fileUnknown();
}

type FileRelease = { ids: readonly string[]; conversation: FileConversation; at: Date };
/**
 * Files of a conversation that nothing in it shows any more: they are not served from now on, and the keeping job deletes them. `shownOf`
 * gives those that are still shown; it is asked once the files are locked, so that a message that is being written counts.
 */
export async function releaseFiles(
  tx: Db,
  { ids, conversation, at }: FileRelease,
  shownOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const held = ids.length === 0 ? [] : await lockSent(tx, ids, conversation);
  if (held.length === 0) return;
  const shown = await shownOf(held);
  const released = { conversationKind: null, conversationId: null, deletedAt: at, updatedAt: at };
  await setFiles(
    tx,
    held.filter((id) => !shown.has(id)),
    released,
  );
}

/** Throws `not_allowed` for somebody who may write nowhere, `unknown_kind`, `limit_reached`, `too_many_uploads`. */
export async function startAttachment(
  ctx: Ctx,
  { name, bytes }: NewAttachment,
  { permissionsToAttach }: AttachmentNeighbours,
): Promise<ResultIn<typeof libraryCalls.startAttachment>> {
  const actor = actorOf(ctx);
  const [first = 'library.edit'] = permissionsToAttach;
  if (!permissionsToAttach.some((one) => actor.scope.includes(one))) throw notAllowed(first);
  const place = 'conversation' as const;
  return beginUpload(ctx, actor, { name, bytes, place, fileId: null, folderId: null, share: 'private', groupId: null });
}

/** What became of an upload. Throws `not_found`, `not_ready`. */
export async function attachment(ctx: Ctx, uploadId: string): Promise<ResultIn<typeof libraryCalls.attachment>> {
  const { fileId, name } = await findUpload(ctx, uploadId);
  if (fileId === null) throw new Failure('not_ready');
  return { id: fileId, name };
}

/**
 * A file that somebody puts into a message: their own upload that is in no other conversation, or a file of the library that they see.
 * Null: there is no such file for them.
 */
async function findAttachable(ctx: Ctx, id: string, conversation: FileConversation | null): Promise<AttachedFile | null> {
  const { userId, accountId } = actorOf(ctx);
  const found = await fileById(ctx.db.read, id);
  if (found === null || found.file.accountId !== accountId) return null;
  const { file } = found;
  if (file.place === 'conversation') {
    // others who once saw it would bring back what its sender took away
    if (file.ownerId !== userId || file.deletedAt !== null) return null;
    const isIn = file.conversationKind === conversation?.kind && file.conversationId === conversation?.id;
    return file.conversationId === null || isIn ? { id, name: file.name } : null;
  }
  try {
    await findFile(ctx.db.read, await askerFor(ctx, 'library.view'), { id, right: 'view', where: 'kept' });
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  }
  return { id, name: file.name };
}

/**
 * The files that go along with what is written in a conversation; null: it is not begun yet. `claimFiles` puts them into it, in the
 * transaction of the message. Throws `file_unknown` for one that the writer may not attach, `acting_for_somebody`.
 */
export async function requireFiles(
  ctx: Ctx,
  ids: readonly string[],
  conversation: FileConversation | null,
): Promise<AttachedFile[]> {
  if (ids.length > 0 && isActing(ctx)) throw new Failure('acting_for_somebody');
  return Promise.all(
    [...new Set(ids)].map(async (id) => {
      const found = await findAttachable(ctx, id, conversation);
      if (found === null) throw fileUnknown();
      return found;
    }),
  );
}

const goneFile = { state: 'gone', mime: null, bytes: null, url: null, thumbnail: null } as const;
function shownFile(ctx: Ctx, { file, version }: FileWithVersion): Omit<AttachedFileView, 'id' | 'name'> {
  if (file.deletedAt !== null) return goneFile;
  if (version.state !== 'ready') return { ...goneFile, state: version.state === 'refused' ? 'refused' : 'checking' };
  const url = contentAddress(ctx, file, version);
  if (url === null) return goneFile;
  return { state: 'ready', mime: version.mime, bytes: version.bytes, url, thumbnail: thumbnailAddress(ctx, version) };
}
/** As readers get them. The files are of any account, hence without the wall: those who see the message see them. */
export async function filesShown(ctx: Ctx, files: readonly AttachedFile[]): Promise<(file: AttachedFile) => AttachedFileView> {
  const found = await filesById(ctx.system.read, [...new Set(files.map(({ id }) => id))]);
  const byId = new Map(found.map((one) => [one.file.id, shownFile(ctx, one)]));
  return ({ id, name }) => ({ id, name, ...(byId.get(id) ?? goneFile) });
}
