/** Replies, reactions by emoji, unread from a message on, files of a conversation, and who is online. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { LivePush } from '#kit/server/jobs/bus.ts';
import { buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { busListens, testWorld } from '#app/proof/testing.ts';
import { presenceTimes } from '../chat.rules.ts';
import { buildColleague, buildGroup, sendAs } from './chat.factory.ts';
import { closeConnection, keepConnections, openConnection } from './presence.service.ts';

const world = await testWorld();
afterAll(() => world.close());
await busListens(world);
const chat = (actor?: UserActor) => world.api(actor).chat;
const at = (id: string) => ({ params: { id } });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const reply = (by: UserActor, { id, replyTo, text }: { id: string; replyTo: number; text: string }) =>
  chat(by).send({ ...at(id), body: { text, mentions: [], key: newId(), replyTo } });

/** Each call is refused to a stranger, to a colleague who is not in it, without the permission, and without a session. */
async function refusals(boss: UserActor, call: (api: ReturnType<typeof world.api>) => Promise<unknown>): Promise<string[]> {
  const stranger = (await buildOwner(world)).actor;
  const outsider = await buildColleague(world, boss);
  const actors = [stranger, outsider, { ...boss, scope: [] }, undefined];
  return Promise.all(actors.map((actor) => codeOf(call(world.api(actor)))));
}
const refused = ['not_found', 'not_found', 'not_allowed', 'not_signed_in'];

