import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { membershipsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';

const counts = z.object({ withoutFactor: z.number() });

/** How many people who can sign in to the account have neither an app nor a passkey. Looks at each of them. */
export async function countWithoutFactor(db: Db, accountId: string): Promise<number> {
  const result = await db.execute(sql`
    select count(*) filter (
        where not exists (select 1 from user_totp t where t.user_id = m.user_id and t.confirmed_at is not null)
          and not exists (select 1 from passkeys p where p.user_id = m.user_id))::int as "withoutFactor"
    from ${membershipsSql} m where m.account_id = ${accountId} and m.state = 'active'`);
  return z.parse(counts, result.rows[0]).withoutFactor;
}

const ownWays = z.array(z.object({ password: z.boolean(), passkey: z.boolean(), provider: z.boolean() }));
/** Which ways in each owner of the account has set up; of providers those of `offered` count. */
export async function waysOfOwners(db: Db, accountId: string, offered: readonly string[]): Promise<z.infer<typeof ownWays>> {
  const result = await db.execute(sql`
    select u.password_hash is not null as password,
      exists (select 1 from passkeys p where p.user_id = u.id) as passkey,
      exists (select 1 from user_identities i where i.user_id = u.id and i.provider = any (${sql.param([...offered])}::text[])) as provider
    from ${membershipsSql} m join ${usersSql} u on u.id = m.user_id
    where m.account_id = ${accountId} and m.role = 'owner' and m.state = 'active' and u.state = 'active'`);
  return z.parse(ownWays, result.rows);
}
