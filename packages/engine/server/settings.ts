import { isAbsolute } from 'node:path';
import { checksumHashes } from '@atrium/bbb/checksum';
import type { ChecksumHash } from '@atrium/bbb/checksum';
import type { OfficeSettings } from '@atrium/pages/office';

/** Settings of the engine's process, read from its environment. */
export type EngineSettings = {
  http: { host: string; port: number };
  /** Active shared secrets, newest first; every one of them is accepted, so that a secret can be exchanged without a gap. */
  secrets: string[];
  algorithms: ChecksumHash[];
  /** Refuses calls whose parameters came unsigned in a form body. */
  rejectUnsignedBodyParams: boolean;
  /** Page of the meeting; it receives `?sessionToken=`. */
  clientUrl: string;
  /** Where people go afterwards when nothing else was said. */
  logoutUrl: string;
  /** Origins whose pages may open the socket. */
  origins: string[];
  /** Allows callbacks to loopback and private networks. */
  allowPrivateCallbacks: boolean;
  /** Origins that may be called back although they are on a private network: the product's own. */
  trustedCallbacks: string[];
  /** How long meetings go on when the process that started the engine is gone; 0: they end with it. Milliseconds. */
  drainMs: number;
  /** Where recordings are kept, null = this engine records nothing; `ffmpeg` makes one video file of each, null = it is not to be made. */
  recordings: { folder: string; ffmpeg: string | null } | null;
  /** Where journals of meetings are kept; null = beside the recordings, or nowhere without them. */
  stateFolder: string | null;
  /** LibreOffice, which turns office files into pages where it is installed. */
  office: OfficeSettings;
  media: {
    bindAddress: string;
    /** 0 = any free port. */
    udpPort: number;
    announce: { address: string; port: number } | null;
    stun: string[];
    /** `user`: signs in with `secret` as the password; null = with credentials made of the shared secret. */
    turn: { urls: string[]; secret: string; user: string | null } | null;
    turnTcpPort: number | null;
  };
};

/** A setting is missing or wrong. The message is meant for the operator's eyes. */
export class BadSetting extends Error {
  override name = 'BadSetting';
}

type ProcessEnvironment = Record<string, string | undefined>;

const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function port(env: ProcessEnvironment, name: string): number {
  const text = env[name] ?? '0';
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new BadSetting(`${name} must be a port number, not "${text}"`);
  return value;
}

function webAddress(env: ProcessEnvironment, name: string): string {
  const text = (env[name] ?? '').trim();
  const address = URL.parse(text);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new BadSetting(`${name} must be an address that begins with http:// or https://`);
  return text;
}

function announced(text: string | undefined, udpPort: number): { address: string; port: number } | null {
  if (!text) return null;
  const match = /^(?:\[([\da-fA-F:]+)\]|([^:[\]]+)|([\da-fA-F]*:[\da-fA-F:]+))(?::(\d{1,5}))?$/.exec(text.trim());
  const address = match?.[1] ?? match?.[2] ?? match?.[3];
  const told = Number(match?.[4] ?? udpPort);
  if (!address) throw new BadSetting('ENGINE_ANNOUNCE must be an address, or address:port');
  if (told === 0 || told > 65_535) throw new BadSetting('ENGINE_ANNOUNCE needs a port when ENGINE_UDP_PORT is not set');
  return { address, port: told };
}

function turn({ ENGINE_TURN: text, ENGINE_TURN_USER: user }: ProcessEnvironment): EngineSettings['media']['turn'] {
  if (!text) return null;
  const cut = text.indexOf('|');
  const urls = list(text.slice(0, cut));
  const secret = text.slice(cut + 1).trim();
  if (cut < 0 || urls.length === 0 || secret === '')
    throw new BadSetting('ENGINE_TURN must have the form turn:host:3478,turns:host:5349|secret');
  return { urls, secret, user: user?.trim() || null };
}

function algorithms(text: string | undefined): ChecksumHash[] {
  const wanted = list(text?.toLowerCase());
  const known = checksumHashes.filter((name) => wanted.length === 0 || wanted.includes(name));
  if (known.length < wanted.length || known.length === 0)
    throw new BadSetting(`ENGINE_CHECKSUM_ALGORITHMS knows ${checksumHashes.join(', ')}`);
  return known;
}

function secrets(env: ProcessEnvironment): string[] {
  const secret = (env.ENGINE_SECRET ?? '').trim();
  if (secret === '') throw new BadSetting('ENGINE_SECRET is empty: the API would be open to everyone');
  return [secret, ...list(env.ENGINE_SECRET_PREVIOUS)];
}

function folderAt(env: ProcessEnvironment, name: string): string | null {
  const folder = (env[name] ?? '').trim();
  if (folder === '') return null;
  if (!isAbsolute(folder)) throw new BadSetting(`${name} must be a whole path, from the root on`);
  return folder;
}

function recordings(env: ProcessEnvironment): EngineSettings['recordings'] {
  const folder = folderAt(env, 'ENGINE_RECORDINGS');
  if (folder === null) return null;
  const ffmpeg = (env.ENGINE_FFMPEG ?? '/usr/bin/ffmpeg').trim();
  return { folder, ffmpeg: ffmpeg === '' || ffmpeg === 'off' ? null : ffmpeg };
}

function drain(text: string | undefined): number {
  if (!/^\d{0,6}$/.test(text ?? '')) throw new BadSetting(`ENGINE_DRAIN_SECONDS must be a number of seconds, not "${text}"`);
  return Number(text ?? '0') * 1_000;
}

/**
 * Reads the settings from environment variables.
 * Throws BadSetting with a plain sentence for the first one that is wrong; the sentence never contains a secret.
 */
export function readSettings(env: ProcessEnvironment = process.env): EngineSettings {
  const udpPort = port(env, 'ENGINE_UDP_PORT');
  const clientUrl = webAddress(env, 'ENGINE_CLIENT_URL');
  const turnTcpPort = port(env, 'ENGINE_TURN_TCP_PORT');
  return {
    http: { host: env.ENGINE_HTTP_HOST?.trim() || '127.0.0.1', port: port(env, 'ENGINE_HTTP_PORT') },
    secrets: secrets(env),
    algorithms: algorithms(env.ENGINE_CHECKSUM_ALGORITHMS),
    rejectUnsignedBodyParams: env.ENGINE_REJECT_UNSIGNED_BODY === '1',
    clientUrl,
    logoutUrl: env.ENGINE_LOGOUT_URL ? webAddress(env, 'ENGINE_LOGOUT_URL') : new URL('/', clientUrl).href,
    origins: env.ENGINE_ORIGINS ? list(env.ENGINE_ORIGINS) : [new URL(clientUrl).origin],
    allowPrivateCallbacks: env.ENGINE_ALLOW_PRIVATE_CALLBACKS === '1',
    trustedCallbacks: list(env.ENGINE_TRUSTED_CALLBACKS),
    drainMs: drain(env.ENGINE_DRAIN_SECONDS),
    recordings: recordings(env),
    stateFolder: folderAt(env, 'ENGINE_STATE'),
    office: {
      program: env.ENGINE_LIBREOFFICE?.trim() || '/usr/bin/soffice',
      network: env.ENGINE_LIBREOFFICE_NETWORK === '1',
    },
    media: {
      bindAddress: env.ENGINE_BIND?.trim() || '127.0.0.1',
      udpPort,
      announce: announced(env.ENGINE_ANNOUNCE, udpPort),
      stun: list(env.ENGINE_STUN),
      turn: turn(env),
      turnTcpPort: turnTcpPort === 0 ? null : turnTcpPort,
    },
  };
}
