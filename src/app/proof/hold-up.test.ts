/** No single request holds up everybody: the product runs as its own process, is sent the worst that we know, and `/healthz` is asked beside. */
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { env } from 'node:process';
import { signQuery } from '@atrium/bbb/checksum';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newestSecret } from '#connect/endpoint/server/secrets.service.ts';
import { buildLibrarian } from '#core/files/server/files.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { freePort } from '#kit/server/db/postgres-process.ts';
import { buildPerson, buildServer } from '#meet/meetings/server/meet.factory.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import {
  hostileFiles,
  hostileJson,
  hostileMails,
  hostileModules,
  hostileStatements,
  jpegOfScans,
  repeatedPieces,
  type Reply,
  send,
  uploadHostile,
  watchAnswers,
} from './hold-up.factory.ts';
import { quiet, run } from './start.factory.ts';
import { buildPages, masterKey, testWorld, type World } from './testing.ts';

/** Delivers a mail, and waits while it is read. */
async function sendMail(port: number, raw: Buffer): Promise<Reply> {
  const began = performance.now();
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const envelope = { from: `${performance.now()}@example.org`, to: 'support@replies.example.com' };
  const answer = await transport.sendMail({ envelope, raw }).then(
    ({ response }) => response,
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
  transport.close();
  await pause(4_000);
  return { status: Number(/\b([245]\d\d)\b/.exec(answer)?.[1] ?? 0), bytes: raw.length, ms: performance.now() - began };
}

/** `npm run fuzz -- hold-up` holds the product to this on a machine with nothing else to do; beside other tests everything is slower. */
// biome-ignore lint/style/noProcessEnv: how strict it is is the runner's to say
const longestWait = Number(env['HOLD_UP_MS'] ?? 2_500);

async function startProduct(world: World, mailPort: number): Promise<{ url: string; pid: number }> {
  const product = run({
    ...{ LOG_LEVEL: 'error', PORT: '0', ENGINE: 'off', FIRST_RUN_LINK: 'off', MASTER_KEY: masterKey },
    ...{ DATABASE_URL: world.ownerUrl, DATABASE_ROLES: world.parts.config.databaseRoles },
    ...{ INBOUND_ADDRESS: 'mail@replies.example.com', INBOUND_SMTP_PORT: String(mailPort) },
  });
  const url = await product.hears(quiet);
  return { url: url.replace('localhost', '127.0.0.1'), pid: product.child.pid ?? 0 };
}

const json = (token: string | null) => ({
  'content-type': 'application/json',
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
});
const megabytesOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

beforeAll(() => buildPages(), 180_000);
const world = await testWorld();
afterAll(() => world.close());

test('whatever one of them sends, the others are answered', { timeout: 600_000 }, async () => {
  const mailPort = await freePort();
  const { url, pid } = await startProduct(world, mailPort);
  await buildServer(world);
  const operator = await buildOperator(world);
  const person = await buildActor(world);
  const { endpoint, secret } = await newestSecret(world.ctx(), (await buildPerson(world)).accountId);
  const watch = watchAnswers([`${url}/healthz`, `${url}/api/challenge`]);
  onTestFinished(() => void watch.stop());
  const tooLong: string[] = [];
  const attack = async (name: string, work: () => Promise<Reply[]>): Promise<Reply[]> => {
    await watch.worst();
    const replies = await Promise.race([work(), new Promise<Reply[]>((resolve) => setTimeout(resolve, 45_000, []))]);
    const [health = 0, challenge = 0] = await watch.worst();
    const statuses = [...new Set(replies.map((one) => one.status))].join();
    const longest = Math.max(0, ...replies.map((one) => one.ms));
    // biome-ignore lint/suspicious/noConsole: these figures are what it is run for
    console.log(
      `${name.padEnd(40)} /healthz ${health.toFixed(0).padStart(6)} ms  /api/challenge ${challenge.toFixed(0).padStart(6)} ms  answer ${statuses || 'none'} in ${longest.toFixed(0)} ms`,
    );
    if (health > longestWait || challenge > longestWait * 2) tooLong.push(name);
    return replies;
  };
  await attack('nothing', () => new Promise((resolve) => setTimeout(resolve, 1_000, [])));
  for (const [name, make] of Object.entries(hostileModules)) {
    const body = make();
    const query = signQuery({ call: 'create', query: `meetingID=${name.replaceAll(' ', '')}&name=Held`, secret, hash: 'sha256' });
    await attack(`create: ${name}`, async () => [
      await send(
        `${url}/e/${endpoint.key}/bigbluebutton/api/create?${query}`,
        { method: 'POST', headers: { 'content-type': 'application/xml' } },
        body,
      ),
    ]);
  }
  const librarian = await buildLibrarian(world);
  const files = {
    ...hostileFiles,
    ...Object.fromEntries([2, 5, 9].map((seed) => [`pieces ${seed}`, () => repeatedPieces(seed, 65_000)])),
  };
  for (const [name, make] of Object.entries(files))
    await attack(`upload: ${name}`, () => uploadHostile({ url, token: librarian.token, name: 'x.svg', content: make() }));
  const preview = (token: string | null, body: string) =>
    send(`${url}/api/bank/preview`, { method: 'POST', headers: json(token) }, body);
  for (const [name, make] of Object.entries(hostileJson)) {
    const body = make();
    await attack(`nobody: ${name}`, async () => [await preview(null, body)]);
    const [reply] = await attack(`operator: ${name}`, async () => [await preview(operator.token, body)]);
    expect(reply?.bytes, `the answer to ${name}`).toBeLessThan(20_000);
  }
  for (const [name, make] of Object.entries(hostileStatements)) {
    const body = make();
    await attack(`bank: ${name}`, async () => [await preview(operator.token, body)]);
  }
  for (const [name, make] of Object.entries(hostileMails)) {
    const raw = make();
    const [reply] = await attack(`mail: ${name}`, async () => [await sendMail(mailPort, raw)]);
    expect(reply?.status, `the answer to ${name}`).toBe(250);
  }
  const picture = JSON.stringify({ picture: (await jpegOfScans(14_000)).toString('base64') });
  await attack('eight pictures of 14 000 scans', () =>
    Promise.all(
      Array.from({ length: 8 }, () =>
        send(`${url}/api/profile/picture`, { method: 'PUT', headers: json(person.token) }, picture),
      ),
    ),
  );
  const before = megabytesOf(pid);
  const half = Buffer.alloc(9_000_000, 0x20);
  await attack('sixty bodies that never end', async () => {
    const replies = Array.from({ length: 60 }, () =>
      send(
        `${url}/api/bank/preview`,
        { method: 'POST', headers: { ...json(null), 'content-length': '14000000' }, timeout: 4_000 },
        half,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    void Promise.all(replies);
    return [];
  });
  const grown = megabytesOf(pid) - before;
  // biome-ignore lint/suspicious/noConsole: as above
  console.log(`sixty bodies that never end: ${grown.toFixed(0)} MB more`);
  expect(grown).toBeLessThan(150);
  expect(tooLong, `longer than ${longestWait} ms`).toEqual([]);
});
