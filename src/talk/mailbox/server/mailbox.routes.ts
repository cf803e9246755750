import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { mailboxCalls } from '../mailbox.contract.ts';
import { discardDraft, saveDraft, sendDraft, takeBack } from './drafts.service.ts';
import { addLabel, editLabel, listLabels, removeLabel } from './labels.service.ts';
import { answerInvitation, countUnread, getMail, listMails, markMails, replyToMail } from './mails.service.ts';
import type { MailThings } from './thing.service.ts';

/** `loadThings`: what mails may be about, given by the domains of these things. */
export const mailboxHandlers = (loadThings: () => Promise<MailThings>): Handlers<typeof mailboxCalls, Ctx> => ({
  list: (ctx, { query }) => listMails(ctx, query),
  counts: (ctx) => countUnread(ctx),
  get: async (ctx, { params }) => getMail(ctx, params.id, await loadThings()),
  mark: (ctx, { body }) => markMails(ctx, body),
  save: (ctx, { params, body }) => saveDraft(ctx, { id: params.id, body }),
  discard: (ctx, { params }) => discardDraft(ctx, params.id),
  send: (ctx, { params, body }) => sendDraft(ctx, { id: params.id, revision: body.revision }),
  takeBack: (ctx, { params }) => takeBack(ctx, params.id),
  reply: async (ctx, { params, body }) => replyToMail(ctx, { id: params.id, body }, await loadThings()),
  answer: async (ctx, { params, body }) => answerInvitation(ctx, { id: params.id, ...body }, await loadThings()),
  labels: (ctx) => listLabels(ctx),
  addLabel: (ctx, { body }) => addLabel(ctx, body),
  editLabel: (ctx, { params, body }) => editLabel(ctx, { id: params.id, body }),
  removeLabel: (ctx, { params }) => removeLabel(ctx, params.id),
});
