import type { Ctx } from '#kit/server/ctx.ts';
import type { AuditData } from '../audit.rules.ts';
import { entriesAboutUser } from './audit.queries.ts';

export type EntryAbout = { id: string; at: number; action: string; address: string; data: AuditData };

/** The newest entries of a group (`identity`) about a person, whatever account they fell in; for that person's own eyes. */
export async function entriesAbout(ctx: Ctx, of: { userId: string; group: string; limit: number }): Promise<EntryAbout[]> {
  const rows = await entriesAboutUser(ctx.system.read, of);
  return rows.map(({ id, at, action, address, data }) => ({ id, at: at.getTime(), action, address, data }));
}
