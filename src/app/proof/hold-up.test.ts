/** No single request holds up everybody: the product runs as its own process, is sent the worst that we know, and `/healthz` is asked beside. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { env } from 'node:process';
import { signQuery } from '@atrium/bbb/checksum';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newestSecret } from '#connect/endpoint/server/secrets.service.ts';
import { buildLibrarian } from '#core/files/server/files.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { environment } from '#kit/server/config/config.ts';
import { buildPerson, buildServer } from '#meet/meetings/server/meet.factory.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import {
  hostileFiles,
  hostileJson,
  hostileModules,
  hostileStatements,
  jpegOfScans,
  repeatedPieces,
  type Reply,
  send,
  uploadHostile,
  watchAnswers,
} from './hold-up.factory.ts';
import { root } from './start.factory.ts';
import { buildPages, masterKey, testWorld, type World } from './testing.ts';

/** `npm run fuzz -- hold-up` holds the product to this on a machine with nothing else to do; beside other tests everything is slower. */
// biome-ignore lint/style/noProcessEnv: how strict it is is the runner's to say
const longestWait = Number(env['HOLD_UP_MS'] ?? 2_500);

async function startProduct(world: World): Promise<{ url: string; pid: number }> {
  const { PATH, HOME, TMPDIR } = environment();
  const child = spawn(process.execPath, ['src/app/main.ts'], {
    cwd: root,
    env: {
      ...{ PATH, HOME, TMPDIR, NODE_ENV: 'production', LOG_LEVEL: 'error', PORT: '0', ENGINE: 'off', FIRST_RUN_LINK: 'off' },
      DATABASE_URL: world.ownerUrl,
      DATABASE_ROLES: world.parts.config.databaseRoles,
      MASTER_KEY: masterKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString();
      const found = /ready at (http\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
  });
  return { url: url.replace('localhost', '127.0.0.1'), pid: child.pid ?? 0 };
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
  const { url, pid } = await startProduct(world);
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
