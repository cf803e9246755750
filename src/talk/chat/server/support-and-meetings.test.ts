/** Chat with support, the notice to who was away, and the card of a meeting. */
import { afterAll, expect, test, vi } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { changeStanding } from '#core/accounts/server/standing.service.ts';
import { listNotices } from '#core/outbox/server/notices.service.ts';
import { buildServer } from '#meet/meetings/server/meet.factory.ts';
import { buildRecording, recordingsApi } from '#meet/recordings/server/recordings.factory.ts';
import { settleEnded } from '#meet/meetings/server/settle.service.ts';
import { buildOperator, buildOwner, buildVendor, grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildColleague, buildGroup, sendAs } from './chat.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const operator = (await buildOperator(world)).actor;
const chat = (actor: UserActor) => world.api(actor).chat;
const at = (id: string) => ({ params: { id } });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const noticesOf = async (actor: UserActor) =>
  (await listNotices(world.ctx(actor), { limit: 50 })).items.filter(({ kind }) => kind === 'chatWaiting').length;
const tenMinutes = async () => {
  world.clock.advance(10 * 60_000 + 1_000);
  await world.runJobs();
};
const support = async (who: UserActor) => (await chat(who).create({ body: { kind: 'support' } })).id;

test('a support conversation is open to one customer and to the staff of their seller', async () => {
  const { actor: vendor } = await buildVendor(world);
  const { actor: boss } = await buildOwner(world);
  await world
    .ctx()
    .system.write((tx) => changeStanding(tx, boss.accountId, { vendorAccountId: vendor.accountId, entitlements: grantOfAll(5) }));
  const [ana, other] = [await buildColleague(world, boss), (await buildOwner(world)).actor];
  const id = await support(ana);
  expect(await support(ana)).toBe(id);
  await sendAs(world, ana, { id, text: 'My camera stays black' });
  for (const stranger of [boss, operator, other, await buildColleague(world, vendor)]) {
    expect(await codeOf(chat(stranger).get(at(id)))).toBe('not_found');
    expect(await codeOf(sendAs(world, stranger, { id, text: 'x' }))).toBe('not_found');
    expect((await chat(stranger).search({ query: { search: 'camera' } })).items).toEqual([]);
  }
  const { items } = await chat(vendor).list({ query: { section: 'support' } });
  expect(items.map((item) => [item.id, item.name, item.unread])).toEqual([[id, ana.name, 1]]);
  expect((await chat(vendor).search({ query: { search: 'camera' } })).items).toHaveLength(1);
  await sendAs(world, vendor, { id, text: 'Which browser is it?' });
  const detail = await chat(ana).get(at(id));
  expect(detail.members.map(({ userId, staff }) => [userId, staff]).sort()).toEqual(
    [
      [ana.userId, false],
      [vendor.userId, true],
    ].sort(),
  );
  expect([detail.unread, (await chat(vendor).unread()).unread]).toEqual([1, 0]);
  expect(await codeOf(support(operator))).toBe('no_seller');
  // they go to the operator: the vendor reads and hears nothing more
  await world.ctx().system.write((tx) => changeStanding(tx, boss.accountId, { vendorAccountId: null }));
  expect(await codeOf(chat(vendor).messages(at(id)))).toBe('not_found');
  expect((await chat(vendor).list({ query: { section: 'support' } })).items).toEqual([]);
  expect(await codeOf(sendAs(world, ana, { id, text: 'Hello?' }))).toBe('nobody_there');
  expect(await support(ana)).not.toBe(id);
});

