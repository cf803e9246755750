import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ownershipCalls } from '../ownership.contract.ts';
import { close, closing, leave, preview, undo } from './closing.service.ts';
import { exportLink, listExports, startExport } from './export.service.ts';
import { answerOffer, offer, overview } from './offers.service.ts';

export const ownershipHandlers: Handlers<typeof ownershipCalls, Ctx> = {
  overview: (ctx) => overview(ctx),
  offer: (ctx, { body }) => offer(ctx, body),
  answer: (ctx, { params, body }) => answerOffer(ctx, params.id, body),
  exports: (ctx) => listExports(ctx),
  startExport: (ctx, { body }) => startExport(ctx, body),
  exportLink: (ctx, { params }) => exportLink(ctx, params.id),
  preview: (ctx) => preview(ctx),
  close: (ctx, { body }) => close(ctx, body),
  closing: (ctx) => closing(ctx),
  undo: (ctx) => undo(ctx),
  leave: (ctx) => leave(ctx),
};
