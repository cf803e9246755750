import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { peopleCalls } from '../people.contract.ts';
import { findPeople, type PeopleNeighbours } from './people-search.service.ts';

export const peopleHandlers = (neighbours: PeopleNeighbours): Handlers<typeof peopleCalls, Ctx> => ({
  find: (ctx, { query }) => findPeople(ctx, query, neighbours),
});
