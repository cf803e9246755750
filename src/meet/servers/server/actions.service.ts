/** What the operator does with a server: ask it, let it in, empty it, take it out, end everything on it, forget it. */
import type { ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { ServerItem } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import { type ServerAction, serverFacts, type ServerState, statesBefore } from '../servers.rules.ts';
import { pushServer } from './health.service.ts';
import { itemFor, mustFind } from './list.service.ts';
import { mustManage, type PoolNeighbours } from './pool-view.service.ts';
import { serverEvents } from './servers.events.ts';
import { deleteServer, insertEvents, moveServer, type NewEvent, type NewServer, type ServerRow } from './servers.queries.ts';
import { askServer, clientFor, failureCode, isRunning, report, versionOf } from './servers.service.ts';

export const notPossible = (reason: string) => new Failure('not_possible', { data: { reason } });
export const byWhom = (ctx: Ctx): string | null => (ctx.actor.kind === 'user' ? ctx.actor.userId : null);

/** Writes an event of a server, its audit entry, and tells open lists. */
export async function note(
  ctx: Ctx,
  tx: Db,
  { server, event, action }: { server: ServerRow; event: Pick<NewEvent, 'kind' | 'was' | 'became' | 'reason'>; action: string },
): Promise<void> {
  await insertEvents(tx, [{ id: newId(ctx.now()), serverId: server.id, at: new Date(ctx.now()), byUser: byWhom(ctx), ...event }]);
  const data = { was: event.was ?? null, became: event.became ?? null };
  await record(ctx, tx, { action: `servers.${action}`, subjectKind: 'server', subjectId: server.id, data });
  await pushServer(ctx, tx, server);
}

type ServerMove = {
  id: string;
  from: readonly ServerState[];
  to: ServerState;
  reason: string;
  kind?: 'state' | 'panic';
  action: string;
};

/** Brings a server from one state into another. Throws `not_possible` when it is in none of those that lead there. */
async function move(ctx: Ctx, { id, from, to, reason, kind = 'state', action }: ServerMove): Promise<void> {
  const { state: was } = await mustFind(ctx, id);
  const at = new Date(ctx.now());
  // what is not asked any more has no figures, and one that comes back has to prove itself
  const gone = { meetings: 0, people: 0, voices: 0, videos: 0 };
  const fresh = { health: 'unknown' as const, healthReason: null, failures: 0, successes: 0, answerMs: null };
  const change: Partial<NewServer> = {
    state: to,
    stateReason: reason,
    changedAt: at,
    ...(to === 'disabled' || to === 'retired' ? gone : {}),
    ...(to === 'enabled' && was === 'disabled' ? fresh : {}),
  };
  await ctx.system.write(async (tx) => {
    const server = await moveServer(tx, { id, from }, change);
    if (server === null) throw notPossible('state');
    await note(ctx, tx, { server, event: { kind, was, became: to, reason }, action });
    if (to === 'retired')
      await ctx.events.publish(ctx, tx, { name: serverEvents.retired, accountId: null, data: { serverId: id } });
  });
}

/** Asks the server now and writes down what it says. A new one that answers is enabled by that. */
export async function askNow(ctx: Ctx, server: ServerRow): Promise<void> {
  const asked = await askServer(ctx, server);
  if ('failed' in asked) {
    await report(ctx, { serverId: server.id, failed: asked.failed });
    return;
  }
  await report(ctx, { serverId: server.id, answered: { ...asked.answered, version: await versionIfTold(ctx, server) } });
}

async function versionIfTold(ctx: Ctx, server: ServerRow): Promise<string | null> {
  try {
    return await versionOf(clientFor(ctx, server, serverFacts.pollTimeout));
  } catch (error) {
    // it answered a moment ago; a version is not worth calling it ill
    if (failureCode(error) === null) throw error;
    return null;
  }
}

export async function check(ctx: Ctx, id: string, neighbours: PoolNeighbours): Promise<ServerItem> {
  mustManage(ctx);
  const server = await mustFind(ctx, id);
  if (server.state === 'retired') throw notPossible('state');
  await askNow(ctx, server);
  return itemFor(ctx, id, neighbours);
}

async function act(ctx: Ctx, about: { id: string; action: ServerAction; to: ServerState; reason?: string }): Promise<void> {
  const { id, action, to, reason = 'by_hand' } = about;
  await move(ctx, { id, from: statesBefore(action), to, reason, action });
}

export async function enable(ctx: Ctx, id: string, neighbours: PoolNeighbours): Promise<ServerItem> {
  mustManage(ctx);
  const { state } = await mustFind(ctx, id);
  await act(ctx, { id, action: 'enable', to: 'enabled' });
  if (state === 'disabled') await askNow(ctx, await mustFind(ctx, id));
  return itemFor(ctx, id, neighbours);
}

export async function drain(ctx: Ctx, id: string, neighbours: PoolNeighbours): Promise<ServerItem> {
  mustManage(ctx);
  await act(ctx, { id, action: 'drain', to: 'draining' });
  return itemFor(ctx, id, neighbours);
}

export async function disable(ctx: Ctx, id: string, neighbours: PoolNeighbours): Promise<ServerItem> {
  mustManage(ctx);
  await act(ctx, { id, action: 'disable', to: 'disabled' });
  return itemFor(ctx, id, neighbours);
}

/** Throws `not_possible` while something of customers is on it. */
async function mustBeEmpty(ctx: Ctx, id: string, neighbours: PoolNeighbours): Promise<void> {
  if ((await neighbours.meetingsOn(ctx, id)).length > 0) throw notPossible('has_meetings');
  if ((await neighbours.recordingsOn(ctx, id)) > 0) throw notPossible('has_recordings');
}

export async function retire(ctx: Ctx, id: string, neighbours: PoolNeighbours): Promise<ServerItem> {
  mustManage(ctx);
  const server = await mustFind(ctx, id);
  // one of ours can go when nothing runs it any more, as after its machine was lost
  if (server.kind === 'engine' && (server.engineUntil?.getTime() ?? 0) >= ctx.now()) throw notPossible('engine');
  await mustBeEmpty(ctx, id, neighbours);
  await act(ctx, { id, action: 'retire', to: 'retired' });
  return itemFor(ctx, id, neighbours);
}

export async function forget(ctx: Ctx, id: string, neighbours: PoolNeighbours): Promise<{ done: true }> {
  mustManage(ctx);
  const server = await mustFind(ctx, id);
  if (server.kind === 'engine') throw notPossible('engine');
  // one that never answered never took a meeting
  if (server.state !== 'retired' && !(server.state === 'disabled' && server.answeredAt === null)) throw notPossible('state');
  await mustBeEmpty(ctx, id, neighbours);
  await ctx.system.write(async (tx) => {
    await deleteServer(tx, id);
    await record(ctx, tx, { action: 'servers.forgotten', subjectKind: 'server', subjectId: id });
    await pushServer(ctx, tx, server);
  });
  return { done: true };
}

type EndedMeetings = { ended: number; of: number };

/** Ends whatever the server says runs on it, ours or not. What it refuses to end is counted in `of`. */
async function endAll(ctx: Ctx, server: ServerRow, known: number): Promise<EndedMeetings> {
  const asked = await askServer(ctx, server);
  if ('failed' in asked) return { ended: 0, of: known };
  const client = clientFor(ctx, server);
  const running = asked.meetings.filter(isRunning);
  let ended = 0;
  const work = running.map((meeting) => async () => {
    try {
      // older releases want the password, which the list tells
      const answer = await client.end({ meetingID: meeting.meetingID, password: meeting.moderatorPW || undefined });
      if (answer.ok) ended += 1;
    } catch (error) {
      if (failureCode(error) === null) throw error;
    }
  });
  const width = 10;
  for (let at = 0; at < work.length; at += width) await Promise.all(work.slice(at, at + width).map((one) => one()));
  return { ended, of: running.length };
}

/** Takes it out first, so that nothing new comes while it is emptied. */
export async function panic(
  ctx: Ctx,
  about: { id: string; name: string },
  neighbours: PoolNeighbours,
): Promise<ResultIn<typeof serversCalls.panic>> {
  mustManage(ctx);
  const server = await mustFind(ctx, about.id);
  if (about.name.trim() !== server.name) throw new Failure('wrong_name');
  if (server.state === 'retired') throw notPossible('state');
  await move(ctx, {
    id: server.id,
    from: ['enabled', 'draining', 'disabled'],
    to: 'disabled',
    reason: 'panic',
    kind: 'panic',
    action: 'panic',
  });
  const known = await neighbours.meetingsOn(ctx, server.id);
  const outcome = await endAll(ctx, server, known.length);
  await neighbours.settleMeetingsOn(ctx, server.id);
  return { server: await itemFor(ctx, server.id, neighbours), ...outcome };
}
