/** Rooms as the screens show them. */
import type { Ctx } from '#kit/server/ctx.ts';
import { entitlementsFor, findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { RoomDetail, RoomItem, RoomOptions, RoomOptionsPart } from '../rooms.contract.ts';
import { purgeAt, standardOptions } from '../rooms.rules.ts';
import { actorOf, handsOf, namesOf, type RoomView } from './access.service.ts';
import { inviteesShown } from './invitees.service.ts';
import { givableParts } from './giving.service.ts';
import type { RoomLine } from './rooms.queries.ts';
import { transferOf, type TransferRow } from './shares.queries.ts';

const ms = (at: Date | null) => at?.getTime() ?? null;

type RoomViewNames = { people: ReadonlyMap<string, string>; accounts: ReadonlyMap<string, string> };

function itemOf(ctx: Ctx, view: RoomView<RoomLine>, names: RoomViewNames): RoomItem {
  const { row } = view;
  const foreign = actorOf(ctx).accountId !== row.accountId;
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    owner: { id: row.ownerId, name: names.people.get(row.ownerId) ?? '' },
    account: foreign ? { id: row.accountId, name: names.accounts.get(row.accountId) ?? '' } : null,
    role: view.role,
    rights: view.rights,
    live:
      row.liveMeetingId === null || row.liveState === null
        ? null
        : { meetingId: row.liveMeetingId, state: row.liveState, people: row.livePeople, since: ms(row.liveSince) ?? ctx.now() },
    tags: foreign ? [] : row.tags,
    entry: { lobby: row.lobby, code: row.viewerCode !== null, signIn: row.signInRequired, anyoneCanStart: row.anyoneCanStart },
    lastMeetingAt: ms(row.lastMeetingAt),
    createdAt: row.createdAt.getTime(),
    restsSince: ms(row.suspendedAt),
    deletedAt: ms(row.deletedAt),
    purgeAt: purgeAt(ms(row.deletedAt)),
    version: row.version,
  };
}

/** Names for these rooms; those of other accounts are looked up with the system's eyes, because their rooms were already allowed. */
async function namesFor(ctx: Ctx, views: readonly RoomView<RoomLine>[]): Promise<RoomViewNames> {
  const own = actorOf(ctx).accountId;
  const [people, accounts] = await Promise.all([
    namesOf(
      ctx,
      views.map((view) => view.row.ownerId),
    ),
    findAccountNames(
      ctx.system.read,
      views.map((view) => view.row.accountId).filter((id) => id !== own),
    ),
  ]);
  return { people, accounts };
}

export async function itemsOf(ctx: Ctx, views: readonly RoomView<RoomLine>[]): Promise<RoomItem[]> {
  const names = await namesFor(ctx, views);
  return views.map((view) => itemOf(ctx, view, names));
}

/** What a room does not say is as the standard. */
const wholeOptions = (part: RoomOptionsPart): RoomOptions => ({
  lockMic: part.lockMic ?? standardOptions.lockMic,
  lockCam: part.lockCam ?? standardOptions.lockCam,
  lockChat: part.lockChat ?? standardOptions.lockChat,
  lockPrivateChat: part.lockPrivateChat ?? standardOptions.lockPrivateChat,
  lockNotes: part.lockNotes ?? standardOptions.lockNotes,
  hideUsers: part.hideUsers ?? standardOptions.hideUsers,
  hostCameras: part.hostCameras ?? standardOptions.hostCameras,
  endWithoutHost: part.endWithoutHost ?? standardOptions.endWithoutHost,
  promoteGuests: part.promoteGuests ?? standardOptions.promoteGuests,
  organisationOnly: part.organisationOnly ?? standardOptions.organisationOnly,
  layout: part.layout ?? standardOptions.layout,
});

async function transferShown(ctx: Ctx, { toUserId: userId, toEmail: email, createdAt }: TransferRow) {
  const to = { userId, email };
  return { ...(await inviteesShown(ctx, [to]))(to), at: createdAt.getTime() };
}

/** The room as its page shows it. Codes only for those who may edit. */
export async function detailOf(ctx: Ctx, view: RoomView): Promise<RoomDetail> {
  const { row } = view;
  const [item] = await itemsOf(ctx, [view]);
  if (item === undefined) throw new Error('a room without its item');
  const limits = await entitlementsFor(ctx.system.read, row.accountId);
  const offer = view.rights.transfer ? await transferOf(handsOf(ctx, row).read, row.id) : null;
  return {
    ...item,
    welcome: row.welcome,
    viewerCode: view.rights.edit ? row.viewerCode : null,
    moderatorCode: view.rights.edit ? row.moderatorCode : null,
    lobby: row.lobby,
    anyoneCanStart: row.anyoneCanStart,
    signInRequired: row.signInRequired,
    muteOnStart: row.muteOnStart,
    record: row.record,
    maxPeople: row.maxPeople,
    maxMinutes: row.maxMinutes,
    options: wholeOptions(row.options),
    updatedAt: row.updatedAt.getTime(),
    link: `${siteUrl(ctx)}/m/${row.slug}`,
    transfer: offer === null ? null : await transferShown(ctx, offer),
    limits: { maxPeople: limits.peoplePerMeeting, maxMinutes: limits.minutesPerMeeting },
    givable: view.rights.share ? await givableParts(ctx, view) : [],
  };
}
