import type { EnterError } from '#protocol/entering.ts';
import { CLOSE, type ClientMessage, type ErrorCode, type ServerMessage } from '#protocol/messages.ts';
import type { EnterResult } from '#ui/enter.ts';

/** The part of a WebSocket that is used; tests bring their own. */
export type SocketLike = {
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
};

/** Why the connection ended for good. `lost`: the engine could not be reached for long. */
export type ClosedReason = { why: 'lost' | 'replaced' | 'removed' | 'ended' | 'left' | 'refused'; refused: EnterError | null };
export type SendOutcome = 'ok' | 'lost' | ErrorCode;

export type ConnectionOptions = {
  enter(): Promise<EnterResult>;
  openSocket(): SocketLike;
  /** Calls back after so many milliseconds; returns the way to cancel. */
  later(ms: number, done: () => void): () => void;
  /** So many attempts in a row may fail before it is given up, unless others are still heard. */
  lostAfter: number;
  hears(): boolean;
  /** What `hello` says of the topics that this page knows. */
  topics(): Extract<ClientMessage, { t: 'hello' }>['topics'];
  onMessage(message: ServerMessage): void;
  onLost(): void;
  onClosed(closed: ClosedReason): void;
};

export type MeetingConnection = {
  /** Opens the first socket. `resume` is the seat secret of an earlier page of this tab. */
  start(first: { ticket: string; resume: string | null }): void;
  /**
   * Sends a request; resolves with the answer of the engine, `lost` when the socket went away meanwhile. A command of a topic is sent
   * once more when the seat is taken back: the engine does it once.
   */
  request(message: ClientMessage): Promise<SendOutcome>;
  /** Sends what nobody waits for; without a socket it is lost. */
  say(message: ClientMessage): void;
  /** Tries again at once, for example when the browser is online again. */
  nudge(): void;
  /** Opens another socket at once: the present one went by a network that is not there any more. */
  renew(): void;
  seat(): string | null;
  stop(): void;
};

/** Silence on the socket for this long (milliseconds) makes the client ask, and the same again gives the socket up. */
export const HEARTBEAT_MS = 4000;
/** A socket that did not say welcome by then is given up (milliseconds). */
export const HELLO_MS = 5000;

/** Waiting time before attempt n (0 = the first after the loss), milliseconds: often at first, as an engine that was killed is back after one to three seconds. */
export function retryDelay(attempt: number): number {
  return [150, 500, 700, 1000, 1000, 2000, 3000][attempt] ?? 4000;
}

const final: Record<number, ClosedReason['why']> = {
  [CLOSE.replaced]: 'replaced',
  [CLOSE.removed]: 'removed',
  [CLOSE.ended]: 'ended',
  [CLOSE.left]: 'left',
};

const isMessage = (x: unknown): x is ServerMessage => typeof x === 'object' && x !== null && 't' in x && typeof x.t === 'string';

/** Reads one frame of the engine. Both sides come from one build, so the tag is all that is checked. */
export function readServerMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const raw: unknown = JSON.parse(data);
    return isMessage(raw) ? raw : null;
  } catch {
    return null;
  }
}

type PendingRequest = { message: ClientMessage; resolve(outcome: SendOutcome): void };

type LiveConnection = {
  options: ConnectionOptions;
  socket: SocketLike | null;
  /** True between `welcome` and the loss of the socket. */
  up: boolean;
  stopped: boolean;
  attempt: number;
  nextId: number;
  seat: string | null;
  /** Counts attempts, so that answers of an abandoned one are ignored. */
  round: number;
  pending: Map<number, PendingRequest>;
  /** Commands whose answer was lost with the socket. */
  unanswered: PendingRequest[];
  cancelRetry: () => void;
  cancelBeat: () => void;
};

/**
 * Keeps one signalling socket alive: a lost one is opened again with a new ticket and the seat's secret, until the engine
 * says that the meeting, the seat or the session is over.
 */
