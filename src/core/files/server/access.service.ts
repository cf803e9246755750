/** Who asks for what of the library. The first lines of every verb about it. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findGroupNames, findGroupsOf } from '#core/iam/server/member-groups.service.ts';
import { type LibraryAsker, mayEdit, maySee, mayShare, seesAll, type SharedThing, type ShareScope } from '../files.rules.ts';
import { type FileWithVersion, type FolderRow, fileById, folderById } from './files.queries.ts';

export function actorOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}

type LibraryPermission = 'library.view' | 'library.edit';
/** Files are for the person alone: staff who act for them see none, whatever screen or search asks. */
export const isActing = ({ actor }: Ctx): boolean => actor.kind === 'user' && actor.impersonator !== undefined;
/** Throws `not_signed_in`, `acting_for_somebody`, `not_allowed`. */
export async function askerFor(ctx: Ctx, permission: LibraryPermission): Promise<LibraryAsker> {
  const { userId, accountId, role, scope } = actorOf(ctx);
  if (isActing(ctx)) throw new Failure('acting_for_somebody');
  if (!scope.includes(permission)) throw notAllowed(permission);
  const groups = await findGroupsOf(ctx.db.read, { accountId, userId });
  return { userId, accountId, role, scope, groups: groups.map(({ id }) => id) };
}

/** Throws `not_found` for what the person does not see, `not_allowed` for what they may not change. */
function requireRight(asker: LibraryAsker, thing: SharedThing | null, right: 'view' | 'edit'): asserts thing {
  if (thing === null || !maySee(asker, thing)) throw notFound();
  if (right === 'edit' && !mayEdit(asker, thing)) throw notAllowed('library.edit');
}
export async function findFolder(
  db: Db,
  asker: LibraryAsker,
  { id, right }: { id: string; right: 'view' | 'edit' },
): Promise<FolderRow> {
  const row = await folderById(db, id);
  requireRight(asker, row, right);
  return row;
}
/** `kept`: not in the bin; `bin`: only there. */
export type FileRequest = { id: string; right: 'view' | 'edit'; where: 'kept' | 'bin' | 'anywhere' };
export async function findFile(db: Db, asker: LibraryAsker, { id, right, where }: FileRequest): Promise<FileWithVersion> {
  const found = await fileById(db, id);
  requireRight(asker, found?.file ?? null, right);
  // files of conversations are no part of the library, also not for those who lead the account
  if (
    found === null ||
    found.file.place !== 'library' ||
    (where !== 'anywhere' && (found.file.deletedAt !== null) !== (where === 'bin'))
  )
    throw notFound();
  return found;
}

/** The folder that something is put into; null: the top. Throws `folder_unknown`. */
export async function requireFolder(db: Db, asker: LibraryAsker, id: string | null): Promise<FolderRow | null> {
  if (id === null) return null;
  const row = await folderById(db, id);
  if (row === null || !mayEdit(asker, row))
    throw new Failure('folder_unknown', { fields: { 'body.folderId': 'folder_unknown' } });
  return row;
}

export type FileSharing = { share: ShareScope; groupId: string | null };
export type SharingWish = { share?: ShareScope | undefined; groupId?: string | null | undefined };
/** What sharing becomes of what it was. Throws `group_unknown`, and `not_allowed` for things of others. */
export async function sharingFor(
  ctx: Ctx,
  asker: LibraryAsker,
  { wish, was }: { wish: SharingWish; was: FileSharing | SharedThing },
): Promise<FileSharing> {
  if (wish.share === undefined) return { share: was.share, groupId: was.groupId };
  if ('ownerId' in was && !mayShare(asker, was)) throw notAllowed('library.edit');
  if (wish.share !== 'group') return { share: wish.share, groupId: null };
  const groupId = wish.groupId ?? null;
  const known = groupId !== null && (await findGroupNames(ctx.db.read, asker.accountId, [groupId])).has(groupId);
  // to a group that they are not in, nobody but who leads the account shares
  const own = groupId !== null && (asker.groups.includes(groupId) || seesAll(asker));
  if (!known || !own) throw new Failure('group_unknown', { fields: { 'body.groupId': 'group_unknown' } });
  return { share: 'group', groupId };
}

type FileAction = { accountId: string; id: string; action: string; data?: Record<string, string | number | boolean | null> };
/** What follows every change: the note who did it, and the push to open screens. */
export async function noteChange(ctx: Ctx, tx: Db, { accountId, id, action, data = {} }: FileAction): Promise<void> {
  const subjectKind = action.startsWith('library.folder') ? 'folder' : 'file';
  await record(ctx, tx, { action, subjectKind, subjectId: id, accountId, data });
  await pushChange(ctx, tx, { accountId, id });
}
export const pushChange = (ctx: Ctx, tx: Db, { accountId, id }: { accountId: string; id: string }): Promise<void> =>
  ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'library', data: { fileId: id } });
