import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { endpointCalls } from '../endpoint.contract.ts';
import { build, run } from './builder.service.ts';
import { recordingReady } from './callbacks.service.ts';
import { calls, clients, get } from './endpoint.service.ts';
import { takeNews } from './hook-news.service.ts';
import { checkHost, setHost, tlsAsk } from './host.service.ts';
import { addSecret, editSecret, extend, reveal, revoke, rotate } from './secrets.service.ts';

export const endpointHandlers: Handlers<typeof endpointCalls, Ctx> = {
  get: (ctx) => get(ctx),
  addSecret: (ctx, { body }) => addSecret(ctx, body),
  editSecret: (ctx, { params, body }) => editSecret(ctx, params.id, body),
  reveal: (ctx, { params }) => reveal(ctx, params.id),
  rotate: (ctx, { params, body }) => rotate(ctx, params.id, body),
  extend: (ctx, { params }) => extend(ctx, params.id),
  revoke: (ctx, { params }) => revoke(ctx, params.id),
  calls: (ctx, { query }) => calls(ctx, query),
  build: (ctx, { body }) => build(ctx, body),
  run: (ctx, { body }) => run(ctx, body),
  clients: (ctx) => clients(ctx),
  setHost: (ctx, { body }) => setHost(ctx, body.host),
  checkHost: (ctx) => checkHost(ctx),
  recordingReady: (ctx, { params, query, body }) => recordingReady(ctx, { ...params, ...query, signed: body.signed_parameters }),
  serverNews: (ctx, { params, query, body }) => takeNews(ctx, { ...params, ...query, ...body }),
  tlsAsk: (ctx, { query }) => tlsAsk(ctx, query.domain),
};
