/** Conversations: who is in them, numbers of messages, delivery, and what may be changed. */
import { afterAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { LivePush } from '#kit/server/jobs/bus.ts';
import { changePersonState } from '#core/accounts/server/people.service.ts';
import { buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { busListens, testWorld } from '#app/proof/testing.ts';
import { buildColleague, buildGroup, sendAs } from './chat.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
await busListens(world);
const chat = (actor?: UserActor) => world.api(actor).chat;
const at = (id: string) => ({ params: { id } });
const say = (by: UserActor, id: string, text: string) => sendAs(world, by, { id, text });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
/** Everything that was pushed until now has come. */
const settled = () => busListens(world);
/** What reaches somebody, and the numbers in the order in which they came. */
async function hearing({ userId }: UserActor) {
  await settled();
  const come: LivePush[] = [];
  world.parts.bus.on(`user:${userId}`, (push) => void (push.kind === 'chat' && come.push(push)));
  return { come, what: () => come.map(({ data }) => `${data?.['what']} ${data?.['number']}`) };
}

describe('numbers', () => {
  test('twenty at once get twenty numbers without a gap, and a repeated send is no second message', async () => {
    const { boss, ana, ben, id } = await buildGroup(world);
    const ear = await hearing(boss);
    const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => say([boss, ana, ben][n % 3] ?? boss, id, `Line ${n}`)));
    // the first is who was added
    const numbers = Array.from({ length: 20 }, (_, n) => n + 2);
    expect(sent.map(({ number }) => number).sort((a, b) => a - b)).toEqual(numbers);
    await settled();
    expect(ear.what()).toEqual(numbers.map((n) => `message ${n}`));
    const key = newId();
    const all = await Promise.all(Array.from({ length: 5 }, () => sendAs(world, ana, { id, text: 'Once', key })));
    expect(new Set(all.map(({ number }) => number))).toEqual(new Set([22]));
    const { items, more } = await chat(ben).messages({ ...at(id), query: { after: 19 } });
    expect([items.map(({ number }) => number), more]).toEqual([[20, 21, 22], false]);
    expect((await chat(ben).messages({ ...at(id), query: { before: 3, limit: 1 } })).items.map(({ number }) => number)).toEqual([
      2,
    ]);
  });

  test('a push carries a short message, and only its number when it is long', async () => {
    const { boss, ana, id } = await buildGroup(world);
    const ear = await hearing(boss);
    await say(ana, id, '<script>alert(1)</script> https://example.org');
    await say(ana, id, '長'.repeat(4_000));
    await settled();
    const [short, long] = ear.come.map(({ data }) => data?.['message']);
    expect(JSON.parse(String(short))).toMatchObject({
      text: '<script>alert(1)</script> https://example.org',
      author: { userId: ana.userId },
    });
    expect(long).toBeNull();
    expect(await codeOf(say(ana, id, 'x'.repeat(4_001)))).toBe('invalid_input');
    expect(await codeOf(say(ana, id, ' \u0007 '))).toBe('invalid_input');
    const codes = await Promise.all(Array.from({ length: 25 }, () => codeOf(say(ana, id, 'again'))));
    expect(codes).toContain('too_many_requests');
  });
});

