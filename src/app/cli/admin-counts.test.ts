import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { countCommands } from './admin-counts.ts';
import { worldForThisTest } from '#app/proof/testing.ts';
import { seedGroup } from '#core/iam/server/group-seed.service.ts';
import { buildRecording } from '#meet/recordings/server/recordings.factory.ts';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { jobs } from '#operate/admin/server/admin.jobs.ts';
import { recount } from '#operate/admin/server/recount.service.ts';

async function buildFigures() {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const colleague = await buildPerson(world, { colleagueOf: owner, role: 'member' });
  await buildRecording(world, owner, { bytes: 700 });
  const { accountId, userId } = owner;
  const people = [{ userId: colleague.userId, state: 'in' as const }];
  const wish = { accountId, name: 'Class', description: '', statements: [], grantedBy: userId, people };
  const groupId = await seedGroup(world.ctx(), wish);
  const { system } = world.ctx();
  const of = owner.accountId;
  const change = (statement: ReturnType<typeof sql>) => system.write((tx) => tx.execute(statement));
  const figures = async () => {
    const { rows } = await system.read.execute(sql`
      select u.recorded_bytes::int as bytes, m.name = p.name as named,
        (select sum(n)::int from people_counts where account_id = ${of} and group_id is null) as people,
        (select coalesce(sum(n), 0)::int from people_counts where group_id = g.id) as grouped,
        (select sum(n)::int from recording_counts where account_id = ${of} and state = 'published') as published
      from account_use u, iam_groups g, iam_group_members m join users p on p.id = m.user_id
      where u.account_id = ${of} and g.id = ${groupId} and m.group_id = g.id`);
    return rows[0];
  };
  return { world, owner, colleague, groupId, change, figures };
}
const right = { people: 2, bytes: 700, grouped: 1, named: true, published: 1 };

test('figures beside the rows are right after every change, and a place that is taken away counts no more', async () => {
  const { world, colleague, groupId, change, figures } = await buildFigures();
  expect(await figures()).toEqual(right);
  await change(sql`update iam_group_members set state = 'asked' where group_id = ${groupId}`);
  expect(await figures()).toMatchObject({ grouped: 0 });
  await change(sql`update iam_group_members set state = 'in' where group_id = ${groupId}`);
  await change(sql`update memberships set state = 'suspended' where user_id = ${colleague.userId}`);
  await change(sql`update users set name = 'Zoë' where id = ${colleague.userId}`);
  expect(await recount(world.ctx())).toEqual({ accounts: 0, groups: 0, recordings: 0 });
  await change(sql`update memberships set state = 'deleted' where user_id = ${colleague.userId}`);
  expect(await figures()).toMatchObject({ people: 1, grouped: 0 });
  await change(sql`update memberships set state = 'active' where user_id = ${colleague.userId}`);
  expect(await recount(world.ctx())).toEqual({ accounts: 0, groups: 0, recordings: 0 });
});

test('figures that went wrong are put right by the nightly job, and by the operator’s command', async () => {
  const { world, groupId, change, figures } = await buildFigures();
  await change(sql`update account_use set recorded_bytes = 5`);
  await change(sql`delete from people_counts where group_id is null`);
  await change(sql`insert into people_counts select account_id, id, 40 from iam_groups where id = ${groupId}`);
  await change(sql`update iam_group_members set name = 'nobody', here = false`);
  await change(sql`delete from recording_counts`);
  await jobs[0]?.start(world.ctx(), {});
  expect(await figures()).toEqual(right);
  expect(world.logged().join()).toContain('were wrong');
  await change(sql`insert into recording_counts select account_id, state, 7 from recordings`);
  const command = countCommands[0];
  const outcome = await command?.run({ config: world.parts.config, given: {}, ownerUrl: '', ctx: world.ctx() });
  expect(outcome?.json).toEqual({ accounts: 0, groups: 0, recordings: 1 });
  expect(await figures()).toEqual(right);
  expect(await recount(world.ctx())).toEqual({ accounts: 0, groups: 0, recordings: 0 });
});

test('nobody but the installation itself counts anew', async () => {
  const { world, owner } = await buildFigures();
  expect(await failureOf(recount(world.ctx(owner)))).toMatchObject({ code: 'not_allowed' });
});
