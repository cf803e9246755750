/** Letters of people, over a real port and from a mailbox: nothing of them is lost. */
import dns from 'node:dns';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { afterAll, expect, test } from 'vitest';
import { filesOf } from '#kit/server/files/files.ts';
import { freePort } from '#kit/server/db/postgres-process.ts';
import { newId } from '#kit/server/ids.ts';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { testWorld } from '#app/proof/testing.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { openDnsServer } from './dns-server.factory.ts';
import { handleMessage } from './handle-message.service.ts';
import { openMailbox } from './imap-server.factory.ts';
import { type InboundLetter, letterFiles, letterIn, letterLeftOut } from './inbound.events.ts';
import { keepInbound } from './keeping.service.ts';
import {
  alternativePart,
  attachedPart,
  calendarAnswer,
  htmlPart,
  letter,
  letterOfParts,
  letterWriter,
  type MailPart,
  pictureBytes,
  shownPicture,
  textPart,
} from './letters.factory.ts';
import { readMailbox } from './mailbox.service.ts';
import { openOriginal } from './message-outcome.service.ts';
import { listenForMail } from './smtp-listener.service.ts';
import { takeMessage } from './take-message.service.ts';

const mails: Buffer[] = [];
const mailbox = await openMailbox('pass-hunter2', mails);
const port = await freePort();
const world = await testWorld({
  env: {
    ...{ PUBLIC_URL: 'https://meet.example', INBOUND_ADDRESS: 'mail@replies.example.com', INBOUND_SMTP_PORT: String(port) },
    INBOUND_IMAP_URL: mailbox.url,
  },
});
// nobody outside is asked about the senders of tests
const [names, usual] = [await openDnsServer(new Map()), dns.getServers()];
dns.setServers([names.server]);
const stop = listenForMail(() => world.ctx());
afterAll(async () => {
  await stop();
  dns.setServers(usual);
  await names.close();
  await world.close();
  await mailbox.close();
});
const { read } = world.ctx().system;
const support = 'support@replies.example.com';
const signed = () => returnAddress(world.ctx(), { kind: 'reply', id: newId() }) ?? '';

/** The answer of our port. */
async function send(raw: Buffer, envelope: { from?: string; to?: string } = {}): Promise<string> {
  const { from = `${newId()}@example.org`, to = support } = envelope;
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  } finally {
    transport.close();
  }
}
/** Handles what waits, and gives what others hear. */
async function heard(): Promise<InboundLetter[]> {
  const letters: InboundLetter[] = [];
  const ctx = world.ctx();
  const tell: typeof ctx.events.tell = async (_ctx, _tx, { data }) => void letters.push(letterIn(data));
  const { rows } = await read.execute<{ id: string }>(
    sql`select id from inbound_messages where state = 'waiting' order by received_at, id`,
  );
  for (const { id } of rows) await handleMessage({ ...ctx, events: { ...ctx.events, tell } }, { id });
  return letters;
}
async function take(raw: Buffer, recipient = support): Promise<InboundLetter> {
  await takeMessage(world.ctx(), { raw, recipient, via: 'smtp' });
  const [one] = await heard();
  if (one === undefined) throw new Error('nobody heard of it');
  return one;
}
async function filesIn(one: InboundLetter): Promise<{ name: string; content: Buffer }[]> {
  const found: { name: string; content: Buffer }[] = [];
  for (const { stored, name } of letterFiles(one.files)) {
    const parts: Buffer[] = [];
    for await (const part of await filesOf(world.ctx().config).get(stored)) parts.push(Buffer.from(part));
    found.push({ name, content: Buffer.concat(parts) });
  }
  return found;
}

const latin = Buffer.from('Gr\u00FC\u00DFe\r\naus M\u00FCnchen', 'latin1');
const attached = [
  { name: 'shot.png', content: pictureBytes, type: 'image/png' },
  { name: 'plan.pdf', content: Buffer.concat([Buffer.from('%PDF-1.7\n'), pictureBytes]), type: 'application/pdf' },
  { name: 'words.txt', content: latin, type: 'text/plain; charset=iso-8859-1' },
];
const withFiles = () =>
  letterOfParts({
    ...{ to: support, form: 'mixed' },
    parts: [textPart('See the files.'), ...attached.map(({ type, name, content }) => attachedPart(type, name, content))],
  });

