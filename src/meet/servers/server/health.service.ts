/** What servers say of themselves, written down: figures, health, and every change of it with its reason. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { healthAfter } from '../health.rules.ts';
import { type ServerHealth, serverFacts, type ServerState } from '../servers.rules.ts';
import { heldForReport, insertEvents, type NewEvent, type PolledServer, type ServerRow, writePolled } from './servers.queries.ts';

/** Figures that a server reported of its running meetings and their people. `answerMs`: how long it took; `clockSkewMs`: its clock minus ours. */
export type AnsweredHealth = {
  meetings: number;
  people: number;
  voices: number;
  videos: number;
  answerMs: number;
  clockSkewMs: number | null;
  version: string | null;
};
/** What a poll or a create found. `failed` is a code: `unreachable`, `bad_answer` or the key of a refusal. */
export type HealthReport = { serverId: string } & ({ answered: AnsweredHealth } | { failed: string });

/** Whether open lists of servers look different now. They show when a server was last asked, to the minute. */
function isNews(server: ServerRow, next: PolledServer): boolean {
  const minute = (time: Date | null) => Math.floor((time?.getTime() ?? 0) / 60_000);
  const figures = ['meetings', 'people', 'voices', 'videos', 'health', 'healthReason', 'state', 'bbbVersion'] as const;
  return minute(server.checkedAt) !== minute(next.checkedAt) || figures.some((name) => server[name] !== next[name]);
}

/** A server that never took part takes part from its first good answer on; a drained one rests when its last meeting is over. */
function stateAfter(
  server: ServerRow,
  health: ServerHealth,
  answered: AnsweredHealth | null,
): { state: ServerState; reason: string | null } {
  const same = { state: server.state, reason: server.stateReason };
  if (answered === null) return same;
  if (server.state === 'disabled' && server.stateReason === 'new' && health === 'healthy')
    return { state: 'enabled', reason: 'answered' };
  return same;
}

function isEmptied(server: ServerRow, answered: AnsweredHealth | null, at: Date): boolean {
  const drainedFor = at.getTime() - server.changedAt.getTime();
  // one that is about to stop is taken out by its own process
  if (server.stateReason === 'stopping') return false;
  return server.state === 'draining' && answered?.meetings === 0 && drainedFor >= serverFacts.drainsAtLeast;
}

function polledOf(server: ServerRow, news: HealthReport, at: Date): PolledServer {
  const answered = 'answered' in news ? news.answered : null;
  const silentMs = server.answeredAt === null ? null : at.getTime() - server.answeredAt.getTime();
  const { health, healthReason, failures, successes, answerMs } = healthAfter({ was: server, heard: news, silentMs });
  const { state, reason } = isEmptied(server, answered, at)
    ? { state: 'disabled' as const, reason: 'drained' }
    : stateAfter(server, health, answered);
  const { meetings, people, voices, videos, clockSkewMs } = answered ?? server;
  return {
    id: server.id,
    health,
    healthReason,
    failures,
    successes,
    answerMs,
    state,
    stateReason: reason,
    meetings,
    people,
    voices,
    videos,
    clockSkewMs,
    bbbVersion: answered?.version ?? server.bbbVersion,
    checkedAt: at,
    answeredAt: answered === null ? server.answeredAt : at,
    changedAt: state === server.state ? server.changedAt : at,
  };
}

function eventsOf(server: ServerRow, next: PolledServer, now: number): NewEvent[] {
  const event = (kind: 'health' | 'state' | 'version', became: string | null, reason: string | null): NewEvent => ({
    id: newId(now),
    serverId: server.id,
    at: next.checkedAt,
    kind,
    was: kind === 'version' ? server.bbbVersion : server[kind],
    became,
    reason,
    byUser: null,
  });
  return [
    ...(next.health === server.health ? [] : [event('health', next.health, next.healthReason)]),
    ...(next.state === server.state ? [] : [event('state', next.state, next.stateReason)]),
    ...(next.bbbVersion === server.bbbVersion ? [] : [event('version', next.bbbVersion, null)]),
  ];
}

/** Tells open lists that a server looks different; the operator's other pages hear that something changed. */
export async function pushServer(
  ctx: Ctx,
  tx: Db,
  server: { id: string; state: ServerState; health: ServerHealth; meetings: number; people: number },
) {
  const { id, state, health, meetings, people } = server;
  await ctx.bus.push(tx, { topic: 'operator', kind: 'server', data: { id, state, health, meetings, people } });
  // equal pushes of one transaction are sent once
  await ctx.bus.push(tx, { topic: 'operator:news', kind: 'server' });
}

/** Writes down what was heard of several servers, each named once, with one statement for all. Returns the health of each. */
export async function writeReports(ctx: Ctx, news: readonly HealthReport[]): Promise<Map<string, ServerHealth>> {
  const at = new Date(ctx.now());
  const byId = new Map(news.map((one) => [one.serverId, one]));
  if (byId.size === 0) return new Map();
  return ctx.system.write(async (tx) => {
    const rows = await heldForReport(tx, [...byId.keys()]);
    const pairs = rows.flatMap((server) => {
      const heard = byId.get(server.id);
      return heard === undefined ? [] : [{ server, next: polledOf(server, heard, at) }];
    });
    await writePolled(
      tx,
      pairs.map((one) => one.next),
    );
    await insertEvents(
      tx,
      pairs.flatMap(({ server, next }) => eventsOf(server, next, ctx.now())),
    );
    for (const { server, next } of pairs) if (isNews(server, next)) await pushServer(ctx, tx, next);
    return new Map(pairs.map(({ next }) => [next.id, next.health]));
  });
}
