import type { MailThingSource } from '#kit/server/mail-thing.ts';
import { getIssue, replyToIssue } from '../issues.service.ts';

/** A ticket in the mails of the customer's side. */
export const mailThing: MailThingSource = {
  kind: 'ticket',
  isAbout: (template) => template.startsWith('ticket.'),
  view: async (ctx, id) => {
    const { number, state, rights } = await getIssue(ctx, id);
    return { name: `#${number}`, state, path: `/issues/user/details/${id}`, reply: rights.reply ? 'ticket' : null };
  },
  write: async (ctx, id, message) => void (await replyToIssue(ctx, { id, body: message })),
};
