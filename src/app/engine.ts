/** Keeps a meeting engine alive: forks it, hears when it is ready, pings it, and starts it again when it dies. */
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
const pong = z.object({ t: z.literal('pong'), meetings: z.number() });
const pingEvery = 1_000;
/** Silence after which the engine counts as hung. */
const silence = 5_000;
const longestPause = 15_000;
const registerAgainAfter = 2_000;

export type Engine = {
  /** Where the engine listens, null while it is away. */
  address(): { host: string; port: number } | null;
  udpPort(): number | null;
  /** Meetings in it, as it said last. */
  meetings(): number;
  stop(): Promise<void>;
};

/** The API secret of an engine: derived from its lasting id, so that it survives restarts and never stands in a file. */
export const engineSecret = (secrets: Secrets, engineId: string): string =>
  hmacHex(secrets.derive('engine'), `bbb secret of ${engineId}`).slice(0, 40);

export type EngineOptions = {
  config: Config;
  secrets: Secrets;
  log: Log;
  publicUrl: string;
  engineId: string;
  /** Which one of the installation, as its address says; and which of this data folder, from 1 on. */
  number: number;
  slot: { number: number; folder: string };
  /** Called each time the engine is up, with the API address by which other processes reach it. */
  onReady: (url: string) => Promise<void>;
};

const usualListen = { address: '127.0.0.1', port: null };
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
/** The slots of one data folder have ports next to each other. */
const portOf = (first: number, slot: number): number => (first === 0 ? 0 : first + slot - 1);

/** Where other processes reach an engine that listens on `port`. */
export function reachedAt(config: Config, port: number, slot: number): string {
  const { host, port: told } = config.engineAddress ?? { host: (config.engineListen ?? usualListen).address, port: null };
  return `http://${bracketed(host)}:${told === null ? port : portOf(told, slot)}/bigbluebutton`;
}

function settingsOf(options: EngineOptions): Record<string, string> {
  const { config, publicUrl, number, slot } = options;
  const announce = config.engineAnnounce;
  const listen = config.engineListen ?? usualListen;
  const env: Record<string, string> = {
    ENGINE_HTTP_HOST: listen.address,
    ENGINE_HTTP_PORT: String(portOf(listen.port ?? 0, slot.number)),
    ENGINE_SECRET: engineSecret(options.secrets, options.engineId),
    // the page of a meeting must know whom to speak to
    ENGINE_CLIENT_URL: number === 1 ? `${publicUrl}/m` : `${publicUrl}/m?engine=${number}`,
    ENGINE_LOGOUT_URL: publicUrl,
    // as browsers write it: lower case, without the usual port or a path
    ENGINE_ORIGINS: new URL(publicUrl).origin,
    ENGINE_UDP_PORT: String(portOf(config.engineUdpPort, slot.number)),
    ENGINE_BIND: config.engineBind ?? (isLoopback(config.host) ? '127.0.0.1' : '0.0.0.0'),
    ENGINE_TURN_TCP_PORT: String(portOf(config.engineTurnTcpPort, slot.number)),
    ENGINE_STUN: config.stunUrls.join(','),
    // on one machine we are an inner address ourselves; nobody else may be reached that way
    ENGINE_TRUSTED_CALLBACKS: new URL(publicUrl).origin,
    ENGINE_FFMPEG: ffmpegPath,
    ENGINE_RECORDINGS: path.resolve(slot.folder),
    LOG_LEVEL: config.logLevel,
  };
  if (announce !== null)
    env['ENGINE_ANNOUNCE'] =
      announce.port === null ? announce.address : `${bracketed(announce.address)}:${portOf(announce.port, slot.number)}`;
  if (config.turnUrls.length > 0)
    env['ENGINE_TURN'] = `${config.turnUrls.join(',')}|${config.turnPassword ?? config.turnSecret ?? ''}`;
  if (config.turnUser !== null) env['ENGINE_TURN_USER'] = config.turnUser;
  return env;
}

/** What makes one video file of a recording, where it is installed. */
export const ffmpegPath = '/usr/bin/ffmpeg';

const program = () => path.join(path.dirname(createRequire(import.meta.url).resolve('@atrium/engine/server/main')), 'main.ts');

/** Tries until it is done or that engine ended: one that nobody knows of would run for nothing. */
function register(options: EngineOptions, url: string, isRunning: () => boolean): void {
  options.onReady(url).catch((error: unknown) => {
    options.log.error({ error }, 'the engine could not be registered');
    setTimeout(() => {
      if (isRunning()) register(options, url, isRunning);
    }, registerAgainAfter).unref();
  });
}

function forkEngine(options: EngineOptions): ChildProcess | { error: unknown } {
  const env = { ...settingsOf(options), PATH: environment()['PATH'] ?? '', NODE_ENV: environment()['NODE_ENV'] ?? 'production' };
  try {
    return fork(program(), [], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'json', execArgv: [] });
  } catch (error) {
    // such as no memory for another process
    return { error };
  }
}

async function endChild(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(hard);
}

/** Starts the engine and keeps it running until `stop`. */
export function superviseEngine(options: EngineOptions): Engine {
  const { log } = options;
  let child: ChildProcess | null = null;
  let address: { host: string; port: number } | null = null;
  let udpPort: number | null = null;
  let meetings = 0;
  let stopped = false;
  let pause = 250;
  let [heardAt, awakeSince, lastTick] = [0, Date.now(), Date.now()];
  let again: NodeJS.Timeout | null = null;

  const startAgain = (why: object) => {
    child = null;
    address = null;
    meetings = 0;
    if (stopped) return;
    log.error({ ...why, pause }, 'the meeting engine ended and is started again');
    again = setTimeout(start, pause);
    pause = Math.min(pause * 2, longestPause);
  };
  const start = () => {
    const next = forkEngine(options);
    if ('error' in next) startAgain(next);
    else follow(next);
  };
  const follow = (next: ChildProcess) => {
    child = next;
    heardAt = Date.now();
    next.on('message', (message) => {
      heardAt = Date.now();
      const answer = z.safeParse(pong, message);
      if (answer.success) meetings = answer.data.meetings;
      const started = z.safeParse(ready, message);
      if (!started.success) return;
      const { httpPort } = started.data;
      address = { host: (options.config.engineListen ?? usualListen).address, port: httpPort };
      udpPort = started.data.udpPort;
      pause = 250;
      register(options, reachedAt(options.config, httpPort, options.slot.number), () => child === next);
    });
    next.on('exit', (code, signal) => void (child === next && startAgain({ code, signal })));
    // without a listener the error of a child ends this process
    next.on('error', (error) => {
      log.warn({ error }, 'the process of the meeting engine reports');
      // one that could not be started never exits
      if (next.pid === undefined && child === next) startAgain({ error });
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
      // a broken pipe needs no answer: the exit follows
    } else if (child.connected) child.send({ t: 'ping' }, () => undefined);
  }, pingEvery);
  start();
  return {
    address: () => address,
    udpPort: () => udpPort,
    meetings: () => meetings,
    stop: async () => {
      stopped = true;
      clearInterval(watch);
      if (again !== null) clearTimeout(again);
      if (child !== null) await endChild(child);
    },
  };
}
