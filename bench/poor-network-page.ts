/** The page of one person of `poor-network.ts`: the meeting's own publisher and subscriber, without its screens. Runs in the browser. */
import type { ClientMessage, ServerMessage } from '@atrium/engine/protocol/messages';
import { createPublisher } from '@atrium/engine/ui/media/publisher.ts';
import { createSubscriber } from '@atrium/engine/ui/media/subscriber.ts';

/** Rows of WebRTC statistics of the subscribe connection, and of the connections that send. */
export type PersonStats = { in: Record<string, unknown>[]; out: Record<string, unknown>[] };
export type BenchPerson = { send(): Promise<void>; receive(): void; renew(): void; stats(): Promise<PersonStats> };
declare global {
  interface Window {
    benchPerson: BenchPerson;
    /** Brings a message to the engine; what it says at once comes back. */
    askEngine(message: ClientMessage): Promise<ServerMessage[]>;
    hearEngine(message: ServerMessage): void;
  }
}

const later = (ms: number, done: () => void): (() => void) => {
  const timer = setTimeout(done, ms);
  return () => clearTimeout(timer);
};
const hear = (message: ServerMessage): void => {
  publisher.onMessage(message);
  if (message.t === 'pub-dead') publisher.rebuild(message.key);
  subscriber.onMessage(message);
};
const shared = {
  ice: () => [],
  async request(message: ClientMessage) {
    const news = await window.askEngine(message);
    setTimeout(() => news.forEach(hear), 0);
    return 'ok' as const;
  },
  later,
};
const publisher = createPublisher({ ...shared, now: () => performance.now() });
const subscriber = createSubscriber({
  ...shared,
  slots: { audio: 3, video: 12 },
  onStreams(streams) {
    for (const stream of Object.values(streams)) play(stream);
  },
  onState: () => undefined,
});
/** Only what is played is decoded as in a meeting. */
function play(stream: MediaStream): void {
  const id = stream.getTracks()[0]?.id ?? '';
  if (document.getElementById(id)) return;
  const element = document.createElement(stream.getVideoTracks().length > 0 ? 'video' : 'audio');
  element.id = id;
  element.srcObject = stream;
  element.muted = element.tagName === 'VIDEO';
  document.body.append(element);
  void element.play();
}

async function rowsOf(pc: RTCPeerConnection | null): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  (await pc?.getStats())?.forEach((row: Record<string, unknown>) => rows.push(row));
  return rows;
}

window.hearEngine = hear;
window.benchPerson = {
  async send() {
    const camera = { width: 640, height: 360, frameRate: 24 };
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: camera });
    const [mic, cam] = [stream.getAudioTracks()[0], stream.getVideoTracks()[0]];
    if (!mic || !cam) throw new Error('no devices');
    await Promise.all([
      publisher.publish({ key: 'mic', source: 'mic', track: mic, muted: false }),
      publisher.publish({ key: 'cam', source: 'cam', track: cam, muted: false }),
    ]);
  },
  receive: () => subscriber.start(),
  renew() {
    publisher.rebuild();
    subscriber.start();
  },
  async stats() {
    const out = await Promise.all(publisher.peers().map(({ pc }) => rowsOf(pc)));
    return { in: await rowsOf(subscriber.peer()), out: out.flat() };
  },
};
