/** Lists with more rows than are counted: they go without a total, and a search finds what is rare among them, and what is not. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNTED_TO } from '#kit/counted.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { testWorld } from './testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const rows = COUNTED_TO + 200;
const n = sql`generate_series(1, ${rows}::int) n`;
// the first three are rare
const named = sql`case when n <= 3 then 'Quelimane ' else 'Usual ' end || n`;
const at = sql`now() - interval '1 year' + n * interval '1 second'`;
const id = (kind: string) =>
  sql.raw(`(lpad(to_hex(1700000000000 + n), 12, '0') || '70008000${kind}' || lpad(to_hex(n), 10, '0'))::uuid`);

let owner: UserActor;
let operator: UserActor;
beforeAll(async () => {
  [owner, operator] = [await buildPerson(world), await buildPerson(world, { kind: 'operator' })];
  const { accountId } = owner;
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into meetings (id, account_id, name, state, created_at, ended_at, end_reason)
      select ${id('01')}, ${accountId}, ${named}, 'ended', ${at}, now(), 'host' from ${n}`);
    await tx.execute(sql`insert into audit_entries (id, account_id, actor_kind, action, subject_kind, subject_id, data, address, at)
      select ${id('02')}, ${accountId}, 'system', 'rooms.created', 'room', 'r' || n, jsonb_build_object('name', ${named}), '192.0.2.7', ${at} from ${n}`);
    await tx.execute(sql`insert into outbox_mails (id, template, recipient, locale, subject, body_text, body_html, state, attempts, created_at)
      select ${id('03')}, 'welcome', 'r@example.net', 'en-US', ${named}, '', '', 'sent', 1, ${at} from ${n}`);
    await tx.execute(sql`insert into users (id, email, name, state, locale, time_zone, version, created_at)
      select ${id('04')}, 'pupil-' || n || '@example.net', ${named}, 'active', 'en-US', 'UTC', 1, ${at} from ${n}`);
    await tx.execute(sql`insert into memberships (id, account_id, user_id, role, permissions, state, preset, created_at)
      select ${id('05')}, ${accountId}, ${id('04')}, 'member', '{}', case when n <= 3 then 'suspended' else 'active' end, 'none', ${at} from ${n}`);
  });
});

type Page = { items: readonly unknown[]; next: string | null; total?: number | undefined };
type Ask = (query: { search?: string; limit: number; cursor?: string }) => Promise<Page>;
const lists: Record<string, Ask> = {
  meetings: (query) => world.api(owner).meetings.list({ query }),
  'what happened': (query) => world.api(owner).audit.list({ query }),
  mails: (query) => world.api(operator).outbox.list({ query }),
  people: (query) => world.api(owner).iam.members({ query }),
};

test.each(Object.entries(lists))(
  '%s: no total of more than are counted, an exact one of a few, all pages of both',
  async (_name, ask) => {
    expect((await ask({ limit: 5 })).total).toBeUndefined();
    const rare = await ask({ limit: 2, search: 'quelim' });
    expect(rare).toMatchObject({ total: 3, next: expect.any(String) });
    const last = await ask({ limit: 2, search: 'quelim', cursor: rare.next ?? '' });
    expect([rare.items.length, last.items.length, last.next, last.total]).toEqual([2, 1, null, 3]);
    const usual = await ask({ limit: 5, search: 'usual' });
    expect([usual.items.length, usual.total]).toEqual([5, undefined]);
    expect((await ask({ limit: 5, search: 'usual', cursor: usual.next ?? '' })).items).toHaveLength(5);
    expect(await ask({ limit: 5, search: 'nothing of the kind' })).toMatchObject({ items: [], total: 0 });
  },
);

test('people by their state are found among many, and counted beside the others', async () => {
  const page = await world.api(owner).iam.members({ query: { state: 'suspended', limit: 2 } });
  expect([page.items.length, page.total, page.seats.used]).toEqual([2, 3, rows + 1]);
});

test('another account finds none of it, whatever it searches for', async () => {
  const other = await buildPerson(world);
  const query = { search: 'quelim', limit: 5 };
  const api = world.api(other);
  for (const page of [await api.meetings.list({ query }), await api.audit.list({ query }), await api.iam.members({ query })])
    expect(page).toMatchObject({ items: [], total: 0 });
});

test('the operator sees how many people an account has without counting them, and that there are many newcomers', async () => {
  const { items } = await world.api(operator).users.list({ query: { limit: 50 } });
  expect(items.find((one) => one.id === owner.accountId)?.usage.people).toBe(rows + 1);
});
