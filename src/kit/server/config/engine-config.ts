/** The meeting engine and its way through networks, as the environment sets them. */
import { isIP } from 'node:net';
import { list, numberIn, oneOf, optional, row } from './config-row.ts';

/** `host:port`, `host`, `[v6]:port` or `v6`. */
function announced(text: string | undefined): { address: string; port: number | null } | null {
  if (text === undefined) return null;
  if (isIP(text) !== 0) return { address: text, port: null };
  const match = /^(?:\[([0-9a-fA-F.:]+)\]|([0-9.]+))(?::(\d+))?$/.exec(text);
  const host = match?.[1] ?? match?.[2] ?? '';
  if (isIP(host) === 0) throw new Error('must be an IP address, optionally with a port: 203.0.113.7 or 203.0.113.7:40000');
  return { address: host, port: match?.[3] === undefined ? null : numberIn(1, 65_535, 1)(match[3]) };
}

/** `host`, `host:port` or `[v6]:port`, where the host may be a name. */
function reachedAt(text: string | undefined): { host: string; port: number | null } | null {
  if (text === undefined) return null;
  const match = /^(?:\[([0-9a-fA-F:]+)\]|([A-Za-z0-9._-]+))(?::(\d+))?$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined) throw new Error('must be a name or an IP address, optionally with a port: engine.internal:4100');
  return { host, port: match?.[3] === undefined ? null : numberIn(1, 65_535, 1)(match[3]) };
}

export const engineConfig = {
  engine: row({
    env: 'ENGINE',
    about: 'Whether the embedded meeting engine runs: on or off.',
    standard: 'on',
    read: oneOf(['on', 'off'], 'on'),
  }),
  engines: row({
    env: 'ENGINES',
    about: 'How many meeting engines this process runs, each a process and a server of the pool of its own.',
    standard: '1; with --demo 2; later as many as before',
    read: (text) => (text === undefined ? null : numberIn(1, 16, 1)(text)),
  }),
  engineUdpPort: row({
    env: 'ENGINE_UDP_PORT',
    about:
      'The one UDP port of the meeting engine, to be opened in the firewall; 0 = any free one. Further engines take the ports after it.',
    standard: '0',
    read: numberIn(0, 65_535, 0),
  }),
  engineBind: row({
    env: 'ENGINE_BIND',
    about: 'The address on which the engine takes media.',
    standard: '127.0.0.1 when HOST is loopback, else 0.0.0.0',
    read: optional,
  }),
  engineAnnounce: row({
    env: 'ENGINE_ANNOUNCE',
    about: 'The public address (and port) of the media, for machines behind NAT. It needs ENGINE_UDP_PORT.',
    standard: 'the local address',
    read: announced,
  }),
  engineTurnTcpPort: row({
    env: 'ENGINE_TURN_TCP_PORT',
    about: 'TCP port of the engine for people whose network stops UDP; 0 = off.',
    standard: 'off',
    read: numberIn(0, 65_535, 0),
  }),
  engineListen: row({
    env: 'ENGINE_LISTEN',
    about:
      'The address, optionally with a port, on which engines hear the web and worker processes. Plain HTTP: open it to your own network at most. Further engines take the ports after it.',
    standard: '127.0.0.1, any free port',
    read: announced,
  }),
  engineAddress: row({
    env: 'ENGINE_ADDRESS',
    about: 'The name or address, optionally with a port, by which the web and worker processes reach the engines of this one.',
    standard: 'that of ENGINE_LISTEN',
    read: reachedAt,
  }),
  engineDrain: row({
    env: 'ENGINE_DRAIN_SECONDS',
    about:
      'How long running meetings go on after SIGTERM when the process does not come back; a second SIGTERM ends them at once. With 0 they end with it.',
    standard: '10800',
    read: numberIn(0, 86_400, 10_800),
  }),
  stunUrls: row({ env: 'STUN_URLS', about: 'STUN servers for the browsers, comma-separated.', standard: 'none', read: list }),
  turnUrls: row({
    env: 'TURN_URLS',
    about: 'TURN servers for the browsers, comma-separated. They need TURN_SECRET, or TURN_USER and TURN_PASSWORD.',
    standard: 'none',
    read: list,
  }),
  turnSecret: row({
    env: 'TURN_SECRET',
    about: 'Shared secret of those TURN servers (time-limited credentials).',
    standard: 'none',
    secret: true,
    read: optional,
  }),
  turnUser: row({
    env: 'TURN_USER',
    about: 'User name at those TURN servers when they have no shared secret. Everybody in a meeting can read it.',
    standard: 'none',
    read: optional,
  }),
  turnPassword: row({
    env: 'TURN_PASSWORD',
    about: 'Password of that user. Everybody in a meeting can read it, so a shared secret is the better way.',
    standard: 'none',
    secret: true,
    read: optional,
  }),
};

type EngineConfigParts = {
  engineListen: { address: string } | null;
  engineAddress: object | null;
  engineUdpPort: number;
  engineAnnounce: object | null;
  turnUrls: readonly string[];
  turnSecret: string | null;
  turnUser: string | null;
  turnPassword: string | null;
};
/** What cannot be used together, a sentence each: every value is right alone, and the engine would still not start, or nobody get through. */
export function engineTroubles(config: EngineConfigParts): string[] {
  const { turnSecret, turnUser, turnPassword } = config;
  const turn = config.turnUrls.length > 0;
  const fixed = turnUser !== null || turnPassword !== null;
  return [
    ['0.0.0.0', '::'].includes(config.engineListen?.address ?? '') &&
      config.engineAddress === null &&
      'ENGINE_LISTEN on all addresses needs ENGINE_ADDRESS, the one by which the web and worker processes reach the engine.',
    config.engineAnnounce !== null &&
      config.engineUdpPort === 0 &&
      'ENGINE_ANNOUNCE needs ENGINE_UDP_PORT: a router can send media on only to a port that stays the same.',
    turn &&
      turnSecret === null &&
      !fixed &&
      'TURN_URLS needs TURN_SECRET, the secret shared with those servers, or TURN_USER and TURN_PASSWORD.',
    fixed && (turnUser === null || turnPassword === null) && 'TURN_USER and TURN_PASSWORD belong together: set both or none.',
    fixed && turnSecret !== null && 'TURN_SECRET and TURN_USER are two ways to sign in at the TURN servers: set one of them.',
    !turn &&
      (fixed || turnSecret !== null) &&
      'TURN_SECRET, TURN_USER and TURN_PASSWORD need TURN_URLS: without servers they mean nothing.',
  ].filter((one) => one !== false);
}
