/** The rules that an account has for signing in; read by every sign-in, changed through core/identity, which asks for proof. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type AccountPolicy, passwordMinOf, standardPolicy } from '../policy.rules.ts';
import { keepPolicy, policiesById, policiesOfPerson, policyById } from './policy.queries.ts';
import type { PolicyRow } from './policy.table.ts';

const policyOf = (row: PolicyRow): AccountPolicy => ({
  secondFactorFrom: row.secondFactorFrom?.getTime() ?? null,
  graceDays: row.graceDays,
  passwordMin: row.passwordMin,
  idleMinutes: row.idleMinutes,
  sessionHours: row.sessionHours,
  ways: row.ways,
  version: row.version,
});

/** The account's rules; the standard ones as long as nobody changed them. */
export async function findPolicy(db: Db, accountId: string): Promise<AccountPolicy> {
  const row = await policyById(db, accountId);
  return row === null ? standardPolicy : policyOf(row);
}

/** Rules of several accounts by id; those without rules of their own are missing. */
export async function findPolicies(db: Db, accountIds: readonly string[]): Promise<Map<string, AccountPolicy>> {
  if (accountIds.length === 0) return new Map();
  return new Map((await policiesById(db, accountIds)).map((row) => [row.accountId, policyOf(row)]));
}

/** Least characters of a new password of that person, over all their accounts. */
export async function passwordMinFor(db: Db, userId: string): Promise<number> {
  return passwordMinOf(await policiesOfPerson(db, userId));
}

/** Keeps changed rules. Throws `changed_meanwhile` when somebody else did since `policy.version`. The caller has asked who may. */
export async function savePolicy(ctx: Ctx, tx: Db, change: { accountId: string; policy: AccountPolicy }): Promise<AccountPolicy> {
  const { accountId, policy } = change;
  const kept = { ...policy, version: policy.version + 1 };
  const row: PolicyRow = {
    accountId,
    ...kept,
    ways: [...kept.ways],
    secondFactorFrom: kept.secondFactorFrom === null ? null : new Date(kept.secondFactorFrom),
    updatedAt: new Date(ctx.now()),
  };
  if (!(await keepPolicy(tx, row, policy.version)))
    throw new Failure('changed_meanwhile', { data: { version: (await findPolicy(tx, accountId)).version } });
  return kept;
}
