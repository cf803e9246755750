/** The script that runs on BBB servers, run for real: installed and used below a folder, against this product on loopback. */
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { environment } from '#kit/server/config/config.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { temporaryFolder, usualFormats, writePublished } from '#meet/recordings/server/published.factory.ts';
import { buildRecordingServer, recordingsApi, worldWithFiles } from '#meet/recordings/server/recordings.factory.ts';
import { transferCommand } from '#meet/recordings/server/transfer-key.service.ts';

type Exchange = { method: string; path: string };
type Stage = Awaited<ReturnType<typeof stage>>;
const run = promisify(execFile);
const recordID = 'abc0123456789-1531155809613';

async function stage() {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const server = await buildRecordingServer(world);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const address = world.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  world.parts.config.publicUrl = `http://127.0.0.1:${address.port}`;
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, 'usr/local/bigbluebutton/core/scripts/post_publish'), { recursive: true });
  for (const one of usualFormats(recordID, owner.accountId)) writePublished(path.join(root, 'var/bigbluebutton'), one);
  const env = { ...environment(), ATRIUM_ROOT: root, ATRIUM_TRIES: '2', ATRIUM_PART: '4096' };
  const install = async () => {
    const { command } = await transferCommand(world.ctx(), server.row.id, 'keep');
    return run('sh', ['-c', command.replace('sudo sh', 'sh')], { env });
  };
  const transfer = async (...words: string[]) => {
    const { stdout, stderr } = await run(path.join(root, 'usr/local/sbin/atrium-transfer'), words, { env });
    return stdout + stderr;
  };
  /** The script waits until a file is unpacked, so jobs run beside it. */
  const sendAll = async () => {
    let over = false;
    const sending = transfer('run').finally(() => {
      over = true;
    });
    while (!over) {
      await world.runJobs();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return sending;
  };
  /** What is noted is due again at once. */
  const due = () => {
    const queue = path.join(root, 'var/lib/atrium-transfer/queue');
    for (const one of fs.readdirSync(queue)) fs.writeFileSync(path.join(queue, one), '0 0\n');
  };
  const api = recordingsApi(world, await buildPerson(world, { colleagueOf: owner, role: 'admin' }));
  return { world, server, root, install, transfer, sendAll, due, api, env };
}

