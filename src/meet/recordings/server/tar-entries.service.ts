/** Reads a tar archive that a stranger packed: nothing is written here, and what no recording would contain is refused. */
import { Readable } from 'node:stream';
import { Header, Pax } from 'tar';

/** The archive is not one that we unpack; `reason` is a word for the server's log. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
  readonly reason: 'not_an_archive' | 'cut_off' | 'unsafe_path' | 'unsafe_entry' | 'too_many_files';
  constructor(reason: BadArchive['reason']) {
    super(`the archive was refused: ${reason}`);
    this.reason = reason;
  }
}

/** A file in it. `content` is read to its end, or not at all, before the next one is asked for. */
export type TarEntry = { path: string; bytes: number; content: Readable };

const block = 512;
/** Largest header that carries a long name. Bytes. */
const mostMeta = 65_536;

type TarSource = {
  /** Exactly so many bytes; null at the end of the stream. Throws when it ends in between. */
  take(bytes: number): Promise<Buffer | null>;
  /** So many bytes as they come. */
  flow(bytes: number): AsyncGenerator<Buffer>;
  /** Nothing more is read. */
  close(): Promise<void>;
};

function sourceOf(stream: AsyncIterable<Buffer>): TarSource {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer | null> => {
    const next = await chunks.next();
    return next.done === true ? null : next.value;
  };
  async function* flow(bytes: number): AsyncGenerator<Buffer> {
    let left = bytes;
    while (left > 0) {
      if (rest.length === 0) rest = (await more()) ?? Buffer.alloc(0);
      if (rest.length === 0) throw new BadArchive('cut_off');
      const some = rest.subarray(0, left);
      rest = rest.subarray(some.length);
      left -= some.length;
      yield some;
    }
  }
  async function take(bytes: number): Promise<Buffer | null> {
    if (rest.length === 0) {
      const next = await more();
      if (next === null) return null;
      rest = next;
    }
    const parts: Buffer[] = [];
    for await (const part of flow(bytes)) parts.push(part);
    return Buffer.concat(parts);
  }
  const close = async () => void (await chunks.return?.());
  return { take, flow, close };
}

/** The path without `./` in front; null for the folder itself. Throws for one that leads out. */
function safePath(path: string): string | null {
  if (path.startsWith('/') || path.includes('\\') || path.includes('\0')) throw new BadArchive('unsafe_path');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new BadArchive('unsafe_path');
  return parts.length === 0 ? null : parts.join('/');
}

/** Throws for a file where a folder is, or a path below a file: no store can hold both. */
function placesOf(): { file(path: string): void; folder(path: string): void } {
  const files = new Set<string>();
  const folders = new Set<string>();
  const folder = (path: string) => {
    for (let at = path; at !== '' && !folders.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      if (files.has(at)) throw new BadArchive('unsafe_path');
      folders.add(at);
    }
  };
  const file = (path: string) => {
    if (folders.has(path)) throw new BadArchive('unsafe_path');
    folder(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    files.add(path);
  };
  return { file, folder };
}

const padded = (bytes: number) => Math.ceil(bytes / block) * block;

function headerOf(bytes: Buffer, extended: Pax | undefined): Header {
  const header = new Header(bytes, 0, extended);
  if (!header.nullBlock && !header.cksumValid) throw new BadArchive('not_an_archive');
  const { size = 0 } = header;
  // a pax header may name any number, and no stream ever ends half a byte later
  if (!Number.isSafeInteger(size) || size < 0) throw new BadArchive('unsafe_entry');
  return header;
}

async function metaText(source: TarSource, bytes: number): Promise<string> {
  if (bytes > mostMeta) throw new BadArchive('unsafe_entry');
  const text = await source.take(padded(bytes));
  if (text === null) throw new BadArchive('cut_off');
  return text.subarray(0, bytes).toString('utf8');
}

/** A long name stands in an entry of its own, in the way of POSIX or of GNU, before the entry that it is of. */
async function longName(source: TarSource, header: Header): Promise<Pax | 'nothing' | null> {
  const bytes = header.size ?? 0;
  if (header.type === 'ExtendedHeader') return Pax.parse(await metaText(source, bytes));
  if (header.type === 'GlobalExtendedHeader') {
    await metaText(source, bytes);
    return 'nothing';
  }
  if (header.type === 'NextFileHasLongPath') return new Pax({ path: (await metaText(source, bytes)).replace(/\0.*$/s, '') });
  return null;
}

/** Reads on to the next header, past a body that nobody wanted. */
async function passOver(source: TarSource, body: { content: Readable; bytes: number }): Promise<void> {
  const { content, bytes } = body;
  const filling = padded(bytes) - bytes;
  for await (const _ of source.flow(content.readableDidRead ? filling : bytes + filling)) void _;
}

/**
 * The files of an archive in its order. Throws `BadArchive` for links, devices, paths that lead out, and more than `mostFiles`
 * files and folders. Compressed archives are none.
 */
export async function* tarEntries(stream: AsyncIterable<Buffer>, mostFiles: number): AsyncGenerator<TarEntry> {
  const source = sourceOf(stream);
  try {
    yield* entriesOf(source, mostFiles);
  } finally {
    await source.close();
  }
}

async function* entriesOf(source: TarSource, mostFiles: number): AsyncGenerator<TarEntry> {
  let extended: Pax | undefined;
  let [seen, files] = [0, 0];
  const places = placesOf();
  for (let head = await source.take(block); head !== null; head = await source.take(block)) {
    const header = headerOf(head, extended);
    if (header.nullBlock) return;
    seen += 1;
    // names stand in entries of their own
    if (seen > mostFiles * 3) throw new BadArchive('too_many_files');
    const named = await longName(source, header);
    if (named !== null) {
      if (named !== 'nothing') extended = named;
      continue;
    }
    extended = undefined;
    files += 1;
    if (files > mostFiles) throw new BadArchive('too_many_files');
    const path = safePath(header.path ?? '');
    if (header.type === 'Directory') {
      if (path !== null) places.folder(path);
      continue;
    }
    if ((header.type !== 'File' && header.type !== 'OldFile') || path === null) throw new BadArchive('unsafe_entry');
    places.file(path);
    const bytes = header.size ?? 0;
    const content = Readable.from(source.flow(bytes), { objectMode: false });
    yield { path, bytes, content };
    await passOver(source, { content, bytes });
  }
  throw new BadArchive('cut_off');
}
