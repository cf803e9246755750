/** How long letters are kept, how many of a sender are taken, and what becomes of those that are hard to read. */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { isId } from '#kit/ids.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { handleMessage } from './handle-message.service.ts';
import { letterFiles, letterIn, letterLeftOut } from './inbound.events.ts';
import { keepInbound } from './keeping.service.ts';
import { readLetterFile } from './letter.service.ts';
import { openLetterWorld, support } from './letter-world.factory.ts';
import { attachedPart, letter, letterOfParts, letterWriter, textPart } from './letters.factory.ts';
import { readMailbox } from './mailbox.service.ts';
import { openOriginal } from './message-outcome.service.ts';
import { storedBytes } from './original.service.ts';
import { receiveMessage } from './smtp-listener.service.ts';
import { takeMessage } from './take-message.service.ts';

const { world, mails, mailbox, port, read, send, take, heard, later, close } = await openLetterWorld();
afterAll(close);

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

test('the files of a letter are sealed, open with our key alone, and outlast its original', async () => {
  const secret = attachedPart('text/plain', 'secret.txt', Buffer.from('marzipan '.repeat(20)));
  const one = await take(letterOfParts({ to: support, form: 'mixed', parts: [textPart('Hi'), secret] }));
  const [{ stored } = { stored: '' }] = letterFiles(one.files);
  const ctx = world.ctx();
  expect((await storedBytes(ctx, stored))?.includes('marzipan')).toBe(false);
  expect((await readLetterFile(ctx, stored))?.toString()).toContain('marzipan');
  expect(await readLetterFile({ ...ctx, secrets: createSecrets(newMasterKey()) }, stored)).toBeNull();
  // an older version wrote it as it came
  await filesOf(ctx.config).put('inbound-files/plain-0', Readable.from([Buffer.from('plain')]));
  expect((await readLetterFile(ctx, 'inbound-files/plain-0'))?.toString()).toBe('plain');
  await keepInbound(later(inboundLimits.originalDays));
  expect(await readLetterFile(ctx, stored)).not.toBeNull();
  await keepInbound(later(inboundLimits.filesKeptDays + 1));
  expect(await readLetterFile(ctx, stored)).toBeNull();
});

test('a step of keeping that fails keeps no other from its work', async () => {
  const one = await take(letter({ to: support, body: 'Kept' }));
  await takeMessage(world.ctx(), { raw: letter({ to: support, body: 'Waits' }), recipient: support, via: 'smtp' });
  const [name, files] = [`inbound-originals/${newId()}.sealed`, filesOf(world.ctx().config)];
  await files.put(name, Readable.from([Buffer.from('of nobody')]));
  const enqueue = () => Promise.reject(new Error('no queue'));
  await expect(keepInbound({ ...later(2), jobs: { enqueue } })).rejects.toThrow('could not be tidied');
  expect(await files.stat(name)).toBeNull();
  expect(await openOriginal(world.ctx(), one.original)).not.toBeNull();
  expect((await heard()).map(({ text }) => text)).toEqual(['Waits']);
});

const uses = (source: string, sender: string) => `inbound-letter:${source}:${sender}`;
const setUsed = (key: string, used: number) =>
  read.execute(
    sql`insert into rate_limits (key, used, resets_at) values (${key}, ${used}, now() + interval '1 hour')
      on conflict (key) do update set used = ${used}, resets_at = now() + interval '1 hour'`,
  );
const write = (at: number) => letter({ to: support, subject: `Letter ${at}`, body: 'Hello' });

test('more letters of a sender than an hour allows wait where they are', async () => {
  const from = `${newId()}@school.example`;
  const { max } = inboundLimits.fromSender;
  await read.execute(sql`delete from rate_limits where key like 'inbound-letter:%'`);
  await setUsed(uses('127.0.0.1', from), max - 1);
  expect(await send(write(1), { from })).toMatch(/^250/);
  expect(await send(write(2), { from })).toMatch(/450.*4\.7\.1/);
  // a sender who changes the envelope, or names none, is known by the letter
  await setUsed(uses('127.0.0.1', letterWriter), max);
  expect(await send(write(3))).toMatch(/450.*4\.7\.1/);
  expect(await send(write(3), { from: '' })).toMatch(/450.*4\.7\.1/);
  await setUsed(uses('unproven', letterWriter), max);
  const proof = Buffer.from('Authentication-Results: mx.example.com; dmarc=pass header.from=example.org\r\n');
  mails.push(write(4), Buffer.concat([proof, write(5)]));
  const uid = mails.length - 1;
  await readMailbox(world.ctx());
  expect([mailbox.seen.has(uid), mailbox.seen.has(uid + 1)]).toEqual([false, true]);
  await read.execute(sql`update rate_limits set resets_at = now() - interval '1 hour'`);
  await readMailbox(world.ctx());
  expect(mailbox.seen.has(uid)).toBe(true);
  expect((await heard()).map(({ subject }) => subject)).toEqual(['Letter 1', 'Letter 5', 'Letter 4']);
});

