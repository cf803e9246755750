import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { LIMITS } from '#protocol/limits.ts';
import { CLOSE, readClientMessage } from '#protocol/messages.ts';
import type { ClientMessage, ServerMessage } from '#protocol/messages.ts';
import type { Engine, PageLine, MeetingSeat } from '#server/model.ts';
import { bucket } from '#server/rate.ts';
import { answerRequest } from '#server/requests/answer-request.ts';
import { arrive, lose } from '#server/seats.ts';
import { redeem } from '#server/session.ts';

/** Between two pings of the engine; a browser that leaves two of them unanswered is gone. */
const HEARTBEAT_MS = 5_000;
/** Messages of one socket that may wait for their turn. */
const QUEUE_MOST = 100;
/** How a page writes a hint; one that is written otherwise counts as any message. */
const HINT_START = '{"t":"hint"';
/** A reader that does not even take the close frame is cut off after this time. */
const CUT_OFF_MS = 2_000;

/** A socket and the stream below it. */
export type OpenedSocket = { socket: WebSocket; wire: Duplex };

type SocketConnection = {
  engine: Engine;
  line: PageLine;
  seat: MeetingSeat | null;
  closed: boolean;
  /** The hello came; a second one is out of turn, everything else before it too. */
  greeted: boolean;
  /** All messages go through this chain, so each is done before the next begins. */
  turn: Promise<void>;
  queued: number;
};

/** All messages to one reader within one turn of the event loop go out in one write: a full room sends many small ones. */
function gather(wire: Duplex): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    wire.cork();
    setImmediate(() => {
      waiting = false;
      wire.uncork();
    });
  };
}

function lineOf({ socket, wire }: OpenedSocket): PageLine {
  const gatherWrites = gather(wire);
  const close = (code: number, reason: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), CUT_OFF_MS).unref();
  };
  const sendText = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    gatherWrites();
    if (socket.bufferedAmount > LIMITS.backPressureBytes) close(CLOSE.tooSlow, 'too slow');
    else socket.send(text);
  };
  const sendHint = (text: string): void => {
    if (socket.bufferedAmount <= LIMITS.hintBackPressureBytes) sendText(text);
  };
  const sendPiece = (text: string) =>
    new Promise<void>((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve();
      gatherWrites();
      socket.send(text, () => resolve());
    });
  return { close, sendText, sendPiece, sendHint, send: (message) => sendText(JSON.stringify(message)) };
}

/** Serves one socket from its opening to its end. */
export function serveSocket(engine: Engine, opened: OpenedSocket): void {
  const { socket } = opened;
  const connection: SocketConnection = {
    engine,
    line: lineOf(opened),
    seat: null,
    closed: false,
    greeted: false,
    turn: Promise.resolve(),
    queued: 0,
  };
  const rate = bucket({ perSecond: LIMITS.messagesPerSecond, burst: LIMITS.messagesBurst });
  const hintRate = bucket({ perSecond: LIMITS.hintsPerSecond, burst: LIMITS.hintsBurst });
  const patience = setTimeout(() => {
    if (!connection.greeted) connection.line.close(CLOSE.silent, 'no hello');
  }, LIMITS.helloWithinMs);
  let unanswered = 0;
  const heartbeat = setInterval(() => {
    unanswered += 1;
    if (unanswered > 2) socket.terminate();
    else socket.ping();
  }, HEARTBEAT_MS);
  socket.on('pong', () => {
    unanswered = 0;
  });
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const [text, now] = [textOf(data), performance.now()];
    const isFreeHint = text.startsWith(HINT_START) && hintRate.take(now);
    if (!isFreeHint && !rate.take(now)) connection.line.close(CLOSE.tooFast, 'too fast');
    else if (isBinary) connection.line.close(CLOSE.badMessage, 'text only');
    else receive(connection, text);
  });
  // The protocol errors of the WebSocket layer close the socket by themselves; the close event does the rest.
  socket.on('error', (error) => engine.log('debug', 'socket error', { error: error.message }));
  socket.on('close', () => {
    connection.closed = true;
    clearTimeout(patience);
    clearInterval(heartbeat);
    if (connection.seat !== null) lose(engine, connection.seat, connection.line);
  });
}

