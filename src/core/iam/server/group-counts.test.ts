/** People of an account and its groups as they come and go: counted right, quickly, and without two who wait for each other. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { type World, testWorld } from '#app/proof/testing.ts';
import { deleteGroup, groupPeopleCount, peopleInGroup, putInGroup, takeOutOfGroup } from './groups.queries.ts';
import { followClaims } from './claims.service.ts';
import { seedGroup } from './group-seed.service.ts';
import { countedPlaces, changePlace, countPlaces, lockPlace } from '#core/accounts/server/places.service.ts';
import { recountAccounts, tidyCounts } from '#core/accounts/server/recount.service.ts';
import { recountGroupPeople } from './recount.service.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';

const world = await testWorld();
afterAll(() => world.close());
const { system } = world.ctx();

const groupOf = (of: World, boss: UserActor, name: string): Promise<string> =>
  seedGroup(of.ctx(), { accountId: boss.accountId, name, description: '', statements: [], grantedBy: boss.userId, people: [] });
const inGroup = (boss: UserActor, groupId: string) => ({
  accountId: boss.accountId,
  groupId,
  state: 'in' as const,
  grantedBy: null,
  since: new Date(0),
});
async function buildGroups() {
  const boss = await buildPerson(world);
  const groups = [await groupOf(world, boss, 'One'), await groupOf(world, boss, 'Two')] as const;
  const people = [
    await buildPerson(world, { colleagueOf: boss, role: 'member' }),
    await buildPerson(world, { colleagueOf: boss, role: 'member' }),
  ] as const;
  return { boss, groups, people };
}
/** What is counted is what there is. */
async function expectRight(accountId: string): Promise<void> {
  const db = system.read;
  expect(await countedPlaces(db, accountId)).toBe(await countPlaces(db, accountId));
  expect([await recountAccounts(world.ctx()), await recountGroupPeople(world.ctx())]).toEqual([0, 0]);
}
/** Two transactions that both began before either goes on. */
async function together(...works: ((tx: typeof system.read, meet: () => Promise<void>) => Promise<void>)[]): Promise<void> {
  let here = 0;
  let open = (): void => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  const meet = () => {
    here += 1;
    if (here === works.length) open();
    // one that waits for a lock of the other never comes: they go on one after the other then
    return Promise.race([all, new Promise<void>((resolve) => setTimeout(resolve, 400))]);
  };
  await Promise.all(works.map((work) => system.write((tx) => work(tx, meet))));
}

test('two people who come into the same groups in another order do not wait for each other for ever', async () => {
  const { boss, groups, people } = await buildGroups();
  const [one, two] = groups;
  const walk = (userId: string, order: readonly string[]) => async (tx: typeof system.read, meet: () => Promise<void>) => {
    for (const groupId of order) {
      await putInGroup(tx, inGroup(boss, groupId), [userId]);
      await meet();
    }
  };
  await together(walk(people[0].userId, [one, two]), walk(people[1].userId, [two, one]));
  for (const id of groups) expect(await peopleInGroup(system.read, id)).toBe(2);
  const leave = (userId: string, order: readonly string[]) => async (tx: typeof system.read, meet: () => Promise<void>) => {
    for (const groupId of order) {
      await takeOutOfGroup(tx, { groupId, userId });
      await meet();
    }
  };
  await together(leave(people[0].userId, [two, one]), leave(people[1].userId, [one, two]));
  for (const id of groups) expect(await peopleInGroup(system.read, id)).toBe(0);
  await expectRight(boss.accountId);
});

test('a claim brings nobody into a group whose place is being taken away', async () => {
  const { boss, groups, people } = await buildGroups();
  const { userId } = people[0];
  await system.write((tx) => tx.execute(sql`update iam_groups set claim = 'staff' where id = ${groups[0]}`));
  await together(
    async (tx, meet) => {
      await changePlace(tx, await lockPlace(tx, { accountId: boss.accountId, userId }), { state: 'deleted' });
      await meet();
    },
    async (tx, meet) => {
      // nothing of it is seen yet, and it is waited for
      await new Promise((resolve) => setTimeout(resolve, 100));
      await followClaims(world.ctx(), tx, { userId, provider: 'school', groups: ['staff'] });
      await meet();
    },
  );
  const { rows } = await system.read.execute(sql`select 1 from iam_group_members where user_id = ${userId}`);
  expect(rows).toHaveLength(0);
  await expectRight(boss.accountId);
});

test('a claim for two groups, one of which is being deleted, brings into the other', async () => {
  const { boss, groups, people } = await buildGroups();
  const { userId } = people[0];
  await system.write((tx) => tx.execute(sql`update iam_groups set claim = name where account_id = ${boss.accountId}`));
  await together(
    async (tx, meet) => {
      await deleteGroup(tx, groups[0]);
      await meet();
    },
    async (tx, meet) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await followClaims(world.ctx(), tx, { userId, provider: 'school', groups: ['one', 'two'] });
      await meet();
    },
  );
  expect(await peopleInGroup(system.read, groups[1])).toBe(1);
  await expectRight(boss.accountId);
});

