/** What the account sees of its endpoint: address, secrets, limits and the last calls. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { isLapsed, recordOf } from '#kit/host-proof.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import { entitlementsFor, findAccount, recordedBytes } from '#core/accounts/server/accounts.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { useOf } from '#meet/meetings/server/attendance/use.service.ts';
import type { EndpointCall, endpointCalls } from '../endpoint.contract.ts';
import { dayStart } from '../endpoint.rules.ts';
import { callFigures, type CallRow, callsPage, countCalls, countSigned, lastOfClients } from './endpoint-log.queries.ts';
import { countRevoked, type EndpointRow, secretNames, secretsOf } from './endpoint.queries.ts';
import { actorFor, ensureEndpoint, secretItem } from './secrets.service.ts';

const minute = 60_000;
const day = 86_400_000;
/** How far back a connection check looks. */
const clientDays = 14;

/** What customers paste; their own host name once it leads here. Ends with `/bigbluebutton/`. */
export function addressOf(ctx: Ctx, endpoint: Pick<EndpointRow, 'key' | 'host' | 'hostCheckedAt'>): string {
  const site = siteUrl(ctx);
  if (endpoint.host !== null && endpoint.hostCheckedAt !== null)
    return `${new URL(site).protocol}//${endpoint.host}/bigbluebutton/`;
  return `${site}/e/${endpoint.key}/bigbluebutton/`;
}

type EndpointLimit = ResultIn<typeof endpointCalls.get>['limits'][number];

/** What is used of each limit now, and the most of it today; for the screen and for the warnings. */
export async function limitsOf(
  ctx: Ctx,
  accountId: string,
): Promise<{ limits: EndpointLimit[]; calls: { today: number; refused: number } }> {
  const db = ctx.actor.kind === 'system' ? ctx.system.read : ctx.db.read;
  const account = await findAccount(db, accountId);
  const today = new Date(dayStart(ctx.now(), account?.timeZone ?? 'UTC'));
  const [may, use, calls, lately, bytes] = await Promise.all([
    entitlementsFor(db, accountId),
    useOf(db, { accountId, since: today, now: new Date(ctx.now()) }),
    callFigures(db, accountId, today),
    countSigned(db, accountId, new Date(ctx.now() - minute)),
    recordedBytes(db, accountId),
  ]);
  const limits: EndpointLimit[] = [
    { limit: 'meetingsAtOnce', used: use.meetings, max: may.meetingsAtOnce, peak: use.meetingsPeak },
    { limit: 'peopleAtOnce', used: use.people, max: may.peopleAtOnce, peak: use.peoplePeak },
    { limit: 'peoplePerMeeting', used: use.fullest, max: may.peoplePerMeeting, peak: use.fullestPeak },
    { limit: 'minutesPerMeeting', used: use.longest, max: may.minutesPerMeeting, peak: use.longestPeak },
    { limit: 'callsPerMinute', used: lately, max: may.callsPerMinute, peak: calls.busiestMinute },
    { limit: 'recordingGb', used: Math.round(bytes / 1e7) / 100, max: may.recordingGb, peak: null },
  ];
  return { limits, calls: { today: calls.calls, refused: calls.refused } };
}

/** The own host name; one that nobody proved in time is shown as lapsed. The record is for those who may change it. */
function hostView(
  row: EndpointRow,
  { manage, now }: { manage: boolean; now: number },
): ResultIn<typeof endpointCalls.get>['host'] {
  if (row.host === null) return null;
  if (isLapsed(row, now)) return { name: row.host, checkedAt: null, trouble: 'lapsed', record: null };
  const checkedAt = row.hostCheckedAt?.getTime() ?? null;
  return { name: row.host, checkedAt, trouble: row.hostTrouble, record: manage ? recordOf(row) : null };
}

export async function get(ctx: Ctx): Promise<ResultIn<typeof endpointCalls.get>> {
  const actor = actorFor(ctx, 'api.view');
  const endpoint = await ensureEndpoint(ctx, actor.accountId);
  const manage = actor.scope.includes('api.manage');
  const [secrets, revoked, figures] = await Promise.all([
    secretsOf(ctx.db.read, endpoint.id),
    countRevoked(ctx.db.read, endpoint.id),
    limitsOf(ctx, actor.accountId),
  ]);
  return {
    id: endpoint.id,
    key: endpoint.key,
    url: addressOf(ctx, endpoint),
    host: hostView(endpoint, { manage, now: ctx.now() }),
    secrets: secrets.map((row) => secretItem(row, ctx.now())),
    revoked,
    limits: figures.limits,
    calls: figures.calls,
    rights: { manage },
  };
}

function callItem(row: CallRow, names: ReadonlyMap<string, string>): EndpointCall {
  const name = row.secretId === null ? undefined : names.get(row.secretId);
  return {
    id: row.id,
    at: row.at.getTime(),
    call: row.call,
    method: row.method,
    meeting: row.meeting,
    secret: row.secretId === null || name === undefined ? null : { id: row.secretId, name },
    client: row.client,
    address: row.address,
    outcome: row.outcome,
    key: row.key,
    reason: row.reason,
    tookMs: row.tookMs,
    unhonoured: row.unhonoured,
  };
}

const namesFor = (ctx: Ctx, rows: readonly CallRow[]) =>
  secretNames(
    ctx.db.read,
    rows.flatMap((row) => (row.secretId === null ? [] : [row.secretId])),
  );

/** The last calls, newest first. */
export async function calls(
  ctx: Ctx,
  query: Parsed<typeof endpointCalls.calls>['query'],
): Promise<ResultIn<typeof endpointCalls.calls>> {
  const actor = actorFor(ctx, 'api.view');
  const { secretId, call, outcome, since } = query;
  const filter = { accountId: actor.accountId, secretId, call, outcome, since };
  const [rows, total] = await Promise.all([
    callsPage(ctx.db.read, filter, { before: idCursor.read(query.cursor), limit: query.limit + 1 }),
    countCalls(ctx.db.read, filter),
  ]);
  const { shown, next } = pageById(rows, query.limit);
  const names = await namesFor(ctx, shown);
  return {
    items: shown.map((row) => callItem(row, names)),
    next,
    total,
  };
}

/** What a connection check reports: the last call of each kind of client. The builder's own calls are not a client's. */
export async function clients(ctx: Ctx): Promise<ResultIn<typeof endpointCalls.clients>> {
  const actor = actorFor(ctx, 'api.view');
  const found = await lastOfClients(ctx.db.read, actor.accountId, new Date(ctx.now() - clientDays * day));
  const names = await namesFor(
    ctx,
    found.map((one) => one.row),
  );
  return {
    items: found.map(({ client, row, lastAnswered, creates, joins }) => ({
      client,
      last: callItem(row, names),
      lastAnswered: lastAnswered?.getTime() ?? null,
      creates,
      joins,
    })),
  };
}
