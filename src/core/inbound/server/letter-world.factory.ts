/** A world into which letters come, over a port and from a mailbox, for tests. */
import dns from 'node:dns';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { freePort } from '#kit/server/db/postgres-process.ts';
import { newId } from '#kit/server/ids.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { testWorld } from '#app/proof/testing.ts';
import { openDnsServer } from './dns-server.factory.ts';
import { handleMessage } from './handle-message.service.ts';
import { openMailbox } from './imap-server.factory.ts';
import { type InboundLetter, letterIn } from './inbound.events.ts';
import { listenForMail } from './smtp-listener.service.ts';
import { takeMessage } from './take-message.service.ts';

export const support = 'support@replies.example.com';
/** `mails`: of the mailbox. */
export async function openLetterWorld() {
  const mails: Buffer[] = [];
  const mailbox = await openMailbox('pass-hunter2', mails);
  const port = await freePort();
  const world = await testWorld({
    env: {
      ...{ PUBLIC_URL: 'https://meet.example', INBOUND_ADDRESS: 'mail@replies.example.com', INBOUND_SMTP_PORT: String(port) },
      ...{ INBOUND_IMAP_URL: mailbox.url, INBOUND_AUTHSERV_ID: 'mx.example.com' },
    },
  });
  // nobody outside is asked about the senders of tests
  const [names, usual] = [await openDnsServer(new Map()), dns.getServers()];
  dns.setServers([names.server]);
  const stop = listenForMail(() => world.ctx());
  const { read } = world.ctx().system;
  /** Handles what waits, and gives what others hear. */
  async function heard(): Promise<InboundLetter[]> {
    const letters: InboundLetter[] = [];
    const ctx = world.ctx();
    const tell: typeof ctx.events.tell = async (_ctx, _tx, { data }) => void letters.push(letterIn(data));
    const { rows } = await read.execute<{ id: string }>(
      sql`select id from inbound_messages where state = 'waiting' order by received_at, id`,
    );
    for (const { id } of rows) await handleMessage({ ...ctx, events: { ...ctx.events, tell } }, { id });
    return letters;
  }
  return {
    ...{ world, mails, mailbox, port, read, heard },
    signed: () => returnAddress(world.ctx(), { kind: 'reply', id: newId() }) ?? '',
    send: (raw: Buffer, envelope: Envelope = {}) => sendTo(port, raw, envelope),
    async take(raw: Buffer, recipient = support): Promise<InboundLetter> {
      await takeMessage(world.ctx(), { raw, recipient, via: 'smtp' });
      const [one] = await heard();
      if (one === undefined) throw new Error('nobody heard of it');
      return one;
    },
    /** Some days from now. */
    later(days: number) {
      const ctx = world.ctx();
      return { ...ctx, now: () => ctx.now() + days * 86_400_000 };
    },
    async close() {
      await stop();
      dns.setServers(usual);
      await names.close();
      await world.close();
      await mailbox.close();
    },
  };
}

type Envelope = { from?: string; to?: string | string[] };
/** The answer of the port. */
async function sendTo(port: number, raw: Buffer, envelope: Envelope): Promise<string> {
  const { from = `${newId()}@example.org`, to = support } = envelope;
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  } finally {
    transport.close();
  }
}
