/** News of the card provider: whether they are really its own, and what they are about (business rules §5.4). */
import type { Stripe } from 'stripe';
import { textIn } from '#kit/lenient.ts';
import type { Delivery, Hint, HintKind, News } from '../providers.rules.ts';

/** Furthest that the date of a signature may be from now, in either direction. */
const TOLERANCE_S = 300;
/** No event comes near; what is larger is not worth the hashing. */
const MOST_CHARACTERS = 1024 * 1024;

type Reading = { client: Stripe; secrets: readonly string[]; isLive: boolean };

export function readNews({ client, secrets, isLive }: Reading, { body, signature, now }: Delivery): News {
  if (signature === undefined) return { kind: 'refused', why: 'no_signature' };
  if (body.length > MOST_CHARACTERS) return { kind: 'refused', why: 'not_readable' };
  const dated = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
  const checker = client.webhooks.signature;
  if (checker === null || Number.isNaN(dated)) return { kind: 'refused', why: 'wrong_signature' };
  // the library takes a signature of tomorrow, so both sides are looked at here
  if (Math.abs(now / 1000 - dated) > TOLERANCE_S) return { kind: 'refused', why: 'too_old' };
  if (!secrets.some((secret) => isSigned(checker, { body, signature, secret, now })))
    return { kind: 'refused', why: 'wrong_signature' };
  const event = readEvent(body);
  if (event === null) return { kind: 'refused', why: 'not_readable' };
  if (event.isLive !== isLive) return { kind: 'refused', why: 'wrong_mode' };
  return { kind: 'hint', hint: event.hint };
}

type Checker = NonNullable<Stripe['webhooks']['signature']>;
type Signed = { body: string; signature: string; secret: string; now: number };
function isSigned(checker: Checker, { body, signature, secret, now }: Signed): boolean {
  try {
    return checker.verifyHeader(body, signature, secret, TOLERANCE_S, undefined, now);
  } catch {
    // with two secrets one of them never fits
    return false;
  }
}

const kinds: ReadonlyMap<string, HintKind> = new Map([
  ['payment_intent', 'payment'],
  ['checkout.session', 'checkout'],
  ['setup_intent', 'setup'],
  ['refund', 'refund'],
  ['charge', 'refund'],
  ['dispute', 'dispute'],
  ['payment_method', 'method'],
  ['customer', 'customer'],
]);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** An object or its id. */
const named = (value: unknown): string | null => textIn(value) ?? (isRecord(value) ? textIn(value['id']) : null);

function readEvent(body: string): { isLive: boolean; hint: Hint } | null {
  const event = parsed(body);
  if (!isRecord(event) || !isRecord(event['data']) || !isRecord(event['data']['object'])) return null;
  const about = event['data']['object'];
  const [eventId, type, objectId, at] = [textIn(event['id']), textIn(event['type']), textIn(about['id']), event['created']];
  if (eventId === null || type === null || objectId === null || typeof at !== 'number') return null;
  const metadata = isRecord(about['metadata']) ? about['metadata'] : {};
  const kind = kinds.get(textIn(about['object']) ?? '') ?? 'other';
  const isPayment = kind === 'payment';
  return {
    isLive: event['livemode'] === true,
    hint: {
      eventId,
      type,
      at: at * 1000,
      kind,
      objectId,
      paymentId:
        textIn(metadata['payment']) ??
        (kind === 'setup' ? textIn(metadata['setup']) : null) ??
        (kind === 'checkout' && about['mode'] === 'payment' ? textIn(about['client_reference_id']) : null),
      paymentRef: isPayment ? objectId : named(about['payment_intent']),
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
