/** Asks the virus scanner clamd about a file, by its command INSTREAM: pieces with their length before them, and an empty one at the end. */
import { createReadStream } from 'node:fs';
import net from 'node:net';

/** Milliseconds without a sign of life of the scanner. */
const patience = 120_000;
const mostReply = 4_096;
export type ScanVerdict = 'clean' | 'infected' | 'too_large';

const open = (url: string): net.Socket => {
  if (url.startsWith('unix:')) return net.connect(url.slice('unix:'.length));
  const { hostname, port } = new URL(url);
  return net.connect(Number(port === '' ? 3310 : port), hostname);
};

function verdictOf(reply: string): ScanVerdict {
  if (/^stream: OK\b/.test(reply)) return 'clean';
  if (/ FOUND\b/.test(reply)) return 'infected';
  if (/size limit exceeded/i.test(reply)) return 'too_large';
  throw new Error(`the virus scanner answered: ${reply.slice(0, 200)}`);
}

async function* framed(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of createReadStream(path, { highWaterMark: 262_144 })) {
    const bytes = Buffer.from(piece);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    yield length;
    yield bytes;
  }
  yield Buffer.alloc(4);
}

async function send(socket: net.Socket, path: string, isOver: () => boolean): Promise<void> {
  for await (const part of framed(path)) {
    // it says no before it has read all
    if (isOver() || socket.destroyed) return;
    if (!socket.write(part))
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve);
        socket.once('close', () => resolve());
      });
  }
}

/** Throws when the scanner cannot be reached, or does not answer. */
export async function scanFile(url: string, path: string): Promise<ScanVerdict> {
  const socket = open(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let reply = '';
  const finish = () => (reply === '' ? reject(new Error('the virus scanner gave no answer')) : resolve(reply));
  socket.setTimeout(patience, () => socket.destroy(new Error('the virus scanner is silent')));
  socket.on('data', (piece: Buffer) => {
    reply = `${reply}${piece.toString('latin1')}`.slice(0, mostReply);
    if (reply.includes('\0')) finish();
  });
  socket.on('error', (cause) => (reply === '' ? reject(new Error('the virus scanner went away', { cause })) : finish()));
  socket.on('close', finish);
  try {
    const [answer] = await Promise.all([promise, send(socket, path, () => reply !== '')]);
    return verdictOf(answer.replace(/\0.*$/s, '').trim());
  } finally {
    socket.destroy();
  }
}
