/** Shared access: people are invited by exact address or as colleagues, and accept it themselves. */
import { Failure, notFound } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findAccountNames, findSeats } from '#core/accounts/server/accounts.service.ts';
import type { Person } from '#core/accounts/server/people.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { type MailOut, sendMail } from '#core/outbox/server/outbox.service.ts';
import type { RoomInvitation, roomsCalls } from '../rooms.contract.ts';
import type { ShareRole } from '../rooms.rules.ts';
import { actorOf, findRoom, handsOf, namesOf, need, noteChange, type RoomView } from './access.service.ts';
import { requireGivablePart, requireOther } from './giving.service.ts';
import { findInvitee, inviteesShown, type RoomInvitee, type RoomInviteeInput } from './invitees.service.ts';
import { roomEvents } from './rooms.events.ts';
import { invitationsPath, roomMails } from './rooms.mail.ts';
import {
  changeShare as change,
  claimByEmail,
  deleteShare,
  putShare,
  shareById,
  shareOfEmail,
  shareOfPerson,
  sharesOf,
  type ShareRow,
  waitingShares,
  waitingTransfers,
} from './shares.queries.ts';

type DoneResult = { done: true };
const done: DoneResult = { done: true };

export async function shares(ctx: Ctx, id: string): Promise<ResultIn<typeof roomsCalls.shares>> {
  const view = await findRoom(ctx, id);
  need(ctx, view, 'share');
  const rows = await sharesOf(ctx.db.read, id);
  const shown = await inviteesShown(ctx, rows);
  const names = await namesOf(
    ctx,
    rows.map((row) => (row.state === 'accepted' ? row.userId : null)),
  );
  // a stranger has no name until they accept: an invitation does not tell whether the address has an account
  const accepted = ({ state, userId }: ShareRow) =>
    state !== 'accepted' || userId === null ? null : { id: userId, name: names.get(userId) ?? '' };
  return {
    items: rows.map((row) => {
      const { person, email } = shown(row);
      return {
        ...{ id: row.id, person: person ?? accepted(row), email, role: row.role, state: row.state },
        at: (row.answeredAt ?? row.createdAt).getTime(),
      };
    }),
  };
}

export type ShareLetter = {
  template: MailOut['template'];
  to: string;
  known: Person | null;
  room: RoomView;
  data: Record<string, string>;
  notice: string;
};

/** Writes to an address, and tells the person inside the product when the address has an account. `tx` is the system's: the notice belongs to the reader's account. */
export async function tell(ctx: Ctx, tx: Db, letter: ShareLetter): Promise<void> {
  const actor = actorOf(ctx);
  const { row } = letter.room;
  const [seat] = letter.known === null ? [] : await findSeats(tx, letter.known.id);
  const reader = seat === undefined ? null : { userId: seat.membership.userId, accountId: seat.account.id };
  await sendMail(ctx, tx, {
    template: letter.template,
    to: letter.to,
    locale: letter.known?.locale ?? ctx.locale,
    accountId: row.accountId,
    path: invitationsPath,
    data: { from: actor.name, room: row.name, ...letter.data },
    ...(reader === null ? {} : { reader }),
  });
  if (reader !== null)
    await notify(ctx, tx, {
      ...reader,
      kind: letter.notice,
      data: { from: actor.name, room: row.name },
      link: invitationsPath,
    });
}

/** The share of somebody: under this address, or, of a colleague who was named, under another one. */
async function shareBefore(tx: Db, roomId: string, { email, person, by }: RoomInvitee) {
  const before = await shareOfEmail(tx, roomId, email);
  const other = person === null || before !== null ? null : await shareOfPerson(tx, roomId, person.id);
  // saying that somebody is in under another address would tell whose address this is
  return by === 'address' ? { before, hidden: other !== null } : { before: before ?? other, hidden: false };
}

/** Invites an address or a colleague. The answer is the same whether or not the address has an account. Throws `not_found`. */
export async function invite(ctx: Ctx, id: string, input: RoomInviteeInput & { role: ShareRole }): Promise<DoneResult> {
  const view = await findRoom(ctx, id);
  need(ctx, view, 'share');
  const invitee = await findInvitee(ctx, view, input);
  const { person } = invitee;
  requireOther(ctx, { email: invitee.email, userId: person?.id ?? null });
  await requireGivablePart(ctx, view, { part: input.role, was: null, to: 'other' });
  await ctx.system.write(async (tx) => {
    const { before, hidden } = await shareBefore(tx, id, invitee);
    if (before?.state === 'accepted') throw new Failure('already_shared');
    if (hidden) return;
    await putShare(tx, {
      id: newId(ctx.now()),
      accountId: view.row.accountId,
      roomId: id,
      userId: person?.id ?? null,
      email: before?.email ?? invitee.email,
      role: input.role,
      state: 'invited',
      invitedBy: actorOf(ctx).userId,
      createdAt: new Date(ctx.now()),
    });
    await noteChange(ctx, tx, { room: view.row, action: 'rooms.share-invited', data: { role: input.role } });
    await tell(ctx, tx, {
      template: roomMails.invitation,
      to: invitee.email,
      known: person,
      room: view,
      data: { role: input.role.replace('-', '') },
      notice: 'roomInvitation',
    });
  });
  return done;
}

