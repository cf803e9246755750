/** The files of a conversation, for all who read it. */
import * as z from 'zod/mini';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { cursorOf, pageOf, requirePosition } from '#kit/server/db/cursor.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { filesShown } from '#core/files/server/attachments.service.ts';
import type { chatFilesCalls } from '../chat-files.contract.ts';
import { findConversation } from './access.service.ts';
import { type FilePosition, filesInConversation } from './files.queries.ts';

type ListCall = typeof chatFilesCalls.list;
const atLeastOne = z.int32().check(z.gte(1));
const fileCursor = cursorOf<FilePosition>(z.object({ number: atLeastOne, place: atLeastOne }));

export async function listFiles(
  ctx: Ctx,
  { id, query }: { id: string; query: Parsed<ListCall>['query'] },
): Promise<ResultIn<ListCall>> {
  await findConversation(ctx, id, 'joinable');
  const { read } = ctx.system;
  const { kind = null, cursor, limit } = query;
  const page = { kind, after: requirePosition(fileCursor, cursor), limit: limit + 1 };
  const rows = await filesInConversation(read, id, page);
  const { shown, next } = pageOf(rows, limit, ({ number, place }) => fileCursor.write({ number, place }));
  const [names, fileOf] = await Promise.all([
    findNames(read, [...new Set(shown.map(({ authorId }) => authorId))]),
    filesShown(ctx, shown),
  ]);
  return {
    items: shown.map(({ id: fileId, name, number, authorId, at }) => ({
      file: fileOf({ id: fileId, name }),
      author: { userId: authorId, name: names.get(authorId) ?? '' },
      ...{ number, at: at.getTime() },
    })),
    next,
  };
}
