/** Recordings: lists, visibility, links, captions, bin, playback and what is stored. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { playback } from './playback.contract.ts';
import { recordingLimits, recordingSorts, recordingStates, visibilities } from './recordings.rules.ts';
import { totalField } from '#kit/total.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const time = z.number();
const byId = z.object({ id });
const named = z.object({ id: z.string(), name: z.string() });

const format = z.object({
  /** `atrium` (our tracks on one time line), `video`, `podcast`, `screenshare`, `notes`, `presentation`, … */
  type: z.string(),
  /** `here`: our player shows it; `server`: linked to the server that holds it. */
  plays: z.enum(['here', 'server']),
  lengthMs: z.number(),
  bytes: z.number(),
  /** May be saved as one file. */
  downloadable: z.boolean(),
});
const caption = z.object({
  id: z.string(),
  kind: z.enum(['captions', 'subtitles']),
  lang: z.string(),
  label: z.string(),
  source: z.string(),
});

const recordingItem = z.object({
  id: z.string(),
  recordId: z.string(),
  name: z.string(),
  room: z.nullable(named),
  owner: z.nullable(named),
  /** Set for the operator. */
  account: z.nullable(named),
  server: z.nullable(named),
  state: z.enum(recordingStates),
  stateReason: z.nullable(z.string()),
  /** 0 to 1 while processing or arriving; null: unknown. */
  progress: z.nullable(z.number()),
  visibility: z.enum(visibilities),
  /** Playback only by an expiring link, also for those who may see it. */
  protect: z.boolean(),
  /** Null: nobody knows. */
  startedAt: z.nullable(time),
  endedAt: z.nullable(time),
  lengthMs: z.number(),
  people: z.number(),
  views: z.number(),
  bytes: z.number(),
  formats: z.array(format),
  /** Addresses of a small picture and of the one video file; null: there is none, or it is not for the reader. */
  thumbnail: z.nullable(z.string()),
  download: z.nullable(z.string()),
  captions: z.array(z.string()),
  keepUntil: z.nullable(time),
  recycledAt: z.nullable(time),
  revision: z.number(),
  rights: z.object({ play: z.boolean(), edit: z.boolean(), remove: z.boolean(), download: z.boolean() }),
});
export type RecordingItem = z.output<typeof recordingItem>;
const recordingDetail = z.extend(recordingItem, { captionFiles: z.array(caption), metadata: z.record(z.string(), z.string()) });
export type RecordingDetail = z.output<typeof recordingDetail>;

export const recordingsQuery = z.object({
  /** `mine`: of meetings I started and of my rooms; `all`: of the account (operator: of all accounts); `bin`: deleted ones. */
  view: z._default(z.enum(['mine', 'all', 'bin']), 'mine'),
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  state: z.optional(z.enum(recordingStates)),
  visibility: z.optional(z.enum(visibilities)),
  roomId: z.optional(id),
  meetingId: z.optional(id),
  since: z.optional(z.coerce.number()),
  sort: z._default(z.enum(recordingSorts), 'recent'),
  /** Left out: names upwards, everything else downwards. */
  dir: z.optional(z.enum(['up', 'down'])),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
});
export type RecordingsQuery = z.output<typeof recordingsQuery>;

const someIds = z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(recordingLimits.bulk)) });
const bulkResult = z.object({ changed: z.number(), skipped: z.array(z.object({ id: z.string(), reason: z.string() })) });
const possible = { not_possible: 409 } as const;
const keepDays = z.int().check(z.gte(1), z.lte(recordingLimits.keepDays));
const retention = z.object({
  days: z.nullable(z.number()),
  /** What the plan allows. */
  most: z.nullable(z.number()),
  /** Recordings that `days` of the query makes too old: their owners get a notice, and they go to the bin after its days. Null: the query has no `days`. */
  tooOld: z.nullable(z.number()),
});
export type Retention = z.output<typeof retention>;