describe('replies', () => {
  test('stand in the conversation with a quote, are counted at the first message, and make one thread', async () => {
    const { boss, ana, ben, id } = await buildGroup(world);
    await busListens(world);
    const come: LivePush[] = [];
    world.parts.bus.on(`user:${boss.userId}`, (push) => void (push.kind === 'chat' && come.push(push)));
    const root = await sendAs(world, ana, { id, text: 'Who brings the tents?' });
    const first = await reply(ben, { id, replyTo: root.number, text: 'I do' });
    const second = await reply(boss, { id, replyTo: first.number, text: 'Thank you' });
    const quote = { number: root.number, author: { userId: ana.userId, name: ana.name }, text: root.text, deleted: false };
    expect([first.root, second.root, second.number]).toEqual([quote, quote, root.number + 2]);
    await busListens(world);
    const replies = (push: LivePush | undefined): unknown => JSON.parse(String(push?.data?.['message'])).replies;
    expect(come.map(({ data }) => `${data?.['what']} ${data?.['number']}`)).toEqual([
      ...['message 2', 'message 3', 'changed 2', 'message 4', 'changed 2'],
    ]);
    expect([replies(come[2]), replies(come[4])]).toEqual([1, 2]);
    const thread = await chat(ana).thread({ params: { id, number: second.number }, query: { limit: 1 } });
    expect([thread.root.number, thread.root.replies, thread.items.map(({ text }) => text), thread.more]).toEqual([
      ...[root.number, 2, ['Thank you'], true],
    ]);
    const before = await chat(ana).thread({ params: { id, number: root.number }, query: { before: second.number } });
    expect([before.items.map(({ text }) => text), before.more]).toEqual([['I do'], false]);
    const { items } = await chat(ana).messages(at(id));
    expect(items.slice(-3).map((one) => [one.text, one.root?.number ?? null, one.replies])).toEqual([
      ...[
        ['Who brings the tents?', null, 2],
        ['I do', 2, 0],
        ['Thank you', 2, 0],
      ],
    ]);
    expect((await chat(ana).search({ query: { search: 'thank' } })).items[0]?.message.root?.number).toBe(root.number);
  });

  test('notify those who wrote in the thread as a mention does, until it is read or taken back', async () => {
    const { boss, ana, ben, id } = await buildGroup(world);
    const root = await sendAs(world, ana, { id, text: 'Plan?' });
    const { number } = await reply(ben, { id, replyTo: root.number, text: 'Yes' });
    expect([await chat(ana).unread(), await chat(boss).unread()]).toEqual([
      { unread: 1, mentions: 1 },
      { unread: 1, mentions: 0 },
    ]);
    await chat(ben).remove({ params: { id, number } });
    expect(await chat(ana).unread()).toEqual({ unread: 1, mentions: 0 });
    expect((await chat(ana).thread({ params: { id, number: root.number } })).root.replies).toBe(0);
    await reply(ben, { id, replyTo: root.number, text: 'After all' });
    await reply(boss, { id, replyTo: root.number, text: 'Me too' });
    expect([await chat(ana).unread(), await chat(ben).unread()]).toEqual([
      { unread: 1, mentions: 2 },
      { unread: 1, mentions: 1 },
    ]);
    const mails = () =>
      world
        .ctx()
        .system.read.execute(
          sql`select recipient from outbox_mails where account_id = ${boss.accountId} and template = 'chat.waiting'`,
        );
    world.clock.advance(11 * 60_000);
    await world.runJobs();
    expect((await mails()).rows.map((row) => row['recipient']).sort()).toEqual([ana.email, ben.email].sort());
    await chat(ana).leave(at(id));
    await reply(boss, { id, replyTo: root.number, text: 'Still with me' });
    expect(await chat(ben).unread()).toEqual({ unread: 1, mentions: 2 });
    expect(await chat(ana).unread()).toEqual({ unread: 0, mentions: 0 });
  });

  test('a thread goes on when its first message is deleted, and quotes nothing of it', async () => {
    const { ana, ben, id } = await buildGroup(world);
    const root = await sendAs(world, ana, { id, text: 'Secret harvest' });
    await reply(ben, { id, replyTo: root.number, text: 'Ha' });
    await chat(ana).remove({ params: { id, number: root.number } });
    const { items } = await chat(ben).messages(at(id));
    expect(JSON.stringify(items)).not.toContain('harvest');
    expect(items.at(-1)?.root).toMatchObject({ text: '', deleted: true });
    const next = await reply(ana, { id, replyTo: root.number, text: 'Go on' });
    expect((await chat(ben).thread({ params: { id, number: next.number } })).root).toMatchObject({ replies: 2, text: '' });
  });

  test('are refused to what is no message of the conversation, and to those who are not in it', async () => {
    const { boss, ana, id } = await buildGroup(world);
    const { number } = await sendAs(world, ana, { id, text: 'Here' });
    for (const replyTo of [1, 0, 99]) expect(await codeOf(reply(ana, { id, replyTo, text: 'x' }))).toBe('reply_unknown');
    expect(await codeOf(chat(ana).thread({ params: { id, number: 1 } }))).toBe('not_found');
    expect(await refusals(boss, (api) => api.chat.thread({ params: { id, number } }))).toEqual(refused);
    expect(await refusals(boss, (api) => api.chat.markUnread({ params: { id, number } }))).toEqual(refused);
  });
});

test('a reaction is an emoji; names of old programs still count, and there is an end to them', async () => {
  const { ana, ben, id } = await buildGroup(world);
  const { number } = await sendAs(world, ana, { id, text: 'Cake' });
  const react = (by: UserActor, reaction: string, state: 'on' | 'off' = 'on') =>
    chat(by).react({ params: { id, number }, body: { reaction, state } });
  await react(ana, 'like');
  expect((await react(ben, '👍')).reactions).toEqual([{ reaction: '👍', userIds: [ana.userId, ben.userId] }]);
  for (const text of ['x', '👍👍', '', '<b>']) expect(await codeOf(react(ana, text))).toBe('invalid_input');
  const more = ['🎉', '😀', '😃', '😄', '😁', '😆', '😅', '😂', '🤣', '😊', '😇', '🙂', '😉', '😍', '😘', '😜', '🤔', '😎', '😢'];
  for (const emoji of more) {
    await react(ana, emoji);
    world.clock.advance(1_000);
  }
  expect(await codeOf(react(ben, '🐙'))).toBe('too_many_reactions');
  expect(await codeOf(react(ben, '🎉'))).toBe('done');
  expect((await react(ben, '👍', 'off')).reactions[0]).toEqual({ reaction: '👍', userIds: [ana.userId] });
});

