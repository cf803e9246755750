import type { ServerMessage } from '#protocol/messages.ts';
import { type ClosedReason, type ConnectionOptions, openConnection, type SocketLike } from '#ui/media/connection.ts';
import type { EnterResult } from '#ui/enter.ts';
import { welcome } from '#ui/state.factory.ts';

/** Who one is, as the session call says it. */
export const entered = {
  meeting: {
    id: 'm',
    name: 'M',
    welcome: '',
    recording: 'off' as const,
    mayBeRecorded: false,
    muteOnStart: false,
    logoutUrl: '/',
  },
  you: { name: 'N', role: 'viewer' as const, guest: false },
  waiting: false,
};

type FakeSocket = SocketLike & {
  sent: Record<string, unknown>[];
  open(): void;
  hear(message: ServerMessage): void;
  lose(code?: number): void;
  closed: boolean;
};

function fakeSocket(): FakeSocket {
  const socket: FakeSocket = {
    sent: [],
    closed: false,
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => void socket.sent.push(JSON.parse(text)),
    close: () => void Object.assign(socket, { closed: true }),
    open: () => socket.onopen?.(new Event('open')),
    hear: (message) => socket.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) })),
    lose: (code = 1006) => socket.onclose?.(Object.assign(new Event('close'), { code, reason: '', wasClean: false })),
  };
  return socket;
}

type ConnectionEvents = { messages: string[]; lost: number; closed: ClosedReason[]; entersAt: number[] };
const seenNothing = (): ConnectionEvents => ({ messages: [], lost: 0, closed: [], entersAt: [] });

/** A connection on a clock of the test: `pass` lets milliseconds go by. */
export function setUp(enters: EnterResult[] = [], lostAfter = Number.POSITIVE_INFINITY) {
  const sockets: FakeSocket[] = [];
  const clock = { now: 0, timers: new Map<number, { at: number; done: () => void }>(), next: 1 };
  const seen = seenNothing();
  const hearing = { others: false };
  const options: ConnectionOptions = {
    enter: () => {
      seen.entersAt.push(clock.now);
      return Promise.resolve(
        enters.shift() ?? { kind: 'entered', entered: { ...entered, ticket: `ticket-${seen.entersAt.length}` } },
      );
    },
    openSocket: () => {
      const socket = fakeSocket();
      sockets.push(socket);
      return socket;
    },
    later(ms, done) {
      const id = clock.next++;
      clock.timers.set(id, { at: clock.now + ms, done });
      return () => void clock.timers.delete(id);
    },
    lostAfter,
    hears: () => hearing.others,
    topics: () => undefined,
    onMessage: (message) => void seen.messages.push(message.t),
    onLost: () => void seen.lost++,
    onClosed: (closed) => void seen.closed.push(closed),
  };
  const pass = async (ms: number) => {
    const until = clock.now + ms;
    for (;;) {
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
      const due = [...clock.timers].filter(([, t]) => t.at <= until).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      clock.timers.delete(due[0]);
      clock.now = due[1].at;
      due[1].done();
    }
    clock.now = until;
  };
  const connection = openConnection(options);
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  };
  return { connection, sockets, seen, pass, last, clock, hearing };
}

export function inMeeting(enters: EnterResult[] = [], lostAfter = Number.POSITIVE_INFINITY) {
  const all = setUp(enters, lostAfter);
  all.connection.start({ ticket: 'first', resume: null });
  all.last().open();
  all.last().hear(welcome({ seat: 'secret' }));
  return all;
}