export const recordingsCalls = {
  list: call({
    method: 'GET',
    path: '/api/recordings',
    summary: 'Lists recordings.',
    access: 'recordings.view',
    query: recordingsQuery,
    result: z.object({ items: z.array(recordingItem), next: z.nullable(z.string()), total: totalField }),
  }),
  storage: call({
    method: 'GET',
    path: '/api/recordings/storage',
    summary: 'Storage used and allowed. Bytes.',
    access: 'recordings.view',
    result: z.object({
      published: z.number(),
      unpublished: z.number(),
      bin: z.number(),
      max: z.nullable(z.number()),
      /** At the pace of the last 28 days; null: not foreseeable. */
      daysLeft: z.nullable(z.number()),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/recordings/{id}',
    summary: 'One recording.',
    access: 'recordings.view',
    params: byId,
    result: recordingDetail,
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/recordings/{id}',
    summary: 'Renames, changes who may see it, or how long it is kept.',
    access: 'recordings.edit',
    params: byId,
    body: z.object({
      revision: z.int(),
      name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(recordingLimits.name))),
      visibility: z.optional(z.enum(visibilities)),
      protect: z.optional(z.boolean()),
      keepUntil: z.optional(z.nullable(time)),
    }),
    result: recordingDetail,
    failures: { conflict: 409, limit_reached: 402, open_there: 409 },
  }),
  publish: call({
    method: 'POST',
    path: '/api/recordings/publish',
    summary: 'Publishes recordings.',
    access: 'recordings.edit',
    body: someIds,
    result: bulkResult,
  }),
  unpublish: call({
    method: 'POST',
    path: '/api/recordings/unpublish',
    summary: 'Takes recordings back from viewers.',
    access: 'recordings.edit',
    body: someIds,
    result: bulkResult,
  }),
  remove: call({
    method: 'POST',
    path: '/api/recordings/remove',
    summary: 'Moves recordings to the bin.',
    access: 'recordings.delete',
    body: someIds,
    result: bulkResult,
  }),
  restore: call({
    method: 'POST',
    path: '/api/recordings/restore',
    summary: 'Takes recordings out of the bin.',
    access: 'recordings.delete',
    body: someIds,
    result: bulkResult,
  }),
  destroy: call({
    method: 'POST',
    path: '/api/recordings/destroy',
    summary: 'Deletes recordings from the bin for good, on their server too.',
    access: 'recordings.delete',
    body: someIds,
    result: bulkResult,
  }),
  retry: call({
    method: 'POST',
    path: '/api/recordings/{id}/retry',
    summary: 'Tries again what failed.',
    access: 'recordings.edit',
    params: byId,
    result: recordingItem,
    failures: possible,
  }),
  link: call({
    method: 'POST',
    path: '/api/recordings/{id}/links',
    summary: 'Makes a link that plays this recording until it expires.',
    access: 'recordings.edit',
    params: byId,
    body: z.object({ hours: z._default(z.int().check(z.gte(1), z.lte(recordingLimits.linkHours)), 168) }),
    result: z.object({ url: z.string(), expiresAt: time }),
    failures: possible,
  }),
  endLinks: call({
    method: 'POST',
    path: '/api/recordings/{id}/links/end',
    summary: 'Ends all links of it.',
    access: 'recordings.edit',
    params: byId,
    result: z.object({ ended: z.number() }),
  }),
  addCaption: call({
    method: 'POST',
    path: '/api/recordings/{id}/captions',
    summary: 'Adds a WebVTT or SRT text track; one of the same kind and language is replaced.',
    access: 'recordings.edit',
    params: byId,
    // JSON in UTF-8: up to three bytes a character, and line ends are escaped
    bodyLimit: recordingLimits.captionText * 3 + 100_000,
    body: z.object({
      kind: z._default(z.enum(['captions', 'subtitles']), 'captions'),
      lang: z.string().check(z.trim(), z.minLength(2), z.maxLength(35)),
      label: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
      text: z.string().check(z.minLength(1), z.maxLength(recordingLimits.captionText)),
    }),
    result: recordingDetail,
    failures: { bad_captions: 422 },
  }),
  removeCaption: call({
    method: 'POST',
    path: '/api/recordings/{id}/captions/remove',
    summary: 'Removes a text track.',
    access: 'recordings.edit',
    params: byId,
    body: z.object({ captionId: z.string().check(z.maxLength(60)) }),
    result: recordingDetail,
  }),
  playback: call({
    method: 'GET',
    path: '/api/public/recordings/{recordId}',
    summary: 'What the player needs; who may see it is asked here.',
    access: 'all',
    params: z.object({ recordId: z.string().check(z.maxLength(120)) }),
    query: z.object({ token: z.optional(z.string().check(z.maxLength(200))) }),
    result: playback,
    failures: { link_expired: 410, sign_in_required: 403, not_ready: 409 },
  }),
  retention: call({
    method: 'GET',
    path: '/api/recordings/retention',
    summary: 'How long new recordings are kept, and what another rule would do. Days; null: for ever.',
    access: 'recordings.view',
    query: z.object({ tryDays: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(recordingLimits.keepDays))) }),
    result: retention,
  }),
  setRetention: call({
    method: 'PUT',
    path: '/api/recordings/retention',
    summary: 'Sets how long recordings are kept; those that become too old by it get a notice first.',
    access: 'recordings.manage',
    body: z.object({ days: z.nullable(keepDays) }),
    result: retention,
    failures: { limit_reached: 402 },
  }),
  transferCommand: call({
    method: 'POST',
    path: '/api/recordings/servers/{id}/transfer-command',
    summary: 'The command that installs the transfer of recordings on a BBB server. It works for a day and holds a secret.',
    access: 'servers.manage',
    params: byId,
    /** `renew`: the server gets a new key with it, and what has the one before is shut out. */
    body: z.object({ key: z._default(z.enum(['keep', 'renew']), 'keep') }),
    /** `usedAt`: when the server last sent something with its key; null: never. */
    result: z.object({ command: z.string(), expiresAt: time, usedAt: z.nullable(time) }),
    failures: possible,
  }),
};
