import type { IceServer } from '#protocol/messages.ts';

/** How the media part reaches the network. Ports are UDP or TCP port numbers; times inside are milliseconds. */
export type MediaSettings = {
  /** Local address of the media port, for example `0.0.0.0` or `127.0.0.1`. */
  bindAddress: string;
  /** 0 = a free port. */
  udpPort: number;
  /** What browsers are told instead of the local address and port (machines behind NAT). */
  announce: { address: string; port: number } | null;
  /** STUN and TURN servers handed to browsers as they are. */
  iceServers: IceServer[];
  /** TURN over TCP inside the engine, for networks without UDP. `host` is the name browsers use. */
  turnTcp: { port: number; host: string; secret: string } | null;
  log: (level: MediaLogLevel, text: string) => void;
};
export type MediaLogLevel = 'debug' | 'info' | 'warn' | 'error';

export type CloseReason = 'client' | 'failed' | 'replaced' | 'engine';

export type MediaEvents = {
  published(seat: string, key: string): void;
  closed(seat: string, key: string, why: CloseReason): void;
  /** The whole map of one seat: mid → source id (`<seat>:<key>`) or null. */
  slots(seat: string, map: Record<string, string | null>): void;
  /** Seats that speak now in this room, loudest first. */
  speaking(room: string, seats: string[]): void;
  /** No packet of any kind from this seat for six seconds. */
  silent(seat: string): void;
};

export type MediaRefusal = 'bad-offer' | 'unknown-seat' | 'failed';
export class MediaRefused extends Error {
  readonly code: MediaRefusal;
  constructor(code: MediaRefusal, message: string) {
    super(message);
    this.name = 'MediaRefused';
    this.code = code;
  }
}

export type PublishRequest = { key: string; source: 'mic' | 'cam' | 'screen' | 'screen-audio'; sdp: string };
export type SubscribeRequest = { audioSlots: number; videoSlots: number };
export type SubscribeOffer = { gen: number; sdp: string; mids: { audio: string[]; video: string[] } };
export type Want = { source: string; height: number };
export type VisibilityRule = (viewerSeat: string, source: { seat: string; key: string }) => boolean;

export type MediaCounts = {
  seats: number;
  sources: number;
  /** Filled slots. */
  streams: number;
  /** Packets sent to viewers since the start. */
  forwarded: number;
  /** Packets received from publishers since the start. */
  received: number;
  resent: number;
  udpPort: number;
};

export type Media = {
  addSeat(room: string, seat: string): void;
  removeSeat(seat: string): void;
  publish(seat: string, request: PublishRequest): Promise<{ sdp: string }>;
  unpublish(seat: string, key: string): void;
  subscribe(seat: string, request: SubscribeRequest): Promise<SubscribeOffer>;
  subAnswer(seat: string, gen: number, sdp: string): void;
  view(seat: string, wants: Want[]): void;
  block(seat: string, key: string, on: boolean): void;
  canSee(rule: VisibilityRule): void;
  ice(seat: string): IceServer[];
  counts(): MediaCounts;
  stop(): void;
};

/** Not async: throws with a plain message when the UDP port is taken. */
export type CreateMedia = (settings: MediaSettings, events: MediaEvents) => Media;
