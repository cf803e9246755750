/** Boards and cards: what happens when several people change one at once, and who sees and may what. */
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildTicket } from '#talk/tickets/server/tickets.factory.ts';
import { busListens, crowd, testWorld } from '#app/proof/testing.ts';
import type { BoardRole } from '../tasks.rules.ts';
import { setRanks } from './cards.queries.ts';
import { remindOfCards } from './reminding.service.ts';
import { buildBoard } from './tasks.factory.ts';

const world = await testWorld(crowd);
afterAll(() => world.close());
const may = ['tasks.use'];
const person = async (accountId?: string): Promise<UserActor> =>
  (await buildActor(world, { scope: may, ...(accountId === undefined ? {} : { accountId, role: 'member' }) })).actor;
const as = (actor: UserActor) => world.api(actor).tasks;
const at = (id: string) => ({ params: { id } });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
async function boardWith(roles: readonly BoardRole[], wish: Parameters<typeof buildBoard>[1] = {}) {
  const owner = await person();
  const { id, lists } = await buildBoard(world.ctx(owner), wish);
  const people = await Promise.all(roles.map(() => person(owner.accountId)));
  for (const [index, one] of people.entries())
    await as(owner).setMember({ params: { id, userId: one.userId }, body: { role: roles[index] ?? 'viewer' } });
  const { cards } = await as(owner).board(at(id));
  return { owner, people, id, cards, lists: [lists[0] ?? '', lists[1] ?? ''] as const };
}
type Board = Awaited<ReturnType<typeof boardWith>>;
const orderOf = async ({ owner, id }: Board, listId: string) =>
  (await as(owner).board(at(id))).cards.filter((card) => card.listId === listId).toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
const cardOf = ({ cards }: Board, n: number) => cards[n]?.id ?? '';

test('two moves to one place at once converge, and so do twenty', async () => {
  const board = await boardWith(['editor'], { cards: [22, 1] });
  const [from, to] = board.lists;
  const [other] = board.people;
  const [target] = (await as(board.owner).board(at(board.id))).cards.filter((card) => card.listId === to);
  const body = { listId: to, after: target?.id ?? '', before: null };
  const moves = board.cards
    .filter((card) => card.listId === from)
    .map((card, n) => ({ card, who: n % 2 === 0 ? board.owner : other }));
  const two = await Promise.all(
    moves.slice(0, 2).map(({ card, who }) => as(who ?? board.owner).moveCard({ ...at(card.id), body })),
  );
  expect(new Set(two.map((card) => card.rank)).size).toBe(2);
  await Promise.all(moves.slice(2).map(({ card, who }) => as(who ?? board.owner).moveCard({ ...at(card.id), body })));
  const there = await orderOf(board, to);
  expect(there).toHaveLength(23);
  expect(there[0]?.id).toBe(target?.id);
  expect(new Set(there.map((card) => card.rank)).size).toBe(23);
  expect(await orderOf(board, from)).toEqual([]);
}, 30_000);

test('a card lands where it was put: before, between, at the end, and nearest when its neighbours left', async () => {
  const board = await boardWith([], { cards: [4, 0] });
  const [list, empty] = board.lists;
  const [a, b, c, d] = [0, 1, 2, 3].map((n) => cardOf(board, n));
  type Gap = { after?: string | undefined; before?: string | undefined; listId?: string | undefined };
  const move = (id: string | undefined, { after, before, listId = list }: Gap = {}) =>
    as(board.owner).moveCard({ ...at(id ?? ''), body: { listId, after: after ?? null, before: before ?? null } });
  const order = async () => (await orderOf(board, list)).map((card) => card.title.slice(-1)).join('');
  await move(d, { before: a });
  expect(await order()).toBe('4123');
  await move(d, { after: a, before: b });
  expect(await order()).toBe('1423');
  await move(b, { listId: empty });
  // the neighbour above went to another list: the one below decides
  await move(a, { after: b, before: c });
  expect(await order()).toBe('413');
  await move(d, { after: newId(), before: newId() });
  expect(await order()).toBe('134');
  // what was put away keeps its place, and nobody lands on its rank
  await as(board.owner).changeCard({ ...at(c ?? ''), body: { revision: 0, place: 'archive' } });
  expect(await codeOf(move(c))).toBe('not_found');
  await move(d, { after: a });
  await as(board.owner).changeCard({ ...at(c ?? ''), body: { revision: 0, place: 'board' } });
  expect((await order()).length).toBe(3);
  expect(await codeOf(move(newId()))).toBe('not_found');
  expect(await codeOf(move(a, { listId: 'x' }))).toBe('list_gone');
});

