/** What the platform sends comes to the mailbox of its reader, once and only there, and shows its thing as it is now. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { type MailOut, sendMail } from '#core/outbox/server/outbox.service.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { wallAt } from '#meet/schedule/schedule.rules.ts';
import { buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay } from '#sales/billing/server/billing.factory.ts';
import { billingMails } from '#sales/billing/server/mail.service.ts';
import { buildTicket, openAlways } from '#talk/tickets/server/tickets.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { getMail } from './mails.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const { operator } = shop;
await openAlways(world.ctx(operator));
const owner = async () => (await buildOwner(world)).actor;
const member = async (of: UserActor) => {
  const { actor } = await buildActor(world, { accountId: of.accountId, role: 'member' });
  return { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'member', permissions: [] }) };
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const at = (id: string) => ({ params: { id } });
const box = (actor: UserActor) => world.api(actor).mailbox;
const send = (to: UserActor, mail: Partial<MailOut> & Pick<MailOut, 'template'>) => {
  const { userId, accountId } = to;
  const ctx = world.ctx();
  return ctx.system.write((tx) =>
    sendMail(ctx, tx, {
      to: to.email,
      locale: 'en-US',
      accountId,
      userId,
      data: { name: 'Ana', organisation: 'School' },
      ...mail,
    }),
  );
};
const words = { number: '2026-1', seller: 'S', total: '1', due: '1', dueDate: 'today', name: 'Ana' };
const invoiceMail = (number: string): Partial<MailOut> & Pick<MailOut, 'template'> => ({
  template: billingMails.issued,
  data: { ...words, number },
});
const subjects = async (actor: UserActor, query: Parameters<ReturnType<typeof box>['list']>[0] = {}) =>
  (await box(actor).list(query)).items.map((one) => one.subject);

describe('what comes in', () => {
  test('a copy has the words of its mail as text, leads where its button did, and has nothing that only mail programs need', async () => {
    const reader = await owner();
    await send(reader, { ...invoiceMail('2026-77'), path: '/invoices/1' });
    const [item] = (await box(reader).list({})).items;
    const { html, text, link, subject } = await box(reader).get(at(item?.id ?? ''));
    expect([html, link, subject.includes('2026-77')]).toEqual([null, '/invoices/1', true]);
    for (const chrome of ['words-->', 'You are receiving this email', 'copy this link', '/invoices/1', subject])
      expect(text).not.toContain(chrome);
    expect(item?.snippet).not.toBe('');
    expect(text.startsWith(item?.snippet.slice(0, 40) ?? 'none')).toBe(true);
  });

  test('mails of each kind come once, each into its folder; those that open doors never do', async () => {
    const reader = await owner();
    await send(reader, { template: 'approved', path: '/dashboard' });
    await send(reader, { ...invoiceMail('2026-7'), onceKey: `once:${reader.userId}` });
    await send(reader, { ...invoiceMail('2026-7'), onceKey: `once:${reader.userId}` });
    for (const template of ['verifyEmail', 'resetPassword', 'emailChanging', 'proveEmail', 'invitation', 'newDevice'] as const)
      await send(reader, {
        ...{ template, path: '/x?token=door', alsoPath: '/x?token=door' },
        data: {
          ...words,
          when: 'now',
          device: 'd',
          address: 'a',
          minutes: 5,
          hours: 5,
          days: 5,
          newEmail: 'x@example.org',
          email: 'x@example.org',
        },
      });
    const { items, total } = await box(reader).list();
    expect([items.map((one) => one.kind), total]).toEqual([['invoices', 'account'], 2]);
    expect((await box(reader).list({ query: { kind: 'invoices' } })).items).toHaveLength(1);
    expect(await box(reader).counts()).toMatchObject({ unread: 2, kinds: { invoices: 1, account: 1, tickets: 0 } });
    const { rows } = await world
      .ctx()
      .system.read.execute(
        sql`select 1 from mailbox_items where user_id = ${reader.userId} and (body || coalesce(html, '')) like '%token=door%'`,
      );
    expect(rows).toEqual([]);
  });

  test('nobody who has no place in the account, and nothing that was turned off', async () => {
    const [reader, stranger] = [await owner(), await owner()];
    await send({ ...stranger, accountId: reader.accountId }, invoiceMail('2026-8'));
    expect(await subjects(stranger)).toEqual([]);
    await world.api(reader).notices.choose({ body: { topics: [{ topic: 'ticketAnswered', notice: false, mail: false }] } });
    await buildTicket(world.ctx(reader));
    expect(await subjects(reader)).toEqual([]);
  });

  test('script in names, words and files stays text', async () => {
    const reader = await owner();
    await send(reader, {
      template: 'approved',
      data: { name: '<script>alert(1)</script>', organisation: '<img src=x onerror=x>' },
    });
    const [item] = (await box(reader).list()).items;
    const { html, text } = await box(reader).get(at(item?.id ?? ''));
    expect([html, text.includes('<img src=x onerror=x>')]).toEqual([null, true]);
  });
});

describe('who sees a mail', () => {
  test('its reader alone: no colleague, no other account, nobody who acts for them', async () => {
    const reader = await owner();
    const [colleague, stranger] = [await member(reader), await owner()];
    await send(reader, { ...invoiceMail('2026-9'), accountId: reader.accountId });
    const [item] = (await box(reader).list()).items;
    const id = item?.id ?? '';
    for (const other of [colleague, stranger]) {
      expect(await subjects(other, { query: { search: '2026-9', place: 'all' } })).toEqual([]);
      const codes = [
        box(other).get(at(id)),
        box(other).takeBack(at(id)),
        box(other).reply({ ...at(id), body: { text: 'x' } }),
        box(other).answer({ ...at(id), body: { answer: 'yes' } }),
        box(other).discard(at(id)),
        box(other).send({ ...at(id), body: { revision: 1 } }),
        box(other).save({ ...at(id), body: { recipients: [], subject: '', text: '', revision: 0 } }),
      ].map(codeOf);
      expect(new Set(await Promise.all(codes))).toEqual(new Set(['not_found']));
      expect(await box(other).mark({ body: { ids: [id], mark: 'bin' } })).toEqual({ changed: 0, undo: null });
      // the second wall
      const { rows } = await world.ctx(other).db.read.execute(sql`select 1 from mailbox_items`);
      expect(rows).toEqual([]);
    }
    const acting = {
      ...reader,
      impersonator: { userId: operator.userId, name: 'Op', reason: 'r', accountId: operator.accountId },
    };
    expect(await codeOf(box(acting).list())).toBe('acting_for_somebody');
    expect(await codeOf(getMail(world.ctx(acting), id))).toBe('not_allowed');
    expect(await codeOf(box({ ...reader, scope: [] }).get(at(id)))).toBe('not_allowed');
    expect(await codeOf(world.api().mailbox.get(at(id)))).toBe('not_signed_in');
    expect((await box(reader).get(at(id))).place).toBe('inbox');
  });
});

describe('marks', () => {
  test('each changes what it fits and answers with what takes it back', async () => {
    const reader = await owner();
    for (const number of ['2026-1', '2026-2', '2026-3']) await send(reader, invoiceMail(number));
    const ids = (await box(reader).list()).items.map((one) => one.id);
    const mark = (body: Parameters<ReturnType<typeof box>['mark']>[0]['body']) => box(reader).mark({ body });
    expect((await mark({ ids: ids.slice(0, 1), mark: 'read' })).changed).toBe(1);
    const { changed, undo } = await mark({ ids: [...ids, newId()], mark: 'read' });
    expect([changed, undo?.mark, undo?.ids.length]).toEqual([2, 'unread', 2]);
    expect((await box(reader).counts()).unread).toBe(0);
    if (undo !== null) await mark({ ids: undo.ids, mark: undo.mark });
    expect((await box(reader).counts()).unread).toBe(2);

    await mark({ ids: ids.slice(0, 1), mark: 'archive' });
    const binned = await mark({ ids, mark: 'bin' });
    expect([binned.changed, (await box(reader).list({ query: { place: 'bin' } })).items.length]).toEqual([3, 3]);
    await mark({ ids: binned.undo?.ids ?? [], mark: 'restore' });
    expect((await box(reader).list({ query: { place: 'archive' } })).items.map((one) => one.id)).toEqual(ids.slice(0, 1));

    const label = await box(reader).addLabel({ body: { name: 'Taxes', hue: 2 } });
    expect(await codeOf(box(reader).addLabel({ body: { name: 'taxes', hue: 1 } }))).toBe('label_taken');
    await mark({ ids: ids.slice(0, 2), mark: 'label', labelId: label.id });
    expect((await box(reader).list({ query: { place: 'all', label: label.id } })).items).toHaveLength(2);
    expect(await codeOf(mark({ ids, mark: 'label', labelId: newId() }))).toBe('label_unknown');
    await box(reader).removeLabel(at(label.id));
    expect((await box(reader).list({ query: { place: 'all' } })).items.flatMap((one) => one.labels)).toEqual([]);
  });

  test('a page goes on where the one before ended, and a search finds words, names and signs of Chinese', async () => {
    const reader = await owner();
    for (const number of ['2026-11', '2026-12', '2026-13']) await send(reader, invoiceMail(number));
    await send(reader, { template: 'approved', data: { name: 'Ana', organisation: '北京中学' } });
    const first = await box(reader).list({ query: { limit: 3 } });
    const second = await box(reader).list({ query: { limit: 3, ...(first.next === null ? {} : { cursor: first.next }) } });
    expect([first.items.length, second.items.length, second.next]).toEqual([3, 1, null]);
    expect(await subjects(reader, { query: { search: '2026-12' } })).toHaveLength(1);
    expect(await subjects(reader, { query: { search: '中学' } })).toHaveLength(1);
    expect(await subjects(reader, { query: { search: reader.userId } })).toHaveLength(0);
    expect(await subjects(reader, { query: { search: 'zeppelin' } })).toEqual([]);
  });
});

describe('what a mail is about, as it is now', () => {
  test('a reply lands in the ticket, and the state follows the ticket', async () => {
    const reader = await owner();
    const id = await buildTicket(world.ctx(reader));
    const staff = world.api(operator).tickets;
    const { lastMessageId: after } = await staff.get(at(id));
    await staff.answer({ ...at(id), body: { text: 'Please mute one.', ends: 'wait', after } });
    const { items } = await box(reader).list({ query: { kind: 'tickets' } });
    const mail = items[0]?.id ?? '';
    const seen = await box(reader).get(at(mail));
    expect([items[0]?.sender, seen.sender.name]).toEqual([{ id: null, name: operator.name }, operator.name]);
    expect([seen.thing?.state, seen.reply, seen.link]).toEqual(['your_turn', 'ticket', `/issues/user/details/${id}`]);
    expect((await box(reader).reply({ ...at(mail), body: { text: 'Done, thank you.' } })).thing?.state).toBe('with_us');
    const { entries } = await staff.get(at(id));
    expect(entries.filter((entry) => entry.kind === 'message').map((entry) => entry.text)).toContain('Done, thank you.');
    await world.api(reader).issues.solve(at(id));
    expect((await box(reader).get(at(mail))).thing?.state).toBe('solved');
    expect(await codeOf(box(reader).answer({ ...at(mail), body: { answer: 'yes' } }))).toBe('no_reply');
  });

  test('an answer lands at the meeting, and what is cancelled says so', async () => {
    const host = await owner();
    const guest = await member(host);
    const room = await createRoom(world.ctx(host), { name: 'Biology' });
    const start = `${wallAt(world.clock.now() + 3 * 86_400_000).slice(0, 10)}T10:00`;
    const body = { roomId: room.id, title: 'Cells', zone: 'UTC', start, minutes: 60, invitees: [guest.email] };
    const made = await world.api(host).schedule.create({ body });
    const [item] = (await box(guest).list({ query: { kind: 'meetings' } })).items;
    const mail = at(item?.id ?? '');
    const seen = await box(guest).get(mail);
    expect([seen.thing?.state, seen.reply, seen.thing?.act]).toEqual(['none', 'invitation', 'join']);
    expect(seen.thing?.path).toMatch(/^\/m\//);
    expect((await box(guest).answer({ ...mail, body: { answer: 'maybe' } })).thing?.state).toBe('maybe');
    const { invitees } = await world.api(host).schedule.get(at(made.seriesId));
    expect(invitees.map(({ answer }) => answer)).toEqual(['tentative']);
    const { version, recurrence } = made;
    await world.api(host).schedule.cancel({ ...at(made.seriesId), body: { version, recurrence, scope: 'all' } });
    expect(await box(guest).get(mail)).toMatchObject({ thing: { state: 'cancelled', act: null, path: null }, reply: null });
    expect(await codeOf(box(guest).answer({ ...mail, body: { answer: 'yes' } }))).toBe('no_reply');
  });

  test('a mail about an open invoice says what is due, to whom it offers to pay, and that it is paid', async () => {
    const payer = await buildBuyer(world);
    const looker = await member(payer);
    const reads = { ...looker, scope: [...looker.scope, 'invoices.view' as const] };
    const { billing, invoices } = world.api(payer);
    const ofPlan = { planId: await buildPlan(world, shop), period: 'month' as const, currency: 'EUR' };
    const { id: quoteId } = await billing.quote({ body: { ...ofPlan, seats: 0 } });
    const { invoiceId } = await billing.purchase({ body: { quoteId, by: 'transfer', terms: true } });
    const { remaining: amount, dueDate: day, number } = await invoices.get(at(invoiceId ?? ''));
    const thingFor = async (reader: UserActor) => {
      const { items } = await box(reader).list({ query: { kind: 'invoices', search: 'about this one' } });
      return (await box(reader).get(at(items[0]?.id ?? ''))).thing;
    };
    for (const reader of [payer, looker]) await send(reader, { ...invoiceMail('about this one'), about: invoiceId ?? '' });
    const due = { amount, day, currency: 'EUR' };
    expect(amount).toBeGreaterThan(0);
    expect(await thingFor(payer)).toMatchObject({ name: number, state: 'open', due, act: 'pay' });
    expect(await thingFor(reads)).toMatchObject({ state: 'open', due, act: null });
    expect(await thingFor(looker)).toMatchObject({ state: 'gone', due: null, act: null });
    await pay(world, shop, invoiceId);
    expect(await thingFor(payer)).toMatchObject({ name: number, state: 'paid', due: null, act: null });
  });

  test('a deleted mail and another person’s mail get the same answer', async () => {
    const reader = await owner();
    await send(reader, { ...invoiceMail('2026-5'), about: newId() });
    const [item] = (await box(reader).list()).items;
    expect((await box(reader).get(at(item?.id ?? ''))).thing).toMatchObject({ kind: 'invoice', state: 'gone', name: null });
  });
});
