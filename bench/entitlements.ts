/** What it takes to know what an account may, where a customer's program creates a meeting, with 10 000 accounts. */
import { openDoorCache } from '#connect/endpoint/server/door-cache.service.ts';
import { newestSecret } from '#connect/endpoint/server/secrets.service.ts';
import { fits } from '#core/accounts/accounts.rules.ts';
import { openCounts } from '#meet/meetings/server/external/external.queries.ts';
import type { Building } from './endpoint-stage.ts';
import { idSql } from './lists.ts';
import { type BenchLine, lineOf } from './report.ts';

const accounts = 10_000;
const asked = 3_000;
const most = 10;

const at = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

/** Copies of one account with its endpoint and secret, and a meeting that runs in each. Returns what tells the endpoints apart. */
async function fillAccounts({ ctx, owner, customer }: Building): Promise<string[]> {
  const { accountId } = await customer('asker');
  await newestSecret(ctx, accountId);
  const numbers = [0, accounts - 1];
  const account = idSql('n', 'c0');
  await owner.query(
    `insert into accounts (id, kind, name, state, entitlements) select ${account}, 'customer', 'Asker ' || n, 'active', '{"meetingsAtOnce": ${most}}'
     from generate_series($1::bigint, $2::bigint) n`,
    numbers,
  );
  await owner.query(
    `insert into endpoints (id, account_id, key, created_at) select ${idSql('n', 'c1')}, ${account}, 'bench' || n, now() from generate_series($1::bigint, $2::bigint) n`,
    numbers,
  );
  await owner.query(
    `insert into endpoint_secrets (id, account_id, endpoint_id, name, secret_sealed, hint, created_at)
     select ${idSql('n', 'c2')}, ${account}, ${idSql('n', 'c1')}, s.name, s.secret_sealed, s.hint, now()
     from generate_series($1::bigint, $2::bigint) n, (select * from endpoint_secrets where account_id = $3 limit 1) s`,
    [...numbers, accountId],
  );
  await owner.query(
    `insert into meetings (id, account_id, name, state, created_at, external_id, asked)
     select ${idSql('n', 'c3')}, ${account}, 'Lesson', 'live', now(), 'lesson-' || n, jsonb_build_object('voiceBridge', (10000000 + n)::text)
     from generate_series($1::bigint, $2::bigint) n`,
    numbers,
  );
  await owner.query('vacuum analyze');
  return Array.from({ length: accounts }, (_none, n) => `bench${n}`);
}

/** Milliseconds of each check: who calls, what the plan says, how many run. */
async function checked({ ctx }: Building, keys: readonly string[]): Promise<{ first: number[]; again: number[] }> {
  const cache = openDoorCache(ctx);
  const one = async (key: string) => {
    const began = performance.now();
    const endpoint = await cache.find({ key });
    if (endpoint === null) throw new Error(`no endpoint ${key}`);
    const max = endpoint.account.plan.meetingsAtOnce ?? null;
    const counts = await openCounts(ctx.system.read, new Map(max === null ? [] : [[endpoint.accountId, max]]));
    if (!fits(max, counts.get(endpoint.accountId) ?? 0)) throw new Error('one meeting is no more than ten');
    return performance.now() - began;
  };
  const first: number[] = [];
  const again: number[] = [];
  for (let n = 0; n < asked; n++) {
    const key = keys[(n * 7919) % keys.length] ?? '';
    first.push(await one(key));
    again.push(await one(key));
  }
  cache.close();
  return { first: first.slice(200), again: again.slice(200) };
}

export async function measureEntitlements(to: Building): Promise<BenchLine[]> {
  const { first, again } = await checked(to, await fillAccounts(to));
  const about = 'entitlement check at create, 10 000 accounts';
  return [
    lineOf(`${about}: p50`, at(again, 0.5), { unit: 'ms' }),
    lineOf(`${about}: p99`, at(again, 0.99), { unit: 'ms', atMost: 1 }),
    lineOf(`${about}: p99 of an account that did not call for seconds`, at(first, 0.99), { unit: 'ms' }),
  ];
}
