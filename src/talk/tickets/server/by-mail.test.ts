/** Tickets by mail: what goes out, what comes back, and what is dropped. */
import { afterAll, expect, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { newId } from '#kit/server/ids.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { takeMessage } from '#core/inbound/server/take-message.service.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { openMailServer } from '#publish/newsletter/server/mail-server.factory.ts';
import { buildOperator, buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildTicket } from './tickets.factory.ts';

const smtp = await openMailServer();
const world = await testWorld({
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'hello@meet.example', INBOUND_ADDRESS: 'mail@replies.example.com' },
});
afterAll(async () => {
  await world.close();
  await smtp.close();
});
const operator = (await buildOperator(world)).actor;
const desk = () => world.api(operator).tickets;
const at = (id: string) => ({ params: { id } });
const support = 'support@replies.example.com';

type Letter = { from: string; to: string; text?: string; subject?: string; headers?: string[]; id?: string };
const raw = ({ from, to, text = 'It works now.', subject = 'Re: x', headers = [], id = newId() }: Letter) =>
  Buffer.from(
    [
      `From: <${from}>`,
      `To: ${to}`,
      `Subject: ${subject}`,
      `Message-ID: <${id}@mail.example.org>`,
      ...headers,
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '',
    ].join('\r\n'),
  );
const take = (letter: Letter): Promise<void> => takeMessage(world.ctx(), { raw: raw(letter), recipient: letter.to, via: 'smtp' });
async function receive(letter: Letter): Promise<void> {
  await take(letter);
  await world.runJobs();
}
const texts = async (id: string) =>
  (await desk().get(at(id))).entries.flatMap((entry) => (entry.kind === 'message' ? [entry.text] : []));
const issuesOf = async (actor: UserActor) => (await world.api(actor).issues.list()).items;

test('an answer goes out in the reader’s language, and theirs to it comes back into the ticket once', async () => {
  const { actor } = await buildActor(world, { kind: 'customer', locale: 'de' });
  const customer = { ...actor, scope: [...actor.scope, 'tickets.view', 'tickets.create'] };
  const id = await buildTicket(world.ctx(customer), { subject: 'Echo' });
  const { lastMessageId: after, number } = await desk().get(at(id));
  await desk().answer({ ...at(id), body: { text: 'First line\n<b>second</b>', after } });
  await world.runJobs();
  const [receipt, sent] = smtp.taken.filter(({ mail }) => mail.to?.[0]?.address === customer.email);
  expect(receipt?.mail.headers.find((one) => one.key === 'auto-submitted')?.value).toBe('auto-replied');
  expect(sent?.mail.subject).toBe(`[#${number}] Echo`);
  expect(sent?.mail.text).toContain('hat auf Ihr Ticket');
  expect(sent?.mail.html).toContain('First line<br>&lt;b&gt;second&lt;/b&gt;');
  expect(sent?.mail.headers.find((one) => one.key === 'auto-submitted')?.value).toBe('auto-generated');
  const to = sent?.mail.replyTo?.[0]?.address ?? '';
  expect(to).toBe(returnAddress(world.ctx(), { kind: 'reply', id }));
  const letter = { from: customer.email, to, text: 'Thanks!\n\nOn 2 Nov 2026 Ravi wrote:\n> First line', id: newId() };
  await receive(letter);
  await receive(letter);
  expect(await texts(id)).toEqual(['Everybody hears themselves.', 'First line\n<b>second</b>', 'Thanks!']);
  expect((await desk().get(at(id))).state).toBe('open');
  // a mail to the open address that quotes ours belongs to the ticket, too, whatever its subject
  const references = sent?.mail.references ?? '';
  await receive({
    from: customer.email,
    to: support,
    subject: 'Something else',
    text: 'One more',
    headers: [`References: ${references}`],
  });
  expect((await texts(id)).at(-1)).toBe('One more');
  expect(await issuesOf(customer)).toHaveLength(1);
});