test('a forger uses up the count of nobody else', async () => {
  const victim = `${newId()}@school.example`;
  await read.execute(sql`delete from rate_limits where key like 'inbound-letter:%'`);
  // as if from another machine
  await setUsed(uses('192.0.2.7', victim), inboundLimits.fromSender.max);
  // a recipient alone is no letter
  const socket = connect(port, '127.0.0.1').resume();
  socket.end(['EHLO x', `MAIL FROM:<${victim}>`, `RCPT TO:<${support}>`, 'RSET', 'QUIT', ''].join('\r\n'));
  await once(socket, 'close');
  const { rows } = await read.execute(sql`select key from rate_limits where key = ${uses('127.0.0.1', victim)}`);
  expect(rows).toEqual([]);
  expect(await send(write(6), { from: victim })).toMatch(/^250/);
  expect(await heard()).toHaveLength(1);
});

test('a message counts as held until it is stored', async () => {
  const [all, own, ctx] = [{ bytes: 0 }, { bytes: 0 }, world.ctx()];
  const raw = write(7);
  const stream = Object.assign(new PassThrough().end(raw), { byteLength: raw.length, sizeExceeded: false });
  const held: number[] = [];
  const watched: typeof ctx.system.write = (work) => {
    held.push(all.bytes);
    return ctx.system.write(work);
  };
  const envelope = { mailFrom: false as const, rcptTo: [{ address: support, args: false as const }] };
  const session = { envelope, remoteAddress: '127.0.0.1', hostNameAppearsAs: 'x' };
  await receiveMessage({ ...ctx, system: { ...ctx.system, write: watched } }, session, { stream, all, own });
  expect([held, all.bytes]).toEqual([[raw.length], 0]);
  expect(await heard()).toHaveLength(1);
});

test('a mail that cannot be read still says whom it is from, and that its content is left out', async () => {
  const nested = Array.from(
    { length: 20_000 },
    (_, at) => `--a\nContent-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\nContent-Type: text/plain\n\nx`,
  );
  const one = await take(letter({ to: support, subject: 'Deep', type: 'multipart/mixed; boundary=a', body: nested.join('\n') }));
  expect(one).toMatchObject({ from: letterWriter, subject: 'Deep', text: '', files: '[]' });
  expect(letterLeftOut(one.leftOut)).toEqual([{ name: 'message.eml', why: 'unreadable' }]);
});

test('the sender is checked before the mail is read', async () => {
  const steps: string[] = [];
  const ctx = world.ctx();
  const config = {
    ...ctx.config,
    get inboundAuthservId() {
      steps.push('sender');
      return 'mx.example.com';
    },
    get inboundAddress() {
      steps.push('mail');
      return 'mail@replies.example.com';
    },
  };
  await takeMessage(ctx, { raw: write(9), recipient: support, via: 'imap' });
  const { rows } = await read.execute<{ id: string }>(sql`select id from inbound_messages where state = 'waiting'`);
  await handleMessage({ ...ctx, config }, { id: rows[0]?.id ?? '' });
  expect(steps).toEqual(['sender', 'mail']);
});

/** Processes that this one started to read what strangers sent. */
async function readers(): Promise<number[]> {
  const found: number[] = [];
  for (const task of await readdir('/proc/self/task')) {
    const children = await readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '');
    for (const id of children.split(' ').filter((one) => one !== ''))
      if ((await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).includes('sandbox-worker')) found.push(Number(id));
  }
  return found;
}
function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGTERM');
  } catch {
    // it has ended already
  }
}
test('a mail whose reader is ended from outside is read when the job comes again', { timeout: 60_000 }, async () => {
  // of a mailbox, so that reading it is all that is done in another process
  await takeMessage(world.ctx(), { raw: write(8), recipient: support, via: 'imap' });
  const { rows } = await read.execute<{ id: string }>(sql`select id from inbound_messages where state = 'waiting'`);
  for (const id of await readers()) endProcess(id);
  await expect.poll(readers).toEqual([]);
  let isOver = false;
  const work = handleMessage(world.ctx(), { id: rows[0]?.id ?? '' }).finally(() => (isOver = true));
  const ended = expect(work).rejects.toMatchObject({ name: 'IsolatedError', ending: 'ended' });
  while (!isOver) {
    for (const id of await readers()) endProcess(id);
    await pause(10);
  }
  await ended;
  expect((await heard()).map(({ subject }) => subject)).toEqual(['Letter 8']);
});

test('a letter that an older version left in the queue is read, and always under one id', () => {
  const queued = {
    from: 'a@x',
    fromName: 'A',
    subject: 'S',
    text: 'T',
    calendar: null,
    messageId: '<1@x>',
    references: '',
    files: '[]',
  };
  const one = letterIn(queued);
  expect(one).toMatchObject({ ...queued, wholeText: 'T', leftOut: '[]', automatic: false, verified: false });
  expect(isId(one.original)).toBe(true);
  expect(letterIn(queued)).toEqual(one);
});

test('those who act on a letter try for days, as mail servers do', async () => {
  const { rows } = await read.execute<{ retry_limit: number; retry_delay: number; retry_delay_max: number }>(
    sql`select retry_limit, retry_delay, retry_delay_max from pgboss.queue where name in ('event.inbound.replied.tickets', 'event.inbound.replied.schedule.take-answer', 'event.inbound.support-asked.tickets')`,
  );
  expect(rows).toHaveLength(3);
  for (const { retry_limit: limit, retry_delay: delay, retry_delay_max: most } of rows) {
    // half of each pause is left to chance
    const seconds = Array.from({ length: limit }, (_, at) => Math.min(most, (delay * 2 ** Math.min(16, at)) / 2));
    expect(seconds.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(4 * 86_400);
  }
});
