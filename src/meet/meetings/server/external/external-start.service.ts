/**
 * How meetings of customers' programs are reserved and settled: those that come at the same moment in one transaction, because each
 * waits for the placement of the one before, and for the disk.
 */
import type { CreateRequest } from '@atrium/bbb/create-request';
import { rememberedFor } from '#kit/remembered.ts';
import { openBatch } from '#kit/server/batch.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { type Entitlements, fits } from '#core/accounts/accounts.rules.ts';
import { type ExternalRequest, callbacksAsked, type MeetingPasswords, sealPasswords } from './external-asked.service.ts';
import { externalsFinder, findExternals } from './external-find.service.ts';
import { type MeetingTerms, voiceBridgeFor } from './external-params.service.ts';
import { type ExternalKey, insertExternals, lockStarts, openCounts, openOfSecret } from './external.queries.ts';
import type { CustomerCall } from './external-send.service.ts';
import type { MeetingRow, NewMeeting } from '#meet/meetings/server/meetings.queries.ts';
import {
  openPlacer,
  openSizes,
  type PlacedServer,
  type PlaceAsk,
  type MeetingPlacer,
  type SizeLookup,
} from '#meet/meetings/server/place.service.ts';
import { openServersIn, type ServerRow, type ServersIn } from '#meet/servers/server/servers.service.ts';
import { type BegunMeeting, pushExternals, settleAllLive } from '#meet/meetings/server/settle.service.ts';

export type ExternalWish = {
  accountId: string;
  secretId: string;
  /** Meetings that may run with this secret at once; null or left out: as many as the plan allows. */
  secretMost?: number | null;
  plan: Entitlements;
  request: CreateRequest;
  call: CustomerCall;
};
export type ExternalPlan = {
  wish: ExternalWish;
  terms: MeetingTerms;
  /** Of the log, when something is not done as it was asked. */
  remark: string | null;
  passwords: MeetingPasswords;
  parent: MeetingRow | null;
  ask: Omit<PlaceAsk, 'key'>;
};
/** `server`: on which a fresh one was placed. */
export type ReservedMeeting =
  | { row: MeetingRow; fresh: 'yes' | 'no'; server?: ServerRow | undefined }
  | 'full'
  | 'secret_full'
  | 'no_server';

/** Asked for once per attempt: two meetings with the same number never run at the same time. */
const bridgeTries = 8;

function askedBy(ctx: Ctx, plan: ExternalPlan, voiceBridge: string): ExternalRequest {
  const { request } = plan.wish;
  return {
    passwords: sealPasswords(ctx, plan.passwords),
    voiceBridge,
    dialNumber: request.dialNumber,
    duration: plan.terms.minutes ?? 0,
    maxParticipants: plan.terms.people ?? 0,
    parentMeetingId: plan.parent?.internalId ?? null,
    metadata: Object.fromEntries(request.metadata),
    ...(plan.parent === null ? {} : { sequence: request.sequence }),
    callbacks: {
      ...callbacksAsked(request, request.meetingEndedURL),
      // breakout rooms have none: the program hears of the parent's end
      ...(plan.parent === null ? {} : { endCallbackUrl: null }),
    },
  };
}

type WantedMeeting = { ctx: Ctx; plan: ExternalPlan };
/** What those that are made at the same moment share in this process. */
export type ExternalStarts = {
  /** The one that starts or runs under the customer's id. */
  find(key: ExternalKey & { ctx: Ctx }): Promise<MeetingRow | null>;
  sizes: SizeLookup;
  reserve(wanted: WantedMeeting): Promise<ReservedMeeting>;
  settle(what: { ctx: Ctx; begun: BegunMeeting }): Promise<MeetingRow | null>;
};

function newRow(wanted: WantedMeeting, at: { id: string; place: PlacedServer; attempt: number }): NewMeeting {
  const { ctx, plan } = wanted;
  const { accountId, request, secretId } = plan.wish;
  const now = new Date(ctx.now());
  return {
    id: at.id,
    accountId,
    roomId: null,
    serverId: at.place.server.id,
    expectedPeople: at.place.expectedPeople,
    placedAt: now,
    name: request.name,
    state: 'starting',
    createdAt: now,
    recording: plan.terms.record,
    maxPeople: plan.terms.people,
    maxMinutes: plan.terms.minutes,
    externalId: request.meetingID,
    parentId: plan.parent?.id ?? null,
    secretId,
    asked: askedBy(ctx, plan, voiceBridgeFor(ctx, { accountId, externalId: request.meetingID, attempt: at.attempt })),
  };
}

const keyOf = ({ plan }: WantedMeeting): ExternalKey => ({
  accountId: plan.wish.accountId,
  externalId: plan.wish.request.meetingID,
});
const nameOf = (key: ExternalKey) => `${key.accountId} ${key.externalId}`;

/** Known about the accounts of a transaction; all of them are locked in it. */
type KnownMeetings = {
  running: Map<string, MeetingRow>;
  counts: Map<string, number>;
  rows: NewMeeting[];
  placer: MeetingPlacer | null;
  serversIn: ServersIn;
  accounts: readonly string[];
};

type DecidedStart =
  | { running: MeetingRow }
  | { id: string; twin: boolean; server?: ServerRow }
  | 'full'
  | 'secret_full'
  | 'no_server';

/** The account is locked, so nothing of it begins meanwhile but what stands in `known`. */
async function isSecretFull(
  tx: Db,
  known: KnownMeetings,
  { accountId, secretId, secretMost = null }: ExternalWish,
): Promise<boolean> {
  if (secretMost === null) return false;
  const begun = known.rows.filter((row) => row.secretId === secretId).length;
  return begun + (await openOfSecret(tx, { accountId, secretId })) >= secretMost;
}

