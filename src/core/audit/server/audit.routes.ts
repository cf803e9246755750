import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { auditCalls } from '../audit.contract.ts';
import { listAudit } from './audit.service.ts';

export const auditHandlers: Handlers<typeof auditCalls, Ctx> = {
  list: (ctx, { query }) => listAudit(ctx, query),
};
