/** Servers are asked what they have: soon after a meeting ended, and all of them each hour. Across accounts, hence the system's hands. */
import type { Recording } from '@atrium/bbb/recordings/recording-reading';
import type { Ctx } from '#kit/server/ctx.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { clientFor, failureCode, secretPurpose, serverList, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { FETCH_JOB } from './change.service.ts';
import { meetingsAwaited } from './extras.queries.ts';
import { beingMade, lockRecording, lyingOn, toFetch } from './recordings.queries.ts';
import { miss, take } from './take.service.ts';

/** Recordings that a server is asked about in one call. */
const askedAtOnce = 50;
/** How long after the end of a meeting its server is asked each minute. */
const awaitedFor = 6 * 3_600_000;

type IngestQuery = { recordIds: readonly string[] } | { meetingIds: readonly string[] };

/** Recordings of a meeting's groups, which have ids of their own. Other servers do not record them. */
async function askForGroups(ctx: Ctx, server: ServerRow, meetingId: string): Promise<Recording[]> {
  const answer = await clientFor(ctx, server).getRecordings({ metadata: { 'atrium-meeting': meetingId }, states: ['any'] });
  return answer.ok ? answer.recordings.filter(({ metadata }) => metadata.get('atrium-meeting') === meetingId) : [];
}

/** What a server has of these recordings or meetings. Throws when it does not answer: then nothing is known. */
async function ask(ctx: Ctx, server: ServerRow, asked: IngestQuery): Promise<Recording[]> {
  const found: Recording[] = [];
  const byRecord = 'recordIds' in asked;
  const ids = byRecord ? asked.recordIds : asked.meetingIds;
  for (let at = 0; at < ids.length; at += askedAtOnce) {
    // never an empty list of ids: that would ask for everything
    const some = ids.slice(at, at + askedAtOnce);
    const which = byRecord ? { recordIds: some } : { meetingIds: some };
    const answer = await clientFor(ctx, server).getRecordings({ ...which, states: ['any'] });
    if (!answer.ok) throw new Error(`the server refused to list recordings: ${answer.key}`);
    // ids of recordings are matched by their beginning there
    found.push(...answer.recordings.filter((one) => some.includes(byRecord ? one.recordID : one.meetingID)));
  }
  return found;
}

/** What a server has of these recordings. Throws when it does not answer. */
export const askFor = (ctx: Ctx, server: ServerRow, recordIds: readonly string[]): Promise<Recording[]> =>
  ask(ctx, server, { recordIds });

const pageSize = 100;
/** Pages that are read of one server at most. */
const mostPages = 1_000;

async function* everything(ctx: Ctx, server: ServerRow): AsyncGenerator<Recording> {
  const client = clientFor(ctx, server, 30_000);
  for (let page = 0; page < mostPages; page++) {
    const answer = await client.getRecordings({ states: ['any'], offset: page * pageSize, limit: pageSize });
    if (!answer.ok) throw new Error(`the server refused to list recordings: ${answer.key}`);
    yield* answer.recordings;
    // older servers know no pages and send everything at once
    if (answer.recordings.length !== pageSize || answer.total <= (page + 1) * pageSize) return;
  }
}

/** Does the work for each and hands back what went wrong: one that fails keeps no other from its turn. */
async function inTurn<T>(things: Iterable<T> | AsyncIterable<T>, work: (thing: T) => Promise<void>): Promise<unknown[]> {
  const troubles: unknown[] = [];
  for await (const thing of things) {
    try {
      await work(thing);
    } catch (error) {
      troubles.push(error);
    }
  }
  return troubles;
}

/** Throws the first error, once all the rest is done. */
function throwFirst(troubles: readonly unknown[]): void {
  if (troubles.length > 0) throw troubles[0];
}

/** Reads all that a server has. What it did not list it is asked for once more by id before it counts as missing. */
async function readServer(ctx: Ctx, server: ServerRow): Promise<void> {
  const before = await lyingOn(ctx.system.read, server.id);
  const listed = new Set<string>();
  const troubles = await inTurn(everything(ctx, server), async (said) => {
    listed.add(said.recordID);
    await take(ctx, server, said);
  });
  const unlisted = before.filter((one) => !listed.has(one.recordId));
  const recordIds = unlisted.map((one) => one.recordId);
  const still = new Set((await askFor(ctx, server, recordIds)).map((one) => one.recordID));
  const missed = unlisted.filter((one) => !still.has(one.recordId));
  troubles.push(...(await inTurn(missed, ({ id }) => forgetMissed(ctx, server, id))));
  throwFirst(troubles);
}

const forgetMissed = (ctx: Ctx, server: ServerRow, id: string): Promise<void> =>
  ctx.system.write(async (tx) => {
    const held = await lockRecording(tx, id);
    if (held !== null && held.held === 'server' && held.serverId === server.id) await miss(ctx, tx, held);
  });

/** Runs the work for each server. One that does not answer is noted; any other trouble is thrown when all were heard. */
async function each(ctx: Ctx, servers: readonly ServerRow[], work: (server: ServerRow) => Promise<void>): Promise<void> {
  const troubles = await inTurn(servers, async (server) => {
    try {
      await work(server);
    } catch (error) {
      const failed = failureCode(error);
      ctx.log.warn({ server: server.name, failed }, 'a server did not tell its recordings');
      if (failed === null) throw error;
    }
  });
  throwFirst(troubles);
}

const isAsked = (server: ServerRow) => server.state !== 'disabled' && server.state !== 'retired' && server.health !== 'offline';

/** Asks servers for what is awaited of them, also when one of them makes trouble. */
export async function pollAwaited(ctx: Ctx): Promise<void> {
  throwFirst(await inTurn([askAwaited, fetchForgotten], (work) => work(ctx)));
}

/** Recordings of meetings that just ended, and those in the making. */
async function askAwaited(ctx: Ctx): Promise<void> {
  const [ended, making] = await Promise.all([
    meetingsAwaited(ctx.system.read, new Date(ctx.now() - awaitedFor)),
    beingMade(ctx.system.read),
  ]);
  await each(ctx, (await serverList(ctx)).filter(isAsked), async (server) => {
    const meetingIds = ended.filter((one) => one.serverId === server.id).map((one) => one.id);
    const recordIds = making.filter((one) => one.serverId === server.id).map((one) => one.recordId);
    const troubles: unknown[] = [];
    for (const asked of [{ meetingIds }, { recordIds }])
      troubles.push(...(await inTurn(await ask(ctx, server, asked), (said) => take(ctx, server, said))));
    if (server.kind === 'engine')
      for (const meetingId of meetingIds)
        troubles.push(...(await inTurn(await askForGroups(ctx, server, meetingId), (said) => take(ctx, server, said))));
    throwFirst(troubles);
  });
}

/** Asks every server for all it has. */
export async function pollAll(ctx: Ctx): Promise<void> {
  await each(ctx, (await serverList(ctx)).filter(isAsked), (server) => readServer(ctx, server));
}

/** Files that are still at an engine although their job is gone. */
async function fetchForgotten(ctx: Ctx): Promise<void> {
  // without its secret nothing can be fetched: the server is shown as ill until it is entered again
  const engines = (await serverList(ctx)).filter(
    (one) => one.kind === 'engine' && isAsked(one) && openIfKnown(ctx.secrets, secretPurpose, one.secretSealed) !== null,
  );
  const rows = await toFetch(
    ctx.system.read,
    engines.map((one) => one.id),
  );
  for (const row of rows)
    await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: FETCH_JOB, payload: { id: row.id }, key: row.id }));
}
