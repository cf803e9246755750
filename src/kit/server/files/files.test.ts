import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#kit/server/config/config.ts';
import { type FileStore, filesOf } from './files.ts';
import { buildS3Store } from './files-s3.factory.ts';
import { isFileName } from './files-names.ts';

function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-store-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store that speaks S3, in this process. */
const s3 = async (): Promise<FileStore> => filesOf(readConfig(await buildS3Store()));

const places: [string, () => Promise<FileStore>][] = [
  ['a folder', async () => filesOf(readConfig({ STORAGE: temporaryFolder() }))],
  ['S3', s3],
];

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}
const names = async (files: FileStore, folder: string) => {
  const found: string[] = [];
  for await (const one of files.list(folder)) found.push(one.name);
  return found.sort();
};

describe.each(places)('%s', (_name, open) => {
  test('keeps a file, gives it whole or in part, and says what it is', async () => {
    const files = await open();
    const written = await files.put('a/b/c.txt', Readable.from([Buffer.from('01234'), Buffer.from('56789')]));
    expect(written).toEqual({ bytes: 10, sha256: createHash('sha256').update('0123456789').digest('hex') });
    expect(await files.stat('a/b/c.txt')).toMatchObject({ name: 'a/b/c.txt', bytes: 10 });
    expect(await textOf(await files.get('a/b/c.txt'))).toBe('0123456789');
    expect(await textOf(await files.get('a/b/c.txt', { from: 2, to: 4 }))).toBe('234');
    const { etag } = (await files.stat('a/b/c.txt')) ?? {};
    await files.put('a/b/c.txt', Readable.from([Buffer.from('other')]));
    expect((await files.stat('a/b/c.txt'))?.etag).not.toBe(etag);
  });

  test('a missing file is said so, and removing it is no failure', async () => {
    const files = await open();
    expect(await files.stat('a/none.txt')).toBeNull();
    await expect(files.get('a/none.txt')).rejects.toThrow();
    await files.remove('a/none.txt');
  });

  test('a stream that breaks leaves what was there before', async () => {
    const files = await open();
    await files.put('a/x.txt', Readable.from([Buffer.from('whole')]));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('cut');
      })(),
    );
    await expect(files.put('a/x.txt', broken)).rejects.toThrow('cut');
    expect(await textOf(await files.get('a/x.txt'))).toBe('whole');
    expect(await names(files, 'a')).toEqual(['a/x.txt']);
  });

  test('lists and removes a folder, and not its neighbour with a longer name', async () => {
    const files = await open();
    for (const name of ['r/1/a', 'r/1/deep/b', 'r/10/c']) await files.put(name, Readable.from([Buffer.from(name)]));
    expect(await names(files, 'r/1')).toEqual(['r/1/a', 'r/1/deep/b']);
    await files.removeAll('r/1');
    await files.removeAll('r/1');
    expect(await names(files, 'r')).toEqual(['r/10/c']);
  });

  test('a file larger than one part comes back as it went', async () => {
    const files = await open();
    const content = randomBytes(6_000_000);
    const { sha256 } = await files.put('big', Readable.from([content.subarray(0, 5_500_000), content.subarray(5_500_000)]));
    const back = createHash('sha256');
    for await (const part of await files.get('big')) back.update(part);
    expect(back.digest('hex')).toBe(sha256);
  }, 20_000);

  test('no name leads out', async () => {
    const files = await open();
    for (const name of ['../x', 'a/../../x', '/etc/passwd', 'a//b', '.hidden', 'a\\b', 'a\0b', ''])
      await expect(async () => files.put(name, Readable.from([]))).rejects.toThrow('cannot be the name');
  });
});

test.each([
  ['recordings/0190a0b0/u1-mic.webm', true],
  ['a..b', false],
  ['a/', false],
  ['ä', false],
])('%s as a name: %s', (name, fits) => {
  expect(isFileName(name)).toBe(fits);
});

test('a bucket with an impossible name is refused at the start', () => {
  expect(() => readConfig({ STORAGE: 's3://No/x' })).toThrow('STORAGE must be a directory or s3://bucket/prefix');
});
