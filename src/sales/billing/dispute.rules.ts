/** Whether a bank still listens: until its day is over, and once (business rules §5.2, F6). */

type Standing = { state: string; dueAt: Date | null; answeredAt: Date | null };
type SentAnswer = { state: string } | null;
export type AnswerRefusal = 'wrong_state' | 'dispute_answered' | 'dispute_too_late';

/** Why a dispute cannot be answered; null when it can. `said`: the newest answer sent from here. `now`: epoch ms. */
export function whyNoAnswer(dispute: Standing | null, said: SentAnswer, now: number): AnswerRefusal | null {
  if (dispute === null || dispute.state !== 'open') return 'wrong_state';
  if (dispute.answeredAt !== null || (said !== null && said.state !== 'refused')) return 'dispute_answered';
  return dispute.dueAt !== null && dispute.dueAt.getTime() <= now ? 'dispute_too_late' : null;
}

/** Days before its end at which the seller is reminded of a dispute that nobody answered. */
export const DISPUTE_REMINDER_DAYS = 3;
