import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { newsletterCampaignsCalls } from '../campaigns.contract.ts';
import type { newsletterListsCalls, newsletterSubscribersCalls } from '../lists.contract.ts';
import type { newsletterCalls } from '../subscribing.contract.ts';
import {
  createCampaign,
  createFromPost,
  dropCampaignText,
  editCampaign,
  getCampaign,
  listCampaigns,
  newsletterFigures,
  removeCampaign,
  writeCampaignText,
} from './campaigns.service.ts';
import { createList, editList, listLists } from './lists.service.ts';
import { offeredLists } from './offers.service.ts';
import { forget, leave, readPreferences, savePreferences } from './preferences.service.ts';
import { previewCampaign, testCampaign } from './rendering.service.ts';
import { stepCampaign } from './sending.service.ts';
import { blockSubscriber, eraseSubscriber, liftSubscriber, listSubscribers } from './subscribers.service.ts';
import { confirm, lookAtPending, mailLink, subscribe } from './subscribing.service.ts';

export const newsletterHandlers: Handlers<typeof newsletterCalls, Ctx> = {
  offers: (ctx) => offeredLists(ctx),
  subscribe: (ctx, { body }) => subscribe(ctx, body),
  pending: (ctx, { query }) => lookAtPending(ctx, query.token),
  confirm: (ctx, { body }) => confirm(ctx, body),
  preferences: (ctx, { query }) => readPreferences(ctx, query),
  save: (ctx, { body }) => savePreferences(ctx, body),
  leave: (ctx, { body }) => leave(ctx, body),
  forget: (ctx, { body }) => forget(ctx, body),
  mailLink: (ctx, { body }) => mailLink(ctx, body),
};
export const newsletterListsHandlers: Handlers<typeof newsletterListsCalls, Ctx> = {
  list: (ctx) => listLists(ctx),
  create: (ctx, { body }) => createList(ctx, body),
  edit: (ctx, { params, body }) => editList(ctx, { id: params.id, body }),
};
export const newsletterSubscribersHandlers: Handlers<typeof newsletterSubscribersCalls, Ctx> = {
  list: (ctx, { query }) => listSubscribers(ctx, query),
  block: (ctx, { params }) => blockSubscriber(ctx, params.id),
  lift: (ctx, { params }) => liftSubscriber(ctx, params.id),
  erase: (ctx, { params }) => eraseSubscriber(ctx, params.id),
};
export const newsletterCampaignsHandlers: Handlers<typeof newsletterCampaignsCalls, Ctx> = {
  list: (ctx, { query }) => listCampaigns(ctx, query),
  figures: (ctx) => newsletterFigures(ctx),
  create: (ctx, { body }) => createCampaign(ctx, body),
  fromPost: (ctx, { body }) => createFromPost(ctx, body),
  get: (ctx, { params }) => getCampaign(ctx, params.id),
  edit: (ctx, { params, body }) => editCampaign(ctx, { id: params.id, body }),
  write: (ctx, { params, body }) => writeCampaignText(ctx, { ...params, body }),
  dropText: (ctx, { params }) => dropCampaignText(ctx, params),
  preview: (ctx, { params }) => previewCampaign(ctx, params),
  test: (ctx, { params }) => testCampaign(ctx, params.id),
  step: (ctx, { params, body }) => stepCampaign(ctx, { id: params.id, body }),
  remove: (ctx, { params }) => removeCampaign(ctx, params.id),
};
