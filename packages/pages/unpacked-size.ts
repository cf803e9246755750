/** How much an archive unpacks to: counted by unpacking, as what it says of itself may be a lie. Nothing is kept. */
import { open, type FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endLength = 22;
const mostComment = 65_535;
const mostDirectory = 20_000_000;
type PackedSize = { method: number; packed: number; at: number };
export type UnpackedLimits = { bytes: number; files: number };

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** The entries of its directory; null: it is no archive, or one of more than 4 GB, which no office file is. */
async function entriesOf(file: FileHandle): Promise<PackedSize[] | null> {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - endLength - mostComment);
  const tail = await bytesAt(file, tailAt, size - tailAt);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || tail.length < end + endLength || tail.readUInt32LE(end) !== endMark) return null;
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (length > mostDirectory || start + length > size) return null;
  const directory = await bytesAt(file, start, length);
  const entries: PackedSize[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entryMark; ) {
    const [method, packed] = [directory.readUInt16LE(at + 10), directory.readUInt32LE(at + 20)];
    entries.push({ method, packed, at: directory.readUInt32LE(at + 42) });
    at += 46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Bytes of one entry, or as many as are still allowed. Throws for what cannot be unpacked. */
async function sizeOf(file: FileHandle, { method, packed, at }: PackedSize, most: number): Promise<number> {
  const head = await bytesAt(file, at, 30);
  if (head.length < 30) throw new Error('the archive is cut off');
  const start = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (method === 0 || packed === 0) return packed;
  if (method !== 8) throw new Error('packed in a way that office programs do not use');
  const content = file.createReadStream({ start, end: start + packed - 1, autoClose: false });
  let bytes = 0;
  const inflated = content.pipe(createInflateRaw());
  content.on('error', (error) => inflated.destroy(error));
  for await (const piece of inflated) {
    bytes += piece.length;
    if (bytes > most) break;
  }
  return bytes;
}

export async function unpackedSize(path: string, most: UnpackedLimits): Promise<number | 'too_much' | 'unreadable'> {
  const file = await open(path, 'r');
  try {
    const entries = await entriesOf(file);
    if (entries === null || entries.length === 0) return 'unreadable';
    if (entries.length > most.files) return 'too_much';
    let bytes = 0;
    for (const entry of entries) {
      bytes += await sizeOf(file, entry, most.bytes - bytes);
      if (bytes > most.bytes) return 'too_much';
    }
    return bytes;
  } catch {
    return 'unreadable';
  } finally {
    await file.close();
  }
}