describe('delivery ends at once', () => {
  test('for who is removed, leaves or is suspended', async () => {
    const { boss, ana, ben, id } = await buildGroup(world);
    const cleo = await buildColleague(world, boss);
    await chat(ana).addPeople({ ...at(id), body: { people: [cleo.userId] } });
    const ears = await Promise.all([ana, ben, cleo].map(hearing));
    await chat(boss).removePerson({ params: { id, userId: ana.userId } });
    await chat(ben).leave(at(id));
    await changePersonState(world.ctx(), { userId: cleo.userId, to: 'suspended' });
    await say(boss, id, 'Only for me');
    await settled();
    expect(ears.map((ear) => ear.what())).toEqual([['left 2'], ['message 3', 'left 3'], ['message 3', 'message 4']]);
    for (const gone of [ana, ben]) {
      expect(await codeOf(say(gone, id, 'x'))).toBe('not_found');
      expect(await codeOf(chat(gone).messages(at(id)))).toBe('not_found');
      expect((await chat(gone).search({ query: { search: 'only' } })).items).toEqual([]);
    }
    expect((await chat(boss).get(at(id))).members.map(({ userId }) => userId)).toEqual([boss.userId]);
    expect(await codeOf(chat(ana).removePerson({ params: { id, userId: boss.userId } }))).toBe('not_found');
  });

  test('typing and reading reach whom they concern, and nobody types for a stranger', async () => {
    const { boss, ana, id } = await buildGroup(world);
    const [mine, theirs] = await Promise.all([ana, boss].map(hearing));
    await chat(ana).typing(at(id));
    await chat(ana).read({ ...at(id), body: { number: 99 } });
    await settled();
    expect(theirs?.come.map(({ data }) => [data?.['what'], data?.['userId'], data?.['account']])).toEqual([
      ['typing', ana.userId, boss.accountId],
    ]);
    expect(mine?.what()).toEqual(['read 1']);
    const { actor: stranger } = await buildOwner(world);
    expect(await codeOf(chat(stranger).typing(at(id)))).toBe('not_found');
  });
});

describe('mentions and unread', () => {
  test('nobody outside is mentioned, and what is read or taken back is unread no more', async () => {
    const { boss, ana, ben, id } = await buildGroup(world);
    const outsider = await buildColleague(world, boss);
    for (const other of [outsider.userId, (await buildOwner(world)).actor.userId])
      expect(await codeOf(sendAs(world, ana, { id, text: '@you', mentions: [other] }))).toBe('mention_unknown');
    const { number } = await sendAs(world, ana, { id, text: '@Ben look', mentions: [ben.userId] });
    await sendAs(world, ana, { id, text: '@Ben again', mentions: [ben.userId] });
    expect(await chat(ben).unread()).toEqual({ unread: 1, mentions: 2 });
    await chat(ana).remove({ params: { id, number } });
    expect(await chat(ben).unread()).toEqual({ unread: 1, mentions: 1 });
    await chat(ben).read({ ...at(id), body: { number: 3 } });
    expect(await chat(ben).unread()).toEqual({ unread: 0, mentions: 0 });
    // it never goes back
    expect(await chat(ben).read({ ...at(id), body: { number: 1 } })).toEqual({ readNumber: 3 });
  });

  test('a search finds what is mine, and nothing that was deleted', async () => {
    const { boss, ana, id } = await buildGroup(world);
    const other = await buildGroup(world);
    await say(other.ana, other.id, 'The harvest festival');
    const { number } = await say(ana, id, 'The harvest dance');
    const query = { search: 'harvest' };
    const found = await chat(boss).search({ query });
    expect(found.items.map(({ message, conversation }) => [message.text, conversation.name])).toEqual([
      ['The harvest dance', 'Plans'],
    ]);
    await chat(ana).remove({ params: { id, number } });
    expect((await chat(boss).search({ query })).items).toEqual([]);
  });

  test('a text that holds ids of others is not found by them', async () => {
    const { boss, id } = await buildGroup(world);
    const other = await buildGroup(world);
    await say(other.ana, other.id, `harvest ${id} account-${boss.accountId} seller-${boss.accountId}`);
    for (const query of [{ search: 'harvest' }, { search: 'harvest', conversation: id }])
      expect((await chat(boss).search({ query })).items).toEqual([]);
    expect((await chat(other.boss).search({ query: { search: 'harvest' } })).items).toHaveLength(1);
  });
});

