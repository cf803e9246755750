/** Takes mail by SMTP for the addresses that we gave out. Of the workers of a machine one has the port; another takes over when it ends. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { Ctx } from '#kit/server/ctx.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { senderIn } from '../mail-headers.rules.ts';
import { countLetter, isForLetters } from './sender-limit.service.ts';
import { destinationOf, headersIn, takeMessage } from './take-message.service.ts';

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

/** As the envelope names it; empty for programs that want no answer. */
const senderOf = ({ envelope }: SMTPServerSession): string =>
  envelope.mailFrom === false ? '' : envelope.mailFrom.address.replace(/[^\x21-\x7e]|[<>]/g, '');
const tooMany = (): Error => refusal(450, '4.7.1 Too many messages from this sender, try again later');

/** Before the body is sent: the first recipient to whom people write counts for the message. */
async function admit(ctx: Ctx, session: SMTPServerSession, recipient: string): Promise<void> {
  if (destinationOf(ctx, recipient) === null) throw refusal(550, '5.1.1 No such mailbox');
  const { rcptTo } = session.envelope;
  if (rcptTo.length >= inboundLimits.recipients) throw refusal(452, '4.5.3 Too many recipients');
  if (!isForLetters(ctx, recipient) || rcptTo.some(({ address }) => isForLetters(ctx, address))) return;
  if ((await countLetter(ctx, senderOf(session) || session.remoteAddress)) === 'too many') throw tooMany();
}

/** Whom the letter names counts, too, where it is not the sender of the envelope: that one costs nothing to change. */
async function admitWriter(ctx: Ctx, session: SMTPServerSession, body: Buffer): Promise<void> {
  const writer = senderIn(headersIn(body));
  if (writer === null || writer === senderOf(session).toLowerCase()) return;
  const isLetter = session.envelope.rcptTo.some(({ address }) => isForLetters(ctx, address));
  if (isLetter && (await countLetter(ctx, writer)) === 'too many') throw tooMany();
}

async function receive(ctx: Ctx, session: SMTPServerSession, receiving: Receiving): Promise<void> {
  const body = await readMessage(receiving);
  const mailFrom = senderOf(session);
  const peer = { address: session.remoteAddress, name: session.hostNameAppearsAs.slice(0, 255), mailFrom };
  await admitWriter(ctx, session, body);
  // RFC 5321 §4.4: the final delivery notes the sender
  const raw = Buffer.concat([Buffer.from(`Return-Path: <${mailFrom}>\r\n`), body]);
  for (const { address } of session.envelope.rcptTo) await takeMessage(ctx, { raw, recipient: address, via: 'smtp', peer });
}

/** What we did not refuse ourselves is ours to mend: the sender tries again. */
function answerTo(ctx: Ctx, error: unknown): Error {
  if (error instanceof Error && 'responseCode' in error) return error;
  ctx.log.error({ error }, 'a message could not be stored');
  return refusal(451, '4.3.0 Could not be stored, try again later');
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
    onRcptTo: ({ address }, session, done) =>
      void admit(ctxOf(), session, address).then(
        () => done(),
        (error: unknown) => done(answerTo(ctxOf(), error)),
      ),
    onData: (stream, session, done) =>
      void receive(ctxOf(), session, { stream, held }).then(
        () => done(),
        (error: unknown) => done(answerTo(ctxOf(), error)),
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
