import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { groupsCalls } from '../groups.contract.ts';
import type { iamCalls } from '../iam.contract.ts';
import { update } from './change.service.ts';
import { catalogue, explain, type ThingOf, uses } from './explain.service.ts';
import * as groupPeople from './group-people.service.ts';
import { groupSharing } from './group-sharing.service.ts';
import * as groups from './groups.service.ts';
import { answerInvitation, create, invite, myInvitations, resend, revoke, setAlias } from './invite.service.ts';
import { get, list, remove, reset, resume, suspend } from './members.service.ts';
import { createSet, listSets, removeSet, updateSet } from './sets.service.ts';

/** `thingOf`: rooms and recordings as their own domains know them. */
export const iamHandlers = (thingOf: ThingOf): Handlers<typeof iamCalls, Ctx> => ({
  members: (ctx, { query }) => list(ctx, query),
  member: (ctx, { params }) => get(ctx, params.id),
  create: (ctx, { body }) => create(ctx, body),
  invite: (ctx, { body }) => invite(ctx, body),
  resend: (ctx, { params }) => resend(ctx, params.id),
  revoke: (ctx, { params }) => revoke(ctx, params.id),
  update: (ctx, { params, body }) => update(ctx, params.id, body),
  suspend: (ctx, { params }) => suspend(ctx, params.id),
  resume: (ctx, { params }) => resume(ctx, params.id),
  reset: (ctx, { params }) => reset(ctx, params.id),
  remove: (ctx, { params }) => remove(ctx, params.id),
  explain: (ctx, { params, body }) => explain(ctx, params.id, { body, thingOf }),
  uses: (ctx, { params }) => uses(ctx, params.id),
  sets: (ctx, { query }) => listSets(ctx, query),
  createSet: (ctx, { body }) => createSet(ctx, body),
  updateSet: (ctx, { params, body }) => updateSet(ctx, params.id, body),
  removeSet: (ctx, { params }) => removeSet(ctx, params.id),
  catalogue: (ctx) => catalogue(ctx),
  setAlias: (ctx, { body }) => setAlias(ctx, body.alias),
  myInvitations: (ctx) => myInvitations(ctx),
  answerInvitation: (ctx, { params, body }) => answerInvitation(ctx, { id: params.id, answer: body.answer }),
});

export const groupsHandlers: Handlers<typeof groupsCalls, Ctx> = {
  list: (ctx, { query }) => groups.list(ctx, query),
  get: (ctx, { params }) => groups.get(ctx, params.id),
  sharing: (ctx, { query }) => groupSharing(ctx, query),
  members: (ctx, { params, query }) => groupPeople.people(ctx, params.id, query),
  create: (ctx, { body }) => groups.create(ctx, body),
  update: (ctx, { params, body }) => groups.update(ctx, params.id, body),
  remove: (ctx, { params }) => groups.remove(ctx, params.id),
  add: (ctx, { params, body }) => groupPeople.add(ctx, params.id, body),
  drop: (ctx, { params }) => groupPeople.drop(ctx, params),
  mine: (ctx) => groupPeople.mine(ctx),
  answer: (ctx, { params, body }) => groupPeople.answerMembership(ctx, params.id, body),
};
