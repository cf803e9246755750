import { type Analytics, analyticsBody, analyticsToken, analyticsTokenFits } from '#callbacks.ts';

/** A request of statistics as it goes over the wire: POST to `meta_analytics-callback-url`. */
export type AnalyticsRequest = { headers: Record<string, string>; body: string };

/** The request that tells about a meeting. `now` is in epoch milliseconds. */
export function analyticsRequest(told: Analytics, key: { secret: string; now: number }): AnalyticsRequest {
  return requestOf(analyticsBody(told), key);
}

/** Statistics as received: the two IDs, and the whole document to be kept or passed on, with parts that nobody here knows. */
export type ReceivedAnalytics = {
  meetingId: string;
  internalMeetingId: string;
  document: Readonly<Record<string, unknown>>;
};

/**
 * Reads such a request; `undefined` when the token does not fit or has expired, or the document has no IDs.
 * The token does not cover the document: who can read one delivery can forge others for a day.
 */
export function readAnalyticsRequest(
  request: { authorization: string | undefined; body: string },
  key: { secret: string; now: number },
): ReceivedAnalytics | undefined {
  const token = /^Bearer\s+(\S+)$/i.exec(request.authorization ?? '')?.[1];
  if (token === undefined || !analyticsTokenFits(token, key)) return undefined;
  const document = parsed(request.body);
  if (typeof document !== 'object' || document === null || !('meeting_id' in document)) return undefined;
  const meetingId = document.meeting_id;
  const internalMeetingId = 'internal_meeting_id' in document ? document.internal_meeting_id : undefined;
  if (typeof meetingId !== 'string' || typeof internalMeetingId !== 'string') return undefined;
  return { meetingId, internalMeetingId, document: { ...document } };
}

/** The same statistics for a customer: under the ID that the meeting has there, with a token of that secret. */
export function forwardAnalytics(
  received: Pick<ReceivedAnalytics, 'document'>,
  to: { meetingId: string; secret: string; now: number },
): AnalyticsRequest {
  return requestOf(JSON.stringify({ ...received.document, meeting_id: to.meetingId }), to);
}

function requestOf(body: string, key: { secret: string; now: number }): AnalyticsRequest {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${analyticsToken(key.secret, key.now)}`,
    'user-agent': 'BigBlueButton Analytics Callback',
  };
  return { headers, body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
