import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { AUDIT_DAYS, type AuditData, secretFields } from '../audit.rules.ts';
import { deleteEntriesBefore, insertEntries } from './audit.queries.ts';
import type { AuditRow } from './audit.table.ts';

/** `accountId` is left out when it is the actor's; null = it concerns no account. */
export type AuditRecord = {
  action: string;
  subjectKind: string;
  subjectId: string | null;
  accountId?: string | null;
  /** Who did it, where the news of it come from elsewhere; left out: the actor. */
  userId?: string;
  data?: AuditData;
};

/** Writes down, in the transaction of the deed, who did what. Ids and field names only: neither secrets nor what people wrote. */
export const record = (ctx: Ctx, tx: Db, deed: AuditRecord): Promise<void> => recordAll(ctx, tx, [deed]);

/** An action on another account, recorded there and in the account of its actor. */
export function recordForBoth(ctx: Ctx, tx: Db, deed: AuditRecord & { accountId: string }): Promise<void> {
  const own =
    ctx.actor.kind === 'user' && ctx.actor.accountId !== deed.accountId ? [{ ...deed, accountId: ctx.actor.accountId }] : [];
  return recordAll(ctx, tx, [deed, ...own]);
}

/** The same for many deeds of the same actor, in one statement. */
export const recordAll = (ctx: Ctx, tx: Db, deeds: readonly AuditRecord[]): Promise<void> =>
  insertEntries(
    tx,
    deeds.map((deed) => entryOf(ctx, deed)),
  );

/** By whose hand it was done, where that is not the person's own. */
const handOf = ({ impersonator, key, userId }: UserActor): AuditData => ({
  ...(impersonator === undefined ? {} : { actingFor: userId }),
  ...(key === undefined ? {} : { accessKey: key.id }),
});

/** A person who acts for somebody is the one who did it. */
function actorIn({ actor }: Ctx, { userId }: AuditRecord): Pick<AuditRow, 'actorKind' | 'actorUserId'> {
  if (actor.kind === 'user') return { actorKind: 'user', actorUserId: actor.impersonator?.userId ?? actor.userId };
  return userId === undefined ? { actorKind: actor.kind, actorUserId: null } : { actorKind: 'user', actorUserId: userId };
}

function entryOf(ctx: Ctx, deed: AuditRecord): AuditRow {
  const data = deed.data ?? {};
  const secret = secretFields(data);
  if (secret.length > 0) throw new Error(`an audit entry must not carry ${secret.join(', ')}`);
  return {
    id: newId(ctx.now()),
    accountId: deed.accountId === undefined ? (ctx.actor.kind === 'user' ? ctx.actor.accountId : null) : deed.accountId,
    ...actorIn(ctx, deed),
    action: deed.action,
    subjectKind: deed.subjectKind,
    subjectId: deed.subjectId,
    data: { ...data, ...(ctx.actor.kind === 'user' ? handOf(ctx.actor) : {}) },
    address: ctx.caller.address,
    at: new Date(ctx.now()),
  };
}

/** Throws away entries that are older than we may keep them. Across accounts, hence the system's eyes. */
export async function forgetOldEntries(ctx: Ctx): Promise<number> {
  return ctx.system.write((tx) => deleteEntriesBefore(tx, new Date(ctx.now() - AUDIT_DAYS * 86_400_000)));
}
