/** Files of cards and of their comments: with who attached them, and gone with the last thing that shows them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { addFileOfConversation } from '#core/files/server/add-file.service.ts';
import { failureOf, filesLeft, libraryWorld, type LibraryWorld } from '#core/files/server/files.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildBoard } from './tasks.factory.ts';

let world: LibraryWorld;
beforeAll(async () => {
  world = await libraryWorld();
});
afterAll(() => world.close());

const tasksOf = (actor?: UserActor) => world.api(actor).tasks;
const attach = (by: UserActor, name = 'notes.txt') =>
  addFileOfConversation(world.ctx(), { accountId: by.accountId, ownerId: by.userId, name, content: Buffer.from('notes') });
/** A board of one person, shared with a colleague who may comment. */
async function cardWithColleague() {
  const { actor: owner } = await buildActor(world, { scope: ['tasks.use'] });
  const { actor: colleague } = await buildActor(world, { accountId: owner.accountId, role: 'member', scope: ['tasks.use'] });
  const { id } = await buildBoard(world.ctx(owner));
  await tasksOf(owner).changeBoard({ params: { id }, body: { share: 'account', shareRole: 'commenter' } });
  const [card] = (await tasksOf(owner).board({ params: { id } })).cards;
  if (card === undefined) throw new Error('the board has no card');
  return { owner, colleague, card, at: { params: { id: card.id } } };
}

test('a file that is taken off its card is deleted, and the others stay', async () => {
  const { owner, card, at } = await cardWithColleague();
  const [off, kept] = [await attach(owner), await attach(owner)];
  const change = (files: string[], revision: number) => tasksOf(owner).changeCard({ ...at, body: { files, revision } });
  const { revision } = await change([off, kept], card.revision);
  await change([kept], revision);
  expect(await filesLeft(world, [off, kept])).toEqual([kept]);
});

test('who may comment attaches a file without a right in the library, and all who see the card open it', async () => {
  const { owner, colleague, at } = await cardWithColleague();
  const file = await attach(colleague);
  await world.runJobs();
  const { id, files } = await tasksOf(colleague).addComment({ ...at, body: { text: '', files: [file] } });
  expect(files).toMatchObject([{ id: file, name: 'notes.txt', state: 'ready' }]);
  const { items } = await tasksOf(owner).comments({ ...at, query: {} });
  expect(items.find((comment) => comment.id === id)?.files).toMatchObject([{ id: file, url: expect.any(String), bytes: 5 }]);
});

test('files of others, of other accounts and of cards that one does not see go into no comment', async () => {
  const { owner, colleague, at } = await cardWithColleague();
  const { owner: stranger } = await cardWithColleague();
  const comment = (by: UserActor | undefined, files: string[]) =>
    failureOf(tasksOf(by).addComment({ ...at, body: { text: 'See this', files } }));
  expect((await comment(colleague, [await attach(owner)])).code).toBe('file_unknown');
  expect((await comment(colleague, [await attach(stranger)])).code).toBe('file_unknown');
  expect((await comment(stranger, [await attach(stranger)])).code).toBe('not_found');
  expect((await comment(undefined, [])).code).toBe('not_signed_in');
  expect((await comment({ ...colleague, scope: [] }, [])).code).toBe('not_allowed');
  expect((await failureOf(tasksOf(colleague).addComment({ ...at, body: { text: ' ', files: [] } }))).code).toBe('invalid_input');
});

test('a file of a comment stays while the card or another comment shows it, and goes with the last of them', async () => {
  const { owner, card, at } = await cardWithColleague();
  const [shared, own] = [await attach(owner), await attach(owner)];
  await tasksOf(owner).changeCard({ ...at, body: { files: [shared], revision: card.revision } });
  const { id } = await tasksOf(owner).addComment({ ...at, body: { text: 'Both', files: [shared, own] } });
  const edit = (files?: string[]) => tasksOf(owner).editComment({ params: { id }, body: { text: 'Changed', files } });
  expect((await edit()).files).toHaveLength(2);
  await edit([shared]);
  expect(await filesLeft(world, [shared, own])).toEqual([shared]);
  await tasksOf(owner).removeComment({ params: { id } });
  expect(await filesLeft(world, [shared])).toEqual([shared]);
  const { revision } = await tasksOf(owner)
    .card(at)
    .then((detail) => detail.card);
  await tasksOf(owner).changeCard({ ...at, body: { files: [], revision } });
  expect(await filesLeft(world, [shared])).toEqual([]);
});
