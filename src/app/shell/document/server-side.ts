import { Failure } from '#kit/errors.ts';
import { authCookies, authFacts, localeFacts } from '#kit/facts.ts';
import type { ApiCall } from '#kit/ui/query/api.tsx';
import { localPathOr } from '#kit/ui/auth/redirect-path.ts';

type UnknownFields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is UnknownFields => typeof value === 'object' && value !== null;
const texts = (value: unknown): Record<string, string> =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter((e): e is [string, string] => typeof e[1] === 'string')) : {};
const isPlain = (value: unknown): value is string | number | boolean | null | string[] =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((v) => typeof v === 'string'));

/** A failure thrown outside of this bundle is an instance of another copy of the class: made ours by its content. */
function ours(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error) || error.name !== 'Failure') return error;
  const given: UnknownFields = { ...error };
  if (typeof given['code'] !== 'string') return error;
  const data = Object.fromEntries(
    Object.entries(isObject(given['data']) ? given['data'] : {}).flatMap(([k, v]) => (isPlain(v) ? [[k, v] as const] : [])),
  );
  return new Failure(given['code'], { data, fields: texts(given['fields']) });
}

/** The in-process client as the kit's way to carry out calls by name. */
export function apiOf(client: object): ApiCall {
  const groups: UnknownFields = { ...client };
  return async (_definition, input, name) => {
    const [group = '', call = ''] = name.split('.');
    const calls = groups[group];
    const run = isObject(calls) ? calls[call] : undefined;
    if (typeof run !== 'function') throw new Failure('not_found');
    try {
      const answer: unknown = await Reflect.apply(run, calls, [input]);
      return answer;
    } catch (error) {
      throw ours(error);
    }
  };
}

/** The cookie that leads back to the page that was asked for, after signing in; until the browser closes. */
export const rememberCookie = (path: string, origin: string): string =>
  `${authCookies.redirect}=${encodeURIComponent(localPathOr(path, authFacts.redirects.home))}; Path=${localeFacts.cookiePath}; SameSite=${localeFacts.cookieSameSite}${origin.startsWith('https:') ? '; Secure' : ''}`;

const zones: ReadonlySet<string> = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
/** A time zone that this machine knows, else UTC. */
export function zoneOf(name: string | null | undefined): string {
  if (name === null || name === undefined || name === '') return 'UTC';
  // making a format only to learn the name of the zone takes longer than anything else that a page begins with
  if (zones.has(name)) return name;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
