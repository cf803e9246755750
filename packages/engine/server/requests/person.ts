import { CLOSE } from '#protocol/messages.ts';
import { say } from '#server/chat.ts';
import { tellMember } from '#server/members.ts';
import type { Asker, Outcome, Request } from '#server/requests/request.ts';
import { takeConsent } from '#server/record/consent.ts';
import { vacate } from '#server/seats.ts';
import { noteChat, noteHand } from '#server/statistics.ts';
import { announceUser } from '#server/webhooks.ts';

/** A message to everybody. */
export function chat({ engine, seat }: Asker, { text }: Request<'chat'>): Outcome {
  if (seat.pass.role === 'viewer' && seat.meeting.plan.locks.chat) return 'locked';
  if (seat.meeting.plan.disabledFeatures.has('chat')) return 'locked';
  if (!seat.chatRate.take(engine.clock.now())) return 'too-fast';
  if (!say(engine, { meeting: seat.meeting, from: seat.id, name: seat.pass.name, text })) return 'bad-message';
  noteChat(seat);
  return null;
}

/** Raises or lowers the own hand; a hand that is up keeps its turn. */
export function hand({ engine, seat }: Asker, { up }: Request<'hand'>): Outcome {
  if (up && seat.meeting.plan.disabledFeatures.has('raiseHand')) return 'locked';
  const handAt = up ? (seat.handAt ?? engine.clock.now()) : null;
  if (handAt === seat.handAt) return null;
  seat.handAt = handAt;
  if (up) noteHand(seat);
  announceUser(engine, seat, { id: 'user-raise-hand-changed', more: { 'raise-hand': up } });
  tellMember(seat);
  return null;
}

/** The person answers to being recorded. There is nothing to answer while nothing is recorded. */
export function consent({ engine, seat }: Asker, { to }: Request<'consent'>): Outcome {
  if ((seat.meeting.recorder?.state ?? 'off') === 'off') return 'not-allowed';
  takeConsent(engine, seat, to);
  return null;
}

/** The person goes; the link stays good for coming back. */
export function leave({ engine, seat }: Asker): Outcome {
  const { line } = seat;
  vacate(engine, seat, 'left');
  line?.close(CLOSE.left, 'left');
  return null;
}
