/** Brings a reserved meeting to life on its server, or on the next one that takes it. Rooms and customers' programs start this way. */
import { BbbBadAnswer, type CallOutcome } from '@atrium/bbb/client-answer';
import type { CreatedMeeting } from '@atrium/bbb/meeting-reading';
import type { Ctx } from '#kit/server/ctx.ts';
import { failureCode, report, serverOf, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { meetingById, type MeetingRow, moveMeeting } from './meetings.queries.ts';
import { type PlaceAsk, placeIn } from './place.service.ts';
import { checkServer } from './polling/server-check.service.ts';
import { type BegunMeeting, settleFailed, settleLive } from './settle.service.ts';

export type MeetingLaunch = {
  /** Sends `create` to this server, with parameters that follow from the row alone. */
  create(server: ServerRow, meeting: MeetingRow): Promise<CallOutcome<CreatedMeeting>>;
  ask: PlaceAsk;
  /** The server that the meeting waits on, when it was read a moment ago. */
  server?: ServerRow | undefined;
  /** How it is noted that it runs; together with others that begin at this moment, for example. */
  settle?: (ctx: Ctx, begun: BegunMeeting) => Promise<MeetingRow | null>;
};
/**
 * `live`: it runs; `created` is null when somebody else brought it to life meanwhile. `refused`: its parameters were, with the
 * server's key and message. `unreachable`: no server took it.
 */
export type LaunchOutcome =
  | { result: 'live'; meeting: MeetingRow; created: CreatedMeeting | null }
  | { result: 'refused'; key: string; message: string }
  | { result: 'unreachable' };

export const isTransport = (error: unknown): boolean => failureCode(error) !== null;

/** Refusals that every server would give, because the request itself is at fault. All others may be one server's own. */
const faults: ReadonlySet<string> = new Set([
  'idNotUnique',
  'validationError',
  'parentMeetingIDMissing',
  'parentMeetingDoesNotExist',
  'missingParamMeetingID',
  'invalidMeetingID',
  'unsupportedContentType',
  'sizeError',
  'emptyError',
  'nullError',
  'patternError',
]);
/** What web servers in front of a server say of the bytes of a request (RFC 9110 §15.5, RFC 6585 §5), as BBB keys. */
const webFaults: ReadonlyMap<number, string> = new Map([
  [400, 'validationError'],
  [413, 'sizeError'],
  [414, 'sizeError'],
  [431, 'sizeError'],
]);
/** Refusals that only a server's own state brings about, whatever was asked. */
const ownStates: ReadonlySet<string> = new Set(['maxConcurrent']);
/** Pauses before the only server that could take it is asked again. Milliseconds. */
const pauses = [300, 1_000];

/** `declined`: by this server alone; `failed`: it could not be asked. */
type CreateOutcome =
  | { result: 'created'; created: CreatedMeeting }
  | { result: 'refused'; key: string; message: string }
  | { result: 'declined' | 'failed' };

async function ask(ctx: Ctx, meeting: MeetingRow, to: { server: ServerRow; launch: MeetingLaunch }): Promise<CreateOutcome> {
  const { server, launch } = to;
  const about = { meeting: meeting.id, server: server.name };
  try {
    const outcome = await launch.create(server, meeting);
    if (outcome.ok) return { result: 'created', created: outcome };
    ctx.log.warn({ ...about, key: outcome.key }, 'a server refused a meeting');
    if (faults.has(outcome.key)) return { result: 'refused', key: outcome.key, message: outcome.message };
    // the request may have brought it about, and it will be sent to the next server too
    if (ownStates.has(outcome.key)) await report(ctx, { serverId: server.id, failed: outcome.key });
    else await checkServer(ctx, server);
    return { result: 'declined' };
  } catch (error) {
    if (!isTransport(error)) throw error;
    ctx.log.warn({ ...about, error }, 'a server could not be asked for a meeting');
    const key = error instanceof BbbBadAnswer ? webFaults.get(error.status) : undefined;
    if (key !== undefined) return { result: 'refused', key, message: '' };
    await checkServer(ctx, server);
    return { result: 'failed' };
  }
}

/** Puts the waiting meeting on the next best server. `settled`: it does not wait on that server any more. */
function moveOn(ctx: Ctx, meeting: MeetingRow, ask: PlaceAsk): Promise<MeetingRow | 'settled' | 'none'> {
  return ctx.system.write(async (tx) => {
    const place = await placeIn(ctx, tx, ask);
    if (place === null) return 'none';
    const { server, expectedPeople } = place;
    const change = { serverId: server.id, expectedPeople, placedAt: new Date(ctx.now()) };
    return (await moveMeeting(tx, { id: meeting.id, from: ['starting'], serverId: meeting.serverId }, change)) ?? 'settled';
  });
}

/** What became of a meeting that somebody else settled meanwhile. */
async function asItIs(ctx: Ctx, meeting: MeetingRow): Promise<LaunchOutcome> {
  const row = await meetingById(ctx.system.read, meeting.id);
  return row?.state === 'live' ? { result: 'live', meeting: row, created: null } : { result: 'unreachable' };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Asks server after server until one has the meeting, each once; the last one that could take it a few times more. The row is
 * settled in the end. May be called twice at once for the same meeting: `create` may be repeated.
 */
export async function launch(ctx: Ctx, reserved: MeetingRow, how: MeetingLaunch): Promise<LaunchOutcome> {
  const tried: string[] = [...(how.ask.tried ?? [])];
  const rests = [...pauses];
  let meeting = reserved;
  const placedOn = async (id: string) => (how.server?.id === id && meeting === reserved ? how.server : serverOf(ctx, id));
  for (;;) {
    const server = meeting.serverId === null ? null : await placedOn(meeting.serverId);
    const asked: CreateOutcome = server === null ? { result: 'failed' } : await ask(ctx, meeting, { server, launch: how });
    if (asked.result === 'created') {
      const { created } = asked;
      const begun = { internalId: created.internalMeetingID, at: created.createTime };
      const row = await (how.settle?.(ctx, { meeting, created: begun }) ?? settleLive(ctx, meeting, begun));
      return row === null ? asItIs(ctx, meeting) : { result: 'live', meeting: row, created };
    }
    if (asked.result === 'refused') {
      await settleFailed(ctx, meeting, 'server_refused');
      return asked;
    }
    if (server !== null) tried.push(server.id);
    const moved = await moveOn(ctx, meeting, { ...how.ask, tried });
    if (moved === 'settled') return asItIs(ctx, meeting);
    if (moved !== 'none') {
      meeting = moved;
      continue;
    }
    const rest = server === null || asked.result === 'declined' ? undefined : rests.shift();
    if (rest === undefined) {
      await settleFailed(ctx, meeting, asked.result === 'declined' ? 'server_refused' : 'server_unreachable');
      return asItIs(ctx, meeting);
    }
    await pause(rest);
  }
}
