/** What a ticket may be about, by the rights of the reader, and the snapshot of it: no secret, no code, nobody's name or address. */
import * as z from 'zod/mini';
import type { ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { calls as listCalls } from '#connect/endpoint/server/endpoint.service.ts';
import { meetingsQuery } from '#meet/meetings/meetings.contract.ts';
import { get as getMeeting, list as listMeetings } from '#meet/meetings/server/meetings.service.ts';
import { recordingsQuery } from '#meet/recordings/recordings.contract.ts';
import { get as getRecording, list as listRecordings } from '#meet/recordings/server/list.service.ts';
import { roomsQuery } from '#meet/rooms/rooms.contract.ts';
import { list as listRooms } from '#meet/rooms/server/list.service.ts';
import { get as getRoom } from '#meet/rooms/server/rooms.service.ts';
import { get as getInvoice, list as listInvoices } from '#sales/billing/server/invoices.service.ts';
import type { issuesCalls } from '../tickets.contract.ts';
import type { SnapshotLine, TicketSnapshot } from '../tickets-views.contract.ts';
import { ticketLimits, type TicketSubject } from '../tickets.rules.ts';
import { customerOf } from './place.service.ts';
import { pathOf } from './views.service.ts';

export type AboutThing = { kind: TicketSubject; id: string; name: string };
const newest = 20;
const named = (name: string | null, id: string): string => (name === null || name === '' ? id.slice(-8) : name);

/** What each kind asks of those who look. */
const permissionFor: Readonly<Record<TicketSubject, string>> = {
  room: 'rooms.view',
  meeting: 'meetings.view',
  recording: 'recordings.view',
  invoice: 'invoices.view',
  call: 'api.view',
};
export const kindsFor = (scope: readonly string[]): TicketSubject[] => {
  const kinds: readonly TicketSubject[] = ['room', 'meeting', 'recording', 'invoice', 'call'];
  return kinds.filter((kind) => scope.includes(permissionFor[kind]));
};

type ListedThing = { id: string; name: string; at: number | null };
const callName = ({ call, key }: { call: string; key: string | null }): string => (key === null ? call : `${call}: ${key}`);
/** One's own first, then those of colleagues. An operator's list of all has those of other accounts. */
async function ownFirst<T extends { id: string }>(
  ctx: Ctx,
  list: (view: 'mine' | 'all') => Promise<{ items: T[] }>,
): Promise<T[]> {
  const { accountKind } = customerOf(ctx, 'tickets.create');
  const views = accountKind === 'operator' ? (['mine'] as const) : (['mine', 'all'] as const);
  const items = (await Promise.all(views.map(list))).flatMap((one) => one.items);
  return [...new Map(items.map((one) => [one.id, one])).values()];
}
const lists: Readonly<Record<TicketSubject, (ctx: Ctx) => Promise<ListedThing[]>>> = {
  room: async (ctx) =>
    (await ownFirst(ctx, (view) => listRooms(ctx, z.parse(roomsQuery, { view, limit: newest })))).map(
      ({ id, name, lastMeetingAt: at }) => ({ id, name, at: at ?? null }),
    ),
  meeting: async (ctx) =>
    (
      await ownFirst(ctx, (view) =>
        listMeetings(ctx, z.parse(meetingsQuery, { view: view === 'all' ? 'account' : view, limit: newest })),
      )
    ).map(({ id, name, createdAt: at }) => ({ id, name, at })),
  recording: async (ctx) =>
    (await ownFirst(ctx, (view) => listRecordings(ctx, z.parse(recordingsQuery, { view, limit: newest })))).map(
      ({ id, name, startedAt: at }) => ({ id, name, at }),
    ),
  invoice: async (ctx) =>
    (await listInvoices(ctx, { limit: newest })).items.map(({ id, number, createdAt: at }) => ({
      ...{ id, name: named(number, id), at },
    })),
  call: async (ctx) =>
    (await listCalls(ctx, { limit: newest })).items.map((one) => ({
      ...{ id: one.id, name: callName(one), at: one.at },
    })),
};
export async function thingsOf(ctx: Ctx, kind: TicketSubject): Promise<ResultIn<typeof issuesCalls.things>> {
  const { scope } = customerOf(ctx, 'tickets.create');
  if (!kindsFor(scope).includes(kind)) return { items: [] };
  const items = await lists[kind](ctx);
  return { items: items.map((one) => ({ ...one, kind, path: pathOf(kind, one.id) })) };
}

type SnapshotEntry = [key: string, as: SnapshotLine['as'], value: string | number | null | undefined, odd?: boolean];
const linesOf = (all: readonly SnapshotEntry[]): SnapshotLine[] =>
  all
    .flatMap(([key, as, value, odd = false]) => (value === null || value === undefined ? [] : [{ key, as, value, odd }]))
    .slice(0, ticketLimits.snapshotLines);
const yes = (value: unknown): string => (value === true ? 'yes' : 'no');

type SnapshotSource = { name: string; lines: readonly SnapshotEntry[] };
const looks: Readonly<Record<TicketSubject, (ctx: Ctx, id: string) => Promise<SnapshotSource | null>>> = {
  room: async (ctx, id) => {
    const room = await getRoom(ctx, id);
    return {
      name: room.name,
      lines: [
        ['live', 'word', yes(room.live !== null)],
        ['peopleNow', 'number', room.live?.people],
        ['lobby', 'word', yes(room.lobby)],
        ['accessCode', 'word', yes(room.entry.code)],
        ['signInRequired', 'word', yes(room.signInRequired)],
        ['anyoneCanStart', 'word', yes(room.anyoneCanStart)],
        ['muteOnStart', 'word', yes(room.muteOnStart)],
        ['record', 'word', yes(room.record)],
        ['maxPeople', 'number', room.maxPeople ?? room.limits.maxPeople],
        ['maxMinutes', 'number', room.maxMinutes ?? room.limits.maxMinutes],
        ['lastMeetingAt', 'time', room.lastMeetingAt],
        ['restsSince', 'time', room.restsSince, true],
        ['deletedAt', 'time', room.deletedAt, true],
      ],
    };
  },
  meeting: async (ctx, id) => {
    const meeting = await getMeeting(ctx, id);
    const badEnd =
      meeting.endReason !== null &&
      !['host', 'time_up', 'everyone_left', 'no_moderator', 'never_joined'].includes(meeting.endReason);
    return {
      name: meeting.name,
      lines: [
        ['state', 'word', meeting.state, meeting.state === 'failed' || meeting.state === 'detached'],
        ['endReason', 'word', meeting.endReason, badEnd],
        ['server', 'text', meeting.server?.name],
        ['createdAt', 'time', meeting.createdAt],
        ['startedAt', 'time', meeting.startedAt],
        ['endedAt', 'time', meeting.endedAt],
        ['peopleNow', 'number', meeting.people],
        ['peopleAtOnce', 'number', meeting.peak],
        ['peopleInAll', 'number', meeting.total],
        ['record', 'word', yes(meeting.recording)],
      ],
    };
  },
  recording: async (ctx, id) => {
    const recording = await getRecording(ctx, id);
    return {
      name: recording.name,
      lines: [
        ['state', 'word', recording.state, recording.state === 'failed'],
        ['stateReason', 'text', recording.stateReason, true],
        ['server', 'text', recording.server?.name],
        ['recordId', 'text', recording.recordId],
        ['visibility', 'word', recording.visibility],
        ['startedAt', 'time', recording.startedAt],
        ['endedAt', 'time', recording.endedAt],
        ['formats', 'text', recording.formats.map(({ type }) => type).join(', ')],
        ['bytes', 'number', recording.bytes],
        ['keepUntil', 'time', recording.keepUntil],
        ['deletedAt', 'time', recording.recycledAt, true],
      ],
    };
  },
  invoice: async (ctx, id) => {
    const invoice = await getInvoice(ctx, id);
    return {
      name: named(invoice.number, id),
      lines: [
        ['state', 'word', invoice.state],
        ['overdue', 'word', invoice.overdue ? 'yes' : null, true],
        ['currency', 'text', invoice.currency],
        ['issueDate', 'text', invoice.issueDate],
        ['dueDate', 'text', invoice.dueDate],
      ],
    };
  },
  call: async (ctx, id) => {
    const found = (await listCalls(ctx, { limit: 100 })).items.find((one) => one.id === id);
    if (found === undefined) return null;
    // neither the address of the program nor its parameters, which carry checksums and passwords
    return {
      name: callName(found),
      lines: [
        ['call', 'text', found.call],
        ['method', 'text', found.method],
        ['outcome', 'word', found.outcome, found.outcome !== 'answered'],
        ['messageKey', 'text', found.key, true],
        ['reason', 'text', found.reason, true],
        ['client', 'text', found.client],
        ['secretName', 'text', found.secret?.name],
        ['externalMeeting', 'text', found.meeting],
        ['tookMs', 'number', found.tookMs, found.tookMs > 5_000],
        ['at', 'time', found.at],
      ],
    };
  },
};

/** Null for what the person does not see, be it there or not. */
async function look(ctx: Ctx, { kind, id }: { kind: TicketSubject; id: string }): Promise<SnapshotSource | null> {
  const { scope } = customerOf(ctx, 'tickets.create');
  if (!kindsFor(scope).includes(kind)) return null;
  return looks[kind](ctx, id).catch((error: unknown) => {
    if (error instanceof Failure && (error.code === 'not_found' || error.code === 'not_allowed')) return null;
    throw error;
  });
}
export async function thingFor(ctx: Ctx, of: { kind: TicketSubject; id: string }): Promise<AboutThing | null> {
  const found = await look(ctx, of);
  return found === null ? null : { ...of, name: found.name };
}
/** Null: there is no such thing for the person. */
export async function snapshotOf(ctx: Ctx, of: { kind: TicketSubject; id: string }): Promise<TicketSnapshot | null> {
  const found = await look(ctx, of);
  return found === null ? null : { takenAt: ctx.now(), lines: linesOf([['name', 'text', found.name], ...found.lines]) };
}
