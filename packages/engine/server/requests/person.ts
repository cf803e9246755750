import { CLOSE } from '#protocol/messages.ts';
import type { RequestSender, RequestOutcome, ClientRequest } from '#server/requests/request.ts';
import { takeConsent } from '#server/record/consent.ts';
import { vacate } from '#server/seats.ts';

/** The person answers to being recorded. There is nothing to answer while nothing is recorded. */
export function consent({ engine, seat }: RequestSender, { to }: ClientRequest<'consent'>): RequestOutcome {
  if ((seat.meeting.recorder?.state ?? 'off') === 'off') return 'not-allowed';
  takeConsent(engine, seat, to);
  return null;
}

/** The person goes; the link stays good for coming back. */
export function leave({ engine, seat }: RequestSender): RequestOutcome {
  const { line } = seat;
  vacate(engine, seat, 'left');
  line?.close(CLOSE.left, 'left');
  return null;
}