test('files keep their bytes, over a port and from a mailbox', async () => {
  expect(await send(withFiles())).toMatch(/^250/);
  mails.push(withFiles());
  await readMailbox(world.ctx());
  const letters = await heard();
  expect(letters).toHaveLength(2);
  for (const one of letters) {
    expect(one).toMatchObject({ text: 'See the files.', leftOut: '[]', from: letterWriter });
    expect(await filesIn(one)).toEqual(attached.map(({ name, content }) => ({ name, content })));
  }
});

test('a text without an encoding keeps its bytes, too', async () => {
  const part: MailPart = {
    headers: [
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Disposition: attachment; filename=a.txt',
      'Content-Transfer-Encoding: 8bit',
    ],
    body: latin.toString('latin1'),
  };
  const one = await take(letterOfParts({ to: support, form: 'mixed', parts: [textPart('Hi'), part] }));
  expect(await filesIn(one)).toEqual([{ name: 'a.txt', content: latin }]);
});

test.each([
  ['empty', ''],
  ['blank', '\n \n'],
  ['a hard blank', '\u00C2\u00A0'],
  ['a word about HTML', 'HTML only'],
])('a text part that is %s does not hide the words of the HTML', async (_name, plain) => {
  const parts = [textPart(plain), htmlPart('<div>Please raise our limit to 60 people before Monday.</div>')];
  const one = await take(letterOfParts({ to: support, form: 'alternative', parts }));
  expect(one.text).toBe('Please raise our limit to 60 people before Monday.');
});

test('a picture that the text shows is a file, and one that only a quotation shows is not', async () => {
  const html =
    '<p>This is the error I see:</p><p><img src="cid:shot@01DC0000"></p><p>On 2 Nov 2026, Atrium wrote:</p><blockquote><p>Hello</p><img src="cid:logo@01DC0000"></blockquote>';
  const plain = 'This is the error I see:\n\n[cid:shot@01DC0000]\n\nOn 2 Nov 2026, Atrium wrote:\n> Hello\n> [cid:logo@01DC0000]';
  const parts = [alternativePart(plain, html), shownPicture('shot'), shownPicture('logo', Buffer.from('logo'))];
  const to = signed();
  const one = await take(letterOfParts({ to, form: 'related', parts }), to);
  expect(one.text).toBe('This is the error I see:');
  expect(one.wholeText).toContain('> Hello');
  expect(await filesIn(one)).toEqual([{ name: 'shot.png', content: pictureBytes }]);
});

