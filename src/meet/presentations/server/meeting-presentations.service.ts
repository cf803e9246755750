/**
 * What the server of a meeting loads: each file under an address of that meeting's own. BBB asks for an address more than once (first to
 * look where it leads, then for the bytes), so it works for some minutes of that meeting rather than for a single request.
 */
import type { DocumentInput, ModulesInput } from '@atrium/bbb/modules-write';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { storedVersion, type StoredPart } from '#core/files/server/addresses.service.ts';
import { filesOf } from '#core/files/server/files.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { presentationLimits } from '../presentations.rules.ts';
import {
  askedOfMeeting,
  askedVersion,
  insertAsked,
  type MeetingPresentationRow,
  presentationsOfRoom,
  setFetched,
  takeLate,
} from './presentations.queries.ts';

/** The raw address of these files; `app` serves it. */
export const meetingFilesPath = '/meeting-files/';
const purpose = 'meeting presentation';
type LoadedVersion = { meetingId: string; versionId: string };
const messageOf = ({ meetingId, versionId }: LoadedVersion) => `${meetingId} ${versionId}`;

function documentOf(ctx: Ctx, row: MeetingPresentationRow): DocumentInput {
  const token = hmacHex(ctx.secrets.derive(purpose), messageOf(row));
  const url = `${siteUrl(ctx)}${meetingFilesPath}${row.meetingId}/${row.versionId}/${token}/${encodeURIComponent(row.name)}`;
  return { filename: row.name, url, current: row.position === 0, removable: true, downloadable: false };
}

type StartingMeeting = { id: string; accountId: string; roomId: string | null };
/** What the room shows, for `create`; the same each time that it is asked for the same meeting. Undefined: the server's own slides. */
export async function documentsFor(ctx: Ctx, meeting: StartingMeeting): Promise<ModulesInput | undefined> {
  const { system } = ctx;
  const before = await askedOfMeeting(system.read, meeting.id);
  const rows = before.length > 0 ? before : await askFor(ctx, meeting);
  return rows.length === 0 ? undefined : { documents: rows.map((row) => documentOf(ctx, row)) };
}
async function askFor(ctx: Ctx, { id: meetingId, accountId, roomId }: StartingMeeting): Promise<MeetingPresentationRow[]> {
  const chosen = roomId === null ? [] : await presentationsOfRoom(ctx.system.read, roomId);
  if (chosen.length === 0) return [];
  const files = await filesOf(
    ctx,
    chosen.map(({ fileId }) => fileId),
  );
  const ready = chosen.flatMap(({ fileId }) => files.get(fileId) ?? []);
  const askedAt = new Date(ctx.now());
  await ctx.system.write((tx) =>
    insertAsked(
      tx,
      ready.map(({ id: fileId, versionId, name }, position) => ({
        ...{ meetingId, versionId, fileId, accountId, name, position, askedAt },
      })),
    ),
  );
  return askedOfMeeting(ctx.system.read, meetingId);
}

/** What such an address leads to; null: nothing, or nothing any more. */
export async function readMeetingFile(ctx: Ctx, { token, ...at }: LoadedVersion & { token: string }): Promise<StoredPart | null> {
  if (!ctx.secrets.deriveAll(purpose).some(({ key }) => sameText(hmacHex(key, messageOf(at)), token))) return null;
  const asked = await askedVersion(ctx.system.read, at);
  if (asked === null) return null;
  const until = (asked.askedAgainAt ?? asked.askedAt).getTime() + presentationLimits.address;
  return until <= ctx.now() ? null : storedVersion(ctx, asked.versionId);
}

/** A server has loaded the whole of it. */
export async function noteFetched(ctx: Ctx, at: LoadedVersion): Promise<void> {
  await ctx.system.write(async (tx) => {
    const asked = await askedVersion(tx, at);
    if (asked !== null && (await setFetched(tx, at, new Date(ctx.now())))) await push(ctx, tx, asked.accountId);
  });
}
const push = (ctx: Ctx, tx: Db, accountId: string): Promise<void> =>
  ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'presentation', data: {} });

/** Files that no server came for, by meeting, taken once: the server is asked for them again. */
export async function takeLateDocuments(ctx: Ctx): Promise<Map<string, ModulesInput>> {
  const at = new Date(ctx.now());
  const before = new Date(ctx.now() - presentationLimits.patience);
  const rows = await ctx.system.write((tx) => takeLate(tx, { before, at }));
  const documents = new Map<string, DocumentInput[]>();
  for (const row of rows) documents.set(row.meetingId, [...(documents.get(row.meetingId) ?? []), documentOf(ctx, row)]);
  return new Map([...documents].map(([meetingId, all]) => [meetingId, { documents: all }]));
}
