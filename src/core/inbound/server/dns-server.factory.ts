/** A DNS server on loopback that knows a few TXT records (RFC 1035 §4), for tests. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const [TYPE_TXT, NO_SUCH_NAME] = [16, 3] as const;

/** The name that is asked for, where its question ends, and the type. */
function questionOf(query: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, type: query.readUInt16BE(at + 1) };
}
function textRecord(text: string): Buffer {
  const parts = text.match(/.{1,255}/g) ?? [''];
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.of(part.length), Buffer.from(part)])));
  // the name of the question, TXT, IN, a minute
  const head = Buffer.from([0xc0, 12, 0, TYPE_TXT, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
function answerTo(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const { name, end, type } = questionOf(query);
  const text = type === TYPE_TXT ? records.get(name) : undefined;
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8580 | (records.has(name) ? 0 : NO_SUCH_NAME), 2);
  head.writeUInt16BE(text === undefined ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, query.subarray(12, end), ...(text === undefined ? [] : [textRecord(text)])]);
}

/** `server`: as `dns.setServers` takes it. `records`: text by name. */
export async function openDnsServer(records: ReadonlyMap<string, string>): Promise<{ server: string; close(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, records), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
