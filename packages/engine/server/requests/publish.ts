import { LIMITS } from '#protocol/limits.ts';
import type { Capability } from '#protocol/rights.ts';
import { MediaRefused } from '#server/media/media.ts';
import { peopleOf, tellMember } from '#server/members.ts';
import type { SeatSource } from '#server/model.ts';
import { isCameraOverCap } from '#server/requests/camera-cap.ts';
import { type RequestSender, type RequestOutcome, refusalWithout, type ClientRequest } from '#server/requests/request.ts';
import { announceMute, announceSource } from '#server/webhooks.ts';

/** The media part's word for a refusal in the words of the protocol. Other errors go on rising. */
export function refusalOf(error: unknown): 'bad-offer' | 'media-down' {
  if (!(error instanceof MediaRefused)) throw error;
  return error.code === 'bad-offer' ? 'bad-offer' : 'media-down';
}

function isShare(kind: SeatSource['kind']): boolean {
  return kind === 'screen' || kind === 'screen-audio';
}

const needed = { mic: 'speak', cam: 'film', screen: 'share', 'screen-audio': 'share' } as const satisfies Record<
  SeatSource['kind'],
  Capability
>;

/** A microphone that stays silent may be published under a lock: its page builds connections again after a change of network. */
function refuse(asker: RequestSender, message: ClientRequest<'pub'>): RequestOutcome {
  const { engine, seat } = asker;
  const { key, source } = message;
  const now = engine.clock.now();
  if (now - (seat.publishedAt.get(key) ?? Number.NEGATIVE_INFINITY) < 1_000 / LIMITS.publishPerSecondPerKey) return 'too-fast';
  if (!seat.sources.has(key) && seat.sources.size >= LIMITS.keysPerSeat) return 'too-many-sources';
  const refused = beginsMuted(asker, message) ? null : refusalWithout(seat, needed[source]);
  if (refused !== null) return refused;
  if (source === 'cam' && isCameraOverCap(seat, key)) return 'too-many-cameras';
  const others = peopleOf(seat.meeting).filter((person) => person !== seat);
  if (isShare(source) && others.some((person) => [...person.sources.values()].some(({ kind }) => isShare(kind))))
    return 'share-taken';
  return null;
}

/** A new microphone begins as its page says, and a rebuilt one stays muted: only requests decide, never the moment of arrival. */
function beginsMuted({ seat }: RequestSender, { key, source, muted = false }: ClientRequest<'pub'>): boolean {
  return source === 'mic' && (muted || seat.sources.get(key)?.muted === true);
}

/**
 * Publishes a source. Its place is taken before the media part is asked, so that two people who share
 * their screen at the same moment cannot both get through.
 */
export async function publish(asker: RequestSender, message: ClientRequest<'pub'>): Promise<RequestOutcome> {
  const { engine, seat } = asker;
  const refused = refuse(asker, message);
  if (refused !== null) return refused;
  const { key, source: kind, sdp } = message;
  const before = seat.sources.get(key);
  const source: SeatSource = { kind, muted: beginsMuted(asker, message) };
  if (seat.publishedAt.size > 4 * LIMITS.keysPerSeat) seat.publishedAt.clear();
  seat.publishedAt.set(key, engine.clock.now());
  seat.sources.set(key, source);
  try {
    const answer = await engine.media.publish(seat.id, { key, source: kind, sdp });
    if (engine.seats.get(seat.id) !== seat || seat.sources.get(key) !== source) return 'not-allowed';
    seat.line?.send({ t: 'pub-answer', key, sdp: answer.sdp });
  } catch (error) {
    if (seat.sources.get(key) === source) seat.sources.delete(key);
    if (before !== undefined) {
      announceSource(engine, seat, { key, source: before, turned: 'off' });
      tellMember(seat);
    }
    return refusalOf(error);
  }
  if (before === undefined) announceSource(engine, seat, { key, source, turned: 'on' });
  settle(asker, { message, source });
  return null;
}

function settle(
  { engine, seat }: RequestSender,
  { message, source }: { message: ClientRequest<'pub'>; source: SeatSource },
): void {
  const { key, muted = false } = message;
  if (source.muted) {
    engine.media.block(seat.id, key, true);
    if (!muted) seat.line?.send({ t: 'muted', key, by: seat.id });
  }
  tellMember(seat);
}

/** Takes a source of the asking person out of the meeting. */
export function unpublish({ engine, seat }: RequestSender, { key }: ClientRequest<'unpub'>): RequestOutcome {
  const source = seat.sources.get(key);
  if (source === undefined) return 'unknown-key';
  seat.sources.delete(key);
  announceSource(engine, seat, { key, source, turned: 'off' });
  engine.media.unpublish(seat.id, key);
  tellMember(seat);
  return null;
}

/** The person mutes or unmutes an own source; the media part stops or starts forwarding it. */
export function mute({ engine, seat }: RequestSender, { key, on }: ClientRequest<'mute'>): RequestOutcome {
  const source = seat.sources.get(key);
  if (source === undefined) return 'unknown-key';
  const refused = on || source.kind !== 'mic' ? null : refusalWithout(seat, 'speak');
  if (refused !== null) return refused;
  if (source.muted !== on) {
    source.muted = on;
    engine.media.block(seat.id, key, on);
    if (source.kind === 'mic') announceMute(engine, seat, source);
    tellMember(seat);
  }
  return null;
}