async function shareIn(ctx: Ctx, view: RoomView, shareId: string): Promise<ShareRow> {
  const row = await shareById(ctx.db.read, shareId);
  if (row === null || row.roomId !== view.row.id) throw notFound();
  return row;
}

async function tellShare(ctx: Ctx, tx: Db, row: ShareRow): Promise<void> {
  if (row.userId !== null) await ctx.bus.push(tx, { topic: `user:${row.userId}`, kind: 'room', data: { roomId: row.roomId } });
}

export async function changeShare(ctx: Ctx, at: { id: string; shareId: string }, role: ShareRole): Promise<DoneResult> {
  const view = await findRoom(ctx, at.id);
  need(ctx, view, 'share');
  const row = await shareIn(ctx, view, at.shareId);
  requireOther(ctx, row);
  await requireGivablePart(ctx, view, { part: role, was: row.role, to: 'other' });
  await ctx.db.write(async (tx) => {
    await change(tx, row.id, { role });
    await noteChange(ctx, tx, { room: view.row, action: 'rooms.share-changed', data: { shareId: row.id, role } });
    await tellShare(ctx, tx, row);
  });
  return done;
}

export async function removeShare(ctx: Ctx, at: { id: string; shareId: string }): Promise<DoneResult> {
  const view = await findRoom(ctx, at.id);
  need(ctx, view, 'share');
  const row = await shareIn(ctx, view, at.shareId);
  await ctx.db.write(async (tx) => {
    await deleteShare(tx, row.id);
    await noteChange(ctx, tx, { room: view.row, action: 'rooms.share-removed', data: { shareId: row.id } });
    await tellShare(ctx, tx, row);
  });
  return done;
}

/** Gives up my own shared access. The note belongs to the room's account, so the system writes. */
export async function leave(ctx: Ctx, id: string): Promise<DoneResult> {
  const view = await findRoom(ctx, id);
  const mine = await shareOfPerson(ctx.db.read, id, actorOf(ctx).userId);
  if (mine?.state !== 'accepted') throw notFound();
  await handsOf(ctx, view.row).write(async (tx) => {
    await deleteShare(tx, mine.id);
    await noteChange(ctx, tx, { room: view.row, action: 'rooms.share-left', data: { shareId: mine.id } });
  });
  return done;
}

/** What waits for me. Invitations sent to my address before I had an account become mine here, which needs the system's eyes. */
export async function invitations(ctx: Ctx): Promise<{ items: RoomInvitation[] }> {
  const actor = actorOf(ctx);
  await ctx.system.write((tx) => claimByEmail(tx, actor));
  const [shared, given] = await Promise.all([
    waitingShares(ctx.db.read, actor.userId),
    waitingTransfers(ctx.system.read, actor.userId),
  ]);
  const [people, accounts] = await Promise.all([
    namesOf(ctx, [...shared.map((one) => one.share.invitedBy), ...given.map((one) => one.transfer.fromUserId)]),
    findAccountNames(
      ctx.system.read,
      [...shared, ...given].map((one) => one.room.accountId),
    ),
  ]);
  const named = (id: string) => ({ id, name: people.get(id) ?? '' });
  const account = (id: string) => ({ id, name: accounts.get(id) ?? '' });
  const roomOf = (room: { id: string; name: string }) => ({ id: room.id, name: room.name });
  return {
    items: [
      ...given.map(({ transfer, room }) => ({
        id: transfer.id,
        kind: 'transfer' as const,
        room: roomOf(room),
        from: named(transfer.fromUserId),
        account: account(room.accountId),
        role: null,
        at: transfer.createdAt.getTime(),
      })),
      ...shared.map(({ share, room }) => ({
        id: share.id,
        kind: 'share' as const,
        room: roomOf(room),
        from: named(share.invitedBy),
        account: account(room.accountId),
        role: share.role,
        at: share.createdAt.getTime(),
      })),
    ],
  };
}

/** Answers an invitation of mine. The row and the note belong to the room's account, so the system writes once it is known to be mine. */
export async function answerInvitation(ctx: Ctx, id: string, state: 'accepted' | 'declined'): Promise<DoneResult> {
  const actor = actorOf(ctx);
  const row = await shareById(ctx.db.read, id);
  if (row === null || row.userId !== actor.userId || row.state !== 'invited') throw notFound();
  await ctx.system.write(async (tx) => {
    await change(tx, row.id, { state, answeredAt: new Date(ctx.now()) });
    await noteChange(ctx, tx, {
      room: { id: row.roomId, accountId: row.accountId },
      action: `rooms.share-${state}`,
      event: roomEvents.changed,
      data: { shareId: row.id },
    });
    await tellShare(ctx, tx, row);
  });
  return done;
}
