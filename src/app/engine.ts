/** Keeps the embedded meeting engine alive: forks it, hears when it is ready, pings it, and starts it anew when it dies. */
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod/mini';
import { type Config, environment } from '#kit/server/config/config.ts';
import type { Log } from '#kit/server/log.ts';
import { hmacHex, type Secrets } from '#kit/server/secrets.ts';
import { awakeSinceAt, isHung } from './engine-silence.ts';
import { isLoopback } from './http/open-host.ts';

const ready = z.object({ t: z.literal('ready'), httpPort: z.number(), udpPort: z.number() });
const pingEvery = 1_000;
/** Silence after which the engine counts as hung. */
const silence = 5_000;
const longestPause = 15_000;

export type Engine = {
  /** Loopback address of the engine, null while it is away. */
  address(): { host: string; port: number } | null;
  udpPort(): number | null;
  stop(): Promise<void>;
};

/** The API secret of the n-th engine: derived, so that it survives restarts and never stands in a file. */
export const engineSecret = (secrets: Secrets, number = 1): string =>
  hmacHex(secrets.derive('engine'), number === 1 ? 'bbb secret' : `bbb secret ${number}`).slice(0, 40);

export type EngineOptions = {
  config: Config;
  secrets: Secrets;
  log: Log;
  publicUrl: string;
  /** Which of several on this machine, from 1 on; the first one when left out. */
  number?: number;
  /** Called each time the engine is up, with its API address. */
  onReady: (url: string) => Promise<void>;
};

function settingsOf(options: EngineOptions): Record<string, string> {
  const { config, publicUrl, number = 1 } = options;
  const announce = config.engineAnnounce;
  // each engine has ports of its own, next to each other
  const portOf = (first: number) => (first === 0 ? 0 : first + number - 1);
  const env: Record<string, string> = {
    ENGINE_HTTP_PORT: '0',
    ENGINE_SECRET: engineSecret(options.secrets, number),
    // the page of a meeting must know whom to speak to
    ENGINE_CLIENT_URL: number === 1 ? `${publicUrl}/m` : `${publicUrl}/m?engine=${number}`,
    ENGINE_LOGOUT_URL: publicUrl,
    // as browsers write it: lower case, without the usual port or a path
    ENGINE_ORIGINS: new URL(publicUrl).origin,
    ENGINE_UDP_PORT: String(portOf(config.engineUdpPort)),
    ENGINE_BIND: config.engineBind ?? (isLoopback(config.host) ? '127.0.0.1' : '0.0.0.0'),
    ENGINE_TURN_TCP_PORT: String(portOf(config.engineTurnTcpPort)),
    ENGINE_STUN: config.stunUrls.join(','),
    // on one machine we are an inner address ourselves; nobody else may be reached that way
    ENGINE_TRUSTED_CALLBACKS: new URL(publicUrl).origin,
    ENGINE_RECORDINGS: path.resolve(config.dataDir, number === 1 ? 'recordings' : `recordings-${number}`),
    LOG_LEVEL: config.logLevel,
  };
  if (announce !== null)
    env['ENGINE_ANNOUNCE'] =
      announce.port === null
        ? announce.address
        : `${announce.address.includes(':') ? `[${announce.address}]` : announce.address}:${portOf(announce.port)}`;
  if (config.turnUrls.length > 0)
    env['ENGINE_TURN'] = `${config.turnUrls.join(',')}|${config.turnPassword ?? config.turnSecret ?? ''}`;
  if (config.turnUser !== null) env['ENGINE_TURN_USER'] = config.turnUser;
  return env;
}

const program = () => path.join(path.dirname(createRequire(import.meta.url).resolve('@atrium/engine/server/main')), 'main.ts');

/** Starts the engine and keeps it running until `stop`. */
export function superviseEngine(options: EngineOptions): Engine {
  const { log } = options;
  let child: ChildProcess | null = null;
  let address: { host: string; port: number } | null = null;
  let udpPort: number | null = null;
  let stopped = false;
  let pause = 250;
  let [heardAt, awakeSince, lastTick] = [0, Date.now(), Date.now()];
  let again: NodeJS.Timeout | null = null;

  const start = () => {
    const next = fork(program(), [], {
      env: { ...settingsOf(options), PATH: environment()['PATH'] ?? '', NODE_ENV: environment()['NODE_ENV'] ?? 'production' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'json',
      execArgv: [],
    });
    child = next;
    heardAt = Date.now();
    next.on('message', (message) => {
      heardAt = Date.now();
      const told = z.safeParse(ready, message);
      if (!told.success) return;
      address = { host: '127.0.0.1', port: told.data.httpPort };
      udpPort = told.data.udpPort;
      pause = 250;
      options
        .onReady(`http://127.0.0.1:${told.data.httpPort}/bigbluebutton`)
        .catch((error: unknown) => log.error({ error }, 'the engine could not be registered'));
    });
    next.on('exit', (code, signal) => {
      if (child !== next) return;
      child = null;
      address = null;
      if (stopped) return;
      log.error({ code, signal, pause }, 'the meeting engine ended and is started again');
      again = setTimeout(start, pause);
      pause = Math.min(pause * 2, longestPause);
    });
  };
  const watch = setInterval(() => {
    const now = Date.now();
    awakeSince = awakeSinceAt({ awakeSince, lastTick, now, tickEvery: pingEvery });
    lastTick = now;
    if (child === null) return;
    if (isHung({ heardAt, awakeSince, now, patience: silence * (address === null ? 6 : 1) })) {
      log.error({}, 'the meeting engine does not answer');
      child.kill('SIGKILL');
      return;
    }
    if (child.connected) child.send({ t: 'ping' });
  }, pingEvery);
  start();
  return {
    address: () => address,
    udpPort: () => udpPort,
    stop: async () => {
      stopped = true;
      clearInterval(watch);
      if (again !== null) clearTimeout(again);
      const last = child;
      if (last === null) return;
      const ended = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      last.kill('SIGTERM');
      const hard = setTimeout(() => last.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(hard);
    },
  };
}
