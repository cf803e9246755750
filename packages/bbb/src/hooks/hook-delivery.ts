import { createHash, timingSafeEqual } from 'node:crypto';
import { type ChecksumHash, hashForLength } from '#checksum.ts';
import { parseQuery, writeQuery } from '#query.ts';

/** One delivery: where it goes, its form-encoded body as sent, and the server's secret. */
export type HookDelivery = { callbackURL: string; body: string; secret: string };

/**
 * How the checksum of a delivery is made, by the server's version: `body` since 3.4, `constant` from 3.0 to 3.3
 * (which protects nothing, a mistake of those versions), `json` up to 2.6.
 */
export type HookChecksumForm = 'body' | 'constant' | 'json';

/** Lower-case hexadecimal checksum of a delivery. */
export function hookChecksum(
  { callbackURL, body, secret }: HookDelivery,
  hash: ChecksumHash,
  form: HookChecksumForm = 'body',
): string {
  const text = form === 'body' ? body : form === 'constant' ? '{}' : legacyJson(body);
  return createHash(hash)
    .update(callbackURL + text + secret, 'utf8')
    .digest('hex');
}

/** The address a delivery is posted to: the callback's with the checksum at the end of its query. */
export function hookDeliveryUrl(delivery: HookDelivery, hash: ChecksumHash): string {
  const joint = delivery.callbackURL.includes('?') ? '&' : '?';
  return `${delivery.callbackURL}${joint}checksum=${hookChecksum(delivery, hash)}`;
}

/** Whether a received checksum matches. Which forms to accept depends on the server's version: only `body` covers the body. */
export function hookChecksumFits(delivery: HookDelivery, given: string, forms: readonly HookChecksumForm[] = ['body']): boolean {
  const hash = hashForLength(given.length);
  if (hash === undefined) return false;
  const wanted = Buffer.from(given.toLowerCase(), 'utf8');
  return forms.some((form) => {
    const expected = Buffer.from(hookChecksum(delivery, hash, form), 'utf8');
    return expected.length === wanted.length && timingSafeEqual(expected, wanted);
  });
}

/** The three fields of a delivery, alphabetical as servers send them; `timestamp` in epoch milliseconds. */
export function hookBody(fields: { domain: string; events: readonly unknown[]; timestamp: number }): string {
  return writeQuery([
    ['domain', fields.domain],
    ['event', JSON.stringify(fields.events)],
    ['timestamp', String(fields.timestamp)],
  ]);
}

function legacyJson(body: string): string {
  const { first } = parseQuery(body);
  return JSON.stringify({
    event: first.get('event') ?? '',
    timestamp: Number(first.get('timestamp') ?? '0'),
    domain: first.get('domain') ?? '',
  });
}
