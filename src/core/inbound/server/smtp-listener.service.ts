/** Takes mail by SMTP for the addresses that we gave out. Of the workers of a machine one has the port; another takes over when it ends. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { Ctx } from '#kit/server/ctx.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { destinationOf, takeMessage } from './take-message.service.ts';

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

/** `held`: bytes of all messages that are being received by this process. */
type Receiving = { stream: SMTPServerDataStream; held: { bytes: number } };
async function readMessage({ stream, held }: Receiving): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  let fits = true;
  try {
    // what is too large is read to its end, as the protocol wants, and not kept
    for await (const part of stream) {
      fits = fits && stream.byteLength <= inboundLimits.bytes && held.bytes <= inboundLimits.bytesAtOnce;
      if (!fits) continue;
      parts.push(part);
      bytes += part.length;
      held.bytes += part.length;
    }
    if (stream.sizeExceeded || stream.byteLength > inboundLimits.bytes) throw refusal(552, '5.3.4 Message too large');
    if (!fits) throw refusal(451, '4.3.1 Too busy, try again later');
    return Buffer.concat(parts);
  } finally {
    held.bytes -= bytes;
  }
}

async function receive(ctx: Ctx, { envelope }: SMTPServerSession, receiving: Receiving): Promise<void> {
  const body = await readMessage(receiving);
  const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address.replace(/[^\x21-\x7e]|[<>]/g, '');
  // RFC 5321 §4.4: the final delivery notes the sender
  const raw = Buffer.concat([Buffer.from(`Return-Path: <${sender}>\r\n`), body]);
  try {
    for (const { address } of envelope.rcptTo) await takeMessage(ctx, { raw, recipient: address, via: 'smtp' });
  } catch (error) {
    ctx.log.error({ error }, 'a message could not be stored');
    throw refusal(451, '4.3.0 Could not be stored, try again later');
  }
}

function optionsOf(ctxOf: () => Ctx, clientsOf: (address: string) => number): SMTPServerOptions {
  const held = { bytes: 0 };
  return {
    name: ctxOf().config.inboundAddress?.split('@')[1],
    banner: 'Atrium',
    logger: false,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: inboundLimits.bytes,
    maxClients: inboundLimits.connections,
    socketTimeout: 60_000,
    closeTimeout: 3_000,
    onConnect: (session, done) =>
      done(
        clientsOf(session.remoteAddress) > inboundLimits.connectionsPerAddress
          ? refusal(421, '4.7.0 Too many connections')
          : undefined,
      ),
    onRcptTo: ({ address }, session, done) => {
      if (destinationOf(ctxOf(), address) === null) return done(refusal(550, '5.1.1 No such mailbox'));
      const full = session.envelope.rcptTo.length >= inboundLimits.recipients;
      return done(full ? refusal(452, '4.5.3 Too many recipients') : undefined);
    },
    onData: (stream, session, done) =>
      void receive(ctxOf(), session, { stream, held }).then(
        () => done(),
        (error: Error) => done(error),
      ),
  };
}

async function openListener(ctxOf: () => Ctx): Promise<SMTPServer> {
  const { config, log } = ctxOf();
  const { SMTPServer } = await import('smtp-server');
  const clientsOf = (address: string) => [...server.connections].filter((one) => one.remoteAddress === address).length;
  const server: SMTPServer = new SMTPServer(optionsOf(ctxOf, clientsOf));
  // of single connections; without a listener they would end the process
  server.on('error', (error) => log.debug({ error }, 'a connection of incoming mail failed'));
  await once(server.listen(config.inboundSmtpPort ?? 0, config.inboundSmtpHost), 'listening');
  return server;
}

/** Listens, or tries again every `retryMs`, until the returned function is called. */
export function listenForMail(ctxOf: () => Ctx, retryMs = 30_000): () => Promise<void> {
  const { config, log } = ctxOf();
  const stop = new AbortController();
  const open = async (tries: number): Promise<SMTPServer | null> => {
    try {
      return await openListener(ctxOf);
    } catch (error) {
      log[tries === 1 ? 'warn' : 'debug'](
        { error, port: config.inboundSmtpPort },
        'the port of incoming mail cannot be opened, perhaps another worker has it',
      );
      return null;
    }
  };
  const running = (async () => {
    for (let tries = 1; ; tries++) {
      const server = stop.signal.aborted ? null : await open(tries);
      if (server !== null || stop.signal.aborted) return server;
      await pause(retryMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    const server = await running;
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}
