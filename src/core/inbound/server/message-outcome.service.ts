/** What those who hear of a message say back: that they have no use for it, and that they want to see it as it came. */
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { IgnoredReason } from '../inbound.rules.ts';
import { ignoreHandled, storedOf } from './inbound.queries.ts';
import { readOriginal } from './original.service.ts';

/** Counted for the operator with its reason (`GET /api/inbound`). `tx` is the system's. */
export async function noteIgnored(tx: Db, message: { id: string; reason: IgnoredReason }): Promise<void> {
  await ignoreHandled(tx, message);
}

/** The raw mail (RFC 5322). Null: it is kept no longer. Who may see it is asked by the caller. */
export async function openOriginal(ctx: Ctx, id: string): Promise<Uint8Array | null> {
  // the table of incoming mail is the whole installation's
  const stored = isId(id) ? await storedOf(ctx.system.read, id) : null;
  return stored === null ? null : readOriginal(ctx, stored);
}
