/** Files of a card and of its comments: those of comments belong to the card, too, so that all who see it open them. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { AttachedFile, FileConversation } from '#core/files/files.rules.ts';
import { releaseFiles } from '#core/files/server/attachments.service.ts';
import { filesShownOnCard } from './cards.queries.ts';

export const cardConversation = (cardId: string): FileConversation => ({ kind: 'card', id: cardId });

type TakenOffFiles = { cardId: string; before: readonly AttachedFile[]; after: readonly AttachedFile[] };
/** Called once the change is written: what nothing on the card shows any more is deleted. */
export function releaseCardFiles(ctx: Ctx, tx: Db, { cardId, before, after }: TakenOffFiles): Promise<void> {
  const kept = new Set(after.map(({ id }) => id));
  const ids = before.map(({ id }) => id).filter((id) => !kept.has(id));
  const release = { ids, conversation: cardConversation(cardId), at: new Date(ctx.now()) };
  return releaseFiles(tx, release, (held) => filesShownOnCard(tx, cardId, held));
}
