import type { CallName } from '#calls.ts';
import { type ChecksumHash, signQuery } from '#checksum.ts';
import { readMultipart } from '#multipart.ts';
import { type QueryPair, parseQuery, writeQuery } from '#query.ts';

/** What becomes of one parameter (decoded): its new value, `null` to take it out, `undefined` to leave its bytes alone. */
export type ParamRule = (name: string, value: string) => string | null | undefined;

/**
 * A raw query or form body with some parameters changed, taken out or added at its end. Every other byte stays: order,
 * letter case of percent triplets, `+` or `%20`, empty parts. A repeated parameter is asked about every time.
 */
export function rewriteQuery(raw: string, rule: ParamRule, added: readonly QueryPair[] = []): string {
  const parts = raw === '' ? [] : raw.split('&').flatMap((part) => rewritePart(part, rule));
  return added.length === 0 ? parts.join('&') : [...parts, writeQuery(added)].join('&');
}

function rewritePart(part: string, rule: ParamRule): string[] {
  const equals = part.indexOf('=');
  const rawName = equals === -1 ? part : part.slice(0, equals);
  if (rawName === '') return [part];
  const value = equals === -1 ? '' : decode(part.slice(equals + 1));
  const changed = rule(decode(rawName), value);
  if (changed === null) return [];
  return [changed === undefined || changed === value ? part : `${rawName}=${encode(changed)}`];
}

/** Almost every name and many values are plain; the full decoder costs fifty times as much. */
function decode(raw: string): string {
  return /[%+]/.test(raw) ? (parseQuery(`x=${raw}`).first.get('x') ?? '') : raw;
}

function encode(value: string): string {
  return writeQuery([['', value]]).slice(1);
}

/**
 * The query with every character that URL parsers would rewrite as a percent triplet, and no other change.
 * What is signed must be what is sent, and between the two stands somebody's URL parser.
 */
export function urlSafeQuery(raw: string): string {
  return /[^\x21\x23-\x26\x28-\x3b\x3d\x3f-\x7e]|#/.test(raw)
    ? raw.toWellFormed().replace(/[^\x21\x24-\x26\x28-\x3b\x3d\x3f-\x7e]/gu, percentEncoded)
    : raw;
}

function percentEncoded(character: string): string {
  let encoded = '';
  for (const byte of Buffer.from(character, 'utf8')) encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return encoded;
}

/** A customer's request on its way to a server. Nothing of it may be forwarded before `verify` has passed it. */
export type ForwardInput = {
  name: CallName;
  rawQuery: string;
  contentType: string;
  /** The body as it came, `''` or empty for none. */
  body: Uint8Array | string;
  rule: ParamRule;
  /** Parameters that go to the end of the query. */
  added?: readonly QueryPair[] | undefined;
  /** The server's, never the customer's. */
  secret: string;
  hash: ChecksumHash;
};

/** What to send: `query` goes after the `?` as it is. The body is absent for a GET. */
export type ForwardedCall = { query: string; contentType: string; body: Uint8Array | string | undefined };

/**
 * The request for the server: the checksum is removed wherever it was, parameters are rewritten in the query and in a form body, and the
 * query is signed again. An XML body is left untouched and labelled as XML. A multipart form without files becomes a plain form; the
 * fields of one with files go into the query, where they win over those in the body, which stays as it is.
 */
export function forwardCall(input: ForwardInput): ForwardedCall {
  const rule: ParamRule = (name, value) => (name === 'checksum' ? null : input.rule(name, value));
  const { body, contentType } = input;
  if (body.length === 0) return { query: signedQuery(input, rule, []), contentType, body: undefined };
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'multipart/form-data') return forwardMultipart(input, rule);
  const query = signedQuery(input, rule, []);
  if (type !== formType) return { query, contentType, body };
  const text = textOf(body);
  // Old clients label their XML as a form (bigbluebutton-api-ruby). A server must not read parameters out of it.
  if (text.trimStart().startsWith('<')) return { query, contentType: 'application/xml', body };
  return { query, contentType, body: rewriteQuery(text, rule) };
}

const formType = 'application/x-www-form-urlencoded';

function forwardMultipart(input: ForwardInput, rule: ParamRule): ForwardedCall {
  const { fields, files } = readMultipart(input.body, input.contentType);
  if (files.length === 0) {
    return { query: signedQuery(input, rule, []), contentType: formType, body: rewriteQuery(writeQuery(fields), rule) };
  }
  const known = parseQuery(input.rawQuery).first;
  const moved = fields.filter(([name]) => !known.has(name) && name !== 'checksum');
  return { query: signedQuery(input, rule, moved), contentType: input.contentType, body: input.body };
}

/** `moved` are parameters of the customer's that go through the rule like those of the query. */
function signedQuery(input: ForwardInput, rule: ParamRule, moved: readonly QueryPair[]): string {
  const raw = moved.length === 0 ? input.rawQuery : `${input.rawQuery}&${writeQuery(moved)}`;
  const query = urlSafeQuery(rewriteQuery(raw, rule, input.added));
  return signQuery({ call: input.name, query, secret: input.secret, hash: input.hash });
}

function textOf(body: Uint8Array | string): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