test('long ranks are rewritten without changing the order', async () => {
  const board = await boardWith([], { cards: [4, 0] });
  const [list] = board.lists;
  const [first, second, third, fourth] = [0, 1, 2, 3].map((n) => cardOf(board, n));
  const long = [`a0${'V'.repeat(70)}`, `a0${'V'.repeat(70)}V`];
  const ranks = [first, second].map((id, n) => ({ id: id ?? '', rank: long[n] ?? '' }));
  await world.ctx(board.owner).db.write((tx) => setRanks(tx, ranks, 1));
  const body = { listId: list, after: first ?? '', before: second ?? '' };
  expect((await as(board.owner).moveCard({ ...at(fourth ?? ''), body })).rank.length).toBeLessThan(10);
  expect((await orderOf(board, list)).map(({ id }) => id)).toEqual([first, fourth, second, third]);
});

test('each role may what it should, and everybody else sees nothing', async () => {
  const board = await boardWith(['viewer', 'commenter', 'editor']);
  const { id, lists } = board;
  const card = cardOf(board, 0);
  const [viewer, commenter, editor] = board.people;
  const tries = (actor: UserActor) =>
    Promise.all([
      codeOf(as(actor).board(at(id))),
      codeOf(as(actor).addComment({ ...at(card), body: { text: 'Hello' } })),
      codeOf(as(actor).addCard({ ...at(lists[0]), body: { title: 'New' } })),
      codeOf(as(actor).changeBoard({ ...at(id), body: { name: 'Other' } })),
    ]);
  const no = 'not_allowed';
  expect(await tries(viewer ?? board.owner)).toEqual(['done', no, no, no]);
  expect(await tries(commenter ?? board.owner)).toEqual(['done', 'done', no, no]);
  expect(await tries(editor ?? board.owner)).toEqual(['done', 'done', 'done', no]);
  expect(await tries(board.owner)).toEqual(['done', 'done', 'done', 'done']);
  const colleague = await person(board.owner.accountId);
  const gone = Array.from({ length: 4 }, () => 'not_found');
  expect(await tries(colleague)).toEqual(gone);
  expect(await tries(await person())).toEqual(gone);
  expect((await as(colleague).boards()).items).toEqual([]);
  expect(await codeOf(as({ ...board.owner, scope: [] }).board(at(id)))).toBe(no);
  const acting = { userId: newId(), name: 'Staff', reason: 'r', accountId: newId() };
  expect(await codeOf(as({ ...board.owner, impersonator: acting }).board(at(id)))).not.toBe('done');
  await as(board.owner).changeBoard({ ...at(id), body: { share: 'account', shareRole: 'commenter' } });
  expect(await tries(colleague)).toEqual(['done', 'done', no, no]);
  expect(await tries(await person())).toEqual(gone);
  await as(board.owner).changeBoard({ ...at(id), body: { place: 'archive' } });
  expect(await tries(editor ?? board.owner)).toEqual(['done', no, no, no]);
  expect((await as(board.owner).boards({ query: { state: 'archived' } })).items.map((one) => one.id)).toEqual([id]);
}, 30_000);

