/** A mail server on loopback that keeps what it takes. */
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type TakenMail = { raw: string; mail: Email };
export type TestMailServer = { url: string; taken: TakenMail[]; close(): Promise<void> };
/** `delayMs`: how long it thinks about each mail. */
export async function openMailServer(delayMs = 0): Promise<TestMailServer> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts);
        void PostalMime.parse(raw).then((mail) => {
          taken.push({ raw: raw.toString(), mail });
          setTimeout(done, delayMs);
        });
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
