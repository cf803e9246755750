/** What the engine asks of the media part on behalf of a person. */
import { createDelayTrend } from './delay-trend.ts';
import type { MediaHall } from './hall.ts';
import { closePublished, closeViewer, refreshRoom } from './hall.ts';
import type { PublishRequest, SubscribeOffer, SubscribeRequest } from './media.ts';
import type { RoomSource } from './model.ts';
import { answerPublisher } from './publish.ts';
import type { PublishedMedia, MediaSeat, WantedPicture } from './room.ts';
import { addCandidate, filterOffer } from './sdp.ts';
import { acceptAnswer, offerViewer } from './subscribe.ts';
import { createVoice, hushVoice } from './voices.ts';

function seatOf(hall: MediaHall, id: string): MediaSeat {
  const seat = hall.seats.get(id);
  if (!seat) throw hall.refusal('unknown-seat');
  return seat;
}

/** Answers the offer of one source. Rejects with `MediaRefused`. */
export async function publishSource(hall: MediaHall, seatId: string, request: PublishRequest): Promise<{ sdp: string }> {
  const seat = seatOf(hall, seatId);
  const kind = request.source === 'cam' || request.source === 'screen' ? 'video' : 'audio';
  const offer = filterOffer(request.sdp, kind);
  if (!offer) throw hall.refusal('bad-offer');
  const published = openPublished(hall, seat, { ...request, kind });
  const { source, connection } = published;
  try {
    const sdp = await answerPublisher(
      connection,
      { source, offer, announce: hall.settings.announce },
      {
        onStream: () => noteStream(hall, seat, published),
        tally: hall.tally,
        pulse: seat.pulse,
        uplink: seat.uplink,
        trend: published.trend,
        room: seat.room,
      },
    );
    return { sdp: addCandidate(sdp, hall.near?.address() ?? null) };
  } catch (error) {
    const current = seat.published.get(request.key) === published;
    if (current) seat.published.delete(request.key);
    connection.close();
    throw hall.refusal(current ? 'bad-offer' : 'failed', error);
  }
}

/** Takes the key; the source that had it before is closed. A muted source stays muted when its browser publishes it again. */
function openPublished(
  hall: MediaHall,
  seat: MediaSeat,
  request: Omit<PublishRequest, 'sdp'> & { kind: RoomSource['kind'] },
): PublishedMedia {
  const before = seat.published.get(request.key)?.source;
  closePublished(hall, { seat: seat.id, key: request.key, why: 'replaced' });
  const source: RoomSource = {
    id: `${seat.id}:${request.key}`,
    seat: seat.id,
    key: request.key,
    source: request.source,
    kind: request.kind,
    streams: [],
    blocked: before?.source === request.source && before.blocked,
    voice: createVoice(),
  };
  const connection = hall.native.connect(source.id, () =>
    closePublished(hall, { seat: seat.id, key: request.key, why: 'failed', only: published }),
  );
  const published: PublishedMedia = { source, connection, announced: false, trend: createDelayTrend() };
  seat.published.set(request.key, published);
  return published;
}

function noteStream(hall: MediaHall, seat: MediaSeat, published: PublishedMedia): void {
  const { key } = published.source;
  if (seat.published.get(key) !== published) return;
  refreshRoom(hall, seat.room);
  if (published.announced) return;
  published.announced = true;
  hall.events.published(seat.id, key);
}

/** Makes a subscribe connection in place of the one before. Rejects with `MediaRefused`. */
export async function subscribeSeat(hall: MediaHall, seatId: string, request: SubscribeRequest): Promise<SubscribeOffer> {
  const seat = seatOf(hall, seatId);
  closeViewer(seat);
  seat.gen += 1;
  const gen = seat.gen;
  const connection = hall.native.connect(`${seatId}:view`, () => {
    if (seat.viewer?.connection === connection) closeViewer(seat);
  });
  const wish = { ...request, gen, announce: hall.settings.announce };
  const offered = await offerViewer(connection, wish, { tally: hall.tally, pulse: seat.pulse }).catch((error: unknown) => {
    connection.close();
    throw hall.refusal('failed', error);
  });
  if (seat.gen !== gen || hall.seats.get(seatId) !== seat) {
    connection.close();
    throw hall.refusal('failed');
  }
  seat.viewer = offered.viewer;
  const mids = (kind: RoomSource['kind']): string[] =>
    offered.viewer.slots.filter((slot) => slot.kind === kind).map((slot) => slot.mid);
  const sdp = addCandidate(offered.sdp, hall.near?.address() ?? null);
  return { gen, sdp, mids: { audio: mids('audio'), video: mids('video') } };
}

/** Takes the browser's answer and fills the slots. Throws `MediaRefused` when it does not fit. */
export function takeAnswer(hall: MediaHall, seatId: string, answer: { gen: number; sdp: string }): void {
  const seat = seatOf(hall, seatId);
  const viewer = seat.viewer;
  if (!viewer || viewer.gen !== answer.gen || viewer.answered) return;
  try {
    acceptAnswer(viewer, answer.sdp);
  } catch (error) {
    closeViewer(seat);
    throw hall.refusal('bad-offer', error);
  }
  refreshRoom(hall, seat.room, [seat]);
}

export function viewSources(hall: MediaHall, seatId: string, wants: readonly WantedPicture[]): void {
  const seat = hall.seats.get(seatId);
  if (!seat) return;
  seat.wants = [...wants];
  refreshRoom(hall, seat.room, [seat]);
}

/** Mutes a source where its packets pass, whatever its browser does. */
export function blockSource(hall: MediaHall, block: { seat: string; key: string; blocked: boolean }): void {
  const seat = hall.seats.get(block.seat);
  const source = seat?.published.get(block.key)?.source;
  if (!seat || !source || source.blocked === block.blocked) return;
  source.blocked = block.blocked;
  hushVoice(source.voice);
  refreshRoom(hall, seat.room);
}