test('what is marked as unread is unread on every screen of the person, mentions included', async () => {
  const { ana, ben, id } = await buildGroup(world);
  for (const text of ['One', 'Two']) await sendAs(world, ana, { id, text, mentions: [ben.userId] });
  await chat(ben).read({ ...at(id), body: { number: 3 } });
  await busListens(world);
  const come: LivePush[] = [];
  world.parts.bus.on(`user:${ben.userId}`, (push) => void (push.kind === 'chat' && come.push(push)));
  expect(await chat(ben).markUnread({ params: { id, number: 3 } })).toEqual({ readNumber: 2 });
  expect(await chat(ben).unread()).toEqual({ unread: 1, mentions: 1 });
  expect((await chat(ben).get(at(id))).readNumber).toBe(2);
  await busListens(world);
  expect(come.map(({ data }) => [data?.['what'], data?.['number']])).toEqual([['read', 2]]);
  expect(await codeOf(chat(ben).markUnread({ params: { id, number: 9 } }))).toBe('not_found');
  await chat(ben).read({ ...at(id), body: { number: 3 } });
  expect(await chat(ben).unread()).toEqual({ unread: 0, mentions: 0 });
});

describe('presence', () => {
  const online = async (by: UserActor, conversation?: string) =>
    (await world.api(by).presence.list({ query: conversation === undefined ? {} : { conversation } })).items;
  const connect = async ({ userId, accountId }: UserActor) => {
    const connection = { id: newId(), userId, accountId };
    await openConnection(world.ctx(), connection);
    return connection;
  };

  test('shows who has a page open in any process, and nobody whose process died', async () => {
    const { ana, ben, boss, id } = await buildGroup(world);
    const { id: direct } = await chat(ana).create({ body: { kind: 'direct', people: [ben.userId] } });
    expect(await online(ana, id)).toEqual([]);
    const [one, other] = [await connect(ben), await connect(ben)];
    await connect(boss);
    await connect(ana);
    expect(await online(ana)).toEqual([{ userId: ben.userId, state: 'online' }]);
    const both = [ben, boss].map(({ userId }) => ({ userId, state: 'online' }));
    expect(await online(ana, id)).toEqual(both.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)));
    await closeConnection(world.ctx(), one.id);
    world.clock.advance(presenceTimes.keep);
    await keepConnections(world.ctx(), [other]);
    world.clock.advance(presenceTimes.lost - 1_000);
    expect(await online(ana, id)).toEqual([{ userId: ben.userId, state: 'online' }]);
    world.clock.advance(2_000);
    expect(await online(ana, direct)).toEqual([]);
    expect(presenceTimes.lost + presenceTimes.ask).toBeLessThan(60_000);
  });

  test('is for those who share a conversation in the account, and not of who hides', async () => {
    const { ana, ben, boss, id } = await buildGroup(world);
    const stranger = (await buildOwner(world)).actor;
    const outsider = await buildColleague(world, boss);
    await connect(ben);
    expect([await online(outsider), await online(stranger)]).toEqual([[], []]);
    expect(await refusals(boss, (api) => api.presence.list({ query: { conversation: id } }))).toEqual(refused);
    const { presence } = world.api(ben);
    expect(await presence.set({ body: { visible: false } })).toEqual({ visible: false });
    expect(await online(ana, id)).toEqual([]);
    expect((await presence.list()).visible).toBe(false);
    await presence.set({ body: { visible: true } });
    expect(await online(ana, id)).toHaveLength(1);
    const away = [{ ...boss, scope: [] }, undefined].map((actor) =>
      codeOf(world.api(actor).presence.set({ body: { visible: true } })),
    );
    expect(await Promise.all(away)).toEqual(['not_allowed', 'not_signed_in']);
    await chat(boss).removePerson({ params: { id, userId: ben.userId } });
    expect(await online(ana, id)).toEqual([]);
  });
});
