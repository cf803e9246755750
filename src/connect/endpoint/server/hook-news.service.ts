/**
 * News for customers' hooks. We report the beginning and end of a meeting ourselves, whatever its server supports; all else comes from a
 * hook of ours on each server, as far as the server has the module for it, with ids mapped back. For people who come and go on servers
 * without it see `people-news.service.ts`.
 */
import { hookBody, hookDeliveryUrl } from '@atrium/bbb/hooks/hook-delivery';
import { hookEvent, type HookEvent, hookHears, readHookBody } from '@atrium/bbb/hooks/hook-events';
import { writeQuery } from '@atrium/bbb/query';
import { notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { StoredEvent } from '#kit/server/jobs/events.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { deliver } from '#connect/webhooks/server/deliveries.service.ts';
import { type ToldMeeting, toldMeeting, toldMeetings } from '#meet/meetings/server/attendance/told.service.ts';
import { clientFor, noteHook, serverList, serverOf } from '#meet/servers/server/servers.service.ts';
import { accountsWithHooks, hooksOf, isAnyHook } from './hooks.queries.ts';
import { signingSecret } from './signing.service.ts';

const headers = { 'content-type': 'application/x-www-form-urlencoded' };

type HookSubject = { meeting: Pick<ToldMeeting, 'accountId' | 'externalId'>; event: HookEvent };

/** Answers a key from what was read for it first. */
function once<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const found = known.get(key) ?? read(key);
    known.set(key, found);
    return found;
  };
}

/** Queues events for every hook of their account that wants them; hooks and secrets are read once in the transaction. */
export function openHooks(ctx: Ctx, tx: Db): (told: HookSubject) => Promise<void> {
  const hooks = once((accountId) => hooksOf(tx, accountId));
  const secrets = once((key) => {
    const [accountId = '', secretId = ''] = key.split(' ');
    return signingSecret(ctx, tx, { accountId, secretId: secretId === '' ? null : secretId });
  });
  return async ({ meeting, event }) => {
    const { accountId, externalId } = meeting;
    for (const hook of await hooks(accountId)) {
      const wants = { meetingID: hook.meeting ?? undefined, eventID: hook.eventIds.join(','), rawData: hook.raw };
      if (!hookHears(wants, { id: event.data.id, meetingId: externalId })) continue;
      const secret = await secrets(`${accountId} ${hook.secretId ?? ''}`);
      if (secret === null) continue;
      const body = hookBody({ domain: new URL(siteUrl(ctx)).host, events: [event], timestamp: event.data.event.ts });
      // SHA-1 is what receivers were written for: it is the default of bbb-webhooks
      const url = hookDeliveryUrl({ callbackURL: hook.callbackUrl, body, secret }, 'sha1');
      await deliver(ctx, tx, { accountId, kind: 'hook', subjectId: hook.id, method: 'POST', url, headers, body });
    }
  };
}
const tellHooks = (ctx: Ctx, tx: Db, told: HookSubject): Promise<void> => openHooks(ctx, tx)(told);

/** `meetings.started` and `meetings.ended` as programs know them. */
function eventOf(news: StoredEvent, meeting: ToldMeeting): HookEvent {
  const ids = { meetingId: meeting.externalId, internalMeetingId: meeting.internalId ?? '', ts: news.at };
  const created = {
    name: meeting.name,
    record: meeting.recording,
    ...(meeting.parentInternalId === null ? {} : { 'is-breakout': true, 'parent-id': meeting.parentInternalId }),
    ...(meeting.startedAt === null ? {} : { 'create-time': meeting.startedAt }),
  };
  return news.name === 'meetings.ended'
    ? hookEvent({ ...ids, id: 'meeting-ended' })
    : hookEvent({ ...ids, id: 'meeting-created', meeting: created });
}

