/** What webhooks tell, event by event, as the API reference describes it. Times are epoch milliseconds, sizes bytes; absent is null. */
import * as z from 'zod/mini';
import type { WebhookEvent } from './webhooks.rules.ts';

const text = z.string();
const maybe = z.nullable(z.string());
const room = z.strictObject({ roomId: text, name: text, slug: text, ownerId: text });
/** `externalId`: of meetings that a program started by the BigBlueButton endpoint, the id that the program gave. */
const meetingFacts = { meetingId: text, roomId: maybe, externalId: maybe, name: text };
const started = { ...meetingFacts, recording: z.boolean(), startedAt: z.nullable(z.number()) };
const ended = {
  ...started,
  endedAt: z.number(),
  endReason: maybe,
  /** Everybody who came, and the most at one time. */
  people: z.number(),
  peoplePeak: z.number(),
};
const attendee = z.strictObject({
  ...meetingFacts,
  /** One stay of one person; who comes back has another one. */
  attendeeId: text,
  person: text,
  role: z.enum(['moderator', 'viewer']),
  /** Null: a guest. */
  userId: maybe,
});
const recording = z.strictObject({
  recordingId: text,
  recordId: text,
  meetingId: maybe,
  roomId: maybe,
  externalId: text,
  name: text,
  lengthMs: z.number(),
  bytes: z.number(),
});
const member = z.strictObject({ userId: text, role: maybe });

type WebhookNews = { summary: string; data: z.ZodMiniType };
export const webhookNews: Readonly<Record<WebhookEvent, WebhookNews>> = {
  'room.created': { summary: 'A room was made.', data: room },
  'room.changed': { summary: 'A room was changed.', data: room },
  'room.deleted': { summary: 'A room went to the bin.', data: room },
  'room.restored': { summary: 'A room came back out of the bin.', data: room },
  // sent late, when the meeting may be over already
  'meeting.started': { summary: 'A meeting began.', data: z.union([z.strictObject(started), z.strictObject(ended)]) },
  'meeting.ended': { summary: 'A meeting ended.', data: z.strictObject(ended) },
  'attendee.joined': { summary: 'Somebody came into a meeting.', data: attendee },
  'attendee.left': { summary: 'Somebody left a meeting, or it ended.', data: attendee },
  'recording.ready': { summary: 'A recording can be played.', data: recording },
  'recording.deleted': { summary: 'A recording was deleted.', data: recording },
  'member.added': { summary: 'Somebody got a place in the account.', data: member },
  'member.removed': { summary: 'Somebody lost their place in the account.', data: member },
};
