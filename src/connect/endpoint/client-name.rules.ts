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
const agents: readonly [RegExp, ClientName][] = [
  [/^Atrium builder/, 'builder'],
  [/postman/i, 'postman'],
  [/^(curl|wget|python|php|guzzle|node|undici|axios|ruby|faraday|go-http|java|okhttp|libwww)/i, 'script'],
  [/^mozilla\/5/i, 'browser'],
];
const firstOf = (list: readonly [RegExp, ClientName][], text: string) => list.find(([like]) => like.test(text))?.[1];

/** `agent`: User-Agent; `origin`: `meta_bbb-origin` of the call, or ''. */
export const clientNameOf = (from: { agent: string; origin: string }): ClientName =>
  firstOf(agents.slice(0, 1), from.agent) ??
  firstOf(origins, from.origin) ??
  firstOf(origins, from.agent) ??
  firstOf(agents, from.agent) ??
  'unknown';