test('whoever is put in by whatever way while their place goes is not counted', async () => {
  const { boss, groups, people } = await buildGroups();
  const { userId } = people[0];
  await together(
    async (tx, meet) => {
      await changePlace(tx, { accountId: boss.accountId, userId }, { state: 'deleted' });
      await meet();
    },
    async (tx, meet) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await putInGroup(tx, inGroup(boss, groups[0]), [userId]);
      await meet();
    },
  );
  expect(await peopleInGroup(system.read, groups[0])).toBe(0);
  expect(await groupPeopleCount(system.read, groups[0])).toBe(0);
  await expectRight(boss.accountId);
});

test('people whose place and groups go in one statement are counted out of the account and of its groups', async () => {
  const { boss, groups, people } = await buildGroups();
  const [one, two] = people;
  for (const groupId of groups) await system.write((tx) => putInGroup(tx, inGroup(boss, groupId), [one.userId, two.userId]));
  await system.write(async (tx) => {
    await tx.execute(sql`with places as (delete from memberships where user_id = ${one.userId})
      delete from iam_group_members where user_id = ${one.userId}`);
  });
  expect(await countedPlaces(system.read, boss.accountId)).toBe(2);
  for (const id of groups) expect(await peopleInGroup(system.read, id)).toBe(1);
  await expectRight(boss.accountId);
});

test('ten thousand people of a group go in about the time that writing them takes, and the account’s number moves once', async () => {
  const { boss, groups } = await buildGroups();
  const { accountId } = boss;
  const many = 10_000;

  await system.write(async (tx) => {
    await tx.execute(sql`insert into users (id, email, name, state, locale, time_zone, version, created_at)
      select gen_random_uuid(), ${`${accountId}-`} || n || '@example.net', 'Pupil ' || n, 'active', 'en-US', 'UTC', 1, now()
      from generate_series(1, ${many}::int) n`);
    await tx.execute(sql`insert into memberships (id, account_id, user_id, role, permissions, state, preset, created_at)
      select gen_random_uuid(), ${accountId}, id, 'member', '{}', 'active', 'none', now() from users where email like ${`${accountId}-%`}`);
    await tx.execute(sql`insert into iam_group_members (account_id, group_id, user_id, state, since)
      select ${accountId}, ${groups[0]}, id, 'in', now() from users where email like ${`${accountId}-%`}`);
  });
  expect(await peopleInGroup(system.read, groups[0])).toBe(many);
  const version = async () => {
    const { rows } = await system.read.execute<{ v: number }>(
      sql`select version::int as v from iam_versions where account_id = ${accountId}`,
    );
    return rows[0]?.v ?? 0;
  };
  const before = await version();
  await system.write((tx) => tx.execute(sql`delete from iam_group_members where group_id = ${groups[0]}`));
  expect(await version()).toBe(before + 1);
  expect(await peopleInGroup(system.read, groups[0])).toBe(0);
  await system.write((tx) =>
    tx.execute(sql`update memberships set state = 'deleted' where account_id = ${accountId} and role = 'member'`),
  );
  expect(await version()).toBe(before + 2);
  await expectRight(accountId);
}, 60_000);

test('entries are summed up when they are many or come to nothing, by two at once too, and the figures stay', async () => {
  const { boss, groups, people } = await buildGroups();
  for (let at = 0; at < 25; at++) {
    await system.write((tx) => putInGroup(tx, inGroup(boss, groups[0]), [people[0].userId]));
    await system.write((tx) => takeOutOfGroup(tx, { groupId: groups[0], userId: people[0].userId }));
  }
  await system.write((tx) => putInGroup(tx, inGroup(boss, groups[1]), [people[0].userId]));
  expect(Math.max(...(await Promise.all([tidyCounts(world.ctx()), tidyCounts(world.ctx())])))).toBeGreaterThan(49);
  const { rows } = await system.read.execute(sql`select n from people_counts where group_id = ${groups[0]}`);
  expect(rows).toEqual([]);
  expect(await peopleInGroup(system.read, groups[1])).toBe(1);
  await expectRight(boss.accountId);
});

test('people of a group who are only invited: none, and no trouble', async () => {
  const { boss, groups } = await buildGroups();
  for (const state of ['invited', 'expired'] as const)
    for (const search of [undefined, 'a'])
      expect(
        await world
          .api(boss)
          .iam.members({ query: { group: groups[0], state, limit: 5, ...(search === undefined ? {} : { search }) } }),
      ).toMatchObject({ items: [], total: 0, next: null });
});
