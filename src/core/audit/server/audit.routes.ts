import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { auditCalls } from '../audit.contract.ts';
import { auditPeople, exportAudit, listAudit, type NamesOf } from './list.service.ts';

/** The handlers, given who people are. */
export const auditHandlers = (namesOf: NamesOf): Handlers<typeof auditCalls, Ctx> => ({
  list: (ctx, { query }) => listAudit(ctx, query, namesOf),
  people: (ctx) => auditPeople(ctx, namesOf),
  exported: (ctx, { body }) => exportAudit(ctx, body, namesOf),
});
