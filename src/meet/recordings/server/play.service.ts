/** Playing: who may, by which link, and what the player gets. Asked by visitors too, hence the system's eyes behind the rule. */
import { createHash } from 'node:crypto';
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import type { Playback } from '../playback.contract.ts';
import type { recordingsCalls } from '../recordings.contract.ts';
import { linkPlays, rightsFor, startOf } from '../recordings.rules.ts';
import { captionsOf, dropLinks, insertLink, isLinkOf } from './extras.queries.ts';
import { findRecording, handsFor, need, noteDeed, type RecordingView, viewRecordings } from './find.service.ts';
import { downloadUrl } from './list.service.ts';
import { fileUrl, isLeave, isOnItsWay, leaveFor, leaveUntil, mimeOf, ownFileOf, thumbnailOf } from './play-files.service.ts';
import { isShownHere, presentationUrl } from './presentation.service.ts';
import { countView, listRecordings, pageKey, recordingByRecordId, type RecordingRow } from './recordings.queries.ts';

/** The page that plays it; with a format, the one that begins with that. */
const playbackUrl = (ctx: Ctx, recordId: string, at: { format?: string; token?: string | undefined }): string => {
  const { format, token } = at;
  const path = [recordId, ...(format === undefined ? [] : [format])].map(encodeURIComponent).join('/');
  return `${siteUrl(ctx)}/playback/${path}${token === undefined ? '' : `?token=${token}`}`;
};

/** Whether it would play for everybody, were it not protected. A signed token lifts the protection and nothing else. */
const isOpen = (row: RecordingRow) => rightsFor(null, { ...row, protect: false }, 'stranger').play;

/** A format's page as programs hand it to their people: with a token of some hours when the recording is protected. */
export const programPlaybackUrl = (ctx: Ctx, row: RecordingRow, format: string): string => {
  const token = row.protect && isOpen(row) ? leaveFor(ctx, row, 'watching') : undefined;
  return playbackUrl(ctx, row.recordId, { format, token });
};

/** Throws why it does not play for the caller. Strangers do not learn that there is such a recording. */
async function mustPlay(ctx: Ctx, view: RecordingView, token: string | undefined): Promise<void> {
  const { row, rights, role } = view;
  if (rights.play) return;
  if (token !== undefined && isOpen(row) && isLeave(ctx, { recordingId: row.id, token, purpose: 'watching' })) return;
  const byLink =
    token !== undefined &&
    (await isLinkOf(ctx.system.read, { hash: hashToken(token), recordingId: row.id, now: new Date(ctx.now()) }));
  if (byLink && linkPlays(row)) return;
  const busy = row.state === 'processing' || row.state === 'capturing';
  if (busy && ((role === 'lead' && rights.see) || byLink)) throw new Failure('not_ready');
  if (token !== undefined) throw new Failure('link_expired');
  if (ctx.actor.kind !== 'user' && row.state === 'published') throw new Failure('sign_in_required');
  throw notFound();
}

/** The pages of formats: ours for files that are here, else the server's. What nobody can show is left out. */
function formatsFor(ctx: Ctx, row: RecordingRow): Playback['formats'] {
  return row.formats.flatMap(({ type, url, here }): Playback['formats'] => {
    const file = ownFileOf(row, type);
    if (file !== null) return [{ type, plays: 'here', url: fileUrl(ctx, row, file), mime: mimeOf(file) }];
    // ours before the server's, which may be gone for long before anybody notes it
    if (isShownHere(ctx, row, type)) return [{ type, plays: 'server', url: presentationUrl(ctx, row), mime: null }];
    // its server is gone, and its player with it; the files wait for the one that the operator may install
    if (row.held === 'here' && here !== undefined) return [];
    return url === '' ? [] : [{ type, plays: 'server', url, mime: null }];
  });
}

const dayWindow = 86_400;

/** Counts a person once in a day; a visitor is an address with a browser. */
async function noteView(ctx: Ctx, row: RecordingRow): Promise<void> {
  const who =
    ctx.actor.kind === 'user'
      ? ctx.actor.userId
      : createHash('sha256').update(`${ctx.caller.address} ${ctx.caller.agent}`).digest('hex').slice(0, 32);
  try {
    await ctx.limits.use(`recording-view:${row.id}:${who}`, { max: 1, windowSeconds: dayWindow });
  } catch (error) {
    // the count of today is there already
    if (error instanceof Failure && error.code === 'too_many_requests') return;
    throw error;
  }
  await ctx.system.write((tx) => countView(tx, row.id));
}

