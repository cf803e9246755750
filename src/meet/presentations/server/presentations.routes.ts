import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { presentationsCalls } from '../presentations.contract.ts';
import type { roomGroupsCalls } from '../room-groups.contract.ts';
import type { roomPollsCalls } from '../room-polls.contract.ts';
import { listGroups, setGroups } from './room-groups.service.ts';
import { listPolls, setPolls } from './room-polls.service.ts';
import { list, set } from './room-presentations.service.ts';

export const presentationsHandlers: Handlers<typeof presentationsCalls, Ctx> = {
  list: (ctx, { params }) => list(ctx, params.id),
  set: (ctx, { params, body }) => set(ctx, params.id, body.files),
};
export const roomPollsHandlers: Handlers<typeof roomPollsCalls, Ctx> = {
  list: (ctx, { params }) => listPolls(ctx, params.id),
  set: (ctx, { params, body }) => setPolls(ctx, params.id, body),
};
export const roomGroupsHandlers: Handlers<typeof roomGroupsCalls, Ctx> = {
  list: (ctx, { params }) => listGroups(ctx, params.id),
  set: (ctx, { params, body }) => setGroups(ctx, params.id, body),
};