async function decideOne(tx: Db, known: KnownMeetings, at: { wanted: WantedMeeting; attempt: number }): Promise<DecidedStart> {
  const { wanted, attempt } = at;
  const { ctx, plan } = wanted;
  const key = keyOf(wanted);
  const running = known.running.get(nameOf(key));
  if (running !== undefined) return { running };
  const twin = known.rows.find((row) => row.accountId === key.accountId && row.externalId === key.externalId);
  if (twin !== undefined) return { id: twin.id, twin: true };
  const count = known.counts.get(key.accountId) ?? 0;
  if (!fits(plan.wish.plan.meetingsAtOnce, count)) return 'full';
  if (await isSecretFull(tx, known, plan.wish)) return 'secret_full';
  known.placer ??= await openPlacer(ctx, tx, known);
  const id = newId(ctx.now());
  const place = known.placer({ ...plan.ask, accountId: key.accountId, key: id });
  if (place === null) return 'no_server';
  known.counts.set(key.accountId, count + 1);
  known.rows.push(newRow(wanted, { id, place, attempt }));
  return { id, twin: false, server: place.server };
}

/** Whose meetings have to be counted, and how far. */
function limitsOf(all: readonly WantedMeeting[]): Map<string, number> {
  const limits = new Map<string, number>();
  for (const { accountId, plan } of all.map((one) => one.plan.wish))
    if (plan.meetingsAtOnce !== null) limits.set(accountId, Math.max(plan.meetingsAtOnce, limits.get(accountId) ?? 0));
  return limits;
}

/** `ctx`: the hands of all of them. */
async function reserveIn(
  ctx: Ctx,
  tx: Db,
  at: { all: readonly WantedMeeting[]; attempt: number; serversIn: ServersIn },
): Promise<ReservedMeeting[]> {
  const accounts = at.all.map(({ plan }) => plan.wish.accountId);
  await lockStarts(tx, accounts);
  const found = await findExternals(tx, at.all.map(keyOf));
  const running = new Map(
    found.flatMap((row) => (row === null ? [] : [[nameOf({ ...row, externalId: row.externalId ?? '' }), row] as const])),
  );
  const known: KnownMeetings = {
    running,
    counts: await openCounts(tx, limitsOf(at.all)),
    rows: [],
    placer: null,
    serversIn: at.serversIn,
    accounts,
  };
  const decided: DecidedStart[] = [];
  for (const wanted of at.all) decided.push(await decideOne(tx, known, { wanted, attempt: at.attempt }));
  const made = new Map((await insertExternals(tx, known.rows)).map((row) => [row.id, row]));
  await pushExternals(ctx, tx, [...made.values()]);
  return decided.map((one): ReservedMeeting => {
    if (typeof one === 'string') return one;
    if ('running' in one) return { row: one.running, fresh: 'no' };
    const row = made.get(one.id);
    if (row === undefined) throw new Error('a meeting was not stored');
    return { row, fresh: one.twin ? 'no' : 'yes', server: one.server };
  });
}

async function reserveAlone(wanted: WantedMeeting, serversIn: ServersIn): Promise<ReservedMeeting> {
  for (let attempt = 0; ; attempt++) {
    try {
      const [reserved] = await wanted.ctx.system.write((tx) => reserveIn(wanted.ctx, tx, { all: [wanted], attempt, serversIn }));
      if (reserved === undefined) throw new Error('nothing was decided');
      return reserved;
    } catch (error) {
      if (attempt >= bridgeTries || !isDuplicate(error, 'meetings_voice')) throw error;
    }
  }
}

/** With the hands of the first: all of them are the system's. */
function batched<K extends { ctx: Ctx }, V>(how: {
  all: (ctx: Ctx, keys: readonly K[]) => Promise<readonly V[]>;
  alone: (key: K) => Promise<V>;
}): (key: K) => Promise<V> {
  return openBatch<K, V>({
    all: async (keys) => (keys[0] === undefined ? [] : how.all(keys[0].ctx, keys)),
    alone: how.alone,
    failed: (error, keys) =>
      keys[0]?.ctx.log.debug({ error, many: keys.length }, 'meetings that came together are handled one by one'),
  });
}

/** Finds meetings by their programs' ids, those that are asked for at the same moment in one question. */
export function openFinder(): ExternalStarts['find'] {
  const finderOf = rememberedFor(externalsFinder);
  const all = (ctx: Ctx, keys: readonly (ExternalKey & { ctx: Ctx })[]) => finderOf(ctx.system.read)(keys);
  return batched({ all, alone: async (key) => (await all(key.ctx, [key]))[0] ?? null });
}

/** Opens what this process shares; those who open one for themselves store alone. */
export function openStarts(): ExternalStarts {
  const serversIn = openServersIn();
  return {
    find: openFinder(),
    sizes: openSizes(),
    reserve: batched({
      all: (ctx, all: readonly WantedMeeting[]) => ctx.system.write((tx) => reserveIn(ctx, tx, { all, attempt: 0, serversIn })),
      alone: (wanted) => reserveAlone(wanted, serversIn),
    }),
    settle: batched({
      all: (ctx, all: readonly { ctx: Ctx; begun: BegunMeeting }[]) => settleAllLive(ctx.system, all),
      alone: async (one) => (await settleAllLive(one.ctx.system, [one]))[0] ?? null,
    }),
  };
}
