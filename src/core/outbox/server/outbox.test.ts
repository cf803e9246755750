import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { Failure } from '#kit/errors.ts';
import { testWorld, worldForThisTest, type World } from '#app/proof/testing.ts';
import { buildPerson, buildSeated } from '#core/accounts/server/accounts.factory.ts';
import { claimMail, mailById } from './outbox.queries.ts';
import { countMailStates, listMails, retryMail, sendMail, sendQueued } from './outbox.service.ts';
import { forgetOldMails, requeueForgotten } from './upkeep.service.ts';
import { getMail, openMail } from './mail-text.service.ts';
import { readMails } from './outbox.factory.ts';

const world = await testWorld();
afterAll(() => world.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

type Refusal = { code: number; at: 'rcpt' | 'data' };
/** A mail server on loopback; `refusals` are used up one by one. */
async function mailServer(refusals: Refusal[] = []) {
  const taken: Email[] = [];
  const refuse = (at: Refusal['at']) => {
    const next = refusals[0];
    if (next === undefined || next.at !== at) return null;
    refusals.shift();
    return Object.assign(new Error('not today'), { responseCode: next.code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_to, _session, done) => done(refuse('rcpt')),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const refused = refuse('data');
        if (refused !== null) return done(refused);
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          taken.push(mail);
          done();
        });
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const address = listening.address();
  return { url: `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, taken };
}

const write = async (place: World, over: Partial<Parameters<typeof sendMail>[2]> = {}) => {
  const ctx = place.ctx();
  await ctx.system.write((tx) =>
    sendMail(ctx, tx, {
      template: 'resetPassword',
      to: 'ana@example.org',
      locale: 'en-US',
      data: { minutes: 60 },
      path: '/update-password?token=seeded-mail-token-1',
      ...over,
    }),
  );
  const rows = await ctx.system.read.execute<{ id: string }>(sql`select id from outbox_mails order by id desc limit 1`);
  return rows.rows[0]?.id ?? '';
};
const rowOf = (place: World, id: string) => mailById(place.ctx().system.read, id);

test('without a mail server the mail is kept, and the operator finds it in the product', async () => {
  const id = await write(world);
  const actor = await buildSeated(world, { kind: 'operator', scope: ['outbox.view'] });
  const { outbox } = world.api(actor);
  expect((await outbox.list({ query: { search: 'ANA@' } })).items).toMatchObject([
    { id, state: 'kept', subject: 'Set a new password' },
  ]);
  expect(await outbox.get({ params: { id } })).toMatchObject({ id, text: 'readable' });
  expect((await openMail(world.ctx(), { id })).bodyText).toContain(
    'http://localhost:3000/update-password?token=seeded-mail-token-1',
  );
  expect(await codeOf(outbox.retry({ params: { id } }))).toBe('no_mail_server');
  expect(await codeOf(outbox.get({ params: { id: 'x' } }))).toBe('not_found');
});

test('anybody may ask whether mails leave the installation', async () => {
  expect(await world.api().outbox.delivery()).toEqual({ mailServer: 'none' });
  const smtp = await mailServer();
  const sends = await testWorld({ env: { SMTP_URL: smtp.url } });
  expect(await sends.api().outbox.delivery()).toEqual({ mailServer: 'set' });
  await sends.close();
});

test('the outbox does not exist for customers, and needs its permission', async () => {
  const id = await write(world);
  const customer = await buildSeated(world, { scope: ['outbox.view'] });
  const staff = await buildSeated(world, { kind: 'operator', scope: [] });
  const calls = (api: ReturnType<World['api']>) =>
    [
      api.outbox.list({ query: {} }),
      api.outbox.get({ params: { id } }),
      api.outbox.text({ params: { id } }),
      api.outbox.retry({ params: { id } }),
    ].map(codeOf);
  expect(await Promise.all(calls(world.api(customer)))).toEqual(Array(4).fill('not_found'));
  expect(await Promise.all(calls(world.api(staff)))).toEqual(Array(4).fill('not_allowed'));
  expect(await Promise.all(calls(world.api()))).toEqual(Array(4).fill('not_signed_in'));
});

test('the services of the outbox close their own doors, too', async () => {
  const id = await write(world);
  const customer = world.ctx(await buildSeated(world, { scope: ['outbox.view'] }));
  const calls = (ctx: typeof customer) =>
    Promise.all(
      [
        listMails(ctx, { limit: 10 }),
        getMail(ctx, { id }),
        openMail(ctx, { id }),
        retryMail(ctx, { id }),
        countMailStates(ctx),
      ].map(codeOf),
    );
  expect(await calls(customer)).toEqual(Array(5).fill('not_found'));
  expect(await calls(world.ctx({ kind: 'nobody' }))).toEqual(Array(5).fill('not_found'));
});

test('neither the database nor the log shows the link of a mail', async () => {
  const id = await write(world);
  expect(JSON.stringify(await rowOf(world, id))).not.toContain('seeded-mail-token');
  expect(world.logged().join('\n')).not.toContain('seeded-mail-token');
});

test('an Arabic mail comes through a real mail server as it was written', async () => {
  const smtp = await mailServer();
  const place = await worldForThisTest({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'أتريوم <no-reply@meet.example>' } });
  const person = await buildPerson(place, { name: 'ليلى <b>', locale: 'ar' });
  await write(place, {
    template: 'emailChanging',
    locale: 'ar',
    to: person.email,
    data: { name: person.name, newEmail: 'layla@example.org' },
    path: '/reset-password',
  });
  await place.runJobs();
  const [mail] = smtp.taken;
  expect(mail?.from).toMatchObject({ name: 'أتريوم', address: 'no-reply@meet.example' });
  expect(mail?.to).toMatchObject([{ address: person.email }]);
  expect(mail?.text).toContain('\u2068ليلى <b>\u2069');
  expect(mail?.text).toContain('http://localhost:3000/reset-password');
  expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
  expect(mail?.html).toContain('ليلى &lt;b&gt;');
  expect(mail?.headers.find((one) => one.key === 'auto-submitted')?.value).toBe('auto-generated');
  // a mail that was sent is kept without its text
  expect(await readMails(place)).toMatchObject([{ state: 'sent', attempts: 1, bodyText: null, bodyHtml: null }]);
});

test('a mail server that is away for a while gets the mail later, once', async () => {
  const smtp = await mailServer([
    { code: 451, at: 'data' },
    { code: 421, at: 'rcpt' },
  ]);
  const place = await worldForThisTest({ env: { SMTP_URL: smtp.url } });
  const id = await write(place);
  for (let attempt = 1; attempt <= 2; attempt++) {
    await expect(sendQueued(place.ctx(), { id })).rejects.toThrow(/was not taken/);
    expect(await rowOf(place, id)).toMatchObject({
      state: 'queued',
      attempts: attempt,
      lastError: expect.stringContaining('not today'),
    });
  }
  await sendQueued(place.ctx(), { id });
  await sendQueued(place.ctx(), { id });
  expect([smtp.taken.length, (await rowOf(place, id))?.state]).toEqual([1, 'sent']);
});

test('an address that the mail server refuses for good is not tried again', async () => {
  const smtp = await mailServer([{ code: 550, at: 'rcpt' }]);
  const place = await worldForThisTest({ env: { SMTP_URL: smtp.url } });
  const id = await write(place);
  await sendQueued(place.ctx(), { id });
  expect(await rowOf(place, id)).toMatchObject({ state: 'failed', attempts: 1 });
  const actor = await buildSeated(place, { kind: 'operator', scope: ['outbox.view'] });
  expect(await place.api(actor).outbox.retry({ params: { id } })).toMatchObject({ state: 'queued', attempts: 0 });
  expect(await codeOf(place.api(actor).outbox.retry({ params: { id } }))).toBe('mail_not_waiting');
  await place.runJobs();
  expect(smtp.taken).toHaveLength(1);
});

test('two workers at once send one mail', async () => {
  const smtp = await mailServer();
  const place = await worldForThisTest({ env: { SMTP_URL: smtp.url } });
  const id = await write(place);
  await Promise.allSettled([1, 2, 3].map(() => sendQueued(place.ctx(), { id })));
  expect([smtp.taken.length, (await rowOf(place, id))?.state]).toEqual([1, 'sent']);
});

test('a worker that dies while sending leaves a mail that another one sends', async () => {
  const smtp = await mailServer();
  const place = await worldForThisTest({ env: { SMTP_URL: smtp.url } });
  const id = await write(place);
  const now = place.clock.now();
  await place.ctx().system.write((tx) => claimMail(tx, id, { now: new Date(now), until: new Date(now + 180_000) }));
  await place.runJobs();
  expect(smtp.taken).toEqual([]);
  expect(place.logged().filter((line) => line.includes('"level":50'))).toEqual([]);
  place.clock.advance(181_000);
  await place.runJobs();
  expect([smtp.taken.length, (await rowOf(place, id))?.attempts]).toEqual([1, 2]);
});

test('a worker that dies after the mail server took the mail repeats it under the same id', async () => {
  const smtp = await mailServer();
  const place = await worldForThisTest({ env: { SMTP_URL: smtp.url } });
  const id = await write(place);
  const before = await rowOf(place, id);
  await sendQueued(place.ctx(), { id });
  await place
    .ctx()
    .system.read.execute(
      sql`update outbox_mails set state = 'queued', body_text = ${before?.bodyText}, body_html = ${before?.bodyHtml} where id = ${id}`,
    );
  await sendQueued(place.ctx(), { id });
  expect(smtp.taken.map((mail) => mail.messageId)).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
});

test('a mail whose job was lost is found again', async () => {
  const smtp = await mailServer();
  const place = await worldForThisTest({ env: { SMTP_URL: smtp.url } });
  await write(place);
  await place.ctx().system.read.execute(sql`delete from pgboss.job where name = 'outbox.send'`);
  expect(await requeueForgotten(place.ctx())).toBe(0);
  place.clock.advance(13 * 3_600_000);
  expect(await requeueForgotten(place.ctx())).toBe(1);
  await place.runJobs();
  expect(smtp.taken).toHaveLength(1);
});

test('the same cause mails once', async () => {
  const place = await worldForThisTest();
  await write(place, { onceKey: 'approved:1' });
  await write(place, { onceKey: 'approved:1' });
  expect(await readMails(place)).toHaveLength(1);
});

test('a mail that belongs to a transaction that fails is never sent', async () => {
  const smtp = await mailServer();
  const place = await worldForThisTest({ env: { SMTP_URL: smtp.url } });
  const ctx = place.ctx();
  await expect(
    ctx.system.write(async (tx) => {
      await sendMail(ctx, tx, { template: 'alreadyRegistered', to: 'ana@example.org', locale: 'en-US', path: '/login' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await place.runJobs();
  expect([smtp.taken.length, (await readMails(place)).length]).toEqual([0, 0]);
});

test('texts are thrown away after a month, mails after a year', async () => {
  const place = await worldForThisTest();
  await write(place);
  place.clock.advance(31 * 86_400_000);
  await forgetOldMails(place.ctx());
  expect(await readMails(place)).toMatchObject([{ subject: 'Set a new password', bodyText: null, bodyHtml: null }]);
  place.clock.advance(335 * 86_400_000);
  await forgetOldMails(place.ctx());
  expect(await readMails(place)).toEqual([]);
});