/** Recordings of a room that are looked at for one that plays for the reader. */
const mostBeside = 20;

/** The nearest recording of the same room that plays for the reader: earlier (`down`) or later (`up`) ones. */
async function besideIn(ctx: Ctx, row: RecordingRow, dir: 'up' | 'down') {
  if (row.roomId === null) return null;
  const rows = await listRecordings(
    ctx.system.read,
    { accountId: row.accountId, sight: 'everything', bin: 'out', roomId: row.roomId },
    { sort: 'recent', dir, after: { key: pageKey('recent', row), id: row.id }, limit: mostBeside },
  );
  const found = (await viewRecordings(ctx, rows)).find(({ rights }) => rights.see && rights.play);
  return found === undefined ? null : { recordId: found.row.recordId, name: found.row.name };
}

async function listedFor(ctx: Ctx, { row, room, rights }: RecordingView): Promise<Playback['listed']> {
  if (!rights.see) return null;
  const [previous, next] = await Promise.all([besideIn(ctx, row, 'down'), besideIn(ctx, row, 'up')]);
  const { state, visibility, views, revision } = row;
  const ofRoom = room === null ? null : { id: room.row.id, name: room.row.name };
  return { state, visibility, views, room: ofRoom, revision, mayEdit: rights.edit, previous, next };
}

/** What the player needs. Throws `link_expired`, `sign_in_required`, `not_ready`, `not_found`. */
export async function playback(ctx: Ctx, recordId: string, token: string | undefined): Promise<Playback> {
  const row = await recordingByRecordId(ctx.system.read, recordId);
  const [view] = row === null ? [] : await viewRecordings(ctx, [row]);
  if (row === null || view === undefined || row.state === 'deleted') throw notFound();
  await mustPlay(ctx, view, token);
  if (isOnItsWay(row)) throw new Failure('not_ready');
  const [account, captions, listed] = await Promise.all([
    findAccount(ctx.system.read, row.accountId),
    captionsOf(ctx.system.read, [row.id]),
    listedFor(ctx, view),
  ]);
  await noteView(ctx, row);
  return {
    id: row.id,
    name: row.name,
    startedAt: startOf(row),
    lengthMs: row.lengthMs,
    until: leaveUntil(ctx),
    formats: formatsFor(ctx, row),
    captions: captions.map(({ lang, label, file }) => ({ lang, label, url: fileUrl(ctx, row, file) })),
    poster: thumbnailOf(ctx, row),
    download: view.rights.download ? downloadUrl(ctx, row) : null,
    mayDownload: view.rights.download,
    account: { name: account?.name ?? '', branding: { ...account?.branding } },
    listed,
  };
}

const hourMs = 3_600_000;

/** A link that plays it until then. The token is returned once and stored as a hash. */
export async function link(ctx: Ctx, id: string, hours: number): Promise<ResultIn<typeof recordingsCalls.link>> {
  const view = await findRecording(ctx, id);
  need(ctx, view, 'edit');
  if (!linkPlays(view.row)) throw new Failure('not_possible');
  const token = newToken(24);
  const expiresAt = ctx.now() + hours * hourMs;
  await handsFor(ctx, view.row).write(async (tx) => {
    await insertLink(tx, {
      hash: hashToken(token),
      accountId: view.row.accountId,
      recordingId: id,
      createdBy: actorOf(ctx).userId,
      createdAt: new Date(ctx.now()),
      expiresAt: new Date(expiresAt),
    });
    await noteDeed(ctx, tx, { row: view.row, action: 'recordings.link-made', data: { hours } });
  });
  return { url: playbackUrl(ctx, view.row.recordId, { token }), expiresAt };
}

export async function endLinks(ctx: Ctx, id: string): Promise<{ ended: number }> {
  const view = await findRecording(ctx, id);
  need(ctx, view, 'edit');
  return handsFor(ctx, view.row).write(async (tx) => {
    const ended = await dropLinks(tx, id);
    await noteDeed(ctx, tx, { row: view.row, action: 'recordings.links-ended', data: { ended } });
    return { ended };
  });
}
