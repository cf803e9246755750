/** A room as the link to it shows it, to guests and to people of its account. */
import type { ResultIn } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { brandFor, runsOn } from '#core/accounts/server/brand.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { admitted } from '#meet/network/server/network.service.ts';
import { belongs, moderates, roleAtDoor, roomRights } from '#meet/rooms/rooms.rules.ts';
import { askerOf, type RoomView } from '#meet/rooms/server/access.service.ts';
import { publicRoomOf, type RoomRow } from '#meet/rooms/server/live.service.ts';
import { isInvitedTo } from '#meet/schedule/server/room-invitations.service.ts';
import type { meetingsCalls } from '../meetings.contract.ts';
import { isInsider } from '../meetings.rules.ts';
import { doorFacts, settingsPath } from './door-facts.service.ts';

/** No permission was checked before a public link, so the person's rights decide here what their role in the room is worth. */
const withDoorRole = (ctx: Ctx, view: RoomView): RoomView => ({
  ...view,
  role: roleAtDoor({ role: view.role, rights: roomRights(askerOf(ctx), view.row, view.role) }),
});

/** The room of a link, as long as its account is open. Throws `not_found`. */
export async function findPublicRoom(ctx: Ctx, slug: string) {
  const found = await publicRoomOf(ctx, slug.toLowerCase());
  const view = found === null ? null : withDoorRole(ctx, await admitted(ctx, withDoorRole(ctx, found)));
  const account = view === null ? null : await findAccount(ctx.system.read, view.row.accountId);
  if (view === null || account?.state !== 'active') throw notFound();
  const { guests } = (await platformNow(ctx)).features;
  // where the operator lets no guests in, every room asks for signing in
  return { view: guests ? view : { ...view, row: { ...view.row, signInRequired: true } }, account };
}

export const isForOrganisationOnly = ({ options }: RoomRow): boolean => options.organisationOnly === true;

async function accountBrand(ctx: Ctx, accountId: string) {
  const look = await brandFor(ctx.system.read, accountId);
  return look === null ? null : { name: look.name, accent: look.accent, logo: look.logo };
}

/** `invitation`: what the link of an invitation carries. */
export async function publicRoom(
  ctx: Ctx,
  slug: string,
  invitation?: string,
): Promise<ResultIn<typeof meetingsCalls.publicRoom>> {
  const { view, account } = await findPublicRoom(ctx, slug);
  const { row } = view;
  const host = await findPerson(ctx.system.read, row.ownerId);
  const { record, asksConsent, hostsMuted } = await doorFacts(ctx, row);
  const signedIn = ctx.actor.kind === 'user';
  return {
    slug: row.slug,
    name: row.name,
    account: {
      name: account.name,
      branding: account.branding,
      house: await accountBrand(ctx, account.id),
      runsOn: await runsOn(ctx.system.read, account.id),
    },
    host: host?.name ?? '',
    state: row.liveState === 'live' ? 'live' : 'idle',
    rests: row.suspendedAt !== null && row.liveMeetingId === null,
    people: row.livePeople,
    since: row.liveState === 'live' ? (row.liveSince?.getTime() ?? null) : null,
    needsCode: row.viewerCode !== null,
    takesCode: row.viewerCode !== null || row.moderatorCode !== null,
    signInRequired: row.signInRequired || isForOrganisationOnly(row),
    lobby: row.lobby,
    record,
    asksConsent,
    anyoneCanStart: row.anyoneCanStart,
    you: {
      name: ctx.actor.kind === 'user' ? ctx.actor.name : null,
      signedIn,
      canStart:
        moderates(view.role) ||
        (row.anyoneCanStart && (isForOrganisationOnly(row) ? isInsider(view.role) : signedIn || !row.signInRequired)),
      skipsCode: belongs(view.role) || (await isInvitedTo(ctx, { roomId: row.id, token: invitation })),
      skipsLobby: isInsider(view.role),
      settings: settingsPath(view),
      joinsMuted: row.muteOnStart && (hostsMuted || !moderates(view.role)),
    },
  };
}
