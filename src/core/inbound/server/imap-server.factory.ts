/** A mailbox on loopback that speaks as much IMAP as our reader needs. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export type TestMailbox = { url: string; seen: Set<number>; close(): Promise<void> };
type Session = { messages: readonly Buffer[]; seen: Set<number>; write: (data: string | Buffer) => void };

function fetchOne({ messages, write }: Session, uid: number, what: string): void {
  const raw = messages[uid - 1];
  if (raw === undefined) return;
  const isHead = /HEADER/i.test(what);
  if (!/BODY/i.test(what)) return write(`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${raw.length})\r\n`);
  const [, names = ''] = /HEADER\.FIELDS \(([^)]*)\)/i.exec(what) ?? [];
  const content = isHead ? raw.subarray(0, raw.indexOf('\r\n\r\n') + 4) : raw;
  const part = isHead ? `HEADER.FIELDS (${names})` : '';
  write(`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${raw.length} BODY[${part}] {${content.length}}\r\n`);
  write(content);
  write(')\r\n');
}
function fetchAll(session: Session, command: string): void {
  const [, uids = '', what = ''] = /^UID FETCH ([\d,:]+) (.*)$/i.exec(command) ?? [];
  for (const part of uids.split(',')) {
    const [from = 0, to = from] = part.split(':').map(Number);
    for (let uid = from; uid <= to; uid++) fetchOne(session, uid, what);
  }
}
/** Untagged answers of a command; what is not known here has none. */
function answer(session: Session, command: string): void {
  const { messages, seen, write } = session;
  const uids = messages.map((_raw, at) => at + 1);
  if (/^CAPABILITY/i.test(command)) write('* CAPABILITY IMAP4rev1\r\n');
  if (/^NAMESPACE/i.test(command)) write('* NAMESPACE (("" "/")) NIL NIL\r\n');
  if (/^(LIST|LSUB)/i.test(command)) write('* LIST (\\HasNoChildren) "/" "INBOX"\r\n');
  if (/^SELECT/i.test(command))
    write(
      `* ${messages.length} EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen)] x\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 99] x\r\n`,
    );
  if (/^UID SEARCH/i.test(command)) write(`* SEARCH ${uids.filter((uid) => !seen.has(uid)).join(' ')}\r\n`);
  if (/^UID FETCH/i.test(command)) fetchAll(session, command);
  const stored = /^UID STORE (\d+) \+FLAGS.*\\Seen/i.exec(command)?.[1];
  if (stored !== undefined) seen.add(Number(stored));
  if (/^LOGOUT/i.test(command)) write('* BYE\r\n');
}

/** `password`: what the user `us` signs in with. */
export async function openMailbox(password: string, messages: readonly Buffer[]): Promise<TestMailbox> {
  const [seen, sockets] = [new Set<number>(), new Set<Socket>()];
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = '';
    const session: Session = { messages, seen, write: (data) => void socket.write(data) };
    socket.on('error', () => undefined).write('* OK ready\r\n');
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
        const refused = /^LOGIN/i.test(command) && !command.includes(password);
        if (!refused) answer(session, command);
        session.write(refused ? `${tag} NO wrong: ${command}\r\n` : `${tag} OK done\r\n`);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    ...{ url: `imap://us:${password}@127.0.0.1:${port}`, seen },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
