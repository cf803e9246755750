/** Seeded secrets, a whole run of the product, and a search through every line of its log. */
import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { ensureFirstRun } from '#core/identity/server/sign-up/sign-up.service.ts';
import { readMails, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { authCookies } from '#kit/facts.ts';
import { createLog, withoutSecrets } from '#kit/server/log.ts';
import { buildFakeBbb } from '#meet/servers/server/fake-bbb.factory.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { addServer } from '#meet/servers/server/servers.service.ts';
import { type World, worldForThisTest } from './testing.ts';

const password = 'seeded-giraffe-password';
const nextPassword = 'seeded-heron-password';
const smtpPassword = 'seeded-smtp-password';
const masterKey = Buffer.from('seeded master key of 32 bytes!!!').toString('base64url');

/** A mail server that refuses everybody and repeats what it received, as some do. */
async function rudeMailServer(): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('220 rude\r\n');
    socket.on(
      'data',
      (data) =>
        void socket.write(
          /^EHLO/.test(String(data)) ? '250-rude\r\n250 AUTH PLAIN LOGIN\r\n' : `535 no: ${String(data).trim()}\r\n`,
        ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Runs the jobs as a worker does: a failed one is logged. */
async function runJobs(world: World): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const failed = await world.runJobs().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (failed === null) return;
    world.parts.log.error(failed, 'a job failed');
  }
}

type Seeds = Record<string, string>;
const post = (world: World, url: string, payload: object) =>
  world.app.inject({ method: 'POST', url, payload, headers: { 'user-agent': 'Firefox' } });

/** Wrong and right sign-in, renewal, a stolen refresh token, sign-out. */
async function signIn(world: World): Promise<Seeds> {
  await buildActor(world, { email: 'ana@example.org', password });
  const challenge = async () => buildAnswer(world.ctx());
  await post(world, '/api/login', { email: 'ana@example.org', password: `${password}-wrong`, challenge: await challenge() });
  const answer = await post(world, '/api/login', { email: 'ana@example.org', password, challenge: await challenge() });
  expect(answer.statusCode).toBe(200);
  const refresh = answer.cookies.find((one) => one.name === authCookies.refreshToken)?.value ?? '';
  const { token } = answer.json();
  const renew = () =>
    world.app.inject({
      method: 'POST',
      url: '/api/token',
      payload: 'grant_type=refresh_token',
      cookies: { [authCookies.refreshToken]: refresh },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await renew()).statusCode).toBe(200);
  world.clock.advance(60_000);
  expect((await renew()).statusCode).toBe(400);
  await world.app.inject({ url: `/api/user?token=${token}`, headers: { authorization: `Bearer ${token}` } });
  return { 'access token': token, 'refresh token': refresh };
}

/** The first run, sign-up and a reset by mailed links. */
async function links(world: World): Promise<Seeds> {
  const challenge = async () => buildAnswer(world.ctx());
  const firstRun = /token=([\w-]+)/.exec((await ensureFirstRun(world.ctx())) ?? '')?.[1] ?? '';
  await post(world, '/api/sign-up', { email: 'new@example.org', locale: 'de', challenge: await challenge() });
  await post(world, '/api/reset-password', { email: 'ana@example.org', challenge: await challenge() });
  await runJobs(world);
  const mails = await readMails(world);
  const signUp = tokenIn(mails.find((mail) => mail.template === 'account.verifyEmail'));
  const reset = tokenIn(mails.find((mail) => mail.template === 'account.resetPassword'));
  const confirmed = await post(world, '/api/verify-email', { token: signUp });
  const { registration } = confirmed.json();
  const made = await post(world, '/api/complete-registration', {
    token: registration,
    name: 'New',
    organisation: 'Org',
    password: nextPassword,
    locale: 'de',
    timeZone: 'Europe/Berlin',
    terms: true,
  });
  expect([confirmed.statusCode, made.statusCode]).toEqual([200, 200]);
  expect((await post(world, '/api/update-password', { token: reset, password: nextPassword })).statusCode).toBe(200);
  await world.app.inject({ url: `/api/verify-email?token=${signUp}` });
  return { 'first-run link': firstRun, 'sign-up link': signUp, 'registration link': registration, 'reset link': reset };
}

/** A guest joins by a code; then the server is gone and says so into the log. */
async function join(world: World): Promise<Seeds> {
  const fake = await buildFakeBbb();
  await addServer(world.ctx(), { name: 'one', kind: 'bbb', url: fake.url, secret: fake.secret, directJoin: true });
  const { actor } = await buildActor(world, {});
  const owner = world.ctx({ ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) });
  const room = await createRoom(owner, { name: 'Mathematics', viewerCode: 'seeded-room-code', anyoneCanStart: true });
  const come = (code: string) => post(world, `/api/public/rooms/${room.slug}/join`, { name: 'Guest', code, consent: true });
  expect((await come('wrong-code')).statusCode).toBe(403);
  const joined = await come('seeded-room-code');
  expect(joined.statusCode).toBe(200);
  const checksum = /checksum=(\w+)/.exec(joined.body)?.[1] ?? '';
  const session = /sessionToken=([\w-]+)/.exec(joined.body)?.[1] ?? '';
  await fake.close();
  await come('seeded-room-code');
  return {
    'room code': 'seeded-room-code',
    'secret of the server': fake.secret,
    ...(checksum === '' ? {} : { checksum }),
    ...(session === '' ? {} : { session }),
  };
}

/** The database breaks under a request that carries everything. */
async function breakDatabase(world: World): Promise<void> {
  const challenge = await buildAnswer(world.ctx());
  const client = new (await import('pg')).default.Client({ connectionString: world.ownerUrl });
  await client.connect();
  await client.query('alter table users rename to users_away');
  await client.end();
  expect((await post(world, '/api/login', { email: 'ana@example.org', password, challenge })).statusCode).toBe(500);
}

