import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { noticesCalls, outboxCalls } from '../outbox.contract.ts';
import { type AskProof, hasMailServer } from '#core/platform/server/platform.service.ts';
import { getChoices, setChoices } from './choices.service.ts';
import { getSender, prepareKey, startSigning, stopSigning } from './dkim.service.ts';
import { testMailServer } from './mail-server.service.ts';
import { countUnread, listNotices, markRead } from './notices.service.ts';
import { getMail, readMailText } from './mail-text.service.ts';
import { listMails, retryMail } from './outbox.service.ts';

export const outboxHandlers = (askProof: AskProof): Handlers<typeof outboxCalls, Ctx> => ({
  list: (ctx, { query }) => listMails(ctx, query),
  get: (ctx, { params }) => getMail(ctx, params),
  text: (ctx, { params }) => readMailText(ctx, { ...params, askProof }),
  retry: (ctx, { params }) => retryMail(ctx, params),
  test: (ctx) => testMailServer(ctx),
  delivery: async (ctx) => ({ mailServer: (await hasMailServer(ctx, ctx.system.read)) ? 'set' : 'none' }),
  sender: (ctx) => getSender(ctx),
  prepareKey: (ctx, { body }) => prepareKey(ctx, { ...body, askProof }),
  startSigning: (ctx, { body }) => startSigning(ctx, { ...body, askProof }),
  stopSigning: (ctx, { body }) => stopSigning(ctx, { ...body, askProof }),
});

export const noticesHandlers: Handlers<typeof noticesCalls, Ctx> = {
  list: (ctx, { query }) => listNotices(ctx, query),
  count: (ctx) => countUnread(ctx),
  markRead: (ctx, { body }) => markRead(ctx, body),
  choices: (ctx) => getChoices(ctx),
  choose: (ctx, { body }) => setChoices(ctx, body),
};
