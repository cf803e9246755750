/** The pool of BBB servers: lists, forms, actions, history, import and export, and why a meeting would go where. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import {
  accountPlacement,
  explained,
  importResult,
  maintenanceWindow,
  sample,
  serverEvent,
  serverItem,
  testResult,
} from './server-views.contract.ts';
import { hashes, healths, serverLimits, serverStates } from './servers.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const time = z.number();
const byId = z.object({ id });
const done = z.object({ done: z.literal(true) });
const trimmed = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const count = z.nullable(z.int().check(z.gte(1), z.lte(1_000_000)));
/** A word by which servers are chosen: letters, digits, `-`, `_`, `.`. */
const word = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, 'not_a_word'));
const words = z.array(word).check(z.maxLength(serverLimits.words));

const fields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(serverLimits.name)),
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  secret: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  hash: z.enum(hashes),
  region: z.nullable(trimmed(60)),
  tags: words,
  pools: words,
  multiplier: z.number().check(z.gte(serverLimits.multiplier.min), z.lte(serverLimits.multiplier.max)),
  maxMeetings: count,
  maxPeople: count,
  maintenance: z.array(maintenanceWindow).check(z.maxLength(serverLimits.windows)),
  note: trimmed(2000),
};
export const newServer = z.extend(z.partial(z.object(fields)), { name: fields.name, url: fields.url, secret: fields.secret });
/** A left-out secret stays as it is. */
export const serverChange = z.extend(z.partial(z.object(fields)), { revision: z.int() });
export type NewServerInput = z.output<typeof newServer>;
export type ServerChange = z.output<typeof serverChange>;

const page = {
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};
export const serversQuery = z.object({
  search: z.optional(trimmed(100)),
  state: z.optional(z.enum(serverStates)),
  health: z.optional(z.enum(healths)),
  tag: z.optional(word),
  pool: z.optional(word),
  sort: z._default(z.enum(['name', 'load', 'meetings', 'people']), 'name'),
  ...page,
});
export type ServersQuery = z.output<typeof serversQuery>;

const conflicts = { name_taken: 409, url_taken: 409 } as const;
const access = 'servers.manage';
const act = (verb: string, summary: string) =>
  call({
    method: 'POST',
    path: `/api/servers/{id}/${verb}`,
    summary,
    access,
    params: byId,
    result: serverItem,
    failures: { not_possible: 409 },
  });

export const serversCalls = {
  list: call({
    method: 'GET',
    path: '/api/servers',
    summary: 'Lists the pool with live figures.',
    access,
    query: serversQuery,
    result: z.object({
      items: z.array(serverItem),
      next: z.nullable(z.string()),
      total: z.number(),
      /** Over the whole pool, whatever the filter. `room`: people that healthy servers with a limit still take; null: no limit set. */
      pool: z.object({
        servers: z.number(),
        taking: z.number(),
        strained: z.number(),
        offline: z.number(),
        meetings: z.number(),
        people: z.number(),
        room: z.nullable(z.number()),
        peakMeetingsToday: z.number(),
        tags: z.array(z.string()),
        pools: z.array(z.string()),
        regions: z.array(z.string()),
      }),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/servers/{id}',
    summary: 'One server with its last changes and the meetings on it.',
    access,
    params: byId,
    result: z.extend(serverItem, {
      events: z.array(serverEvent),
      running: z.array(
        z.object({ id: z.string(), name: z.string(), account: z.string(), people: z.number(), startedAt: z.nullable(time) }),
      ),
    }),
  }),
  history: call({
    method: 'GET',
    path: '/api/servers/{id}/history',
    summary: 'Load, meetings, people and video over time, with each change of state and its reason.',
    access,
    params: byId,
    query: z.object({ span: z._default(z.enum(['day', 'week', 'month', 'year']), 'day') }),
    result: z.object({ from: time, to: time, stepMs: z.number(), samples: z.array(sample), events: z.array(serverEvent) }),
  }),
  test: call({
    method: 'POST',
    path: '/api/servers/test',
    summary: 'Tries an address and secret before they are saved.',
    access,
    body: z.object({
      url: fields.url,
      /** Null: the stored one of `id`. */
      secret: z.nullable(fields.secret),
      hash: z._default(fields.hash, 'sha256'),
      id: z.optional(id),
    }),
    result: testResult,
  }),
  add: call({
    method: 'POST',
    path: '/api/servers',
    summary: 'Adds a server; it is tried at once and takes meetings when it answers.',
    access,
    body: newServer,
    result: serverItem,
    failures: conflicts,
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/servers/{id}',
    summary: 'Changes a server.',
    access,
    params: byId,
    body: serverChange,
    result: serverItem,
    failures: { ...conflicts, conflict: 409, not_possible: 409 },
  }),
  check: act('check', 'Asks the server now.'),
  enable: act('enable', 'Lets it take meetings.'),
  drain: act('drain', 'Takes no new meetings; disabled by itself when the last one is over.'),
  disable: act('disable', 'Takes it out of the pool; meetings on it are not asked about any more.'),
  retire: act('retire', 'Removes it from the pool for good. Refused while it has meetings or holds recordings.'),
  panic: call({
    method: 'POST',
    path: '/api/servers/{id}/panic',
    summary: 'Ends every meeting on it and disables it.',
    access,
    params: byId,
    body: z.object({ /** Its name, typed by hand. */ name: z.string() }),
    result: z.object({ server: serverItem, ended: z.number(), of: z.number() }),
    failures: { wrong_name: 409 },
  }),
  importText: call({
    method: 'POST',
    path: '/api/servers/import',
    summary: 'Reads servers from YAML, ours or Scalelite’s; a dry run tells what would change.',
    access,
    body: z.object({ text: z.string().check(z.maxLength(serverLimits.importText)), mode: z.enum(['dry', 'write']) }),
    bodyLimit: serverLimits.importText * 2 + 1_000,
    result: importResult,
  }),
  exportText: call({
    method: 'GET',
    path: '/api/servers/export',
    summary: 'All servers as YAML, without their secrets.',
    access,
    result: z.object({ fileName: z.string(), text: z.string() }),
  }),
  explain: call({
    method: 'POST',
    path: '/api/servers/explain',
    summary: 'Where a meeting would be placed now, and why the others are out.',
    access,
    body: z.object({
      sizeHint: z.optional(count),
      roomId: z.optional(id),
      tags: z.optional(words),
      pool: z.optional(word),
      /** As a meeting of this account; a room's own is known. */
      accountId: z.optional(id),
    }),
    result: explained,
  }),
  placementOf: call({
    method: 'GET',
    path: '/api/accounts/{id}/placement',
    summary: 'Which servers the meetings of an account may or should use.',
    access,
    params: byId,
    result: accountPlacement,
  }),
  setPlacement: call({
    method: 'PUT',
    path: '/api/accounts/{id}/placement',
    summary: 'Decides which servers the meetings of an account may or should use.',
    access,
    params: byId,
    body: z.strictObject({
      pools: words,
      poolsRequired: z.boolean(),
      region: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
      regionRequired: z.boolean(),
      version: z.int().check(z.gte(0)),
    }),
    result: accountPlacement,
    failures: { changed_meanwhile: 409 },
  }),
  forget: call({
    method: 'POST',
    path: '/api/servers/{id}/forget',
    summary: 'Deletes a server that was retired or never took a meeting.',
    access,
    params: byId,
    result: done,
    failures: { not_possible: 409 },
  }),
};
