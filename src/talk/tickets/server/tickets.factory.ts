/** Tickets for tests and sample data, made by the services. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { TicketCategory, TicketImpact } from '../tickets.rules.ts';
import { createIssue } from './issues.service.ts';
import { setHours } from './desk.service.ts';

type NewTicketWish = { subject?: string; text?: string; category?: TicketCategory; impact?: TicketImpact };
/** `customer`: somebody who may. Returns its id. */
export async function buildTicket(customer: Ctx, wish: NewTicketWish = {}): Promise<string> {
  const { subject = 'Echo in Biology', text = 'Everybody hears themselves.', category = 'meetings', impact = 'question' } = wish;
  const { id } = await createIssue(customer, { subject, text, category, impact, files: [], about: null, snapshot: 'without' });
  return id;
}
/** Open day and night, so that no test depends on the hour at which it runs. */
export const openAlways = (staff: Ctx) =>
  setHours(staff, { timeZone: 'UTC', days: Array.from({ length: 7 }, () => ({ from: 0, to: 1_440 })) });
