/** Task boards for tests, made by the services. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { BoardShare } from '../tasks.rules.ts';
import { createBoard, getBoard } from './boards.service.ts';
import { addCard } from './cards.service.ts';

/** `owner`: somebody who may. Each list has as many cards as it says, named by their number in it. */
export async function buildBoard(owner: Ctx, wish: { share?: BoardShare; cards?: readonly number[] } = {}) {
  const { share = 'members', cards = [3, 0] } = wish;
  const { id } = await createBoard(owner, {
    name: 'Office',
    share,
    shareRole: 'viewer',
    lists: cards.map((n) => `List of ${n}`),
  });
  const lists = (await getBoard(owner, id, 'all')).lists.map((list) => list.id);
  for (const [index, most] of cards.entries())
    for (let n = 1; n <= most; n += 1)
      await addCard(owner, { listId: lists[index] ?? '', body: { title: `Card ${n}`, source: null } });
  return { id, lists };
}
