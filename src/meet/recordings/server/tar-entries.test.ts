import { Readable } from 'node:stream';
import { Header, Pax } from 'tar';
import { describe, expect, test } from 'vitest';
import { tarEntries } from './tar-entries.service.ts';

type Wish = { path?: string; type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'FIFO'; linkpath?: string; body?: string };

function entry({ path = 'a.txt', type = 'File', linkpath, body = '' }: Wish): Buffer {
  const header = new Header({
    path,
    type,
    mode: 0o644,
    size: body.length,
    mtime: new Date(0),
    ...(linkpath === undefined ? {} : { linkpath }),
  });
  const block = Buffer.alloc(512);
  header.encode(block, 0);
  return Buffer.concat([block, Buffer.from(body), Buffer.alloc((512 - (body.length % 512)) % 512)]);
}
const end = Buffer.alloc(1024);
const archive = (...wishes: Wish[]) => Buffer.concat([...wishes.map(entry), end]);

/** Comes in pieces that fit no block. */
function inPieces(bytes: Buffer): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 300) pieces.push(bytes.subarray(at, at + 300));
  return Readable.from(pieces);
}

async function read(bytes: Buffer, most = 100): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const one of tarEntries(inPieces(bytes), most)) {
    const parts: Buffer[] = [];
    for await (const part of one.content) parts.push(Buffer.from(part));
    found[one.path] = Buffer.concat(parts).toString();
  }
  return found;
}

test('files come with their folders, long names too', async () => {
  const long = `${'deep/'.repeat(30)}file.txt`;
  const pax = new Pax({ path: long }).encode();
  const bytes = Buffer.concat([
    entry({ path: './', type: 'Directory' }),
    entry({ path: './a.txt', body: 'first' }),
    entry({ path: 'empty.txt' }),
    pax,
    entry({ path: 'short', body: 'x'.repeat(1500) }),
    end,
  ]);
  expect(await read(bytes)).toEqual({ 'a.txt': 'first', 'empty.txt': '', [long]: 'x'.repeat(1500) });
});

test('a file that nobody reads is passed over', async () => {
  const paths: string[] = [];
  for await (const one of tarEntries(inPieces(archive({ path: 'a', body: 'y'.repeat(700) }, { path: 'b', body: 'z' })), 9))
    paths.push(one.path);
  expect(paths).toEqual(['a', 'b']);
});

describe('refused', () => {
  test.each<[string, Wish, string]>([
    ['a path that leads out', { path: '../x' }, 'unsafe_path'],
    ['a path that leads out further in', { path: 'a/../../x' }, 'unsafe_path'],
    ['an absolute path', { path: '/etc/passwd' }, 'unsafe_path'],
    ['a path of another system', { path: 'a\\..\\b' }, 'unsafe_path'],
    ['a symbolic link', { path: 'l', type: 'SymbolicLink', linkpath: '/etc/passwd' }, 'unsafe_entry'],
    ['a hard link', { path: 'l', type: 'Link', linkpath: 'a.txt' }, 'unsafe_entry'],
    ['a pipe', { path: 'p', type: 'FIFO' }, 'unsafe_entry'],
    ['a folder that leads out', { path: '../d/', type: 'Directory' }, 'unsafe_path'],
    ['a path below a file', { path: 'ok.txt/below.txt' }, 'unsafe_path'],
    ['a folder in the place of a file', { path: 'ok.txt/', type: 'Directory' }, 'unsafe_path'],
    ['a path further below a file', { path: './ok.txt/a/b.txt' }, 'unsafe_path'],
  ])('%s', async (_name, wish, reason) => {
    await expect(read(archive({ path: 'ok.txt', body: 'fine' }, wish))).rejects.toMatchObject({ reason });
  });

  test('a file in the place of a folder', async () => {
    await expect(read(archive({ path: 'a/b/c.txt' }, { path: 'a/b' }))).rejects.toMatchObject({ reason: 'unsafe_path' });
    expect(Object.keys(await read(archive({ path: 'a/b/', type: 'Directory' }, { path: 'a/b/c' }, { path: 'a/d' })))).toEqual([
      'a/b/c',
      'a/d',
    ]);
  });

  test('abuse row 12: ten thousand files', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ path: `f${at}` }));
    await expect(read(archive(...many), 5_000)).rejects.toMatchObject({ reason: 'too_many_files' });
  });

  test('a long name that leads out, and one that never ends', async () => {
    const out = Buffer.concat([new Pax({ path: '../../x' }).encode(), entry({ path: 'x' }), end]);
    await expect(read(out)).rejects.toMatchObject({ reason: 'unsafe_path' });
    const endless = Buffer.concat([new Pax({ path: 'x'.repeat(70_000) }).encode(), entry({ path: 'x' }), end]);
    await expect(read(endless)).rejects.toMatchObject({ reason: 'unsafe_entry' });
  });

  test.each(['1.5', '99999999999999999999'])('a size of %s, which no stream ever reaches', async (size) => {
    // as written by hand: the library would refuse to
    const line = `${`size=${size}`.length + 4} size=${size}\n`;
    const pax = entry({ path: 'pax', body: line });
    pax.write('x', 156);
    pax.write('        ', 148);
    const sum = pax.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    pax.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const bytes = Buffer.concat([pax, entry({ path: 'x', body: 'hello' }), end]);
    await expect(read(bytes)).rejects.toMatchObject({ reason: 'unsafe_entry' });
  });

  test('names upon names without a file', async () => {
    const many = Buffer.concat([...Array.from({ length: 40 }, () => new Pax({ path: 'x' }).encode()), entry({ path: 'y' }), end]);
    await expect(read(many, 10)).rejects.toMatchObject({ reason: 'too_many_files' });
  });

  test.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'cut_off'],
    ['what is no archive', Buffer.from('x'.repeat(2000)), 'not_an_archive'],
    ['a compressed one', Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(1020, 7)]), 'not_an_archive'],
    ['one that breaks off in a file', archive({ body: 'x'.repeat(900) }).subarray(0, 800), 'cut_off'],
    ['one without an end', entry({ body: 'x' }), 'cut_off'],
  ])('%s', async (_name, bytes, reason) => {
    await expect(read(bytes)).rejects.toMatchObject({ reason });
  });
});
