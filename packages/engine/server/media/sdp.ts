/**
 * The few operations on session descriptions that the media part needs (RFC 8866, RFC 8829, RFC 8853).
 * An offer is reduced to what we forward before the native layer sees it: one m-line, one codec, known attributes only.
 */

export const OPUS = 111;
export const VP8 = 96;
const LIMIT = 49_152;
const MAX_RIDS = 3;
/** Type preference 126, local preference 0, component 1 (RFC 8445 §5.1.2.1). */
const LOWEST_HOST_PRIORITY = 126 * 2 ** 24 + 255;

export type MediaKind = 'audio' | 'video';

/** Numbers of an accepted offer. Extension ids are 0 when they were not offered, which no packet can carry. */
export type OfferFacts = {
  kind: MediaKind;
  payloadType: number;
  /** Payload type of retransmissions, -1 without. */
  rtxPayloadType: number;
  /** Simulcast layers in the order of the offer: lowest first. */
  rids: string[];
  /** Retransmission SSRC → primary SSRC, for offers without layers. */
  primaryOf: Map<number, number>;
  extensions: { audioLevel: number; rid: number; repairedRid: number; sendTime: number };
};

export type FilteredOffer = { sdp: string; facts: OfferFacts };

const EXTENSIONS: Record<string, keyof OfferFacts['extensions'] | 'kept'> = {
  'urn:ietf:params:rtp-hdrext:ssrc-audio-level': 'audioLevel',
  'urn:ietf:params:rtp-hdrext:sdes:mid': 'kept',
  'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id': 'rid',
  'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id': 'repairedRid',
  'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time': 'sendTime',
};

/** `transport-cc` is left out on purpose: we do not answer it, and with it browsers would wait for it instead of REMB. */
const FEEDBACK = new Set(['nack', 'nack pli', 'ccm fir', 'goog-remb']);

/** Attributes of an m-line that are passed on as they are. */
const KEPT = new Set([
  'mid',
  'sendonly',
  'sendrecv',
  'rtcp-mux',
  'rtcp-rsize',
  'setup',
  'ice-ufrag',
  'ice-pwd',
  'ice-options',
  'fingerprint',
  'msid',
  'ssrc',
  'simulcast',
]);
const KEPT_SESSION = new Set(['group', 'msid-semantic', 'setup', 'ice-ufrag', 'ice-pwd', 'ice-options', 'fingerprint']);

/** Splits into the session part and one part per m-line. */
export function splitSdp(sdp: string): { session: string[]; media: string[][] } {
  const parts: string[][] = [[]];
  for (const line of sdp.split(/\r?\n/)) {
    if (line === '') continue;
    if (line.startsWith('m=')) parts.push([]);
    parts.at(-1)?.push(line);
  }
  const [session = [], ...media] = parts;
  return { session, media };
}

const attributeName = (line: string): string => /^a=([^:]+)/.exec(line)?.[1] ?? '';

/** Values of `a=name:value` lines. */
function valuesOf(section: readonly string[], name: string): string[] {
  const head = `a=${name}:`;
  return section.filter((line) => line.startsWith(head)).map((line) => line.slice(head.length));
}

const firstWord = (text: string): string => text.split(' ')[0] ?? '';

/**
 * Reduces a publisher's offer. Returns null for what we cannot take: not exactly one audio or video m-line, no Opus or VP8, a
 * direction that does not send, more layers than three.
 */
export function filterOffer(offer: string, kind: MediaKind): FilteredOffer | null {
  if (offer.length > LIMIT) return null;
  const { session, media } = splitSdp(offer);
  const [section, second] = media;
  if (!section || second || !section[0]?.startsWith(`m=${kind} `)) return null;
  if (!section.some((line) => line === 'a=sendonly' || line === 'a=sendrecv')) return null;
  const codec = codecOf(section, kind);
  const rids = valuesOf(section, 'rid')
    .filter((rid) => /^\w{1,16} send\b/.test(rid))
    .map(firstWord);
  if (!codec || rids.length > MAX_RIDS) return null;
  const extensions = { audioLevel: 0, rid: 0, repairedRid: 0, sendTime: 0 };
  const lines = section.flatMap((line) => keepLine(line, { ...codec, extensions }));
  const facts = { kind, ...codec, rids, primaryOf: primariesOf(section), extensions };
  return { sdp: joinSdp([...session.filter(keepSessionLine), ...lines]), facts };
}

export const joinSdp = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