test('the last owner stays, and when their place in the account ends the board gets another', async () => {
  const { owner, people, id } = await boardWith(['commenter', 'editor']);
  const [commenter, editor] = people;
  if (commenter === undefined || editor === undefined) throw new Error('there are no people');
  const own = { id, userId: owner.userId };
  expect(await codeOf(as(owner).removeMember({ params: own }))).toBe('last_board_owner');
  expect(await codeOf(as(owner).setMember({ params: own, body: { role: 'editor' } }))).toBe('last_board_owner');
  expect(await codeOf(as(commenter).removeMember({ params: { id, userId: editor.userId } }))).toBe('not_allowed');
  expect(await codeOf(as(owner).setMember({ params: { id, userId: newId() }, body: { role: 'viewer' } }))).toBe('not_found');
  const ctx = world.ctx(owner);
  const { accountId, userId } = owner;
  await ctx.system.write((tx) => ctx.events.publish(ctx, tx, { name: accountEvents.memberRemoved, accountId, data: { userId } }));
  expect(await codeOf(as(owner).board(at(id)))).toBe('not_found');
  expect((await as(editor).board(at(id))).board.role).toBe('owner');
  await as(commenter).removeMember({ params: { id, userId: commenter.userId } });
  expect(await codeOf(as(commenter).board(at(id)))).toBe('not_found');
});

test('of two who change a text only the first does; what else they change counts', async () => {
  const board = await boardWith(['editor']);
  const [editor = board.owner] = board.people;
  const card = cardOf(board, 0);
  const { revision } = (await as(board.owner).card(at(card))).card;
  const set = (who: UserActor, body: { text?: string; title?: string; state?: 'done' }) =>
    codeOf(as(who).changeCard({ ...at(card), body: { revision, ...body } }));
  const script = '<script>alert(1)</script>';
  expect(await set(board.owner, { text: script })).toBe('done');
  expect(await set(editor, { text: 'Other words' })).toBe('changed_meanwhile');
  expect(await set(editor, { title: 'Other title' })).toBe('changed_meanwhile');
  expect(await set(editor, { state: 'done', text: script })).toBe('done');
  expect(await set(editor, { text: 'x'.repeat(20_001) })).toBe('invalid_input');
  expect(await set(editor, { title: 'two\nlines' })).toBe('invalid_input');
  const now = await as(editor).card(at(card));
  expect(now).toMatchObject({ body: script, card: { title: 'Card 1' } });
  expect(now.card.doneAt).not.toBeNull();
  expect(now.activity.items.map(({ what }) => what)).toEqual(['done', 'described', 'added']);
});

test('steps are ticked by several people at once, and none is lost', async () => {
  const board = await boardWith([]);
  const card = cardOf(board, 0);
  const step = (one: { id?: string; text?: string | null; done?: boolean }) =>
    as(board.owner).changeCard({ ...at(card), body: { revision: 0, step: one } });
  await Promise.all(['A', 'B', 'C', 'D'].map((text) => step({ text })));
  const { checklist } = await as(board.owner).card(at(card));
  expect(checklist.map(({ text }) => text).toSorted()).toEqual(['A', 'B', 'C', 'D']);
  await Promise.all(checklist.slice(0, 3).map(({ id }) => step({ id, done: true })));
  expect((await step({ id: checklist[3]?.id ?? '', text: null })).steps).toEqual({ done: 3, total: 3 });
  expect(await codeOf(step({ id: newId(), done: true }))).toBe('not_found');
});

