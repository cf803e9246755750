import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { roomsCalls } from '../rooms.contract.ts';
import { purge, remove, removeMany, restore } from './bin.service.ts';
import { getDefaults, setDefaults } from './defaults.service.ts';
import { list } from './list.service.ts';
import { changeMany, inviteToMany } from './many.service.ts';
import { create, get, slugFree, update } from './rooms.service.ts';
import { knownTags } from './tags.service.ts';
import { answerInvitation, changeShare, invitations, invite, leave, removeShare, shares } from './shares.service.ts';
import { acceptTransfer, cancelTransfer, declineTransfer, offerTransfer } from './transfers.service.ts';

export const roomsHandlers: Handlers<typeof roomsCalls, Ctx> = {
  list: (ctx, { query }) => list(ctx, query),
  slugFree: (ctx, { query }) => slugFree(ctx, query),
  tags: (ctx) => knownTags(ctx),
  get: (ctx, { params }) => get(ctx, params.id),
  create: (ctx, { body }) => create(ctx, body),
  update: (ctx, { params, body }) => update(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, params.id),
  removeMany: (ctx, { body }) => removeMany(ctx, body.ids),
  changeMany: (ctx, { body }) => changeMany(ctx, body),
  inviteToMany: (ctx, { body }) => inviteToMany(ctx, body),
  restore: (ctx, { params }) => restore(ctx, params.id),
  purge: (ctx, { params, body }) => purge(ctx, params.id, body),
  shares: (ctx, { params }) => shares(ctx, params.id),
  invite: (ctx, { params, body }) => invite(ctx, params.id, body),
  changeShare: (ctx, { params, body }) => changeShare(ctx, params, body.role),
  removeShare: (ctx, { params }) => removeShare(ctx, params),
  leave: (ctx, { params }) => leave(ctx, params.id),
  invitations: (ctx) => invitations(ctx),
  acceptInvitation: (ctx, { params }) => answerInvitation(ctx, params.id, 'accepted'),
  declineInvitation: (ctx, { params }) => answerInvitation(ctx, params.id, 'declined'),
  offerTransfer: (ctx, { params, body }) => offerTransfer(ctx, params.id, body),
  cancelTransfer: (ctx, { params }) => cancelTransfer(ctx, params.id),
  acceptTransfer: (ctx, { params }) => acceptTransfer(ctx, params.id),
  defaults: (ctx) => getDefaults(ctx),
  setDefaults: (ctx, { body }) => setDefaults(ctx, body),
  declineTransfer: (ctx, { params }) => declineTransfer(ctx, params.id),
};