function codecOf(section: readonly string[], kind: MediaKind): { payloadType: number; rtxPayloadType: number } | null {
  const maps = valuesOf(section, 'rtpmap');
  const wanted = kind === 'audio' ? /^(\d+) opus\/48000\/2$/i : /^(\d+) VP8\/90000$/i;
  const found = maps.map((map) => wanted.exec(map)?.[1]).find((type) => type !== undefined);
  if (found === undefined || Number(found) > 127) return null;
  const isRtx = (type: string): boolean => maps.some((map) => map === `${type} rtx/90000`);
  const rtx = valuesOf(section, 'fmtp').find(
    (value) => new RegExp(`^\\d+ apt=${found}(;|$)`).test(value) && isRtx(firstWord(value)),
  );
  return { payloadType: Number(found), rtxPayloadType: rtx === undefined ? -1 : Number(firstWord(rtx)) };
}

function primariesOf(section: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>();
  for (const group of valuesOf(section, 'ssrc-group')) {
    const found = /^FID (\d+) (\d+)$/.exec(group);
    if (found) pairs.set(Number(found[2]), Number(found[1]));
  }
  return pairs;
}

type PacketFilter = { payloadType: number; rtxPayloadType: number; extensions: OfferFacts['extensions'] };

/** The line as it shall reach the native layer: none or one. Notes the extension ids on the way. */
function keepLine(line: string, filter: PacketFilter): string[] {
  const types = [filter.payloadType, filter.rtxPayloadType].filter((type) => type >= 0);
  if (line.startsWith('m=')) return [[...line.split(' ').slice(0, 3), ...types].join(' ')];
  if (line.startsWith('c=')) return [line];
  const perType = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+) (.*)$/.exec(line);
  if (perType) {
    const kept = types.includes(Number(perType[1])) && (!line.startsWith('a=rtcp-fb') || FEEDBACK.has(perType[2] ?? ''));
    return kept ? [line] : [];
  }
  const extension = /^a=extmap:(\d+)(?:\/\w+)? (\S+)/.exec(line);
  if (extension) return keepExtension(line, { id: Number(extension[1]), uri: extension[2] ?? '' }, filter);
  if (line.startsWith('a=ssrc-group:FID ')) return filter.rtxPayloadType >= 0 ? [line] : [];
  if (line.startsWith('a=rid:')) return /^a=rid:\w{1,16} send\b/.test(line) ? [line] : [];
  return KEPT.has(attributeName(line)) ? [line] : [];
}

function keepExtension(line: string, extension: { id: number; uri: string }, filter: PacketFilter): string[] {
  const use = EXTENSIONS[extension.uri];
  // Ids above 14 need two-byte headers (RFC 8285 §4.3), which we do not read.
  if (use === undefined || extension.id < 1 || extension.id > 14) return [];
  if (use === 'repairedRid' && filter.rtxPayloadType < 0) return [];
  if (use !== 'kept') filter.extensions[use] = extension.id;
  return [line];
}

function keepSessionLine(line: string): boolean {
  return line.startsWith('a=') ? KEPT_SESSION.has(attributeName(line)) : true;
}

/** libdatachannel answers simulcast with the direction of the offer; the mirrored one is right (RFC 8853 §5.3, RFC 8851 §6). */
export function mirrorSimulcast(answer: string): string {
  return answer.replace(/^a=simulcast:send /gm, 'a=simulcast:recv ').replace(/^(a=rid:\S+) send/gm, '$1 recv');
}

/**
 * Takes all candidates of the browser out. We learn its address from its checks; so nobody can make the engine send to addresses
 * of a third machine, and no `.local` name is looked up.
 */
export function stripCandidates(sdp: string): string {
  return sdp.replace(/^a=(?:candidate:.*|end-of-candidates|remote-candidates:.*)\r?\n/gm, '');
}

/**
 * Adds a way to reach the engine besides the one that is there, for browsers that cannot take that one. Its priority is the lowest of
 * a host candidate (RFC 8445 §5.1.2), so that everybody else stays with the first.
 */
export function addCandidate(sdp: string, other: { address: string; port: number } | null): string {
  if (!other) return sdp;
  const line = `a=candidate:9 1 UDP ${LOWEST_HOST_PRIORITY} ${other.address} ${other.port} typ host`;
  return sdp.replace(/^a=candidate:.*$/m, (first) => `${first}\r\n${line}`);
}

/** Puts the announced address and port in place of the local ones; lines that become equal are sent once. */
export function announceCandidates(sdp: string, announce: { address: string; port: number } | null): string {
  if (!announce) return sdp;
  const { session, media } = splitSdp(sdp);
  const sections = media.map((section) => {
    const seen = new Set<string>();
    return section.flatMap((line) => {
      const found = /^(a=candidate:\S+ \d+ \S+ \d+) \S+ \d+ typ host/.exec(line);
      if (!found) return [line];
      if (seen.size > 0) return [];
      seen.add(line);
      return [`${found[1]} ${announce.address} ${announce.port} typ host`];
    });
  });
  return joinSdp([...session, ...sections.flat()]);
}
