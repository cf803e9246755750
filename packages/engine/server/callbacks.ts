import { analyticsBody, analyticsToken } from '@atrium/bbb/analytics';
import { endCallbackDelaysMs, endCallbackUrl } from '@atrium/bbb/hooks/callbacks';
import type { EndReason } from '#protocol/messages.ts';
import { send } from '#server/deliveries.ts';
import type { HookParcel } from '#server/deliveries.ts';
import type { Engine, Meeting } from '#server/model.ts';
import { analyticsOf } from '#server/statistics.ts';
import { webAddressOrNull, withQuery } from '#server/web-address.ts';

/** The parameter of ours that tells a receiver who knows it why the meeting is over; the API has none, and others skip it. */
const REASON = 'atriumEndReason';
/** The parameter of ours with the external id of the moderator who ended it. */
const ENDED_BY = 'atriumEndedBy';

/** A fragment never reaches a server, and parameters behind it would not either. */
const address = (text: string | undefined): string | null => webAddressOrNull(text)?.split('#', 1)[0] ?? null;

/** Why a meeting is over; `by`: external id of the moderator who ended it. */
export type MeetingEnding = { reason: EndReason; by?: string };

/**
 * Sends the callbacks of a meeting's end: `meta_endCallbackUrl` with the external id and recordingmarks appended
 * (not for breakout rooms), and `meetingEndedURL` as it is.
 */
export function callEndUrls(engine: Engine, meeting: Meeting, { reason, by }: MeetingEnding): void {
  const { plan, internalId } = meeting;
  const callback = plan.breakout === null ? address(plan.metadata.get('endcallbackurl')) : null;
  const facts = { recordingMarks: meeting.recorder !== null, meetingID: plan.meetingId };
  const news = new URLSearchParams({ [REASON]: reason, ...(by === undefined ? {} : { [ENDED_BY]: by }) });
  const told = callback === null ? null : withQuery(endCallbackUrl(callback, facts), news.toString());
  for (const url of [told, address(plan.endedUrl)]) if (url !== null) send(engine, endParcel({ url, meeting: internalId }));
}

export const endParcel = ({ url, meeting }: Pick<HookParcel, 'url' | 'meeting'>): HookParcel => ({
  kept: { kind: 'end' },
  url,
  meeting,
  delaysMs: endCallbackDelaysMs,
});

/**
 * Sends the statistics to `meta_analytics-callback-url`, where events were to be kept (`record` or `meetingKeepEvents`).
 * BBB sends them once; here they are tried again like the news of the end.
 */
export function callAnalytics(engine: Engine, meeting: Meeting): void {
  const { plan } = meeting;
  const url = plan.keepEvents && plan.breakout === null ? address(plan.metadata.get('analytics-callback-url')) : null;
  if (url === null) return;
  const body = analyticsBody(analyticsOf(meeting, engine.clock.now()));
  send(engine, analyticsParcel(engine, { url, meeting: meeting.internalId, body }));
}

export const analyticsParcel = (
  { settings }: Engine,
  { url, meeting, body }: Pick<HookParcel, 'url' | 'meeting' | 'body'>,
): HookParcel => ({
  kept: { kind: 'analytics' },
  url,
  meeting,
  body,
  headers: () => ({
    'content-type': 'application/json',
    authorization: `Bearer ${analyticsToken(settings.secrets[0] ?? '', Date.now())}`,
    'user-agent': 'BigBlueButton Analytics Callback',
  }),
  delaysMs: endCallbackDelaysMs,
});
