/** Keeps a meeting engine alive: forks or adopts it, hears when it is ready, pings it, and starts another one when it ends. */
import path from 'node:path';
import { type Config, environment } from '#kit/server/config/config.ts';
import type { Log } from '#kit/server/log.ts';
import { hmacHex, type Secrets } from '#kit/server/secrets.ts';
import {
  adoptEngine,
  type EngineEvents,
  type EngineLaunch,
  type EnginePorts,
  type EngineProcess,
  forkEngine,
  livingEngine,
} from './engine-process.ts';
import { awakeSinceAt, isHung } from './engine-silence.ts';
import { isLoopback } from './http/open-host.ts';

const pingEvery = 1_000;
/** Silence after which the engine counts as hung. */
const silence = 5_000;
const longestPause = 15_000;
const registerAgainAfter = 2_000;

export type EngineHandle = {
  /** Where the engine listens, null while it is away. */
  address(): { host: string; port: number } | null;
  udpPort(): number | null;
  /** Meetings in it, as it said last. */
  meetings(): number;
  /** Ends it, and its meetings with it. */
  stop(): Promise<void>;
  /** Lets its meetings go on without this process; one that has none ends. */
  leave(): Promise<'stays' | 'ended'>;
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
  lastsFor: EngineLaunch['lastsFor'];
  /** Called each time an engine is up, with the API address by which other processes reach it. `adopted`: it was there before. */
  onReady: (url: string, origin: EngineOrigin) => Promise<void>;
};
export type EngineOrigin = 'started' | 'adopted';

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
  const { config, publicUrl, number, slot, lastsFor } = options;
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
    ENGINE_LIBREOFFICE: config.libreOffice,
    ENGINE_LIBREOFFICE_NETWORK: config.libreOfficeNetwork ? '1' : '0',
    ENGINE_RECORDINGS: path.resolve(slot.folder),
    ENGINE_DRAIN_SECONDS: lastsFor === 'its-meetings' ? String(config.engineDrain) : '0',
    LOG_LEVEL: config.logLevel,
    PATH: environment()['PATH'] ?? '',
    NODE_ENV: environment()['NODE_ENV'] ?? 'production',
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

/** Tries until it is done or that engine ended: one that nobody knows of would run for nothing. */
function register(options: EngineOptions, up: { url: string; origin: EngineOrigin }, isRunning: () => boolean): void {
  options.onReady(up.url, up.origin).catch((error: unknown) => {
    options.log.error({ error }, 'the engine could not be registered');
    setTimeout(() => {
      if (isRunning()) register(options, up, isRunning);
    }, registerAgainAfter).unref();
  });
}

/** What a supervisor knows of the engine that it looks after now. */
type WatchedEngine = {
  options: EngineOptions;
  current: EngineProcess | null;
  ports: EnginePorts | null;
  meetings: number;
  stopped: boolean;
  pause: number;
  heardAt: number;
  again: NodeJS.Timeout | null;
};

function startAgain(watched: WatchedEngine, why: object, origin: EngineOrigin): void {
  const { options, pause } = watched;
  Object.assign(watched, { current: null, ports: null, meetings: 0 });
  if (watched.stopped) return;
  // an adopted one ends when its last meeting does, to be followed by one of this version
  if (origin === 'adopted') options.log.info(why, 'the meeting engine of an earlier start has ended');
  else options.log.error({ ...why, pause }, 'the meeting engine ended and is started again');
  watched.again = setTimeout(() => begin(watched), pause);
  watched.pause = Math.min(pause * 2, longestPause);
}

function eventsFor(watched: WatchedEngine, origin: EngineOrigin, isCurrent: () => boolean): EngineEvents {
  const { options } = watched;
  return {
    heard: (meetings) => Object.assign(watched, { heardAt: Date.now(), meetings }),
    ready: (ports) => {
      if (watched.ports !== null || !isCurrent()) return;
      Object.assign(watched, { heardAt: Date.now(), ports, pause: 250 });
      register(options, { url: reachedAt(options.config, ports.httpPort, options.slot.number), origin }, isCurrent);
    },
    ended: (why) => {
      if (isCurrent()) startAgain(watched, why, origin);
    },
    trouble: (error) => options.log.warn({ error }, 'the process of the meeting engine reports'),
  };
}

/** Forks an engine, or goes on with the one that lives on this slot. */
function begin(watched: WatchedEngine): void {
  const { options } = watched;
  const { folder } = options.slot;
  const living = livingEngine(folder);
  const origin = living === null ? 'started' : 'adopted';
  const events = eventsFor(watched, origin, () => watched.current === next);
  let next: EngineProcess | null = null;
  watched.heardAt = Date.now();
  try {
    const host = (options.config.engineListen ?? usualListen).address;
    next =
      living === null
        ? forkEngine({ folder, host, env: settingsOf(options), lastsFor: options.lastsFor }, events)
        : adoptEngine(living, engineSecret(options.secrets, options.engineId), events);
  } catch (error) {
    // such as no memory for another process
    return startAgain(watched, { error }, origin);
  }
  watched.current = next;
  if (living === null) return;
  options.log.info({ folder, pid: living.pid }, 'the meeting engine of an earlier start goes on');
  next.ping();
}

/** Keeps an engine running until `stop` or `leave`. */
export function superviseEngine(options: EngineOptions): EngineHandle {
  const watched: WatchedEngine = {
    ...{ options, current: null, ports: null, meetings: 0 },
    ...{ stopped: false, pause: 250, heardAt: 0, again: null },
  };
  let [awakeSince, lastTick] = [Date.now(), Date.now()];
  const watch = setInterval(() => {
    const { current, heardAt, ports } = watched;
    const now = Date.now();
    awakeSince = awakeSinceAt({ awakeSince, lastTick, now, tickEvery: pingEvery });
    lastTick = now;
    if (current === null) return;
    if (isHung({ heardAt, awakeSince, now, patience: silence * (ports === null ? 6 : 1) })) {
      options.log.error({}, 'the meeting engine does not answer');
      current.kill();
    } else current.ping();
  }, pingEvery);
  const quit = (): EngineProcess | null => {
    watched.stopped = true;
    clearInterval(watch);
    if (watched.again !== null) clearTimeout(watched.again);
    return watched.current;
  };
  begin(watched);
  return {
    address: () => watched.ports && { host: watched.ports.host, port: watched.ports.httpPort },
    udpPort: () => watched.ports?.udpPort ?? null,
    meetings: () => watched.meetings,
    stop: async () => quit()?.end(),
    leave: async () => (await quit()?.leave()) ?? 'ended',
  };
}
