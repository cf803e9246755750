/** The script that runs on BBB servers, run for real: installed and used below a folder, against this product on loopback. */
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { environment } from '#kit/server/config.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { temporaryFolder, usualFormats, writePublished } from '#meet/recordings/server/published.factory.ts';
import { buildRecordingServer, recordingsApi, worldWithFiles } from '#meet/recordings/server/recordings.factory.ts';
import { transferCommand } from '#meet/recordings/server/transfer-key.service.ts';

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
  return { world, server, root, install, transfer, sendAll, due, api };
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

test('the command works with no other program than those of every server', () => {
  const text = execFileSync('sh', ['-n', path.resolve('deploy/bbb/install.sh')]).toString();
  expect(text).toBe('');
});