const noticesOf = async (actor: UserActor) => (await world.api(actor).notices.list()).items.map(({ kind }) => kind);
test('a mention reaches those who see the board by their own name, and nobody else; a card is given only to them', async () => {
  const board = await boardWith(['viewer']);
  const [viewer = board.owner] = board.people;
  const [colleague, stranger] = [await person(board.owner.accountId), await person()];
  const card = cardOf(board, 0);
  const mentions = [viewer, colleague, stranger, board.owner].map(({ userId }) => userId);
  const { id, mentions: called } = await as(board.owner).addComment({
    ...at(card),
    body: { text: 'Look, all of you', mentions },
  });
  expect(new Set(called.map(({ userId }) => userId))).toEqual(new Set([viewer.userId, board.owner.userId]));
  expect(await Promise.all([viewer, colleague, stranger, board.owner].map(noticesOf))).toEqual([['taskMentioned'], [], [], []]);
  const give = (people: UserActor[]) =>
    codeOf(as(board.owner).changeCard({ ...at(card), body: { revision: 0, people: people.map(({ userId }) => userId) } }));
  for (const other of [colleague, stranger]) expect(await give([other])).toBe('person_unknown');
  expect(await give([viewer])).toBe('done');
  expect(await noticesOf(viewer)).toEqual(['taskAssigned', 'taskMentioned']);
  const part = ({ userId: mentioned }: UserActor, label: string) => ({ type: 'mention', attrs: { id: mentioned, label } });
  const docOf = (...content: object[]) => ({ version: 1, content: [{ type: 'paragraph', content }] });
  const body = { text: 'x', doc: docOf(part(viewer, 'Vera'), part(stranger, 'Vera')) };
  const doc = docOf(part(viewer, viewer.name), { type: 'text', text: '@Vera' });
  expect(await as(board.owner).editComment({ ...at(id), body })).toMatchObject({ text: `@${viewer.name}@Vera`, doc });
  expect(await codeOf(as(viewer).editComment({ ...at(id), body: { text: 'Mine now' } }))).toBe('not_allowed');
  expect(await codeOf(as(viewer).removeComment(at(id)))).toBe('not_allowed');
  await as(board.owner).removeComment(at(id));
  expect((await as(viewer).card(at(card))).card.comments).toBe(0);
});

test('a reminder goes out once with two workers, and never for done or hidden cards', async () => {
  const board = await boardWith(['viewer', 'viewer']);
  const [viewer = board.owner, leaving = board.owner] = board.people;
  const dueAt = world.clock.now() + 3 * 3_600_000;
  const due = { on: new Date(dueAt).toISOString().slice(0, 10), at: dueAt };
  const people = [viewer.userId, leaving.userId];
  for (const n of [0, 1])
    await as(board.owner).changeCard({ ...at(cardOf(board, n)), body: { revision: 0, due, remind: 'hour', people } });
  await as(board.owner).changeCard({ ...at(cardOf(board, 1)), body: { revision: 0, state: 'done' } });
  await as(board.owner).removeMember({ params: { id: board.id, userId: leaving.userId } });
  const look = () => Promise.all([remindOfCards(world.ctx()), remindOfCards(world.ctx())]);
  const told = async (who: UserActor) => (await noticesOf(who)).filter((kind) => kind === 'taskDue').length;
  await look();
  expect(await told(viewer)).toBe(0);
  world.clock.advance(2 * 3_600_000 + 1_000);
  const taken = await look();
  expect((taken[0] ?? 0) + (taken[1] ?? 0)).toBe(2);
  await look();
  expect([await told(viewer), await told(leaving), await told(board.owner)]).toEqual([1, 0, 0]);
  const bad = { on: '2026-02-30', at: null };
  expect(await codeOf(as(board.owner).changeCard({ ...at(cardOf(board, 0)), body: { revision: 0, due: bad } }))).toBe(
    'invalid_input',
  );
});

