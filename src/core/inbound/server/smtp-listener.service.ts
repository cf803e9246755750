/** Takes mail by SMTP for the addresses that we gave out. Of the workers of a machine one has the port; another takes over when it ends. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { senderIn } from '../mail-headers.rules.ts';
import { countLetter, isForLetters } from './sender-limit.service.ts';
import { destinationOf, headersIn, recipientsFor, takeMessage } from './take-message.service.ts';

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

/** `all`: bytes of all messages that are being received by this process. `own`: of this one. */
type ReceivingMessage = { stream: SMTPServerDataStream; all: { bytes: number }; own: { bytes: number } };
async function readMessage({ stream, all, own }: ReceivingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let fits = true;
  // what is too large is read to its end, as the protocol wants, and not kept
  for await (const part of stream) {
    fits = fits && stream.byteLength <= inboundLimits.bytes && all.bytes <= inboundLimits.bytesAtOnce;
    if (!fits) continue;
    parts.push(part);
    own.bytes += part.length;
    all.bytes += part.length;
  }
  if (stream.sizeExceeded || stream.byteLength > inboundLimits.bytes) throw refusal(552, '5.3.4 Message too large');
  if (!fits) throw refusal(451, '4.3.1 Too busy, try again later');
  return Buffer.concat(parts);
}

type LetterSession = Pick<SMTPServerSession, 'envelope' | 'remoteAddress' | 'hostNameAppearsAs'>;
/** As the envelope names it; empty for programs that want no answer. */
const senderOf = ({ envelope }: LetterSession): string =>
  envelope.mailFrom === false ? '' : envelope.mailFrom.address.replace(/[^\x21-\x7e]|[<>]/g, '');
const tooMany = (): Error => refusal(450, '4.7.1 Too many messages from this sender, try again later');

/** Before the body is sent. */
function admit(ctx: Ctx, session: SMTPServerSession, recipient: string): void {
  if (destinationOf(ctx, recipient) === null) throw refusal(550, '5.1.1 No such mailbox');
  if (session.envelope.rcptTo.length >= inboundLimits.recipients) throw refusal(452, '4.5.3 Too many recipients');
}

/** Both count: the sender of the envelope, which costs nothing to change and may be empty, and whom the letter names. */
async function countWriters(ctx: Ctx, session: LetterSession, body: Buffer): Promise<void> {
  if (!session.envelope.rcptTo.some(({ address }) => isForLetters(ctx, address))) return;
  const source = callerIn(session.remoteAddress);
  const named = [senderOf(session).toLowerCase(), senderIn(headersIn(body)) ?? ''].filter((one) => one !== '');
  for (const sender of new Set(named.length === 0 ? [''] : named))
    if ((await countLetter(ctx, { source, sender })) === 'too many') throw tooMany();
}

/** Counts the bytes of a message as held until it is stored, or refused. */
export async function receiveMessage(ctx: Ctx, session: LetterSession, receiving: ReceivingMessage): Promise<void> {
  try {
    const body = await readMessage(receiving);
    const mailFrom = senderOf(session);
    const peer = { address: session.remoteAddress, name: session.hostNameAppearsAs.slice(0, 255), mailFrom };
    await countWriters(ctx, session, body);
    // RFC 5321 §4.4: the final delivery notes the sender
    const raw = Buffer.concat([Buffer.from(`Return-Path: <${mailFrom}>\r\n`), body]);
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    for (const recipient of recipientsFor(ctx, recipients)) await takeMessage(ctx, { raw, recipient, via: 'smtp', peer });
  } finally {
    // sealing and storing need its bytes, too
    receiving.all.bytes -= receiving.own.bytes;
  }
}

/** What we did not refuse ourselves is ours to mend: the sender tries again. */
function answerTo(ctx: Ctx, error: unknown): Error {
  if (error instanceof Error && 'responseCode' in error) return error;
  ctx.log.error({ error }, 'a message could not be stored');
  return refusal(451, '4.3.0 Could not be stored, try again later');
}

function optionsOf(ctxOf: () => Ctx, clientsOf: (address: string) => number): SMTPServerOptions {
  const all = { bytes: 0 };
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
      try {
        admit(ctxOf(), session, address);
        done();
      } catch (error) {
        done(answerTo(ctxOf(), error));
      }
    },
    onData: (stream, session, done) =>
      void receiveMessage(ctxOf(), session, { stream, all, own: { bytes: 0 } }).then(
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