test('who is not of the ticket cannot write into it, by whatever address', async () => {
  const [customer, stranger] = [(await buildOwner(world)).actor, (await buildOwner(world)).actor];
  const colleague = (await buildActor(world, { accountId: customer.accountId, role: 'member' })).actor;
  const id = await buildTicket(world.ctx(customer));
  const to = returnAddress(world.ctx(), { kind: 'reply', id }) ?? '';
  for (const from of [stranger.email, colleague.email, 'nobody@example.net', operator.email])
    await receive({ from, to, text: 'Let me in' });
  // a guess
  await receive({ from: customer.email, to: to.replace(/\+.{6}/, '+aaaaaa'), text: 'Guessed' });
  // the subject alone says nothing
  const { number } = await desk().get(at(id));
  await receive({ from: stranger.email, to: support, subject: `Re: [#${number}] Echo`, text: 'By its number' });
  // what a program wrote
  await receive({ from: customer.email, to, text: 'Away', headers: ['Auto-Submitted: auto-replied'] });
  expect(await texts(id)).toEqual(['Everybody hears themselves.']);
  expect((await issuesOf(stranger)).map((one) => one.last)).toEqual(['By its number']);
});

test('a mail to the open address opens a ticket of a known person, and strangers and programs open none', async () => {
  const customer = (await buildOwner(world)).actor;
  const before = (await desk().list({ query: { queue: 'all' } })).total ?? 0;
  await receive({ from: 'nobody@example.net', to: support, subject: 'Buy', text: 'Cheap' });
  await receive({ from: customer.email, to: support, subject: 'Auto', text: 'Away', headers: ['Precedence: bulk'] });
  expect((await desk().list({ query: { queue: 'all' } })).total).toBe(before);
  const big = `${'A line of words.\n'.repeat(60_000)}`;
  await receive({ from: customer.email, to: support.toUpperCase(), subject: '  <script>alert(1)</script>  ', text: big });
  const [opened] = await issuesOf(customer);
  expect(opened).toMatchObject({ subject: '<script>alert(1)</script>', category: 'other', state: 'with_us' });
  expect((await texts(opened?.id ?? ''))[0]?.length).toBeLessThanOrEqual(20_000);
}, 60_000);

test('a mail to a closed ticket opens another, and its files go with the ticket alone', async () => {
  const customer = (await buildOwner(world)).actor;
  const id = await buildTicket(world.ctx(customer));
  await world.api(operator).tickets.change({ ...at(id), body: { step: 'spam' } });
  const to = returnAddress(world.ctx(), { kind: 'reply', id }) ?? '';
  const boundary = 'b1';
  const body = [
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'See the picture.',
    `--${boundary}`,
    'Content-Type: text/plain; name="../../evil.txt"',
    'Content-Disposition: attachment; filename="../../evil.txt"',
    '',
    'hello',
    `--${boundary}--`,
  ].join('\r\n');
  const message = raw({ from: customer.email, to, text: body, subject: 'Again' }).toString();
  const mixed = message.replace('text/plain; charset=utf-8', `multipart/mixed; boundary=${boundary}`);
  await takeMessage(world.ctx(), { raw: Buffer.from(mixed), recipient: to, via: 'smtp' });
  await world.runJobs();
  expect(await texts(id)).toEqual(['Everybody hears themselves.']);
  const [opened] = await issuesOf(customer);
  expect(opened?.subject).toBe('Again');
  const [entry] = (await desk().get(at(opened?.id ?? ''))).entries;
  expect(entry).toMatchObject({ text: 'See the picture.', via: 'mail', files: [{ name: expect.stringContaining('evil.txt') }] });
  // whatever the address says of who wrote, nobody’s library is opened by it
  const library = { ...customer, scope: [...customer.scope, 'library.view'] };
  expect((await world.api(library).library.list({ query: {} })).items).toEqual([]);
});
