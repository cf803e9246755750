import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { peopleCalls } from '../people.contract.ts';
import { findPeople, type HoldersAmong } from './people-search.service.ts';

export const peopleHandlers = (holdersAmong: HoldersAmong): Handlers<typeof peopleCalls, Ctx> => ({
  find: (ctx, { query }) => findPeople(ctx, query, holdersAmong),
});
