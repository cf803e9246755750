/** What webhooks can tell, and the numbers that hold them. */

/** Names of public events as programs know them; `ping` is a test that somebody sends by hand. */
export const webhookEvents = [
  'room.created',
  'room.changed',
  'room.deleted',
  'room.restored',
  'meeting.started',
  'meeting.ended',
  'attendee.joined',
  'attendee.left',
  'recording.ready',
  'recording.deleted',
  'member.added',
  'member.removed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export const PING = 'ping';

/** `failed`: nothing was taken for days, so nothing is sent any more until somebody turns it on again. */
export const webhookStates = ['on', 'off', 'failed'] as const;
export type WebhookState = (typeof webhookStates)[number];

export const webhookLimits = {
  /** Days without one success, and with a failure on as many, after which an address is turned off. */
  failDays: 3,
  /** Hours that a replaced secret signs on, at most. */
  overlapHours: 168,
  /** Tests that an account sends, in this many seconds. */
  tests: { max: 5, windowSeconds: 60 },
  /** Spans that an account has sent again, and single deliveries, in these many seconds. */
  replays: { max: 6, windowSeconds: 600 },
  again: { max: 60, windowSeconds: 60 },
  /** Deliveries that are sent again at once, at most. */
  replay: 1_000,
} as const;

/** Names of the headers of each delivery. */
export const webhookHeaders = {
  event: 'atrium-event',
  /** The same for every try and every replay. */
  id: 'atrium-event-id',
  /** `t=<seconds since 1970>,v1=<hex>[,v1=<hex>]`: HMAC-SHA256 of `<t>.<body>` with the secret; two while a secret is being replaced. */
  signature: 'atrium-signature',
} as const;
