/** What a customer's program asked for at `create`, as far as it is needed again; kept in the meeting's row. */
import type { CreateRequest } from '@atrium/bbb/create-request';
import { breakoutExternalId } from '@atrium/bbb/ids';
import * as z from 'zod/mini';
import { rememberedFor } from '#kit/remembered.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, openIfKnown, sameText } from '#kit/server/secrets.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { MeetingRow } from '#meet/meetings/server/meetings.queries.ts';

const purpose = 'meetings.passwords';
const readyKey = 'recording ready callback';

const callbacks = z.object({
  /** From `meta_endCallbackUrl`: called when the meeting is over. */
  endCallbackUrl: z.nullable(z.string()),
  /** The same by its older name. */
  meetingEndedUrl: z.nullable(z.string()),
  recordingReadyUrl: z.nullable(z.string()),
  analyticsUrl: z.nullable(z.string()),
});
const asked = z.object({
  /** Sealed JSON of both passwords. */
  passwords: z.string(),
  voiceBridge: z.string(),
  dialNumber: z.string(),
  /** Minutes that the answer tells; 0 = no limit. */
  duration: z.number(),
  maxParticipants: z.number(),
  /** The parent's id on its server. */
  parentMeetingId: z.nullable(z.string()),
  /** Which of the parent's breakout rooms it is. */
  sequence: z.optional(z.number()),
  metadata: z.record(z.string(), z.string()),
  callbacks,
});
/** `metadata` holds everything that the customer gave, callbacks too, by lower-case names. */
export type ExternalRequest = z.output<typeof asked>;
export type CustomerCallbacks = z.output<typeof callbacks>;
export type MeetingPasswords = { attendeePW: string; moderatorPW: string };

/** What was asked for, or null for meetings of rooms; read once of each row. */
export const askedOf: (row: Pick<MeetingRow, 'asked'>) => ExternalRequest | null = rememberedFor(
  (row: Pick<MeetingRow, 'asked'>) => {
    const read = z.safeParse(asked, row.asked);
    return read.success ? read.data : null;
  },
);

/** The names that its server may give a meeting: the one it was created with, and for a breakout room the one that BBB makes. */
export function serverNames(row: Pick<MeetingRow, 'id' | 'asked'>): string[] {
  const { parentMeetingId: parentInternalId = null, sequence } = askedOf(row) ?? {};
  if (parentInternalId === null || sequence === undefined) return [row.id];
  return [row.id, breakoutExternalId({ parentInternalId, sequence, meetingId: row.id })];
}

/** Where the customer wants callbacks about the meeting; all null for meetings of rooms. */
export const callbacksOf = (row: Pick<MeetingRow, 'asked'>): CustomerCallbacks =>
  askedOf(row)?.callbacks ?? { endCallbackUrl: null, meetingEndedUrl: null, recordingReadyUrl: null, analyticsUrl: null };

export const sealPasswords = (ctx: Ctx, passwords: MeetingPasswords): string =>
  ctx.secrets.seal(purpose, JSON.stringify(passwords));

const both = z.object({ attendeePW: z.string(), moderatorPW: z.string() });
/** Null for meetings of rooms, and when the key that sealed them is lost and no poll has heard them from the server. */
export function openPasswords(ctx: Ctx, row: Pick<MeetingRow, 'asked' | 'said'>): MeetingPasswords | null {
  const asked = askedOf(row);
  if (asked === null) return null;
  const opened = openIfKnown(ctx.secrets, purpose, asked.passwords);
  if (opened !== null) return z.parse(both, JSON.parse(opened));
  const { said } = row;
  // a server that keeps them to itself
  return said === null || said.moderatorPW === '' ? null : { attendeePW: said.attendeePW, moderatorPW: said.moderatorPW };
}
export const noPasswords: MeetingPasswords = { attendeePW: '', moderatorPW: '' };

/** Metadata that names addresses which a server calls, by lower-case name. */
export const callbackNames = {
  end: 'endcallbackurl',
  ready: 'bbb-recording-ready-url',
  analytics: 'analytics-callback-url',
} as const;

const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text);

export function callbacksAsked(request: Pick<CreateRequest, 'metadata'>, meetingEndedUrl: string | undefined): CustomerCallbacks {
  return {
    endCallbackUrl: orNull(request.metadata.get(callbackNames.end)),
    meetingEndedUrl: orNull(meetingEndedUrl),
    recordingReadyUrl: orNull(request.metadata.get(callbackNames.ready)),
    analyticsUrl: orNull(request.metadata.get(callbackNames.analytics)),
  };
}

/** The address that a server calls when a recording of the meeting is ready. */
export const recordingReadyUrl = (ctx: Ctx, meetingId: string): string =>
  `${siteUrl(ctx)}/api/callbacks/recording-ready/${meetingId}?token=${hmacHex(ctx.secrets.derive(readyKey), meetingId)}`;

/** True when the token is ours for this meeting, made with any of the keys. */
export const isReadyToken = (ctx: Ctx, meetingId: string, token: string): boolean =>
  ctx.secrets.deriveAll(readyKey).some(({ key }) => sameText(hmacHex(key, meetingId), token));
