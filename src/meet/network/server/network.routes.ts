import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { networkCalls } from '../network.contract.ts';
import { answerOffer, endOffer, offer, offers, rooms } from './network.service.ts';
import { accept, ask, newCode, part, partners } from './partners.service.ts';

export const networkHandlers: Handlers<typeof networkCalls, Ctx> = {
  rooms: (ctx, { query }) => rooms(ctx, query),
  answer: (ctx, { params, body }) => answerOffer(ctx, { id: params.id, body }),
  offers: (ctx, { query }) => offers(ctx, query),
  offer: (ctx, { body }) => offer(ctx, body),
  endOffer: (ctx, { params }) => endOffer(ctx, params.id),
  partners: (ctx) => partners(ctx),
  ask: (ctx, { body }) => ask(ctx, body.code),
  accept: (ctx, { params }) => accept(ctx, params.id),
  part: (ctx, { params }) => part(ctx, params.id),
  newCode: (ctx) => newCode(ctx),
};
