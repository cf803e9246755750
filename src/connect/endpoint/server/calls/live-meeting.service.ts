/** Which meeting a call is about and where it runs. Polls ask this many times a second, so it is kept for a moment. */
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { findInternal, type MeetingRow } from '#meet/meetings/server/external/external-find.service.ts';
import { openFinder } from '#meet/meetings/server/external/external-start.service.ts';
import { secretPurpose, serverOf, type ServerRow } from '#meet/servers/server/servers.service.ts';

/** A meeting of a customer's program that runs, and its server; `secret`: the server's, absent when its key is lost. */
export type LiveMeeting = { row: MeetingRow & { externalId: string }; server: ServerRow; secret: string | undefined };
type ReachedMeeting = Omit<LiveMeeting, 'row'>;

/**
 * What was found is used for this long; another process may have ended it meanwhile, which its server then says. Milliseconds.
 * What is shared among callers is never older either.
 */
const keptFor = 1_000;
const most = 20_000;

type KeptLookup<T> = { until: number; found: Promise<T> };

/** Internal ids as servers make them: of meetings, and of breakout rooms that they name by what they were created with. */
const isInternal = (id: string) => /^[0-9a-f]{40}-\d{13}$/.test(id) || isId(id);

/** Results that callers share while they are fresh; failures and what `keeps` refuses are not kept. */
export type SharedLookup<T> = {
  get(key: string, make: () => Promise<T>): Promise<T>;
  drop(key: string): void;
};
export function openShared<T>(now: () => number, keeps: (value: T) => boolean): SharedLookup<T> {
  const kept = new Map<string, KeptLookup<T>>();
  return {
    get: (key, make) => {
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) return known.found;
      if (kept.size >= most) kept.clear();
      const entry: KeptLookup<T> = { until: Number.POSITIVE_INFINITY, found: make() };
      kept.set(key, entry);
      const drop = () => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      entry.found.then((value) => {
        if (!keeps(value)) return drop();
        entry.until = now() + keptFor;
      }, drop);
      return entry.found;
    },
    drop: (key) => void kept.delete(key),
  };
}

export type MeetingLookup = {
  /** By the customer's own id, or by the whole internal id that `create` returned. */
  find(ctx: Ctx, accountId: string, meetingId: string): Promise<LiveMeeting | null>;
  drop(accountId: string, meetingId: string): void;
  /** The meeting's server did not do what it should: both are read again the next time. */
  distrust(live: LiveMeeting): void;
};

export function openLookup(now: () => number): MeetingLookup {
  const meetings = openShared<LiveMeeting['row'] | null>(now, (found) => found !== null);
  const servers = openShared<ReachedMeeting | null>(now, (found) => found !== null);
  const find = openFinder();
  const look = async (ctx: Ctx, accountId: string, externalId: string): Promise<LiveMeeting['row'] | null> => {
    const row = await find({ ctx, accountId, externalId });
    return row === null || row.state !== 'live' || row.externalId === null ? null : { ...row, externalId: row.externalId };
  };
  const reach = async (ctx: Ctx, serverId: string): Promise<ReachedMeeting | null> => {
    const server = await serverOf(ctx, serverId);
    return server === null ? null : { server, secret: openIfKnown(ctx.secrets, secretPurpose, server.secretSealed) ?? undefined };
  };
  const keyOf = (accountId: string, meetingId: string) => `${accountId} ${meetingId}`;
  const byOwnId = (ctx: Ctx, accountId: string, meetingId: string) =>
    meetings.get(keyOf(accountId, meetingId), () => look(ctx, accountId, meetingId));
  const byAnyId = async (ctx: Ctx, accountId: string, meetingId: string): Promise<LiveMeeting['row'] | null> => {
    const row = await byOwnId(ctx, accountId, meetingId);
    if (row !== null || !isInternal(meetingId)) return row;
    const { externalId = null } = (await findInternal(ctx.db.read, accountId, meetingId)) ?? {};
    return externalId === null ? null : byOwnId(ctx, accountId, externalId);
  };
  return {
    find: async (ctx, accountId, meetingId) => {
      const row = await byAnyId(ctx, accountId, meetingId);
      const { serverId } = row ?? { serverId: null };
      if (row === null || serverId === null) return null;
      // for itself, so that it is never older than the rest
      const reached = await servers.get(serverId, () => reach(ctx, serverId));
      return reached === null ? null : { row, ...reached };
    },
    drop: (accountId, meetingId) => meetings.drop(keyOf(accountId, meetingId)),
    distrust: ({ row, server }) => {
      meetings.drop(keyOf(row.accountId, row.externalId));
      servers.drop(server.id);
    },
  };
}