function textOf(data: RawData): string {
  return (
    Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data)
  ).toString('utf8');
}

function receive(connection: SocketConnection, text: string): void {
  const { line } = connection;
  const message = Buffer.byteLength(text) > LIMITS.messageBytes ? 'too large' : readClientMessage(text);
  if (message === 'too large') line.close(CLOSE.badMessage, message);
  else if (message === null) complain(connection, text);
  else if ((message.t === 'hello') === connection.greeted) line.close(CLOSE.badMessage, 'out of turn');
  // hints are the first to go where a slow request holds the others up
  else if (message.t === 'hint' && connection.queued >= QUEUE_MOST / 2) return;
  else if (connection.queued >= QUEUE_MOST) line.close(CLOSE.tooFast, 'too fast');
  else enqueue(connection, message);
}

function enqueue(connection: SocketConnection, message: ClientMessage): void {
  connection.greeted = true;
  connection.queued += 1;
  connection.turn = connection.turn
    .then(() => handle(connection, message))
    .finally(() => {
      connection.queued -= 1;
    });
}

/** A page that is newer than the engine may say what it does not know: that is answered, and the page goes on. Junk ends the socket. */
function complain({ seat, line }: SocketConnection, text: string): void {
  const unknown = readTagged(text);
  if (seat === null || unknown === null) line.close(CLOSE.badMessage, 'not understood');
  else line.send({ t: 'error', ...unknown, code: 'bad-message' });
}

/** The number of what looks like a message, null for anything else. */
function readTagged(text: string): { id?: number } | null {
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null || !('t' in raw) || typeof raw.t !== 'string') return null;
    return 'id' in raw && typeof raw.id === 'number' ? { id: raw.id } : {};
  } catch {
    return null;
  }
}

async function handle(connection: SocketConnection, message: ClientMessage): Promise<void> {
  const { engine, line, seat } = connection;
  if (connection.closed) return;
  if (message.t === 'hello') greet(connection, message);
  else if (seat === null || seat.line !== line) return;
  else if (message.t === 'ping') line.send({ t: 'pong', ...numbered(message) });
  else {
    const answer = await answered({ engine, seat }, message);
    if (answer !== null) line.send(answer);
  }
}

const numbered = ({ id }: ClientMessage): { id?: number } => (id === undefined ? {} : { id });

/** Carries a request out; one that breaks is answered as well and does not end the socket. */
async function answered(
  asker: { engine: Engine; seat: MeetingSeat },
  message: Exclude<ClientMessage, { t: 'hello' | 'ping' }>,
): Promise<ServerMessage | null> {
  const key = 'key' in message ? { key: message.key } : {};
  try {
    const code = await answerRequest(asker, message);
    if (code !== null) return { t: 'error', ...numbered(message), code, ...key };
    return message.id === undefined ? null : { t: 'ok', id: message.id };
  } catch (error) {
    asker.engine.log('error', 'a request failed', {
      request: message.t,
      error: error instanceof Error ? error.message : 'unknown',
    });
    return { t: 'error', ...numbered(message), code: 'media-down', ...key };
  }
}

function greet(connection: SocketConnection, message: Extract<ClientMessage, { t: 'hello' }>): void {
  const { engine, line } = connection;
  const pass = redeem(engine, message.ticket);
  if (pass === undefined) line.close(CLOSE.badTicket, 'bad ticket');
  else {
    connection.seat = arrive(engine, { pass, line, resume: message.resume, topics: message.topics });
    if (message.id !== undefined) line.send({ t: 'ok', id: message.id });
  }
}
