/** What staff reads of mails that are cut, not verified, written by programs, or of nobody known. */
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { takeMessage } from '#core/inbound/server/take-message.service.ts';
import { mailsTo, templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { filesOf } from '#kit/server/files/files.ts';
import type { Actor, UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { failureOf } from '#meet/meetings/server/meet.factory.ts';
import { buildLetter } from '#meet/schedule/server/calendar-replies.factory.ts';
import { buildOperator, buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { keepTickets } from './keeping.service.ts';
import { takeAnswer, takeQuestion } from './letters.service.ts';
import { buildTicket } from './tickets.factory.ts';

const world = await testWorld({ env: { MAIL_FROM: 'hello@meet.example', INBOUND_ADDRESS: 'mail@replies.example.com' } });
afterAll(() => world.close());
const { actor: operator } = await buildOperator(world);
const support = 'support@replies.example.com';
const day = 86_400_000;

const desk = () => world.api(operator).tickets;
const waiting = (actor: Actor = operator) => world.api(actor).unknownMails;
const at = (id: string) => ({ params: { id } });
const lastMessage = async (id: string) => {
  const messages = (await desk().get(at(id))).entries.flatMap((entry) => (entry.kind === 'message' ? [entry] : []));
  return messages.at(-1);
};
const issuesOf = async (actor: UserActor) => (await world.api(actor).issues.list()).items;
const listed = async (from: string) => (await waiting().list({ query: {} })).items.filter((one) => one.from === from);
const stranger = () => `${newId().slice(-8)}@elsewhere.example`;
/** Bytes as incoming mail keeps them for those who hear of a message. */
async function stored(content: Buffer, name: string): Promise<{ stored: string; name: string; bytes: number }> {
  const place = `inbound-files/${newId()}-0`;
  await filesOf(world.ctx().config).put(place, Readable.from([content]));
  return { stored: place, name, bytes: content.length };
}

test('what was cut of an answer is shown to staff and not to the customer’s side, and what was left out to both', async () => {
  const customer = (await buildOwner(world)).actor;
  const id = await buildTicket(world.ctx(customer));
  const wholeText = 'Please see:\n\nFrom: a@example.org\nSubject: Lost\n\nThe words below the headers.';
  const leftOut = JSON.stringify([{ name: 'film.mp4', why: 'too_large' }]);
  await takeAnswer(world.ctx(), { id, letter: buildLetter({ from: customer.email, text: 'Please see:', wholeText, leftOut }) });
  const message = await lastMessage(id);
  expect(message).toMatchObject({ text: 'Please see:', wholeText, original: 'kept', verified: true });
  expect(message?.leftOut).toEqual([{ name: 'film.mp4', why: 'too_large' }]);
  const theirs = (await world.api(customer).issues.get(at(id))).entries.at(-1);
  expect(theirs).toMatchObject({ text: 'Please see:', wholeText: null, original: 'none', leftOut: message?.leftOut });
  world.clock.advance(15 * day);
  expect(await lastMessage(id)).toMatchObject({ original: 'gone', wholeText });
});

test('an automatic reply stands in the ticket once, and neither answers nor reopens it', async () => {
  const customer = (await buildOwner(world)).actor;
  const id = await buildTicket(world.ctx(customer));
  await desk().change({ ...at(id), body: { step: 'resolve' } });
  const letter = buildLetter({ from: customer.email, text: 'I am away.', automatic: true });
  await takeAnswer(world.ctx(), { id, letter });
  await takeAnswer(world.ctx(), { id, letter });
  const { state, entries } = await desk().get(at(id));
  expect(state).toBe('resolved');
  expect(entries.filter((one) => one.kind === 'step' && one.step === 'automatic_reply')).toMatchObject([
    { value: customer.email },
  ]);
  expect(entries.filter(({ kind }) => kind === 'message')).toHaveLength(1);
  const before = (await issuesOf(customer)).length;
  await takeQuestion(world.ctx(), buildLetter({ from: customer.email, automatic: true }));
  expect(await issuesOf(customer)).toHaveLength(before);
});

test('a sender who is not verified is marked, is mailed nothing of the account, and their files go with the ticket alone', async () => {
  const { actor } = await buildOwner(world);
  const customer = { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
  // ISO 8859-1, which no text of ours is
  const content = Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x0a]);
  const files = JSON.stringify([await stored(content, 'notes.txt')]);
  await takeQuestion(world.ctx(), buildLetter({ from: customer.email, subject: 'Send me the invoices', verified: false, files }));
  const [opened] = await issuesOf(customer);
  const message = await lastMessage(opened?.id ?? '');
  expect(message).toMatchObject({ verified: false, files: [{ name: 'notes.txt' }] });
  expect(await templatesTo(world, customer.email)).toEqual(['ticket.unverified']);
  const [mail] = await mailsTo(world, customer.email);
  for (const part of [mail?.subject, mail?.bodyText, mail?.bodyHtml]) expect(part).not.toContain(customer.name);
  expect((await world.api(customer).library.list({ query: {} })).items).toEqual([]);
  const fileId = message?.files[0]?.id ?? '';
  await world.runJobs();
  const [file] = (await lastMessage(opened?.id ?? ''))?.files ?? [];
  const given = await world.app.inject({ url: file?.url ?? '' });
  expect([given.rawPayload.equals(content), given.headers['content-type']]).toEqual([true, 'application/octet-stream']);
  expect(given.headers['content-disposition']).toMatch(/^attachment/);
  expect(await failureOf(world.api(customer).library.get(at(fileId)))).toMatchObject({ code: 'not_found' });
});

test('a mail of an unknown sender waits for staff, is counted, and becomes a ticket of the person that they choose', async () => {
  const from = stranger();
  const ignored = async () => (await world.api(operator).inbound.status()).last30Days.ignored;
  const before = await ignored();
  const raw = Buffer.from(
    `From: Ana <${from}>\r\nTo: ${support}\r\nSubject: Help\r\nMessage-ID: <${newId()}@x.example>\r\n\r\nOur room is shut.\r\n`,
  );
  await takeMessage(world.ctx(), { raw, recipient: support, via: 'smtp' });
  await world.runJobs();
  expect(await ignored()).toBe(before + 1);
  expect(await desk().counts()).toMatchObject({ unknown: expect.any(Number) });
  const [mail] = await listed(from);
  expect(mail).toMatchObject({ fromName: 'Ana', subject: 'Help', text: 'Our room is shut.', ticketNumber: null });
  const named = async (search: string) => (await waiting().list({ query: { search } })).total;
  expect([await named(from.toUpperCase()), await named('%'), await named('nobody wrote this')]).toEqual([1, 0, 0]);
  const customer = (await buildOwner(world)).actor;
  const found = (await waiting().people({ query: { search: customer.email } })).items;
  expect(found).toMatchObject([{ userId: customer.userId, accountId: customer.accountId }]);
  const chosen = { userId: customer.userId, accountId: customer.accountId };
  const tries = await Promise.allSettled([1, 2].map(() => waiting().openTicket({ ...at(mail?.id ?? ''), body: chosen })));
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await issuesOf(customer)).toMatchObject([{ subject: 'Help', last: 'Our room is shut.' }]);
  expect(await listed(from)).toEqual([]);
});

test('a mail to a ticket of somebody who is not of it waits with the number of the ticket', async () => {
  const customer = (await buildOwner(world)).actor;
  const id = await buildTicket(world.ctx(customer));
  const { number } = await desk().get(at(id));
  const from = stranger();
  const to = returnAddress(world.ctx(), { kind: 'reply', id });
  expect(to).not.toBeNull();
  await takeAnswer(world.ctx(), { id, letter: buildLetter({ from, text: 'From my other address.' }) });
  expect(await listed(from)).toMatchObject([{ ticketNumber: number, text: 'From my other address.' }]);
  // a program’s answer waits for nobody
  await takeAnswer(world.ctx(), { id, letter: buildLetter({ from, text: 'Away.', automatic: true }) });
  expect(await listed(from)).toHaveLength(1);
});

test('nobody but staff of the seller sees, uses or discards mails of unknown senders', async () => {
  const from = stranger();
  await takeQuestion(world.ctx(), buildLetter({ from }));
  const [mail] = await listed(from);
  const customer = (await buildOwner(world)).actor;
  const vendor = (await buildActor(world, { kind: 'vendor' })).actor;
  const vendorStaff = { ...vendor, scope: [...vendor.scope, 'tickets.answer'] };
  const chosen = { userId: customer.userId, accountId: customer.accountId };
  const everyCall = (actor: Actor) => [
    () => waiting(actor).list({ query: {} }),
    () => waiting(actor).people({ query: { search: customer.email } }),
    () => waiting(actor).openTicket({ ...at(mail?.id ?? ''), body: chosen }),
    () => waiting(actor).discard(at(mail?.id ?? '')),
  ];
  const codes = async (actor: Actor) => Promise.all(everyCall(actor).map(async (one) => (await failureOf(one())).code));
  expect(await codes({ kind: 'nobody' })).toEqual(Array.from({ length: 4 }, () => 'not_signed_in'));
  expect(new Set(await codes({ ...operator, scope: ['tickets.view'] }))).toEqual(new Set(['not_allowed']));
  expect(new Set(await codes({ ...customer, scope: [...customer.scope, 'tickets.answer'] }))).toEqual(new Set(['not_found']));
  // another seller has its own list, and neither the operator’s mails nor its customers
  expect(await waiting(vendorStaff).list({ query: {} })).toMatchObject({ items: [], total: 0 });
  expect(await waiting(vendorStaff).people({ query: { search: customer.email } })).toEqual({ items: [] });
  expect(await failureOf(waiting(vendorStaff).discard(at(mail?.id ?? '')))).toMatchObject({ code: 'not_found' });
  // a person of another seller’s customer, or of the seller itself, is nobody to open a ticket for
  const colleague = { userId: operator.userId, accountId: operator.accountId };
  expect(await failureOf(waiting().openTicket({ ...at(mail?.id ?? ''), body: colleague }))).toMatchObject({
    code: 'person_unknown',
  });
  expect(await listed(from)).toHaveLength(1);
});

test('mails of unknown senders are discarded by staff, and go after 14 days', async () => {
  const [first, second] = [stranger(), stranger()];
  for (const from of [first, second]) await takeQuestion(world.ctx(), buildLetter({ from }));
  const [mail] = await listed(first);
  await waiting().discard(at(mail?.id ?? ''));
  expect(await failureOf(waiting().discard(at(mail?.id ?? '')))).toMatchObject({ code: 'not_found' });
  expect([await listed(first), (await listed(second)).length]).toEqual([[], 1]);
  world.clock.advance(14 * day + 3_600_000);
  await keepTickets(world.ctx());
  expect(await listed(second)).toEqual([]);
});