test('what changed since a revision is everything: what is new, moved, put away or restored', async () => {
  const board = await boardWith(['editor']);
  const { id, lists, owner } = board;
  const [editor = owner] = board.people;
  await busListens(world);
  const heard: unknown[] = [];
  const stop = world.parts.bus.on(`user:${editor.userId}`, (push) => void (push.kind === 'tasks' && heard.push(push.data)));
  const shown = await as(editor).board(at(id));
  const cards = new Map(shown.cards.map((card) => [card.id, card]));
  const [first, second, third] = [0, 1, 2].map((n) => cardOf(board, n));
  await Promise.all([
    as(owner).addCard({ ...at(lists[1]), body: { title: 'New' } }),
    as(owner).moveCard({ ...at(first ?? ''), body: { listId: lists[1], after: null, before: null } }),
    as(editor).changeCard({ ...at(second ?? ''), body: { revision: 0, place: 'archive' } }),
    as(editor).addComment({ ...at(third ?? ''), body: { text: 'Hello' } }),
  ]);
  const news = await as(editor).changes({ ...at(id), query: { since: shown.board.revision } });
  for (const card of news.cards) cards.set(card.id, card);
  for (const gone of news.gone) cards.delete(gone);
  const all = await as(editor).board(at(id));
  expect(news.board.revision).toBe(shown.board.revision + 4);
  expect([...cards.values()].toSorted((a, b) => a.number - b.number)).toEqual(all.cards.toSorted((a, b) => a.number - b.number));
  expect((await as(editor).changes({ ...at(id), query: { since: all.board.revision } })).cards).toEqual([]);
  await expect.poll(() => heard.length).toBe(4);
  stop();
  expect((await as(editor).archived(at(id))).items.map((card) => card.id)).toEqual([second]);
  await as(owner).changeList({ ...at(lists[1]), body: { place: 'archive' } });
  expect((await as(owner).board(at(id))).cards.map((card) => card.id)).toEqual([third]);
  expect((await as(owner).changeCard({ ...at(first ?? ''), body: { revision: 0, place: 'board' } })).listId).toBe(lists[0]);
  expect(await codeOf(as(owner).changeList({ ...at(lists[0]), body: { place: 'archive' } }))).toBe('last_list');
});

test('of a long list the first cards come with how many there are, and all when they are asked for', async () => {
  const made = await boardWith([]);
  const { owner, id, lists } = made;
  for (let n = 0; n < 51; n += 1) await as(owner).addCard({ params: { id: lists[1] }, body: { title: `Card ${n}` } });
  const [first, whole] = await Promise.all([as(owner).board({ ...at(id), query: { cards: 'first' } }), as(owner).board(at(id))]);
  const inLong = ({ cards }: typeof first) => cards.filter(({ listId }) => listId === lists[1]).map(({ title }) => title);
  expect(first.counts?.[lists[1]]).toBe(inLong(whole).length);
  expect(inLong(first)).toEqual(inLong(whole).slice(0, 50));
  expect(first.cards.filter(({ listId }) => listId === lists[0])).toHaveLength(first.counts?.[lists[0]] ?? 0);
  expect([whole.counts, whole.cards.length > first.cards.length]).toEqual([null, true]);
});

test('a card made from a ticket leads there for who sees it, and floods are stopped', async () => {
  const board = await boardWith(['editor']);
  const [editor = board.owner] = board.people;
  const asker = { ...board.owner, scope: [...may, 'tickets.view', 'tickets.create'] };
  await buildActor(world, { kind: 'operator' });
  const ticket = await buildTicket(world.ctx(asker), { subject: 'Echo' });
  const add = (who: UserActor, id: string) =>
    as(who).addCard({ ...at(board.lists[0]), body: { title: 'Ask', source: { kind: 'ticket', id } } });
  expect(await codeOf(add(editor, ticket))).toBe('source_unknown');
  expect(await codeOf(add(asker, newId()))).toBe('source_unknown');
  const { id, source } = await add(asker, ticket);
  expect(source?.name).toContain('Echo');
  expect((await as(asker).card(at(id))).source?.path).toBe(`/issues/user/details/${ticket}`);
  expect((await as(editor).card(at(id))).source).toMatchObject({ path: null, name: source?.name });
  const many = Array.from({ length: 125 }, () => codeOf(as(editor).addComment({ ...at(id), body: { text: 'Again' } })));
  expect((await Promise.all(many)).filter((code) => code === 'too_many_requests').length).toBeGreaterThan(0);
}, 60_000);
