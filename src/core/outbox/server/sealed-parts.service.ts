/** What of a mail is kept sealed: its bodies, and its part for calendar programs. */
import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import { SealBroken } from '#kit/server/secrets.ts';
import type { MailRecord } from './outbox.table.ts';

/** What the bodies of mails are sealed for. */
export const sealedFor = 'outbox mail';

/** Null once the text was thrown away, or where another key sealed it. */
export function openSealed(ctx: Ctx, sealed: string): string | null {
  if (sealed === '') return null;
  try {
    return ctx.secrets.open(sealedFor, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

const calendarShape = z.object({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string() });
export type MailCalendar = z.output<typeof calendarShape>;
export const sealCalendar = (ctx: Ctx, calendar: MailCalendar): string => ctx.secrets.seal(sealedFor, JSON.stringify(calendar));

/** The calendar's part, as an alternative that programs act on and as a file for those that do not. */
export function calendarPart(ctx: Ctx, row: MailRecord): { icalEvent?: { method: string; filename: string; content: string } } {
  const sealed = row.calendar === null ? null : openSealed(ctx, row.calendar);
  return sealed === null ? {} : { icalEvent: { ...z.parse(calendarShape, JSON.parse(sealed)), filename: 'invite.ics' } };
}
