import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { addFileOfConversation } from '#core/files/server/add-file.service.ts';
import { filesLeft } from '#core/files/server/files.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildBoard } from './tasks.factory.ts';

test('a file that is taken off its card is deleted, and the others stay', async () => {
  const world = await worldForThisTest();
  const { actor } = await buildActor(world, { scope: ['tasks.use'] });
  const { id } = await buildBoard(world.ctx(actor));
  const { tasks } = world.api(actor);
  const [card] = (await tasks.board({ params: { id } })).cards;
  if (card === undefined) throw new Error('the board has no card');
  const attach = (name: string) =>
    addFileOfConversation(world.ctx(), {
      ...{ accountId: actor.accountId, ownerId: actor.userId, name, content: Buffer.from('notes') },
    });
  const [off, kept] = [await attach('off.txt'), await attach('kept.txt')];
  const change = (files: string[], revision: number) => tasks.changeCard({ params: { id: card.id }, body: { files, revision } });
  const { revision } = await change([off, kept], card.revision);
  await change([kept], revision);
  expect(await filesLeft(world, [off, kept])).toEqual([kept]);
});
