import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { noticesCalls, outboxCalls } from '../outbox.contract.ts';
import { getChoices, setChoices } from './choices.service.ts';
import { testMailServer } from './mail-server.service.ts';
import { countUnread, listNotices, markRead } from './notices.service.ts';
import { getMail, listMails, retryMail } from './outbox.service.ts';

export const outboxHandlers: Handlers<typeof outboxCalls, Ctx> = {
  list: (ctx, { query }) => listMails(ctx, query),
  get: (ctx, { params }) => getMail(ctx, params),
  retry: (ctx, { params }) => retryMail(ctx, params),
  test: (ctx) => testMailServer(ctx),
};

export const noticesHandlers: Handlers<typeof noticesCalls, Ctx> = {
  list: (ctx, { query }) => listNotices(ctx, query),
  count: (ctx) => countUnread(ctx),
  markRead: (ctx, { body }) => markRead(ctx, body),
  choices: (ctx) => getChoices(ctx),
  choose: (ctx, { body }) => setChoices(ctx, body),
};
