/** The desk of those who answer: who gets which ticket, and what staff may change. */
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { newId } from '#kit/server/ids.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { buildOperator, buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { crowd, testWorld } from '#app/proof/testing.ts';
import { buildTicket, openAlways } from './tickets.factory.ts';

const world = await testWorld(crowd);
afterAll(() => world.close());
const colleagues = [(await buildOperator(world)).actor, (await buildOperator(world)).actor, (await buildOperator(world)).actor];
const [first] = colleagues;
if (first === undefined) throw new Error('there is no operator');
await openAlways(world.ctx(first));
const desk = () => world.api(first).tickets;
const at = (id: string) => ({ params: { id } });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const customer = async () => world.ctx((await buildOwner(world)).actor);

test('two who take the next at once never get the same, and the most urgent goes first', async () => {
  const who = await customer();
  const ids: string[] = [];
  for (const impact of ['question', 'some', 'all', 'question', 'one'] as const) ids.push(await buildTicket(who, { impact }));
  const firstTaken = (await desk().takeNext()).id;
  expect(firstTaken).toBe(ids[2]);
  const taken = await Promise.all(
    Array.from({ length: 12 }, (_, n) => world.api(colleagues[n % colleagues.length] ?? first).tickets.takeNext()),
  );
  const got = taken.flatMap(({ id }) => (id === null ? [] : [id]));
  expect(got).toHaveLength(4);
  expect(new Set([...got, firstTaken])).toEqual(new Set(ids));
  expect((await desk().get(at(ids[0] ?? ''))).state).toBe('open');
  expect(await desk().counts()).toMatchObject({ unassigned: 0, open: 5, manage: true });
});

test('of two who answer at once, the second gets answered_meanwhile', async () => {
  const id = await buildTicket(await customer());
  const { lastMessageId: after } = await desk().get(at(id));
  const body = { text: 'Hello', after };
  const outcomes = await Promise.all(colleagues.map((one) => codeOf(world.api(one).tickets.answer({ ...at(id), body }))));
  expect(outcomes.toSorted()).toEqual(['answered_meanwhile', 'answered_meanwhile', 'done']);
  const messages = (await desk().get(at(id))).entries.filter((entry) => entry.kind === 'message');
  expect(messages).toHaveLength(2);
});

test('staff assigns, marks, holds and puts spam away, one by one and many at once', async () => {
  const who = await customer();
  const ids = [await buildTicket(who), await buildTicket(who)];
  const [id = '', other = ''] = ids;
  const colleague = colleagues[1] ?? first;
  const changed = await desk().change({
    ...at(id),
    body: { assigneeId: colleague.userId, priority: 'urgent', tags: ['Echo', 'echo', 'lab'], category: 'recordings' },
  });
  expect(changed).toMatchObject({
    state: 'open',
    priority: 'urgent',
    tags: ['echo', 'lab'],
    assignee: { userId: colleague.userId },
  });
  expect((await desk().list({ query: { tag: 'lab', queue: 'open' } })).items.map((one) => one.id)).toEqual([id]);
  expect((await world.api(colleague).tickets.list({ query: { queue: 'mine' } })).items.map((one) => one.id)).toContain(id);
  expect(await codeOf(desk().change({ ...at(id), body: { assigneeId: newId() } }))).toBe('assignee_unknown');
  expect(await codeOf(desk().change({ ...at(id), body: { step: 'hold' } }))).toBe('invalid_input');
  expect(await codeOf(desk().change({ ...at(id), body: { step: 'reopen' } }))).toBe('wrong_step');
  expect(await desk().bulk({ body: { ids: [...ids, newId()], change: { step: 'spam' } } })).toEqual({ changed: 2, left: 1 });
  expect((await desk().get(at(other))).steps).toEqual(['not_spam']);
  expect((await desk().list({ query: { queue: 'spam' } })).items).toHaveLength(2);
  const staff = await desk().staff();
  expect(staff.items.map((one) => one.userId)).toEqual(expect.arrayContaining(colleagues.map((one) => one.userId)));
});

test('who is removed from staff has no ticket any more', async () => {
  const id = await buildTicket(await customer());
  const colleague = colleagues[1] ?? first;
  await desk().change({ ...at(id), body: { assigneeId: colleague.userId } });
  const { accountId, userId } = colleague;
  const left = { name: accountEvents.memberRemoved, accountId, data: { userId, role: 'staff' } };
  await world.ctx().system.write((tx) => world.ctx().events.publish(world.ctx(), tx, left));
  expect((await desk().get(at(id))).assignee).toBeNull();
});

test('the queue is read page by page, and found by number and by words of any script', async () => {
  const who = await customer();
  const accountId = who.actor.kind === 'user' ? who.actor.accountId : '';
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await buildTicket(who, { text: n === 3 ? '会議に音がありません' : `Number ${n}` }));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await desk().list({ query: { accountId, limit: 2, ...(cursor === undefined ? {} : { cursor }) } });
    expect(page.total).toBe(5);
    seen.push(...page.items.map((one) => one.id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(seen)).toEqual(new Set(ids));
  expect(seen).toHaveLength(5);
  const found = async (search: string) => (await desk().list({ query: { queue: 'all', search } })).items.map((one) => one.id);
  expect(await found('会議')).toEqual([ids[3]]);
  const { number } = await desk().get(at(ids[0] ?? ''));
  expect(await found(`#${number}`)).toEqual([ids[0]]);
  expect(await found("'; drop table tickets --")).toEqual([]);
});

test('canned answers, views and hours are changed by those who manage alone', async () => {
  const { ticketDesk } = world.api(first);
  const answering = world.api({ ...first, scope: ['tickets.answer'] }).ticketDesk;
  const made = await ticketDesk.addCanned({ body: { name: 'Echo', text: 'Hello {name}, mute one.' } });
  expect(await codeOf(answering.addCanned({ body: { name: 'x', text: 'y' } }))).toBe('not_allowed');
  expect((await answering.get()).canned).toContainEqual(made);
  expect((await answering.get()).manage).toBe(false);
  const edit = { ...at(made.id), body: { name: 'Echo', text: 'Z', revision: 1 } };
  expect((await ticketDesk.editCanned(edit)).revision).toBe(2);
  expect(await codeOf(ticketDesk.editCanned(edit))).toBe('changed_meanwhile');
  await ticketDesk.removeCanned(at(made.id));
  expect(await codeOf(ticketDesk.removeCanned(at(made.id)))).toBe('not_found');
  const view = await ticketDesk.addView({ body: { name: 'Urgent', filter: { queue: 'open', priority: 'urgent' } } });
  expect((await ticketDesk.get()).views).toEqual([view]);
  await ticketDesk.removeView(at(view.id));
  const days = [null, null, null, null, null, null, { from: 600, to: 60 }];
  expect(await codeOf(ticketDesk.setHours({ body: { timeZone: 'UTC', days } }))).toBe('invalid_input');
  expect(await codeOf(ticketDesk.setHours({ body: { timeZone: 'Mars/Base', days: days.map(() => null) } }))).toBe(
    'invalid_input',
  );
});

test('beside a ticket stands what helps to answer it', async () => {
  const who = await customer();
  const [id, earlier] = [await buildTicket(who), await buildTicket(who, { subject: 'Earlier' })];
  const side = await desk().customer(at(id));
  expect(side.tickets.map((one) => one.id)).toEqual([earlier]);
  expect(side).toMatchObject({ supportLevel: 'standard', firstResponseMinutes: null, owes: [], meetings: [] });
});
