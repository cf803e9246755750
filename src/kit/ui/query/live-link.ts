/** The socket to `/api/live`: one per tab, for everybody on the page who listens. */
export type LiveNews = {
  topic: string;
  kind: string;
  data: Readonly<Record<string, string | number | boolean | null>>;
};
/** `again`: something may have been missed, so what is shown is fetched again. */
export type LiveHear = (news: LiveNews | 'again') => void;

export type LiveListener = {
  /** Links of rooms that are listened to besides one's own account. */
  rooms: readonly string[];
  /** Who listens; another one opens another socket. */
  who: string;
  token: () => Promise<string | null>;
  hear: LiveHear;
};
export type SocketLike = {
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
type LiveTimer = ReturnType<typeof setTimeout>;
const waits = { first: 1_000, most: 30_000 };

type UnknownFields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is UnknownFields => typeof value === 'object' && value !== null;
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
    // browsers write an error into the console about what is sent after it was closed, and when it is closed before it stands
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
      else socket.close();
    },
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  socket.onopen = () => like.onopen?.();
  socket.onmessage = (event) => like.onmessage?.(event);
  socket.onclose = () => like.onclose?.();
  return like;
};

const roomsOf = (listeners: ReadonlySet<LiveListener>): string[] =>
  [...new Set([...listeners].flatMap((one) => one.rooms))].toSorted().slice(0, mostRooms);
/** What the socket must be good for, as a text to compare; null while nobody listens. */
const wishOf = (listeners: ReadonlySet<LiveListener>): string | null =>
  listeners.size === 0 ? null : JSON.stringify([[...listeners].at(-1)?.who, roomsOf(listeners)]);

type LinkKeeper = { use: (wish: string | null) => void };
type KeeperParts = {
  open: () => SocketLike;
  greet: (socket: SocketLike) => Promise<void>;
  tell: (news: LiveNews | 'again') => void;
};

/** Holds one socket for a wish, reopens it when it breaks, and says then that news may have been missed. */
function keepSocket({ open, greet, tell }: KeeperParts): LinkKeeper {
  const now: { socket: SocketLike | null; wish: string | null; failures: number; retry: LiveTimer | null; gap: 'gap' | 'none' } =
    {
      socket: null,
      wish: null,
      failures: 0,
      retry: null,
      gap: 'none',
    };
  const receive = (text: unknown) => {
    const news = readLive(text);
    if (news === null) return;
    if (news !== 'ready') return tell(news);
    now.failures = 0;
    if (now.gap === 'gap') tell('again');
    now.gap = 'none';
  };
  const connect = () => {
    const socket = open();
    now.socket = socket;
    socket.onopen = () => void greet(socket);
    socket.onmessage = (event) => receive(event.data);
    socket.onclose = () => {
      now.socket = null;
      now.gap = 'gap';
      now.failures += 1;
      const wait = Math.min(waits.most, waits.first * 2 ** Math.min(now.failures - 1, 5));
      // a little chance, so that a restarted server is not asked by everybody at once
      now.retry = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    };
  };
  const drop = () => {
    if (now.retry !== null) clearTimeout(now.retry);
    const { socket } = now;
    Object.assign(now, { retry: null, socket: null, failures: 0 });
    if (socket === null) return;
    socket.onopen = null;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  };
  return {
    use: (wish) => {
      if (wish === now.wish) return;
      // news between two sockets, or between the page's data and its first socket, reach nobody
      now.gap = wish === null ? 'none' : 'gap';
      drop();
      now.wish = wish;
      if (wish !== null) connect();
    },
  };
}

/** The link of a tab: a socket is open while somebody listens. */
export function liveLink(open: () => SocketLike = browserSocket): LiveLink {
  const listeners = new Set<LiveListener>();
  const timer: { at: LiveTimer | null } = { at: null };
  const greet = async (socket: SocketLike) => {
    const token = await [...listeners]
      .at(-1)
      ?.token()
      .catch(() => null);
    socket.send(JSON.stringify({ t: 'hello', ...(typeof token === 'string' && { token }), rooms: roomsOf(listeners) }));
  };
  const tell = (news: LiveNews | 'again') => {
    for (const one of [...listeners]) one.hear(news);
  };
  const keeper = keepSocket({ open, greet, tell });
  const changed = () => {
    if (timer.at !== null) clearTimeout(timer.at);
    timer.at = setTimeout(() => keeper.use(wishOf(listeners)), settle);
  };
  return {
    listen: (listener) => {
      listeners.add(listener);
      changed();
      return () => {
        listeners.delete(listener);
        changed();
      };
    },
  };
}