test('a mail that is passed on and a date are files', async () => {
  const inner = 'From: parent@example.net\nSubject: I cannot get in\n\nIt says room not found.\n';
  const forwarded: MailPart = { headers: ['Content-Type: message/rfc822'], body: inner };
  const date = attachedPart('text/calendar; method=REQUEST', 'lesson.ics', Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'));
  const one = await take(
    letterOfParts({ to: support, subject: 'Mail', form: 'mixed', parts: [textPart('Attached.'), forwarded, date] }),
  );
  const files = await filesIn(one);
  expect(files.map(({ name }) => name)).toEqual(['Mail.eml', 'lesson.ics']);
  expect(files[0]?.content.toString()).toContain('It says room not found.');
});

test('what are too many files, and a text that is too long, is said or kept as a file', async () => {
  const many = Array.from({ length: inboundLimits.files + 2 }, (_, at) => attachedPart('image/png', `${at}.png`, pictureBytes));
  const one = await take(letterOfParts({ to: support, form: 'mixed', parts: [textPart('Many'), ...many] }));
  expect(letterFiles(one.files)).toHaveLength(inboundLimits.files);
  expect(letterLeftOut(one.leftOut)).toEqual([
    { name: '10.png', why: 'too_many' },
    { name: '11.png', why: 'too_many' },
  ]);
  const long = 'A line of the log. '.repeat(6_000);
  const logged = await take(letter({ to: support, body: long }));
  expect(logged.text).toHaveLength(inboundLimits.text);
  const [whole] = await filesIn(logged);
  expect(whole?.name).toBe('text.txt');
  expect(whole?.content.toString()).toContain(long.trim());
});

test('an answer to an invitation is read whatever wrote it, and the letter says that a program did', async () => {
  const to = signed();
  const calendar: MailPart = { headers: ['Content-Type: text/calendar; charset="UTF-8"; method=REPLY'], body: calendarAnswer };
  const raw = letterOfParts({
    ...{ to, form: 'alternative', headers: ['Auto-Submitted: auto-generated'] },
    parts: [textPart('x has accepted this invitation.'), calendar],
  });
  const one = await take(raw, to);
  expect(one).toMatchObject({ automatic: true, files: '[]', text: 'x has accepted this invitation.' });
  expect(one.calendar).toContain('PARTSTAT=ACCEPTED');
  const away = await take(letter({ to, headers: ['X-Autoreply: yes'], body: 'I am away.' }), to);
  expect(away.automatic).toBe(true);
  const human = await take(letter({ to, headers: ['X-Auto-Response-Suppress: All'], body: 'Hello.' }), to);
  expect(human).toMatchObject({ automatic: false, verified: false });
});

test('the original is sealed, opens with our key alone, and is deleted after two weeks', async () => {
  const raw = letter({ to: support, body: 'The secret word is marzipan.' });
  const one = await take(raw);
  const ctx = world.ctx();
  expect(Buffer.from((await openOriginal(ctx, one.original)) ?? []).equals(raw)).toBe(true);
  const { rows } = await read.execute<{ stored: string }>(sql`select stored from inbound_messages where id = ${one.original}`);
  const stored = rows[0]?.stored ?? '';
  const parts: Buffer[] = [];
  for await (const part of await filesOf(ctx.config).get(stored)) parts.push(Buffer.from(part));
  expect(Buffer.concat(parts).includes('marzipan')).toBe(false);
  expect(await openOriginal({ ...ctx, secrets: createSecrets(newMasterKey()) }, one.original)).toBeNull();
  expect(await openOriginal(ctx, newId())).toBeNull();
  await keepInbound(ctx);
  expect(await openOriginal(ctx, one.original)).not.toBeNull();
  await read.execute(sql`update inbound_messages set received_at = now() - interval '15 days' where id = ${one.original}`);
  await keepInbound(ctx);
  expect(await openOriginal(ctx, one.original)).toBeNull();
  expect(await filesOf(ctx.config).stat(stored)).toBeNull();
});

test('two mails of a program that gives all the same Message-ID are two', async () => {
  const same = (subject: string) =>
    Buffer.from(
      letter({ to: support, subject, body: subject })
        .toString()
        .replace(/<[^>]+@mail\.example\.org>/, '<1@program>'),
    );
  for (const subject of ['One', 'Two', 'One']) expect(await send(same(subject))).toMatch(/^250/);
  expect((await heard()).map(({ text }) => text)).toEqual(['One', 'Two']);
});

test('more letters of a sender than an hour allows wait where they are', async () => {
  const from = `${newId()}@school.example`;
  const write = (at: number) => letter({ to: support, subject: `Letter ${at}`, body: 'Hello' });
  const { max, windowSeconds } = inboundLimits.fromSender;
  await read.execute(sql`delete from rate_limits where key like 'inbound-letter:%'`);
  await read.execute(
    sql`insert into rate_limits (key, used, resets_at) values (${`inbound-letter:${from}`}, ${max - 1}, now() + interval '1 hour')`,
  );
  expect(await send(write(1), { from })).toMatch(/^250/);
  expect(await send(write(2), { from })).toMatch(/450.*4\.7\.1/);
  // a sender who changes the envelope is known by the letter
  await read.execute(sql`update rate_limits set used = ${max} where key = ${`inbound-letter:${letterWriter}`}`);
  expect(await send(write(3))).toMatch(/450.*4\.7\.1/);
  mails.push(write(4));
  const uid = mails.length;
  await readMailbox(world.ctx());
  expect(mailbox.seen.has(uid)).toBe(false);
  await read.execute(sql`update rate_limits set resets_at = now() - interval '${sql.raw(String(windowSeconds))} seconds'`);
  await readMailbox(world.ctx());
  expect(mailbox.seen.has(uid)).toBe(true);
  expect((await heard()).map(({ subject }) => subject)).toEqual(['Letter 1', 'Letter 4']);
});

test('a mail that cannot be read in time still says whom it is from', { timeout: 120_000 }, async () => {
  const nested = Array.from(
    { length: 20_000 },
    (_, at) => `--a\nContent-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\nContent-Type: text/plain\n\nx`,
  );
  const raw = letter({ to: support, subject: 'Deep', type: 'multipart/mixed; boundary=a', body: nested.join('\n') });
  const one = await take(raw);
  expect(one).toMatchObject({ from: letterWriter, subject: 'Deep' });
});
