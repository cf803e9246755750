import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { recordingsCalls } from '../recordings.contract.ts';
import { addCaption, removeCaption } from './captions.service.ts';
import { destroy, edit, publish, remove, restore, retry, unpublish } from './change.service.ts';
import { retention, setRetention } from './keep.service.ts';
import { get, list, storage } from './list.service.ts';
import { endLinks, link, playback } from './play.service.ts';
import { transferCommand } from './transfer-key.service.ts';

export const recordingsHandlers: Handlers<typeof recordingsCalls, Ctx> = {
  list: (ctx, { query }) => list(ctx, query),
  storage: (ctx) => storage(ctx),
  get: (ctx, { params }) => get(ctx, params.id),
  edit: (ctx, { params, body }) => edit(ctx, params.id, body),
  publish: (ctx, { body }) => publish(ctx, body.ids),
  unpublish: (ctx, { body }) => unpublish(ctx, body.ids),
  remove: (ctx, { body }) => remove(ctx, body.ids),
  restore: (ctx, { body }) => restore(ctx, body.ids),
  destroy: (ctx, { body }) => destroy(ctx, body.ids),
  retry: (ctx, { params }) => retry(ctx, params.id),
  link: (ctx, { params, body }) => link(ctx, params.id, body.hours),
  endLinks: (ctx, { params }) => endLinks(ctx, params.id),
  addCaption: (ctx, { params, body }) => addCaption(ctx, params.id, body),
  removeCaption: (ctx, { params, body }) => removeCaption(ctx, params.id, body.captionId),
  playback: (ctx, { params, query }) => playback(ctx, params.recordId, query.token),
  retention: (ctx, { query }) => retention(ctx, query.tryDays),
  setRetention: (ctx, { body }) => setRetention(ctx, body.days),
  transferCommand: (ctx, { params, body }) => transferCommand(ctx, params.id, body.key),
};
