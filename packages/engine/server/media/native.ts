/**
 * The only file that knows the native library. Four facts about it shape this code: an exception that leaves one of its callbacks
 * ends the process, so every callback is guarded; an object that JavaScript collects takes its callbacks with it, so connections and
 * tracks are held until they are closed; sends are not checked, so they happen only between "open" and "close"; and it must run in a
 * process of its own that ends with `process.exit()`, never in a worker thread.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { Audio, IceUdpMuxListener, initLogger, PeerConnection, Video } from 'node-datachannel';
import type { Track } from 'node-datachannel';
import { OPUS, VP8 } from './sdp.ts';
import type { MediaKind } from './sdp.ts';

const NEGOTIATION_MS = 5_000;
const FREE_PORT_TRIES = 50;

export type NativeSettings = {
  bindAddress: string;
  /** One port for all connections, 0 = a free one; `each` gives every connection a port of its own, as browsers do. */
  udpPort: number | 'each';
  log: (level: 'warn' | 'error', text: string) => void;
};

export type NativeTrack = {
  mid: string;
  /** Copies the packet before it returns; does nothing unless the track is open. */
  send(packet: Buffer): void;
};
export type TrackHandlers = { onOpen(): void; onMessage(packet: Buffer): void };
export type SendTrack = TrackHandlers & { kind: MediaKind; mid: string; ssrc: number };

export type NativeConnection = {
  /** Answers an offer. Settles when addresses are gathered and `trackCount` tracks have arrived, which happens after the answer exists. */
  answer(offer: string, incoming: { trackCount: number; onTrack(track: NativeTrack): TrackHandlers }): Promise<string>;
  /** Offers tracks that only send, one m-line each. */
  offer(tracks: readonly SendTrack[]): Promise<{ sdp: string; tracks: NativeTrack[] }>;
  /** Takes the answer to `offer`. Throws when it does not fit. */
  accept(answer: string): void;
  /** Tells where the other side is, when its description came without addresses (`candidate:…`). */
  reach(candidate: string, mid: string): void;
  close(): void;
};

export type NativeMedia = {
  /** The shared port, 0 when each connection has its own. */
  port: number;
  /** `onEnd` is called at most once, and not after our own `close`. */
  connect(name: string, onEnd: () => void): NativeConnection;
  /** ICE password of a living connection by its user fragment. */
  passwordOf(ufrag: string): string | undefined;
  connections(): number;
  stop(): void;
};