export function openConnection(options: ConnectionOptions): MeetingConnection {
  const nothing = () => undefined;
  const live: LiveConnection = {
    options,
    socket: null,
    up: false,
    stopped: false,
    attempt: 0,
    nextId: 1,
    seat: null,
    round: 0,
    pending: new Map(),
    unanswered: [],
    cancelRetry: nothing,
    cancelBeat: nothing,
  };
  return {
    start({ ticket, resume }) {
      live.seat = resume;
      dial(live, ticket);
    },
    request: (message) => request(live, message),
    say: (message) => (live.up ? live.socket?.send(JSON.stringify(message)) : undefined),
    nudge() {
      if (live.up || live.stopped || live.socket) return;
      live.attempt = 0;
      live.cancelRetry();
      void again(live);
    },
    renew() {
      if (live.stopped || (live.socket !== null && !live.up)) return;
      drop(live);
      live.options.onLost();
      live.attempt = 0;
      void again(live);
    },
    seat: () => live.seat,
    stop: () => shut(live),
  };
}

function request(live: LiveConnection, message: ClientMessage): Promise<SendOutcome> {
  if (!live.up) return Promise.resolve('lost');
  return new Promise((resolve) => send(live, { message, resolve }));
}

function send(live: LiveConnection, asked: PendingRequest): void {
  const id = live.nextId++;
  live.pending.set(id, asked);
  live.socket?.send(JSON.stringify({ ...asked.message, id }));
}

function dial(live: LiveConnection, ticket: string): void {
  const round = ++live.round;
  const socket = live.options.openSocket();
  live.socket = socket;
  const current = () => live.round === round && !live.stopped;
  live.cancelBeat = live.options.later(HELLO_MS, () => current() && lost(live));
  socket.onopen = () => {
    const hello = { t: 'hello', ticket, ...(live.seat && { resume: live.seat }), topics: live.options.topics() };
    if (current()) socket.send(JSON.stringify(hello));
  };
  socket.onmessage = ({ data }) => {
    const message = readServerMessage(data);
    if (current() && message) hear(live, message);
  };
  socket.onclose = ({ code }) => {
    if (!current()) return;
    const why = final[code];
    if (why) finish(live, { why, refused: null });
    else lost(live);
  };
}

function hear(live: LiveConnection, message: ServerMessage): void {
  if (message.t === 'welcome') {
    live.seat = message.seat;
    live.up = true;
    live.attempt = 0;
    const unanswered = live.unanswered.splice(0);
    for (const asked of unanswered)
      if (message.resumed) send(live, asked);
      else asked.resolve('lost');
  }
  // An error without id before the welcome is the refusal of hello; the closing code that follows says what to do.
  beat(live);
  if ((message.t === 'ok' || message.t === 'error') && message.id !== undefined) {
    live.pending.get(message.id)?.resolve(message.t === 'ok' ? 'ok' : message.code);
    live.pending.delete(message.id);
  }
  live.options.onMessage(message);
}

/** Every message puts the heartbeat off; without an answer to the question the socket is dead although the browser has not noticed. */
function beat(live: LiveConnection): void {
  live.cancelBeat();
  if (!live.up) return;
  live.cancelBeat = live.options.later(HEARTBEAT_MS, () => {
    live.socket?.send('{"t":"ping"}');
    live.cancelBeat = live.options.later(HEARTBEAT_MS, () => lost(live));
  });
}

function drop(live: LiveConnection): void {
  live.round++;
  live.cancelBeat();
  live.cancelRetry();
  const { socket } = live;
  live.socket = null;
  live.up = false;
  socket?.close();
  for (const asked of live.pending.values())
    if (asked.message.t === 'do' && !live.stopped) live.unanswered.push(asked);
    else asked.resolve('lost');
  live.pending.clear();
  if (live.stopped) for (const asked of live.unanswered.splice(0)) asked.resolve('lost');
}

function lost(live: LiveConnection): void {
  drop(live);
  if (live.stopped) return;
  live.options.onLost();
  live.cancelRetry = live.options.later(retryDelay(live.attempt++), () => void again(live));
}

async function again(live: LiveConnection): Promise<void> {
  const round = ++live.round;
  const result = await live.options.enter();
  if (live.stopped || live.round !== round) return;
  if (result.kind === 'entered') return dial(live, result.entered.ticket);
  if (result.kind === 'refused') return finish(live, { why: 'refused', refused: result.refused });
  if (live.attempt >= live.options.lostAfter && !live.options.hears()) return finish(live, { why: 'lost', refused: null });
  live.cancelRetry = live.options.later(retryDelay(live.attempt++), () => void again(live));
}

function finish(live: LiveConnection, closed: ClosedReason): void {
  shut(live);
  live.options.onClosed(closed);
}

function shut(live: LiveConnection): void {
  live.stopped = true;
  drop(live);
}
