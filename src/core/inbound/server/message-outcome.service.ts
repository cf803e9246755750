/** What those who hear of a message say back: that they have no use for it, and that they want to see it as it came. */
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { IgnoredReason } from '../inbound.rules.ts';
import { claimMessage, ignoreHandled, isMessage, storedOf } from './inbound.queries.ts';
import { readOriginal } from './original.service.ts';

/** Counted for the operator with its reason (`GET /api/inbound`). `tx` is the system's. */
export async function noteIgnored(tx: Db, message: { id: string; reason: IgnoredReason }): Promise<void> {
  await ignoreHandled(tx, message);
}

/** For who acts on a letter in a job, which may run twice: true once, in the transaction that acts. `tx` is the system's. */
export async function claimLetter(ctx: Ctx, tx: Db, id: string): Promise<boolean> {
  // of one that is kept no longer nothing is known
  return (await claimMessage(tx, id, new Date(ctx.now()))) || !(await isMessage(tx, id));
}

/** The raw mail (RFC 5322). Null: it is kept no longer. Who may see it is asked by the caller. */
export async function openOriginal(ctx: Ctx, id: string): Promise<Uint8Array | null> {
  // the table of incoming mail is the whole installation's
  const stored = isId(id) ? await storedOf(ctx.system.read, id) : null;
  return stored === null ? null : readOriginal(ctx, stored);
}
