/** The socket to `/api/live`: one per tab, for everybody on the page who listens. */
export type LiveNews = {
  topic: string;
  kind: string;
  data: Readonly<Record<string, string | number | boolean | null>>;
};
/** `again`: something may have been missed, so what is shown is asked anew. */
export type LiveHear = (news: LiveNews | 'again') => void;

export type LiveListener = {
  /** Links of rooms that are listened to besides one's own account. */
  rooms: readonly string[];
  /** Who listens; another one opens another socket. */
  who: string;
  token: () => Promise<string | null>;
  hear: LiveHear;
};
type SocketLike = {
  send: (text: string) => void;
  close: () => void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
};
export type LiveLink = { listen: (listener: LiveListener) => () => void };

/** Rooms that the server lets one socket listen to. */
const mostRooms = 5;
/** Milliseconds: listeners of one page come and go together; first and longest wait before another try. */
const settle = 50;
const waits = { first: 1_000, most: 30_000 };

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Reads a message of the server; null for what is none. */
export function readLive(text: unknown): LiveNews | 'again' | 'ready' | null {
  try {
    const value: unknown = JSON.parse(String(text));
    if (!isObject(value)) return null;
    if (value['t'] === 'again' || value['t'] === 'ready') return value['t'];
    const { topic, kind, data } = value;
    if (value['t'] !== 'push' || typeof topic !== 'string' || typeof kind !== 'string') return null;
    const plain = Object.entries(isObject(data) ? data : {}).flatMap(([name, one]) =>
      isPlain(one) ? [[name, one] as const] : [],
    );
    return { topic, kind, data: Object.fromEntries(plain) };
  } catch {
    return null;
  }
}

const browserSocket = (): SocketLike => {
  const socket = new WebSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/api/live`);
  const like: SocketLike = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  socket.onopen = () => like.onopen?.();
  socket.onmessage = (event) => like.onmessage?.(event);
  socket.onclose = () => like.onclose?.();
  return like;
};

const wishOf = (listeners: ReadonlySet<LiveListener>): string => {
  const all = [...listeners];
  const rooms = [...new Set(all.flatMap((one) => one.rooms))].toSorted().slice(0, mostRooms);
  return all.length === 0 ? '' : JSON.stringify([all.at(-1)?.who ?? '', rooms]);
};
const roomsOf = (listeners: ReadonlySet<LiveListener>): string[] =>
  [...new Set([...listeners].flatMap((one) => one.rooms))].toSorted().slice(0, mostRooms);

/** Opens a socket while somebody listens, opens it anew when it breaks, and tells then that news may have been missed. */
export function liveLink(open: () => SocketLike = browserSocket): LiveLink {
  const listeners = new Set<LiveListener>();
  const at: {
    socket: SocketLike | null;
    wish: string;
    failures: number;
    timer: ReturnType<typeof setTimeout> | null;
    broken: 'yes' | 'no';
  } = {
    socket: null,
    wish: '',
    failures: 0,
    timer: null,
    broken: 'no',
  };
  const tell = (news: LiveNews | 'again') => {
    for (const one of [...listeners]) one.hear(news);
  };
  const later = (wait: number) => {
    if (at.timer !== null) clearTimeout(at.timer);
    at.timer = setTimeout(check, wait);
  };
  const drop = () => {
    const old = at.socket;
    at.socket = null;
    if (old === null) return;
    old.onclose = null;
    old.onmessage = null;
    old.close();
  };
  const receive = (text: unknown) => {
    const news = readLive(text);
    if (news === null) return;
    if (news !== 'ready') return tell(news);
    at.failures = 0;
    if (at.broken === 'yes') tell('again');
    at.broken = 'no';
  };
  const lost = () => {
    at.socket = null;
    at.broken = 'yes';
    at.failures += 1;
    // a little chance, so that a restarted server is not asked by everybody at once
    later(Math.min(waits.most, waits.first * 2 ** Math.min(at.failures - 1, 5)) * (0.75 + Math.random() / 2));
  };
  const greet = async (socket: SocketLike) => {
    const token = await [...listeners]
      .at(-1)
      ?.token()
      .catch(() => null);
    if (at.socket !== socket) return;
    socket.send(JSON.stringify({ t: 'hello', ...(typeof token === 'string' && { token }), rooms: roomsOf(listeners) }));
  };
  const check = () => {
    at.timer = null;
    const wish = wishOf(listeners);
    if (wish === at.wish && at.socket !== null) return;
    // news between two sockets reach nobody
    if (at.socket !== null && wish !== '') at.broken = 'yes';
    drop();
    at.wish = wish;
    if (wish === '') return;
    const socket = open();
    at.socket = socket;
    socket.onopen = () => void greet(socket);
    socket.onmessage = (event) => receive(event.data);
    socket.onclose = lost;
  };
  return {
    listen: (listener) => {
      listeners.add(listener);
      later(settle);
      return () => {
        listeners.delete(listener);
        later(settle);
      };
    },
  };
}
