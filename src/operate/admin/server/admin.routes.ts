import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { endActing } from '#core/identity/server/sessions/acting.service.ts';
import type { usersCalls } from '../admin.contract.ts';
import type { actingCalls, staffCalls } from '../staff.contract.ts';
import { actFor } from './acting.service.ts';
import { overview } from './overview.service.ts';
import { createUser, getUser, listUsers, setState, updateUser } from './admin.service.ts';
import { addNote, listNotes } from './notes.service.ts';
import { mailReset, readdress, setOwnerAddress, signOutOwner } from './owner.service.ts';
import { getPerson } from './person.service.ts';
import { addStaff, changeStaff, endStaff, listStaff } from './staff.service.ts';

const done = async (work: Promise<void>): Promise<Record<string, never>> => {
  await work;
  return {};
};

export const usersHandlers: Handlers<typeof usersCalls, Ctx> = {
  list: (ctx, { query }) => listUsers(ctx, query),
  get: (ctx, { params }) => getUser(ctx, params),
  overview: (ctx, { params }) => overview(ctx, params.id),
  create: (ctx, { body }) => createUser(ctx, body),
  update: (ctx, { params, body }) => updateUser(ctx, { id: params.id, body }),
  suspend: (ctx, { params, body }) => setState(ctx, { id: params.id, to: 'suspended', reason: body.reason }),
  reactivate: (ctx, { params }) => setState(ctx, { id: params.id, to: 'active' }),
  setAddress: (ctx, { params, body }) => setOwnerAddress(ctx, { id: params.id, email: body.email }),
  readdress: (ctx, { params, body }) => readdress(ctx, { id: params.id, email: body.email }),
  resetPassword: (ctx, { params }) => done(mailReset(ctx, params)),
  signOut: (ctx, { params }) => signOutOwner(ctx, params),
  notes: (ctx, { params, query }) => listNotes(ctx, { id: params.id, query }),
  addNote: (ctx, { params, body }) => addNote(ctx, { id: params.id, body: body.body }),
  person: (ctx, { params }) => getPerson(ctx, params),
};

export const staffHandlers: Handlers<typeof staffCalls, Ctx> = {
  list: (ctx, { query }) => listStaff(ctx, query),
  add: (ctx, { body }) => addStaff(ctx, body),
  change: (ctx, { params, body }) => changeStaff(ctx, { id: params.id, roles: body.roles }),
  remove: (ctx, { params }) => done(endStaff(ctx, params)),
};

export const actingHandlers: Handlers<typeof actingCalls, Ctx> = {
  start: (ctx, { body }) => actFor(ctx, body),
  end: (ctx) => endActing(ctx),
};
