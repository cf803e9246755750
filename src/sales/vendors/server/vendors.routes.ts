import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { vendorsCalls } from '../vendors.contract.ts';
import { brand, setBrand } from './brand.service.ts';
import { addCustomer, customers, grant, setStarter } from './customers.service.ts';
import { checkHost } from './host-proof.service.ts';
import { setLogo } from './logo.service.ts';
import { apply, standing, step } from './steps.service.ts';
import { add, edit, get, list } from './vendors.service.ts';

export const vendorsHandlers: Handlers<typeof vendorsCalls, Ctx> = {
  list: (ctx, { query }) => list(ctx, query),
  get: (ctx, { params }) => get(ctx, params.id),
  add: (ctx, { body }) => add(ctx, body),
  edit: (ctx, { params, body }) => edit(ctx, { id: params.id, body }),
  step: (ctx, { params, body }) => step(ctx, { id: params.id, body }),
  standing: (ctx) => standing(ctx),
  apply: (ctx, { body }) => apply(ctx, body),
  starter: (ctx, { body }) => setStarter(ctx, body.starter),
  customers: (ctx, { query }) => customers(ctx, query),
  addCustomer: (ctx, { body }) => addCustomer(ctx, body),
  grant: (ctx, { params, body }) => grant(ctx, { id: params.id, grant: body.grant }),
  brand: (ctx) => brand(ctx),
  setBrand: (ctx, { body }) => setBrand(ctx, body),
  setLogo: (ctx, { body }) => setLogo(ctx, body),
  checkHost: (ctx) => checkHost(ctx),
};
