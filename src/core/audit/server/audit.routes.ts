import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { auditCalls } from '../audit.contract.ts';
import { auditPeople, exportAudit, listAudit, type Told } from './list.service.ts';

/** The handlers, given who people are and how far back an account reads. */
export const auditHandlers = (told: Told): Handlers<typeof auditCalls, Ctx> => ({
  list: (ctx, { query }) => listAudit(ctx, query, told),
  people: (ctx) => auditPeople(ctx, told),
  exported: (ctx, { body }) => exportAudit(ctx, body, told),
});
