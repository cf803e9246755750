/** Which program calls, judged by what it says of itself; for the log, never for rights. */
import type { ClientName } from './endpoint.rules.ts';

const origins: readonly [RegExp, ClientName][] = [
  [/moodle/i, 'moodle'],
  [/wordpress/i, 'wordpress'],
  [/nextcloud/i, 'nextcloud'],
  [/greenlight/i, 'greenlight'],
  [/canvas/i, 'canvas'],
  [/ilias/i, 'ilias'],
  [/rocket\.?chat/i, 'rocketchat'],
  [/\blti\b/i, 'lti'],
];
/** What programs leave in a create without naming themselves: the way back to their own pages, fixed passwords, ids. */
const traces: readonly [RegExp, ClientName][] = [
  [/\/apps\/bbb\//, 'nextcloud'],
  [/\/ilias\.php|\/goto\.php\?target=/, 'ilias'],
  [/^rocket\.chat\.(attendee|moderator)$/m, 'rocketchat'],
  [/^instructure_/m, 'canvas'],
];
const agents: readonly [RegExp, ClientName][] = [
  [/^Atrium builder/, 'builder'],
  [/postman/i, 'postman'],
  [/^(curl|wget|python|php|guzzle|node|undici|axios|ruby|faraday|go-http|java|okhttp|libwww)/i, 'script'],
  [/^mozilla\/5/i, 'browser'],
];
const firstOf = (list: readonly [RegExp, ClientName][], text: string) => list.find(([like]) => like.test(text))?.[1];

/** Kinds that say how a call was made, not which program made it. */
export const namelessClients = ['browser', 'script', 'unknown'] as const satisfies readonly ClientName[];

/** Parameters in which programs leave traces. */
export const tracingParameters = ['meetingID', 'logoutURL', 'attendeePW', 'meta_endCallbackUrl'] as const;

/** `agent`: User-Agent; `origin`: `meta_bbb-origin` of the call, or ''; `traces`: values of the tracing parameters. */
export const clientNameOf = (from: { agent: string; origin: string; traces?: readonly string[] }): ClientName =>
  firstOf(agents.slice(0, 1), from.agent) ??
  firstOf(origins, from.origin) ??
  firstOf(origins, from.agent) ??
  firstOf(traces, (from.traces ?? []).join('\n')) ??
  firstOf(agents, from.agent) ??
  'unknown';
