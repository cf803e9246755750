import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readMasterKey, rotateMasterKey } from './master-key.ts';
import { createSecrets } from '#kit/server/secrets.ts';

function place(masterKey: string | null = null) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-key-'));
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  const file = path.join(dataDir, 'deep/master.key');
  return { config: { dataDir: path.join(dataDir, 'deep'), masterKey }, file };
}
const modeOf = (file: string) => fs.statSync(file).mode & 0o777;

test('the first start makes a key for its owner alone, and every later one reads the same', () => {
  const { config, file } = place();
  const first = readMasterKey(config);
  expect(modeOf(file)).toBe(0o600);
  expect(readMasterKey(config)).toBe(first);
  expect(() => createSecrets(first)).not.toThrow();
  expect(fs.readdirSync(config.dataDir)).toEqual(['master.key']);
});

test('a key given by the environment is taken, and no file is made', () => {
  const given = Buffer.alloc(32, 5).toString('base64url');
  const { config, file } = place(given);
  expect(readMasterKey(config)).toBe(given);
  expect(fs.existsSync(file)).toBe(false);
});

test('a rotation puts a new key in front and keeps the old one, still for its owner alone', () => {
  const { config, file } = place();
  const old = readMasterKey(config);
  const sealed = createSecrets(old).seal('a', 'text');
  rotateMasterKey(config);
  rotateMasterKey(config);
  const keys = readMasterKey(config).split(',');
  expect(keys).toHaveLength(3);
  expect(keys[2]).toBe(old);
  expect(modeOf(file)).toBe(0o600);
  const secrets = createSecrets(keys.join(','));
  expect([secrets.open('a', sealed), secrets.stale(sealed)]).toEqual(['text', true]);
});

test('a key of the environment is not rotated here, and the sentence says where', () => {
  expect(() => rotateMasterKey(place(Buffer.alloc(32, 5).toString('base64url')).config)).toThrow(/MASTER_KEY/);
});

test('an existing key is never written over, even when it cannot be used', () => {
  const { config, file } = place();
  fs.mkdirSync(config.dataDir, { recursive: true });
  fs.writeFileSync(file, 'damaged\n');
  expect(readMasterKey(config)).toBe('damaged');
  expect(fs.readFileSync(file, 'utf8')).toBe('damaged\n');
});

test('two processes that start at the same moment read one and the same key', () => {
  const { config } = place();
  const read = `import { readMasterKey } from '#kit/server/config/master-key.ts'; process.stdout.write(readMasterKey(${JSON.stringify(config)}));`;
  const script = `import { spawn } from 'node:child_process';
    const all = Array.from({ length: 6 }, () => new Promise((done) => { let text = ''; const one = spawn(process.execPath, ['--input-type=module-typescript', '-e', ${JSON.stringify(read)}], { stdio: ['ignore', 'pipe', 'inherit'] }); one.stdout.on('data', (part) => { text += part; }); one.on('close', () => done(text)); }));
    process.stdout.write(JSON.stringify(await Promise.all(all)));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' });
  const keys: unknown = JSON.parse(stdout);
  expect(keys).toEqual(Array(6).fill(expect.stringMatching(/^[\w-]{43}$/)));
  expect(new Set(Array.isArray(keys) ? keys : []).size).toBe(1);
});
