/** Files of a message: of the writer's library, shown to those who read the message. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { askerFor, findFile } from '#core/files/server/access.service.ts';
import { publicFiles } from '#core/files/server/files.service.ts';
import type { TicketFile } from '../tickets-views.contract.ts';
import type { AttachedFile } from './tickets.table.ts';

export type { AttachedFile };

/** Throws `file_unknown` for one that the writer does not see. */
export async function requireFiles(ctx: Ctx, ids: readonly string[]): Promise<AttachedFile[]> {
  if (ids.length === 0) return [];
  const asker = await askerFor(ctx, 'library.view');
  return Promise.all(
    [...new Set(ids)].map(async (id) => {
      const found = await findFile(ctx.db.read, asker, { id, right: 'view', where: 'kept' }).catch((error: unknown) => {
        if (error instanceof Failure && error.code === 'not_found')
          throw new Failure('file_unknown', { fields: { 'body.files': 'file_unknown' } });
        throw error;
      });
      return { id, name: found.file.name };
    }),
  );
}

/** By id; the files are of either account, hence without the wall: those who see the message see them. */
export async function filesShown(ctx: Ctx, all: readonly AttachedFile[]): Promise<(file: AttachedFile) => TicketFile> {
  const ready = await publicFiles(ctx, [...new Set(all.map(({ id }) => id))]);
  return ({ id, name }) => {
    const file = ready.get(id);
    return { id, name, mime: file?.mime ?? null, url: file?.address ?? null, thumbnail: file?.thumbnail ?? null };
  };
}
