import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { serversCalls } from '../servers.contract.ts';
import { placementOf, setPlacement } from './account-placement.service.ts';
import { check, disable, drain, enable, forget, panic, retire } from './actions.service.ts';
import { add, edit } from './edit.service.ts';
import { explain } from './explain.service.ts';
import { exportText, importText } from './import.service.ts';
import { get, history, list } from './list.service.ts';
import type { PoolNeighbours } from './pool-view.service.ts';
import { test } from './server-test.service.ts';

/** The handlers, given what only later domains know. */
export const serversHandlers = (neighbours: PoolNeighbours): Handlers<typeof serversCalls, Ctx> => ({
  list: (ctx, { query }) => list(ctx, query, neighbours),
  get: (ctx, { params }) => get(ctx, params.id, neighbours),
  history: (ctx, { params, query }) => history(ctx, { id: params.id, span: query.span }),
  test: (ctx, { body }) => test(ctx, body),
  add: (ctx, { body }) => add(ctx, body, neighbours),
  edit: (ctx, { params, body }) => edit(ctx, { id: params.id, change: body }, neighbours),
  check: (ctx, { params }) => check(ctx, params.id, neighbours),
  enable: (ctx, { params }) => enable(ctx, params.id, neighbours),
  drain: (ctx, { params }) => drain(ctx, params.id, neighbours),
  disable: (ctx, { params }) => disable(ctx, params.id, neighbours),
  retire: (ctx, { params }) => retire(ctx, params.id, neighbours),
  panic: (ctx, { params, body }) => panic(ctx, { id: params.id, name: body.name }, neighbours),
  importText: (ctx, { body }) => importText(ctx, body),
  exportText: (ctx) => exportText(ctx),
  explain: (ctx, { body }) => explain(ctx, body, neighbours),
  placementOf: (ctx, { params }) => placementOf(ctx, params.id),
  setPlacement: (ctx, { params, body }) => setPlacement(ctx, params.id, body),
  forget: (ctx, { params }) => forget(ctx, params.id, neighbours),
});