/** Opens the media port and keeps it. Throws with a plain message when it is taken. */
export function openNative(settings: NativeSettings): NativeMedia {
  const guard = makeGuard((error) => {
    settings.log('error', `media callback failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  });
  initLogger(
    'Error',
    guard((_level: string, text: string) => settings.log('warn', `media library: ${text}`)),
  );
  const listener = settings.udpPort === 'each' ? null : openListener(settings.bindAddress, settings.udpPort);
  const port = listener?.port() ?? 0;
  const passwords = new Map<string, string>();
  const open = new Set<NativeConnection>();
  const shared = listener ? { enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port } : {};
  const config = { iceServers: [], bindAddress: settings.bindAddress, disableAutoNegotiation: true, ...shared };
  return {
    port,
    connect(name, onEnd) {
      const credentials = {
        iceUfrag: randomBytes(9).toString('base64url').replace(/[-_]/g, 'x'),
        icePwd: randomBytes(24).toString('hex'),
      };
      passwords.set(credentials.iceUfrag, credentials.icePwd);
      const connection = wrapPeer({
        peer: new PeerConnection(name, config),
        guard,
        credentials,
        onEnd,
        onGone: () => {
          passwords.delete(credentials.iceUfrag);
          open.delete(connection);
        },
      });
      open.add(connection);
      return connection;
    },
    passwordOf: (ufrag) => passwords.get(ufrag),
    connections: () => open.size,
    stop() {
      for (const connection of open) connection.close();
      listener?.stop();
    },
  };
}

/** A listener of its own holds the port while nobody is connected, so that no other program can take it in between. */
function openListener(bindAddress: string, udpPort: number): IceUdpMuxListener {
  const tries = udpPort === 0 ? FREE_PORT_TRIES : 1;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const port = udpPort === 0 ? randomInt(20_000, 60_000) : udpPort;
    try {
      return new IceUdpMuxListener(port, bindAddress);
    } catch (error) {
      if (udpPort !== 0)
        throw new Error(`The media port ${port} (UDP) on ${bindAddress} is already in use or not allowed. Choose another one.`, {
          cause: error,
        });
    }
  }
  throw new Error(`No free media port (UDP) was found on ${bindAddress}.`);
}

type CallbackGuard = <A extends unknown[]>(callback: (...values: A) => void) => (...values: A) => void;

function makeGuard(report: (error: unknown) => void): CallbackGuard {
  return (callback) =>
    (...values) => {
      try {
        callback(...values);
      } catch (error) {
        // There is no caller to let it rise to: the frame below is native and would end the process.
        report(error);
      }
    };
}

type PeerParts = {
  peer: PeerConnection;
  guard: CallbackGuard;
  credentials: { iceUfrag: string; icePwd: string };
  onEnd: () => void;
  onGone: () => void;
};

function wrapPeer(parts: PeerParts): NativeConnection {
  const { peer, guard, onGone } = parts;
  const held: HeldTrack[] = [];
  const life: { onEnd: (() => void) | null } = { onEnd: parts.onEnd };
  const abandon = new AbortController();
  const finish = (): void => {
    if (!life.onEnd) return;
    life.onEnd = null;
    abandon.abort(new Error('The connection was closed.'));
    for (const track of held) track.release();
    held.length = 0;
    peer.close();
    onGone();
  };
  peer.onStateChange(
    guard((state: string) => {
      const { onEnd } = life;
      if (!onEnd || (state !== 'failed' && state !== 'closed')) return;
      finish();
      onEnd();
    }),
  );
  const adopt = (track: Track, handlersFor: (adopted: NativeTrack) => TrackHandlers): NativeTrack => {
    const kept = holdTrack(track, guard, handlersFor);
    held.push(kept);
    return kept.adopted;
  };
  return {
    close: finish,
    accept: (answer) => peer.setRemoteDescription(answer, 'answer'),
    reach: (candidate, mid) => peer.addRemoteCandidate(candidate, mid),
    async answer(offer, incoming) {
      const arrived = deferred(abandon.signal);
      const tracks: NativeTrack[] = [];
      peer.onTrack(
        guard((track: Track) => {
          tracks.push(adopt(track, incoming.onTrack));
          if (tracks.length >= incoming.trackCount) arrived.resolve();
        }),
      );
      peer.setRemoteDescription(offer, 'offer');
      const [sdp] = await Promise.all([gather({ ...parts, signal: abandon.signal }, 'answer'), arrived.promise]);
      return sdp;
    },
    async offer(wanted) {
      const tracks = wanted.map((send) => adopt(peer.addTrack(describe(send)), () => send));
      return { sdp: await gather({ ...parts, signal: abandon.signal }, 'offer'), tracks };
    },
  };
}

type HeldTrack = { adopted: NativeTrack; release(): void };

/**
 * Keeps the native track alive until `release`. The library keeps what is given to its callbacks for longer than the connection
 * lives, so they reach everything else through `cell`, which is emptied.
 */
function holdTrack(track: Track, guard: CallbackGuard, handlersFor: (adopted: NativeTrack) => TrackHandlers): HeldTrack {
  const cell: { track: Track | null; handlers: TrackHandlers | null; open: boolean } = { track, handlers: null, open: false };
  const adopted: NativeTrack = {
    mid: track.mid(),
    send(packet) {
      if (!cell.open) return;
      try {
        cell.track?.sendMessageBinary(packet);
      } catch {
        // The far end may close at any moment: the packet has nowhere to go, which is what loss means.
      }
    },
  };
  cell.handlers = handlersFor(adopted);
  track.onMessage(guard((packet: Buffer) => cell.handlers?.onMessage(packet)));
  track.onOpen(
    guard(() => {
      cell.open = cell.track !== null;
      cell.handlers?.onOpen();
    }),
  );
  track.onClosed(
    guard(() => {
      cell.open = false;
    }),
  );
  const release = (): void => {
    cell.open = false;
    cell.track = null;
    cell.handlers = null;
  };
  return { adopted, release };
}

function describe(send: SendTrack): Audio | Video {
  const media = send.kind === 'audio' ? new Audio(send.mid, 'SendOnly') : new Video(send.mid, 'SendOnly');
  if ('addOpusCodec' in media) media.addOpusCodec(OPUS, 'minptime=10;useinbandfec=1;stereo=0');
  else media.addVP8Codec(VP8);
  media.addSSRC(send.ssrc, 'atrium', `slot-${send.mid}`, send.mid);
  return media;
}

/** A promise with a time limit, given up when the connection is closed. */
function deferred(signal: AbortSignal): { promise: Promise<void>; resolve: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('The negotiation took too long.')), NEGOTIATION_MS);
  const giveUp = (): void => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  const tidy = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  };
  promise.then(tidy, tidy);
  return { promise, resolve };
}

type CandidateGathering = Pick<PeerParts, 'peer' | 'guard' | 'credentials'> & { signal: AbortSignal };

async function gather({ peer, guard, credentials, signal }: CandidateGathering, type: 'offer' | 'answer'): Promise<string> {
  const complete = deferred(signal);
  peer.onGatheringStateChange(
    guard((state: string) => {
      if (state === 'complete') complete.resolve();
    }),
  );
  peer.setLocalDescription(type, credentials);
  await complete.promise;
  const description = peer.localDescription();
  if (!description) throw new Error('The connection has no description.');
  return description.sdp;
}