/** A proxy before the product that writes headers with capitals. `answer` may answer in its place; `meanwhile` happens before it asks. */
async function behindProxy(
  { root, world }: Stage,
  wish: { answer?: (asked: Exchange) => { status: number } | null; meanwhile?: (asked: Exchange) => Promise<void> },
): Promise<void> {
  const capitals = (name: string) => name.replace(/(^|-)[a-z]/g, (found) => found.toUpperCase());
  const inside = new URL(world.parts.config.publicUrl ?? '');
  const proxy = http.createServer((request, response) => {
    const asked = { method: request.method ?? '', path: request.url ?? '' };
    const given = wish.answer?.(asked) ?? null;
    if (given !== null) return void request.resume().on('end', () => response.writeHead(given.status).end());
    void (wish.meanwhile?.(asked) ?? Promise.resolve()).then(() => {
      const on = http.request({ host: inside.hostname, port: inside.port, ...asked, headers: request.headers }, (answer) => {
        const headers = Object.entries(answer.headers).map(([name, value]) => [capitals(name), value ?? ''] as const);
        response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
        answer.pipe(response);
      });
      request.pipe(on);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const settings = path.join(root, 'etc/atrium-transfer/settings');
  fs.writeFileSync(settings, fs.readFileSync(settings, 'utf8').replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`));
}

test('installed by one command, it sends what is published and leaves nothing behind', async () => {
  const { root, install, transfer, sendAll, api } = await stage();
  expect((await install()).stdout).toContain('Installed.');
  expect((await install()).stdout).toContain('Installed.');
  const settings = path.join(root, 'etc/atrium-transfer/settings');
  expect(fs.statSync(settings).mode & 0o777).toBe(0o600);
  const hook = fs.readFileSync(
    path.join(root, 'usr/local/bigbluebutton/core/scripts/post_publish/post_publish_atrium.rb'),
    'utf8',
  );
  expect(hook).toContain("exec('/usr/local/sbin/atrium-transfer', 'add', *ARGV)");
  await transfer('add', '-m', recordID, '-f', 'video');
  expect(await sendAll()).toContain('sent');
  expect(await api.playback({ params: { recordId: recordID } })).toMatchObject({
    name: 'Geometry & co',
    lengthMs: 61_234,
    formats: [{ type: 'video', plays: 'here', mime: 'video/mp4' }],
  });
  expect(await transfer('all')).toContain('5 formats are noted.');
  await sendAll();
  const { formats, captions } = await api.playback({ params: { recordId: recordID } });
  expect(formats.map((one) => [one.type, one.plays]).toSorted()).toEqual([
    ['notes', 'here'],
    ['podcast', 'here'],
    ['presentation', 'server'],
    ['screenshare', 'here'],
    ['video', 'here'],
  ]);
  expect(captions).toMatchObject([{ lang: 'de', label: 'Deutsch' }]);
  expect(await transfer('status')).toBe('');
  const state = path.join(root, 'var/lib/atrium-transfer');
  expect(fs.readdirSync(path.join(state, 'work')).filter((name) => /tar|part|create/.test(name))).toEqual([]);
  expect(fs.existsSync(path.join(state, 'lock'))).toBe(false);
}, 60_000);

test('without an answer everything stays noted, and what had come over is not sent again', async () => {
  const { world, server, root, install, transfer, sendAll, due, api } = await stage();
  await install();
  const settings = path.join(root, 'etc/atrium-transfer/settings');
  const good = fs.readFileSync(settings, 'utf8');
  fs.writeFileSync(settings, good.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9'));
  await transfer('add', '-m', recordID, '-f', 'video');
  expect(await transfer('run')).toContain('the next try is in 60 s');
  expect(await transfer('status')).toContain('waits    video~abc0123456789-1531155809613  failed runs: 1');
  fs.writeFileSync(settings, good);
  expect(await transfer('run')).toBe('');
  due();
  expect(await sendAll()).toContain('sent');
  expect(await api.playback({ params: { recordId: recordID } })).toMatchObject({ formats: [{ type: 'video', plays: 'here' }] });
  await transferCommand(world.ctx(), server.row.id, 'renew');
  await transfer('add', '-m', recordID, '-f', 'podcast');
  expect(await transfer('run')).toContain('answer 401 wrong_signature');
}, 60_000);

test('what nobody owns is refused once and for all', async () => {
  const { root, install, transfer } = await stage();
  await install();
  writePublished(path.join(root, 'var/bigbluebutton'), { recordId: 'foreign-1', format: 'video', files: { 'video.mp4': 'x' } });
  await transfer('add', '-m', 'foreign-1', '-f', 'video');
  expect(await transfer('run')).toContain('answer 422 no_owner');
  expect(await transfer('status')).toContain('refused  video~foreign-1');
  await expect(transfer('add', '-m', '../etc', '-f', 'video')).rejects.toThrow();
}, 60_000);

test('headers may come with capitals, as some proxies write them', async () => {
  const at = await stage();
  await at.install();
  await behindProxy(at, {});
  await at.transfer('add', '-m', recordID, '-f', 'video');
  expect(await at.sendAll()).toContain('sent');
  expect(await at.api.playback({ params: { recordId: recordID } })).toMatchObject({
    formats: [{ type: 'video', plays: 'here' }],
  });
}, 60_000);

test('what is rendered anew while it is sent is sent again', async () => {
  const at = await stage();
  await at.install();
  const file = path.join(at.root, 'var/bigbluebutton/published/video', recordID, 'video-0.m4v');
  let told = false;
  await behindProxy(at, {
    meanwhile: async ({ method }) => {
      if (method !== 'PUT' || told) return;
      told = true;
      fs.writeFileSync(file, 'rendered anew');
      await at.transfer('add', '-m', recordID, '-f', 'video');
    },
  });
  await at.transfer('add', '-m', recordID, '-f', 'video');
  expect(await at.sendAll()).toContain('sent');
  expect(await at.transfer('status')).toContain('waits    video~');
  expect(await at.sendAll()).toContain('sent');
  expect(await at.transfer('status')).toBe('');
  const { formats } = await at.api.playback({ params: { recordId: recordID } });
  expect((await at.world.app.inject(formats[0]?.url ?? '')).body).toBe('rendered anew');
  expect(fs.readdirSync(path.join(at.root, 'var/lib/atrium-transfer/work')).filter((name) => name.includes('.tar'))).toEqual([]);
}, 60_000);

test('a note that comes while an older one waits for its next try takes its place', async () => {
  const { root, install, transfer, sendAll, api, world } = await stage();
  await install();
  const settings = path.join(root, 'etc/atrium-transfer/settings');
  const good = fs.readFileSync(settings, 'utf8');
  fs.writeFileSync(settings, good.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9'));
  await transfer('add', '-m', recordID, '-f', 'video');
  await transfer('run');
  fs.writeFileSync(settings, good);
  fs.writeFileSync(path.join(root, 'var/bigbluebutton/published/video', recordID, 'video-0.m4v'), 'rendered anew');
  await transfer('add', '-m', recordID, '-f', 'video');
  expect(await sendAll()).toContain('sent');
  expect(await transfer('status')).toBe('');
  const { formats } = await api.playback({ params: { recordId: recordID } });
  expect((await world.app.inject(formats[0]?.url ?? '')).body).toBe('rendered anew');
}, 60_000);

test.each([409, 410, 413, 422])(
  'a %s that is not ours is no refusal: it is tried again',
  async (status) => {
    const at = await stage();
    await at.install();
    await behindProxy(at, { answer: ({ method }) => (method === 'POST' ? { status } : null) });
    await at.transfer('add', '-m', recordID, '-f', 'video');
    expect(await at.transfer('run')).toContain('the next try is in 60 s');
    expect(await at.transfer('status')).toContain('waits    video~');
  },
  60_000,
);

test('an answer without a word of ours is no beginning', async () => {
  const at = await stage();
  await at.install();
  await behindProxy(at, { answer: ({ method }) => (method === 'POST' ? { status: 201 } : null) });
  await at.transfer('add', '-m', recordID, '-f', 'video');
  expect(await at.transfer('run')).toContain('the next try is in 60 s');
}, 60_000);

/** The only programs that the transfer finds. */
const programs = 'cat curl date head mkdir mv openssl readlink rm sed sh sleep tail tar tee tr wc ln'.split(' ');

test('it needs no other programs than those of every server, and flock only where there is one', async () => {
  const { root, install, env, world, api } = await stage();
  await install();
  const bin = temporaryFolder();
  for (const name of programs)
    fs.symlinkSync(
      execFileSync('sh', ['-c', `command -v ${name}`])
        .toString()
        .trim(),
      path.join(bin, name),
    );
  const script = path.join(root, 'usr/local/sbin/atrium-transfer');
  const bare = (...words: string[]) => run(script, words, { env: { ...env, PATH: bin } });
  const state = path.join(root, 'var/lib/atrium-transfer');
  // left by a process of another start of the machine, under the number of one that lives
  fs.symlinkSync(`${process.pid} another-start`, path.join(state, 'lock'));
  await bare('add', '-m', recordID, '-f', 'video');
  let over = false;
  const sending = bare('run').finally(() => {
    over = true;
  });
  while (!over) {
    await world.runJobs();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { stderr } = await sending;
  expect(stderr).toContain('sent');
  expect(stderr).not.toContain('not found');
  expect(await api.playback({ params: { recordId: recordID } })).toMatchObject({ formats: [{ type: 'video', plays: 'here' }] });
  expect(fs.readdirSync(state)).not.toContain('lock');
}, 60_000);

test('the installing script can be read by a plain shell', () => {
  expect(execFileSync('sh', ['-n', path.resolve('deploy/bbb/install.sh')]).toString()).toBe('');
});
