/** Views of servers. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { hashes, healths, serverStates } from './servers.rules.ts';

const time = z.number();

export const maintenanceWindow = z.object({ from: time, to: time, note: z.string().check(z.trim(), z.maxLength(200)) });
export type MaintenanceWindow = z.output<typeof maintenanceWindow>;

export const serverItem = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['engine', 'bbb']),
  url: z.string(),
  state: z.enum(serverStates),
  stateReason: z.nullable(z.string()),
  health: z.enum(healths),
  /** A code such as `unreachable`, `bad_answer`, `checksumError`, `clock`. */
  healthReason: z.nullable(z.string()),
  region: z.nullable(z.string()),
  tags: z.array(z.string()),
  pools: z.array(z.string()),
  /** A server of 2 carries half the people of a server of 1 for the same load (Scalelite's sense). */
  multiplier: z.number(),
  maxMeetings: z.nullable(z.number()),
  maxPeople: z.nullable(z.number()),
  hash: z.enum(hashes),
  version: z.nullable(z.string()),
  /** Its clock minus ours. */
  clockSkewMs: z.nullable(z.number()),
  answerMs: z.nullable(z.number()),
  meetings: z.number(),
  people: z.number(),
  voices: z.number(),
  videos: z.number(),
  /** Known load and the load expected of meetings that just began, in weighted people. */
  load: z.number(),
  predicted: z.number(),
  /** People over each of the last 24 hours, oldest first; null: no sample. */
  day: z.array(z.nullable(z.number())),
  maintenance: z.array(maintenanceWindow),
  inMaintenance: z.boolean(),
  checkedAt: z.nullable(time),
  answeredAt: z.nullable(time),
  changedAt: time,
  note: z.string(),
  /** Rises with each change; a form sends back the one it was filled with. */
  revision: z.number(),
  createdAt: time,
});
export type ServerItem = z.output<typeof serverItem>;

export const serverEvent = z.object({
  id: z.string(),
  at: time,
  kind: z.enum(['added', 'changed', 'state', 'health', 'version', 'panic', 'zombie']),
  was: z.nullable(z.string()),
  became: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
});
export type ServerEvent = z.output<typeof serverEvent>;

const testStep = z.object({
  step: z.enum(['address', 'reach', 'answer', 'secret', 'clock', 'version']),
  outcome: z.enum(['ok', 'warning', 'failed', 'skipped']),
  /** A code that the screen has words for; null when all is well. */
  trouble: z.nullable(z.string()),
});
export const testResult = z.object({
  outcome: z.enum(['ok', 'warning', 'failed']),
  steps: z.array(testStep),
  version: z.nullable(z.string()),
  answerMs: z.nullable(z.number()),
  clockSkewMs: z.nullable(z.number()),
  meetings: z.nullable(z.number()),
  people: z.nullable(z.number()),
  /** The address as we will use it. */
  url: z.nullable(z.string()),
});
export type ServerTest = z.output<typeof testResult>;

export const sample = z.object({
  at: time,
  load: z.number(),
  meetings: z.number(),
  people: z.number(),
  peak: z.number(),
  voices: z.number(),
  videos: z.number(),
  health: z.enum(healths),
});

export const importResult = z.object({
  /** `dry`: nothing was written. */
  mode: z.enum(['dry', 'written']),
  added: z.array(z.string()),
  changed: z.array(z.object({ name: z.string(), fields: z.array(z.string()) })),
  unchanged: z.array(z.string()),
  /** `line` counts from 1; null when it concerns the whole text. Nothing is written while there is trouble. */
  trouble: z.array(
    z.object({ line: z.nullable(z.number()), server: z.nullable(z.string()), code: z.string(), field: z.nullable(z.string()) }),
  ),
});
export type ServerImport = z.output<typeof importResult>;

export const explained = z.object({
  chosen: z.nullable(z.string()),
  expectedPeople: z.number(),
  /** Where the expected size comes from: `hint`, `room`, `account`, `standard`. */
  expectedFrom: z.string(),
  candidates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      load: z.number(),
      reserved: z.number(),
      predicted: z.number(),
      /** Codes of what keeps it out; empty for those that may be taken, which stand first, best first. */
      out: z.array(z.string()),
      preferred: z.boolean(),
    }),
  ),
});
export type PlacementExplained = z.output<typeof explained>;

export const accountPlacement = z.object({
  /** Any one of them will do. Required: nowhere else; else rather there. */
  pools: z.array(z.string()),
  poolsRequired: z.boolean(),
  region: z.nullable(z.string()),
  regionRequired: z.boolean(),
  /** 0: nothing was decided yet. */
  version: z.number(),
  /** What the servers of the pool are called. */
  known: z.object({ pools: z.array(z.string()), regions: z.array(z.string()) }),
});
export type AccountPlacement = z.output<typeof accountPlacement>;
