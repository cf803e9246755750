/** The way in for people of a course: the course says who they are, so neither codes, nor signing in, nor the lobby are asked of them. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import { consentRequired, doorFacts } from './door-facts.service.ts';
import { joinRoom, type JoinTicket } from './join.service.ts';

export type CourseSeat = {
  roomId: string;
  name: string;
  /** The same person in each meeting of the course. */
  key: string;
  as: 'moderator' | 'viewer';
  consent: boolean | undefined;
};

/** Throws `room_missing`, `consent_required` and what stands in the way of each join. */
export async function joinFromCourse(ctx: Ctx, seat: CourseSeat): Promise<JoinTicket> {
  const room = await roomOf(ctx.system.read, seat.roomId);
  const account = room === null ? null : await findAccount(ctx.system.read, room.accountId);
  if (room === null || room.deletedAt !== null || account?.state !== 'active') throw new Failure('room_missing');
  const consent = seat.consent === true ? 'given' : 'missing';
  if (consent === 'missing' && (await doorFacts(ctx, room)).asksConsent) throw consentRequired();
  const { name, key, as } = seat;
  const wakes = as === 'moderator' || room.anyoneCanStart ? 'may-start' : 'waits';
  // somebody signed in here in the same browser still comes as the person of the course
  return joinRoom({ ...ctx, actor: { kind: 'nobody' } }, { room, name, key, entry: { as, guest: 'course' }, consent }, wakes);
}
