/** What those who hear of a message say back: that they have no use for it, and that they want to see it as it came. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { IgnoredReason } from '../inbound.rules.ts';
import { ignoreHandled } from './inbound.queries.ts';

/** Counted for the operator with its reason (`GET /api/inbound`). `tx` is the system's. */
export async function noteIgnored(tx: Db, message: { id: string; reason: IgnoredReason }): Promise<void> {
  await ignoreHandled(tx, message);
}

/** The raw mail (RFC 5322). Null: it is kept no longer. Who may see it is asked by the caller. */
export async function openOriginal(_ctx: Ctx, _id: string): Promise<Uint8Array | null> {
  return Promise.resolve(null);
}
