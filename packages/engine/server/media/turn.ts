import type { IceServer } from '#protocol/messages.ts';
import type { MediaSettings } from './media.ts';
import type { Native } from './native.ts';
export function startRelay(_parts: { settings: MediaSettings; native: Native }): { ready: Promise<void>; stop(): void } {
  return { ready: Promise.resolve(), stop: () => undefined };
}
export function relayServers(_settings: MediaSettings, _seat: string): IceServer[] {
  return [];
}
