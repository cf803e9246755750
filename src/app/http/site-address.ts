/** The address that the web process found out for itself, for processes that have no port: the command line and workers. */
import type { Db } from '#kit/server/db/db.ts';
import { putSetting, readSetting } from '#kit/server/settings.queries.ts';

const key = 'site.address';

export const keepSiteAddress = (db: Db, address: string): Promise<void> => putSetting(db, key, address);

/** Null: no web process has run yet. */
export async function keptSiteAddress(db: Db): Promise<string | null> {
  const row = await readSetting(db, key);
  return typeof row?.value === 'string' ? row.value : null;
}