test('who was away gets one notice until they have read', async () => {
  const { boss, ana, ben, id: group } = await buildGroup(world);
  const { id } = await chat(boss).create({ body: { kind: 'direct', people: [ana.userId] } });
  await sendAs(world, boss, { id, text: 'Are you there?' });
  world.clock.advance(6 * 60_000);
  await sendAs(world, boss, { id, text: 'Hello?' });
  await world.runJobs();
  expect(await noticesOf(ana)).toBe(0);
  await tenMinutes();
  expect([await noticesOf(ana), await noticesOf(boss)]).toEqual([1, 0]);
  await sendAs(world, boss, { id, text: 'Third' });
  await tenMinutes();
  expect(await noticesOf(ana)).toBe(1);
  await chat(ana).read({ ...at(id), body: { number: 3 } });
  await sendAs(world, boss, { id, text: 'Fourth' });
  await chat(ana).read({ ...at(id), body: { number: 4 } });
  await tenMinutes();
  expect(await noticesOf(ana)).toBe(1);
  // in a group only who is mentioned, muted or not
  await chat(ben).setMine({ ...at(group), body: { muted: true } });
  await sendAs(world, boss, { id: group, text: '@Ben please', mentions: [ben.userId] });
  await tenMinutes();
  expect([await noticesOf(ana), await noticesOf(ben)]).toEqual([1, 1]);
  const mails = await world.api(operator).outbox.list({ query: { search: ben.email } });
  expect(mails.items.map(({ template, subject }) => [template, subject.includes('please')])).toEqual([['chat.waiting', false]]);
});

test('staff gets one reminder when a customer has no answer', async () => {
  const { actor: customer } = await buildOwner(world);
  const before = await noticesOf(operator);
  const id = await support(customer);
  await sendAs(world, customer, { id, text: 'Help' });
  await tenMinutes();
  await sendAs(world, customer, { id, text: 'Please' });
  await tenMinutes();
  expect((await noticesOf(operator)) - before).toBe(1);
  await sendAs(world, operator, { id, text: 'Here I am' });
  await tenMinutes();
  expect([(await noticesOf(operator)) - before, await noticesOf(customer)]).toEqual([1, 1]);
});

test('a meeting stands in its conversation as a card, which follows it to its end', async () => {
  const { fake, server } = await buildServer(world);
  const { boss, ana, id } = await buildGroup(world);
  const ticket = await chat(ana).meet({ ...at(id), body: {} });
  const second = await chat(boss).meet({ ...at(id), body: {} });
  expect(second.meetingId).toBe(ticket.meetingId);
  expect(fake.joins.map(({ role }) => role)).toEqual(['MODERATOR', 'MODERATOR']);
  expect(fake.joins.some((one) => one['guest'] !== undefined)).toBe(false);
  await world.runJobs();
  const cards = async (who: UserActor) =>
    (await chat(who).messages(at(id))).items.flatMap(({ kind, author, meeting }) =>
      kind === 'meeting' ? [{ author, meeting }] : [],
    );
  const [card, ...more] = await cards(boss);
  expect(more).toEqual([]);
  expect(card).toMatchObject({
    author: { userId: ana.userId },
    meeting: { id: ticket.meetingId, state: 'live', recording: null },
  });
  expect(card?.meeting?.path).toMatch(/^\/m\//);
  await settleEnded(world.ctx(), ticket.meetingId, 'host');
  await world.runJobs();
  const [ended] = await cards(ana);
  expect(ended?.meeting).toMatchObject({
    state: 'ended',
    endedAt: expect.any(Number),
    people: 0,
    page: `/rooms/meeting/${ticket.meetingId}`,
  });
  // its recording waits for its owner; what shows the card hears when it is published
  const recording = { meetingId: ticket.meetingId, state: 'unpublished' } as const;
  const row = await buildRecording(world, ana, recording);
  const heard: unknown[] = [];
  const off = world.ctx().bus.on(`user:${boss.userId}`, ({ data }) => void (data?.['what'] === 'meeting' && heard.push(data)));
  await recordingsApi(world, ana).publish({ body: { ids: [row.id] } });
  await world.runJobs();
  // news travel through the database
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  off();
  expect((await cards(ana))[0]?.meeting?.recording).toEqual(expect.anything());
  const { actor: stranger } = await buildOwner(world);
  expect(await codeOf(chat(stranger).meet({ ...at(id), body: {} }))).toBe('not_found');
  expect(server.kind).toBe('engine');
});