test('abuse row 30: no secret of a whole run stands in any line of the log', async () => {
  const port = await rudeMailServer();
  const world = await worldForThisTest({
    masterKey,
    env: { SMTP_URL: `smtp://mailer%40example.org:${smtpPassword}@127.0.0.1:${port}`, LOG_LEVEL: 'debug' },
  });
  const databasePassword = new URL(world.ownerUrl).password;
  const seeds: Seeds = {
    password,
    nextPassword,
    smtpPassword,
    masterKey,
    ...(databasePassword.length > 3 ? { databasePassword } : {}),
    'password in SMTP': Buffer.from(`\0mailer@example.org\0${smtpPassword}`).toString('base64'),
    ...(await signIn(world)),
    ...(await links(world)),
    ...(await join(world)),
  };
  const hashes = await world
    .ctx()
    .system.read.execute<{ hash: string }>(sql`select password_hash as hash from users where password_hash is not null`);
  for (const [at, row] of hashes.rows.entries()) seeds[`password hash ${at}`] = row.hash;
  await breakDatabase(world);
  const log = world.logged().join('');
  expect(world.logged().length, 'the run has something to tell').toBeGreaterThan(2);
  expect(log).toContain('a request failed');
  expect(log).toContain('was not taken');
  for (const [what, seed] of Object.entries(seeds)) {
    expect(seed.length, `${what} was really made`).toBeGreaterThan(7);
    expect(log.includes(seed), what).toBe(false);
    expect(log.includes(encodeURIComponent(seed)), what).toBe(false);
  }
}, 60_000);

function written(work: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  work(createLog({ level: 'debug', write: (line) => void lines.push(line) }));
  return lines.join('');
}
const seed = 'Seeded0Secret1Value';

test.each([
  ['a field', { password: seed }],
  ['a field below another', { body: { token: seed } }],
  ['a field far below', { a: { b: { c: { d: { refreshToken: seed } } } } }],
  ['a header', { req: { headers: { authorization: `Bearer ${seed}`, cookie: `auth._token.local=${seed}` } } }],
  ['headers as they came', { headers: { 'set-cookie': `a=${seed}` } }],
  ['JSON in a text', { body: JSON.stringify({ newPassword: seed, nested: JSON.stringify({ token: seed }) }) }],
  ['a query', { url: `/bigbluebutton/api/join?name=a&checksum=${seed}` }],
  ['another query', { url: `/m/room?sessionToken=${seed}&code=${seed}` }],
  ['a connection string', { url: `postgres://owner:${seed}@db.example.org:5432/atrium` }],
  ['a connection string whose user is an address', { url: `smtp://mailer@example.org:${seed}@mail.example.org` }],
  ['a basic header', { text: `Basic ${Buffer.from(`a:${seed}`).toString('base64')} ${seed.slice(0, 0)}` }],
  ['a signed token', { text: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI${seed}.${seed}` }],
  ['the text of an error', { error: new Error(`failed at https://x.example/api?token=${seed}`) }],
  ['the cause of an error', { error: new Error('a', { cause: new Error(`postgres://o:${seed}@h/d`) }) }],
  [
    'the values of a query',
    { error: Object.assign(new Error(`Failed query: select $1\nparams: ${seed},2`), { query: 'select $1', params: [seed, 2] }) },
  ],
  [
    'the values of a query below',
    {
      error: new Error('a', {
        cause: Object.assign(new Error(`Failed query: select $1\nparams: x\n    at ${seed}`), {
          query: 'select $1',
          params: [`x\n    at ${seed}`],
        }),
      }),
    },
  ],
  [
    'the row that did not fit',
    { error: Object.assign(new Error('null value'), { detail: `Failing row contains (1, ${seed}).` }) },
  ],
  [
    'the connection that hangs on an error',
    { error: Object.assign(new Error('terminated'), { client: { connectionParameters: { user: seed } } }) },
  ],
  ['the hash of a password', { text: `$argon2id$v=19$m=19456,t=2,p=1$${seed}` }],
])('a secret in %s is not written', (_where, record) => {
  const line = written((log) => log.error(record, 'told'));
  expect(line).toContain('told');
  expect(line).not.toContain(seed);
  expect(line).not.toContain(Buffer.from(`a:${seed}`).toString('base64'));
  expect(() => JSON.parse(line)).not.toThrow();
});

test('what an operator needs is left: codes of errors, addresses, ids, words', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const line = written((log) =>
    log.error({ error, code: 1, id: '0190-a', url: 'https://meet.example.org/rooms?sort=name' }, 'the meeting engine ended'),
  );
  for (const word of [
    '"code":"ECONNREFUSED"',
    '"code":1',
    '127.0.0.1:5432',
    '0190-a',
    'https://meet.example.org/rooms?sort=name',
    'the meeting engine ended',
  ])
    expect(line).toContain(word);
  expect(
    written((log) =>
      log.error({ error: Object.assign(new Error('x'), { code: '23505', detail: 'Key (slug)=(a) already exists.' }) }),
    ),
  ).toContain('already exists');
  expect(written((log) => log.warn({ room: { code: 'MATHS9' } }))).not.toContain('MATHS9');
});

test('cleaning takes no time worth telling, whatever it is given, and leaves JSON whole', () => {
  const began = performance.now();
  for (const part of ['"token":"', '\\"', 'a@', 'x://', 'eyJ', 'Bearer ', '=']) withoutSecrets(part.repeat(20_000));
  expect(performance.now() - began).toBeLessThan(5_000);
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const line = written((log) => log.info({ value, token: text, list: [{ password: text }] }));
      expect(() => JSON.parse(line)).not.toThrow();
    }),
  );
});
