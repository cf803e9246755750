import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { platformCalls } from '../platform.contract.ts';
import { getLegalTexts, publishLegal, readBanner, readLegal } from './legal.service.ts';
import { type AskProof, getPlatform, updatePlatform } from './platform.service.ts';

/** The handlers, given how to ask who is there. */
export const platformHandlers = (askProof: AskProof): Handlers<typeof platformCalls, Ctx> => ({
  get: (ctx) => getPlatform(ctx),
  update: (ctx, { body }) => updatePlatform(ctx, body, askProof),
  legalTexts: (ctx, { params }) => getLegalTexts(ctx, params),
  publishLegal: (ctx, { params, body }) => publishLegal(ctx, { ...params, body }),
  legalPage: (ctx, { params, query }) => readLegal(ctx, { kind: params.kind, locale: query.locale ?? ctx.locale }),
  banner: (ctx, { query }) => readBanner(ctx, query.locale ?? ctx.locale),
});
