import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { courseCalls } from '../course.contract.ts';
import { addToCourse, chooseRoom, makeRoom, rooms } from './content.service.ts';
import { setGrade } from './grades.service.ts';
import { people } from './members.service.ts';
import { join, visit } from './visit.service.ts';

export const courseHandlers: Handlers<typeof courseCalls, Ctx> = {
  visit: (ctx, { params }) => visit(ctx, params.token),
  join: (ctx, { params, body }) => join(ctx, { token: params.token, body }),
  rooms: (ctx, { params, query }) => rooms(ctx, { token: params.token, query }),
  makeRoom: (ctx, { params, body }) => makeRoom(ctx, { token: params.token, name: body.name }),
  chooseRoom: (ctx, { params, body }) => chooseRoom(ctx, { token: params.token, roomId: body.roomId }),
  addToCourse: (ctx, { params, body }) => addToCourse(ctx, { token: params.token, body }),
  setGrade: (ctx, { params, body }) => setGrade(ctx, { token: params.token, body }),
  people: (ctx, { params }) => people(ctx, params.token),
};