/** Tells hooks of meetings that began or ended; accounts without hooks, most of them, cost nothing. */
export async function tellOfMeetings(ctx: Ctx, tx: Db, news: readonly StoredEvent[]): Promise<void> {
  const heard = await accountsWithHooks(
    tx,
    news.flatMap(({ accountId }) => accountId ?? []),
  );
  const idOf = ({ data, accountId }: StoredEvent) => {
    const { meetingId } = data;
    return typeof meetingId === 'string' && accountId !== null && heard.has(accountId) ? [meetingId] : [];
  };
  const meetings = await toldMeetings(tx, news.flatMap(idOf));
  const hear = openHooks(ctx, tx);
  for (const one of news) {
    const meeting = idOf(one).flatMap((id) => meetings.get(id) ?? [])[0];
    if (meeting !== undefined) await hear({ meeting, event: eventOf(one, meeting) });
  }
}
export const tellOfMeeting = (ctx: Ctx, tx: Db, news: StoredEvent): Promise<void> => tellOfMeetings(ctx, tx, [news]);

const purpose = 'server news';
const tokenOf = (ctx: Ctx, serverId: string) => hmacHex(ctx.secrets.derive(purpose), serverId);
const newsUrl = (ctx: Ctx, serverId: string) =>
  `${siteUrl(ctx)}/api/callbacks/server-news/${serverId}?token=${tokenOf(ctx, serverId)}`;

/** What is passed on; the rest we tell ourselves, or it names things that only the operator's servers know. */
const passedOn = /^(user-|chat-|poll-|pad-|transcript-|meeting-(recording|screenshare|presentation)-)/;

const isOurs = (ctx: Ctx, serverId: string, token: string): boolean =>
  ctx.secrets.deriveAll(purpose).some(({ key }) => sameText(hmacHex(key, serverId), token));

type NamedFields = Readonly<Record<string, unknown>> | undefined;
/** Before the events are read. Throws `not_found` for an address that we did not sign. */
export function proveServerNews(ctx: Ctx, sent: { params?: NamedFields; query?: NamedFields }): void {
  if (!isOurs(ctx, String(sent.params?.['serverId']), String(sent.query?.['token']))) throw notFound();
}

/**
 * Events of a server's meetings. The signed address proves the sender: upstream's own checksum covers nothing in some of
 * its versions. Throws `not_found` for an address that is not ours.
 */
export async function takeNews(
  ctx: Ctx,
  sent: { serverId: string; token: string; event: string; timestamp: string; domain: string },
): Promise<{ done: true }> {
  const { serverId, token, event, timestamp, domain } = sent;
  if (!isOurs(ctx, serverId, token) || (await serverOf(ctx, serverId)) === null) throw notFound();
  const read = readHookBody(
    writeQuery([
      ['domain', domain],
      ['event', event],
      ['timestamp', timestamp],
    ]),
  );
  for (const one of (read?.events ?? []).filter(({ data }) => passedOn.test(data.id))) {
    const { meeting: told } = one.data.attributes;
    // servers give breakout rooms a name of their own
    const id = [told['internal-meeting-id'], told['external-meeting-id']].find((given) => isId(given)) ?? '';
    const meeting = isId(id) ? await toldMeeting(ctx.system.read, id) : null;
    // a server may speak of its own meetings alone
    if (meeting === null || meeting.serverId !== serverId) continue;
    const attributes = { ...one.data.attributes, meeting: { ...told, 'external-meeting-id': meeting.externalId } };
    await ctx.system.write((tx) => tellHooks(ctx, tx, { meeting, event: { data: { ...one.data, attributes } } }));
  }
  return { done: true };
}

/** Sees to it that each server tells us, as long as somebody wants to hear. A server without the module refuses, and that is all. */
export async function registerHooks(ctx: Ctx): Promise<void> {
  if (!(await isAnyHook(ctx.system.read))) return;
  const servers = (await serverList(ctx)).filter(
    ({ state, health }) => ['enabled', 'draining'].includes(state) && health !== 'offline',
  );
  // created again each time: servers forget hooks when they restart, and when deliveries failed for some minutes
  await Promise.allSettled(
    servers.map(async (server) => {
      const answer = await clientFor(ctx, server).hooks.create({ callbackURL: newsUrl(ctx, server.id) });
      if (answer.ok) await noteHook(ctx, server.id);
    }),
  );
}