describe('conversations', () => {
  test('two people have one, which the other sees once something is written', async () => {
    const { boss, ana } = await buildGroup(world);
    const make = (by: UserActor, other: string) => chat(by).create({ body: { kind: 'direct', people: [other] } });
    const [one, two] = await Promise.all([make(boss, ana.userId), make(ana, boss.userId)]);
    expect(one.id).toBe(two.id);
    const ids = async (who: UserActor) => (await chat(who).list({ query: {} })).items.map((item) => item.id);
    const creator = (await ids(boss)).includes(one.id) ? boss : ana;
    const other = creator === boss ? ana : boss;
    expect(await ids(other)).not.toContain(one.id);
    await say(creator, one.id, 'Hello');
    expect((await ids(other))[0]).toBe(one.id);
    expect(await codeOf(make(boss, (await buildOwner(world)).actor.userId))).toBe('person_unknown');
    await changePersonState(world.ctx(), { userId: other.userId, to: 'suspended' });
    expect(await codeOf(say(creator, one.id, 'Still there?'))).toBe('nobody_there');
  });

  test('a channel is open to the account, pinned ones come first, and pages go on', async () => {
    const { boss, ana, ben, id } = await buildGroup(world);
    const { id: channel } = await chat(boss).create({ body: { kind: 'channel', name: 'News' } });
    expect((await chat(ana).channels()).items).toEqual([{ id: channel, name: 'News', people: 1 }]);
    expect((await chat(ana).get(at(channel))).member).toBe(false);
    expect(await codeOf(say(ana, channel, 'x'))).toBe('not_found');
    await chat(ana).join(at(channel));
    await say(ana, channel, 'I am in');
    expect(await codeOf(chat(ana).rename({ ...at(channel), body: { name: 'Mine' } }))).toBe('not_allowed');
    expect(await codeOf(chat(ana).join(at(id)))).toBe('not_found');
    await chat(ana).setMine({ ...at(id), body: { pinned: true } });
    const page = await chat(ana).list({ query: { limit: 1 } });
    expect(page.items.map((item) => [item.id, item.pinned])).toEqual([
      [id, true],
      [channel, false],
    ]);
    expect(page.next).toBeNull();
    expect(await codeOf(chat((await buildOwner(world)).actor).join(at(channel)))).toBe('not_found');
    expect(await codeOf(chat({ ...ben, scope: [] }).get(at(id)))).toBe('not_allowed');
    expect(await codeOf(chat().get(at(id)))).toBe('not_signed_in');
    const acting = { userId: newId(), accountId: newId(), name: 'Staff', reason: 'x' };
    expect(await codeOf(chat({ ...boss, impersonator: acting }).get(at(id)))).toBe('acting_for_somebody');
  });
});

describe('the policy', () => {
  test('says how long a message may be changed, and what it was is for those who lead', async () => {
    const { boss, ana, id } = await buildGroup(world);
    const { number } = await say(ana, id, 'Frist');
    const edit = (by: UserActor, text: string) => chat(by).edit({ params: { id, number }, body: { text } });
    expect(await codeOf(edit(boss, 'x'))).toBe('not_found');
    expect(await edit(ana, 'First')).toMatchObject({ text: 'First', number, editedAt: expect.any(Number) });
    expect(await codeOf(chat(boss).history({ params: { id, number } }))).toBe('not_found');
    expect(await codeOf(chat(ana).setPolicy({ body: { editMinutes: 5, keepEdits: true } }))).toBe('not_allowed');
    await chat(boss).setPolicy({ body: { editMinutes: 5, keepEdits: true } });
    await edit(ana, 'First!');
    expect((await chat(boss).history({ params: { id, number } })).items.map(({ text }) => text)).toEqual(['First']);
    expect(await codeOf(chat(ana).history({ params: { id, number } }))).toBe('not_found');
    expect(await chat(boss).react({ params: { id, number }, body: { reaction: '👍', state: 'on' } })).toMatchObject({
      reactions: [{ reaction: '👍', userIds: [boss.userId] }],
    });
    world.clock.advance(6 * 60_000);
    expect(await codeOf(edit(ana, 'Late'))).toBe('too_late_to_change');
    expect(await codeOf(chat(ana).remove({ params: { id, number } }))).toBe('too_late_to_change');
    await chat(boss).setPolicy({ body: { editMinutes: null, keepEdits: true } });
    expect(await chat(ana).remove({ params: { id, number } })).toMatchObject({ number, text: '', files: [], reactions: [] });
    expect((await chat(boss).history({ params: { id, number } })).items).toEqual([]);
    const { rows } = await world
      .ctx()
      .system.read.execute<{ all: string }>(
        sql`select string_agg(m::text, '') as all from chat_messages m where conversation_id = ${id}`,
      );
    expect(rows[0]?.all).not.toContain('First');
  });
});
