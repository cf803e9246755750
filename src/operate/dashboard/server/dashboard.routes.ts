import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { dashboardCalls } from '../dashboard.contract.ts';
import { dashboard } from './dashboard.service.ts';
import { hideSetup } from './setup.service.ts';

export const dashboardHandlers: Handlers<typeof dashboardCalls, Ctx> = {
  get: (ctx) => dashboard(ctx),
  hideSetup: (ctx) => hideSetup(ctx),
};
