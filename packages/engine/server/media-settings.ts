import { isIPv4 } from 'node:net';
import type { IceServer } from '#protocol/messages.ts';
import type { EngineLog } from '#server/log.ts';
import type { MediaSettings } from '#server/media/media.ts';
import type { EngineSettings } from '#server/settings.ts';
import { randomToken } from '#server/tokens.ts';

/** The part of the settings that concerns media. The secret of the engine's own relay lives as long as the process. */
export function mediaSettings({ media, clientUrl }: EngineSettings, log: EngineLog): MediaSettings {
  const { bindAddress, udpPort, announce, stun, turnTcpPort } = media;
  const iceServers: IceServer[] =
    stun.length > 0 ? [{ urls: stun.map((url) => (/^stuns?:/.test(url) ? url : `stun:${url}`)) }] : [];
  const near = isLoopback(bindAddress) && announce === null ? ({ near: 'open' } as const) : {};
  return {
    bindAddress,
    udpPort,
    announce,
    ...near,
    iceServers,
    turnTcp:
      turnTcpPort === null
        ? null
        : { port: turnTcpPort, host: announce?.address ?? new URL(clientUrl).hostname, secret: randomToken(32) },
    log: (level, text) => log(level, text),
  };
}

const isLoopback = (address: string): boolean => isIPv4(address) && address.startsWith('127.');
