import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { auditCalls } from '../audit.contract.ts';
import { auditPeople, exportAudit, listAudit, type AuditNeighbours } from './list.service.ts';

/** The handlers, given who people are and how far back an account reads. */
export const auditHandlers = (neighbours: AuditNeighbours): Handlers<typeof auditCalls, Ctx> => ({
  list: (ctx, { query }) => listAudit(ctx, query, neighbours),
  people: (ctx) => auditPeople(ctx, neighbours),
  exported: (ctx, { body }) => exportAudit(ctx, body, neighbours),
});
