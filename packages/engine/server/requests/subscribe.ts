import type { RequestSender, RequestOutcome, ClientRequest } from '#server/requests/request.ts';
import { refusalOf } from '#server/requests/publish.ts';

/** Opens the connection on which the person receives; answered by `sub-offer`. */
export async function subscribe(
  { engine, seat }: RequestSender,
  { audioSlots, videoSlots }: ClientRequest<'sub'>,
): Promise<RequestOutcome> {
  try {
    const offer = await engine.media.subscribe(seat.id, { audioSlots, videoSlots });
    if (engine.seats.get(seat.id) !== seat) return 'not-allowed';
    seat.receives = true;
    seat.line?.send({ t: 'sub-offer', gen: offer.gen, sdp: offer.sdp, mids: offer.mids });
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** The browser's answer to the newest offer; one for an older offer changes nothing. */
export function answerSubscription({ engine, seat }: RequestSender, { gen, sdp }: ClientRequest<'sub-answer'>): RequestOutcome {
  try {
    engine.media.subAnswer(seat.id, gen, sdp);
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** Which pictures the person wants, most wanted first. */
export function view({ engine, seat }: RequestSender, { wants }: ClientRequest<'view'>): RequestOutcome {
  engine.media.view(seat.id, wants);
  return null;
}
