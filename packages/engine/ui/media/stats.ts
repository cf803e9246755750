import type { MeetingState } from '#ui/state.ts';
import type { Publisher } from '#ui/media/publisher.ts';
import type { Subscriber } from '#ui/media/subscriber.ts';

/** Counters of WebRTC statistics (W3C webrtc-stats): bytes without headers, decoded or encoded frames (0 for sound). */
export type StatsCount = { source: string; kind: string; bytes: number; packets: number; frames: number };
/** `in`: what arrives, by the id of the source in the slot. `out`: what is sent, by key; simulcast layers added up. */
export type MeetingStats = { in: StatsCount[]; out: StatsCount[] };

declare global {
  interface Window {
    /** For browser journeys and for support: reading it changes nothing. */
    __atriumMeeting?: { stats(): Promise<MeetingStats> };
  }
}

type StatsRow = Record<string, unknown>;
const isRow = (x: unknown): x is StatsRow => typeof x === 'object' && x !== null;
const figure = (row: StatsRow, name: string) => (typeof row[name] === 'number' ? row[name] : 0);

async function rows(pc: RTCPeerConnection, type: string): Promise<StatsRow[]> {
  const found: StatsRow[] = [];
  (await pc.getStats()).forEach((row: unknown) => {
    if (isRow(row) && row['type'] === type) found.push(row);
  });
  return found;
}

export async function countStats(
  state: MeetingState,
  parts: { publisher: Publisher; subscriber: Subscriber } | null,
): Promise<MeetingStats> {
  const peer = parts?.subscriber.peer();
  const inbound = peer ? await rows(peer, 'inbound-rtp') : [];
  const came = inbound.map((row) => ({
    source: state.slots.map[String(row['mid'])] ?? '',
    kind: String(row['kind']),
    bytes: figure(row, 'bytesReceived'),
    packets: figure(row, 'packetsReceived'),
    frames: figure(row, 'framesDecoded'),
  }));
  const out = await Promise.all(
    (parts?.publisher.peers() ?? []).map(async ({ key, pc }) => sum(key, await rows(pc, 'outbound-rtp'))),
  );
  return { in: came, out };
}

function sum(key: string, layers: StatsRow[]): StatsCount {
  const total = (name: string) => layers.reduce((n, row) => n + figure(row, name), 0);
  return {
    source: key,
    kind: String(layers[0]?.['kind'] ?? ''),
    bytes: total('bytesSent'),
    packets: total('packetsSent'),
    frames: total('framesEncoded'),
  };
}
