/** Files of a message: uploaded for it, or of the writer's library; shown to those who read the message. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { FileConversation } from '#core/files/files.rules.ts';
import { claimFiles, findAttachable } from '#core/files/server/attachments.service.ts';
import { publicFiles } from '#core/files/server/files.service.ts';
import type { TicketFile } from '../tickets-views.contract.ts';
import type { AttachedFile } from './tickets.table.ts';

export type { AttachedFile };

/**
 * The files that go along with what is written in a conversation; null: it is not begun yet. Throws `file_unknown` for one that the writer
 * does not see. What was uploaded for it is put into it by `claimFiles`, in the transaction of the message.
 */
export async function requireFiles(
  ctx: Ctx,
  ids: readonly string[],
  conversation: FileConversation | null,
): Promise<AttachedFile[]> {
  return Promise.all(
    [...new Set(ids)].map(async (id) => {
      const found = await findAttachable(ctx, { id, conversation });
      if (found === null) throw new Failure('file_unknown', { fields: { 'body.files': 'file_unknown' } });
      return found;
    }),
  );
}

/** Puts what was uploaded for it into the conversation. */
export const keepFiles = (tx: Db, files: readonly AttachedFile[], conversation: FileConversation): Promise<void> =>
  claimFiles(
    tx,
    files.map(({ id }) => id),
    conversation,
  );

/** By id; the files are of either account, hence without the wall: those who see the message see them. */
export async function filesShown(ctx: Ctx, all: readonly AttachedFile[]): Promise<(file: AttachedFile) => TicketFile> {
  const ready = await publicFiles(ctx, [...new Set(all.map(({ id }) => id))]);
  return ({ id, name }) => {
    const file = ready.get(id);
    return { id, name, mime: file?.mime ?? null, url: file?.address ?? null, thumbnail: file?.thumbnail ?? null };
  };
}
