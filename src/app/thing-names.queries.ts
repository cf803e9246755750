/**
 * Names of what entries of the audit log are about, as they are now. Only what belongs to the account as a whole has one here: files, boards
 * and saved questions may be a person's own.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { ThingReference } from '#core/audit/server/list.service.ts';
import type { Db } from '#kit/server/db/db.ts';

/** `owners`: columns with the accounts that may read the name; the operator reads all. */
type NamedTable = { table: SQL; name?: SQL; owners: readonly SQL[] };

const account = [sql`t.account_id`];
const seller = sql`t.seller_id`;
const tables: Readonly<Record<string, NamedTable>> = {
  account: { table: sql`accounts`, owners: [sql`t.id`, sql`t.vendor_account_id`] },
  room: { table: sql`rooms`, owners: account },
  meeting: { table: sql`meetings`, owners: account },
  recording: { table: sql`recordings`, owners: account },
  scheduled_meeting: { table: sql`scheduled_meetings`, name: sql`t.title`, owners: account },
  server: { table: sql`servers`, owners: [] },
  group: { table: sql`iam_groups`, owners: account },
  'permission-set': { table: sql`iam_sets`, owners: account },
  'access-key': { table: sql`access_keys`, owners: account },
  'endpoint-key': { table: sql`endpoint_secrets`, owners: account },
  webhook: { table: sql`webhooks`, owners: account },
  'lti-platform': { table: sql`lti_platforms`, owners: account },
  ticket: { table: sql`tickets`, name: sql`'#' || t.number`, owners: [...account, seller] },
  invoice: { table: sql`invoices`, name: sql`t.number`, owners: [...account, seller] },
  plan: { table: sql`plans`, owners: [seller] },
  coupon: { table: sql`coupons`, name: sql`t.code`, owners: [seller] },
  newsletter_campaign: { table: sql`newsletter_campaigns`, owners: [] },
};

export const namedKinds = Object.keys(tables);

type NamedThing = ThingReference & { name: string };

/** `accountId` null: of all accounts. One statement for all kinds. */
export async function thingsNamed(db: Db, things: readonly ThingReference[], accountId: string | null): Promise<NamedThing[]> {
  const byKind = Map.groupBy(things, ({ kind }) => kind);
  const selects = [...byKind].flatMap(([kind, some]) => {
    const from = tables[kind];
    if (from === undefined) return [];
    const ids = sql`${sql.param(some.map(({ id }) => id))}::uuid[]`;
    const mine = from.owners.map((owner) => sql`${owner} = ${accountId}::uuid`);
    const whose = accountId === null ? sql`true` : sql.join([sql`false`, ...mine], sql` or `);
    const name = from.name ?? sql`t.name`;
    return [
      sql`select ${kind}::text as kind, t.id, ${name} as name from ${from.table} t
      where t.id = any(${ids}) and (${whose}) and ${name} is not null`,
    ];
  });
  if (selects.length === 0) return [];
  const { rows } = await db.execute<NamedThing>(sql.join(selects, sql` union all `));
  return rows;
}
