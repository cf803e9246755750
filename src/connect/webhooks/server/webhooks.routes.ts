import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { webhooksCalls } from '../webhooks.contract.ts';
import { again, replay, sent, sentOne } from './sent.service.ts';
import { add, edit, list, remove, rotate, sendTest } from './webhooks.service.ts';

export const webhooksHandlers: Handlers<typeof webhooksCalls, Ctx> = {
  list: (ctx) => list(ctx),
  add: (ctx, { body }) => add(ctx, body),
  edit: (ctx, { params, body }) => edit(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, params.id),
  rotate: (ctx, { params, body }) => rotate(ctx, params.id, body),
  test: (ctx, { params }) => sendTest(ctx, params.id),
  replay: (ctx, { params, body }) => replay(ctx, params.id, body),
  sent: (ctx, { query }) => sent(ctx, query),
  sentOne: (ctx, { params }) => sentOne(ctx, params.id),
  again: (ctx, { params }) => again(ctx, params.id),
};
