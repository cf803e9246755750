/** For how long messages may be changed, as those who lead an account set it. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { chatCalls } from '../chat.contract.ts';
import { type ChatEditPolicy, defaultEditPolicy } from '../chat.rules.ts';
import { chatterOf } from './access.service.ts';
import { policyRow, putPolicy } from './members.queries.ts';

export async function policyOf(db: Db, accountId: string): Promise<ChatEditPolicy> {
  const row = await policyRow(db, accountId);
  return row === null ? defaultEditPolicy : { editMinutes: row.editMinutes, keepEdits: row.keepEdits };
}
export async function getPolicy(ctx: Ctx): Promise<ResultIn<typeof chatCalls.policy>> {
  const { accountId, scope } = chatterOf(ctx);
  return { ...(await policyOf(ctx.db.read, accountId)), rights: { edit: scope.includes('account.edit') } };
}
export async function setPolicy(ctx: Ctx, body: Parsed<typeof chatCalls.setPolicy>['body']): Promise<ChatEditPolicy> {
  const { accountId, scope } = chatterOf(ctx);
  if (!scope.includes('account.edit')) throw notAllowed('account.edit');
  await ctx.system.write(async (tx) => {
    await putPolicy(tx, { accountId, ...body });
    await record(ctx, tx, { action: 'chat.policy-set', subjectKind: 'account', subjectId: accountId, accountId, data: body });
  });
  return body;
}
