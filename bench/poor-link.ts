/** A home line on loopback: UDP between one browser and the engine, with a rate, a queue, loss and the way's own delay. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

/** `rate` in bits per second, `queue` and `delay` in milliseconds, `loss` as a share. */
export type LineFacts = { rate: number; queue: number; delay: number; loss: number };
export type PoorLink = {
  port: number;
  /** How long a packet that enters now waits, milliseconds. */
  waiting(): { up: number; down: number };
  dropped(): number;
  stop(): void;
};

/** Ethernet would add more; routers count at least what IP and UDP add. */
const IP_AND_UDP = 28;

type Pipe = {
  line: LineFacts;
  freeAt: number;
  dropped: number;
  due: { at: number; send: () => void }[];
  timer: NodeJS.Timeout | null;
};

function enter(pipe: Pipe, bytes: number, send: () => void): void {
  const now = performance.now();
  const start = Math.max(now, pipe.freeAt);
  if (start - now > pipe.line.queue || Math.random() < pipe.line.loss) {
    pipe.dropped += 1;
    return;
  }
  pipe.freeAt = start + ((bytes + IP_AND_UDP) * 8_000) / pipe.line.rate;
  pipe.due.push({ at: pipe.freeAt + pipe.line.delay, send });
  wake(pipe);
}

function wake(pipe: Pipe): void {
  const first = pipe.due[0];
  if (pipe.timer !== null || !first) return;
  pipe.timer = setTimeout(
    () => {
      pipe.timer = null;
      while (pipe.due[0] && pipe.due[0].at <= performance.now()) pipe.due.shift()?.send();
      wake(pipe);
    },
    Math.max(0, first.at - performance.now()),
  );
}

const pipeOf = (line: LineFacts): Pipe => ({ line, freeAt: 0, dropped: 0, due: [], timer: null });

/** Opens a port that stands for the engine's; each address of the browser has a way of its own, and all share the line. */
export async function openPoorLink(engine: number, lines: { up: LineFacts; down: LineFacts }): Promise<PoorLink> {
  const [up, down] = [pipeOf(lines.up), pipeOf(lines.down)];
  const door = createSocket('udp4');
  const ways = new Map<string, Socket>();
  const wayOf = ({ address, port }: RemoteInfo): Socket => {
    const known = ways.get(`${address} ${port}`);
    if (known) return known;
    const way = createSocket('udp4');
    way.on('message', (packet) => enter(down, packet.length, () => door.send(packet, port, address, () => undefined)));
    way.bind(0, '127.0.0.1');
    ways.set(`${address} ${port}`, way);
    return way;
  };
  door.on('message', (packet, from) => {
    const way = wayOf(from);
    enter(up, packet.length, () => way.send(packet, engine, '127.0.0.1', () => undefined));
  });
  await new Promise<void>((done) => door.bind(0, '127.0.0.1', done));
  const waitOf = (pipe: Pipe): number => Math.max(0, pipe.freeAt - performance.now());
  return {
    port: door.address().port,
    waiting: () => ({ up: waitOf(up), down: waitOf(down) }),
    dropped: () => up.dropped + down.dropped,
    stop() {
      for (const pipe of [up, down]) {
        pipe.due = [];
        if (pipe.timer !== null) clearTimeout(pipe.timer);
      }
      for (const socket of [door, ...ways.values()]) socket.close();
      ways.clear();
    },
  };
}
