import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { inboundCalls } from '../inbound.contract.ts';
import { inboundStatus } from './status.service.ts';

export const inboundHandlers: Handlers<typeof inboundCalls, Ctx> = {
  status: (ctx) => inboundStatus(ctx),
};
