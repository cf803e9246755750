/** What is asked of an account with more people than a list shows. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildAccountOwner, buildColleague, codeOf, proven } from './ownership.factory.ts';

const world = await testWorld();
afterAll(() => world.close());

/** That many colleagues whose names come before everybody else's. */
async function crowd({ accountId }: UserActor, many: number): Promise<void> {
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into users (id, email, name, state, locale, time_zone, email_verified_at, version, created_at)
      select gen_random_uuid(), ${`${accountId}-`} || n || '@example.net', 'Aaron ' || n, 'active', 'en-US', 'UTC', now(), 1, now()
      from generate_series(1, ${many}::int) n`);
    await tx.execute(sql`insert into memberships (id, account_id, user_id, role, permissions, state, preset, created_at)
      select gen_random_uuid(), ${accountId}, id, 'member', '{}', 'active', 'none', now() from users where email like ${`${accountId}-%`}`);
  });
}

test('the owner and whoever is offered the account are known among more people than a list has room for', async () => {
  const ana = await proven(world, await buildAccountOwner(world));
  const zoe = await buildColleague(world, ana);
  await world.ctx().system.read.execute(sql`update users set name = 'Zoe Zuckmayer' where id = ${zoe.userId}`);
  await crowd(ana, 600);
  const { ownership, people } = world.api(ana);
  expect((await ownership.overview()).owner?.id).toBe(ana.userId);
  expect((await people.find({ query: { for: 'owner', limit: 50 } })).items).toHaveLength(50);
  for (const search of ['zuckm', zoe.email])
    expect((await people.find({ query: { for: 'owner', search } })).items.map((one) => one.id)).toEqual([zoe.userId]);
  expect((await people.find({ query: { for: 'owner', search: '%' } })).items).toEqual([]);
  expect(await codeOf(ownership.offer({ body: { userId: zoe.userId } }))).toBe('fine');
  expect((await ownership.overview()).offer?.to).toEqual({ id: zoe.userId, name: 'Zoe Zuckmayer' });
  // whom the search shows is nobody of another account, and nobody's business but the owner's
  expect(await codeOf(world.api(zoe).people.find({ query: { for: 'owner' } }))).toBe('not_allowed');
  expect(await codeOf(world.api().people.find({ query: { for: 'owner' } }))).toBe('not_signed_in');
  const other = await buildAccountOwner(world);
  expect((await world.api(other).people.find({ query: { for: 'owner', search: 'zuckm' } })).items).toEqual([]);
});

test('what is erased is counted to a thousand, and people without a second factor where they are few', async () => {
  const ana = await buildAccountOwner(world);
  await buildColleague(world, ana);
  const { ownership, signInRules } = world.api(ana);
  expect((await ownership.preview()).counts).toMatchObject({ people: 2, rooms: 0, recordings: 0, recordingBytes: 0 });
  expect(await signInRules.get()).toMatchObject({ people: 2, withoutFactor: 2 });
  await crowd(ana, 1_000);
  expect((await ownership.preview()).counts.people).toBeUndefined();
  expect(await signInRules.get()).toMatchObject({ people: 1_002, withoutFactor: null });
});
