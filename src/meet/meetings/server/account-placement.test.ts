import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pollServers } from './polling/poll.service.ts';
import { buildPerson, buildRoom, buildServer, buildStage, failureOf, meetApi } from './meet.factory.ts';

async function pool() {
  const stage = await buildStage();
  const { world } = stage;
  const gold = await buildServer(world, { name: 'gold' });
  const far = await buildServer(world, { name: 'far' });
  const write = (id: string, pools: string, region: string) =>
    world.ctx().system.read.execute(sql`update servers set pools = ${pools}::text[], region = ${region} where id = ${id}`);
  await write(gold.server.id, '{gold}', 'eu');
  await write(far.server.id, '{}', 'us');
  await write(stage.server.id, '{}', 'eu');
  const operator = await buildPerson(world, { kind: 'operator' });
  const servers = world.api(operator).servers;
  const params = { id: stage.owner.accountId };
  const decide = async (change: {
    pools?: string[];
    poolsRequired?: boolean;
    region?: string | null;
    regionRequired?: boolean;
  }) => {
    const { version } = await servers.placementOf({ params });
    const plain = { pools: [], poolsRequired: false, region: null, regionRequired: false };
    return servers.setPlacement({ params, body: { ...plain, ...change, version } });
  };
  const startsOn = async () => {
    const room = await buildRoom(world, stage.owner);
    const started = await meetApi(world, stage.owner)
      .meetings.start({ params: { id: room.id } })
      .then(
        ({ meetingId }) => meetingId,
        (error: unknown) => String(error),
      );
    const found = [stage.fake, gold.fake, far.fake].findIndex((fake) => fake.meetings.has(started));
    return ['plain', 'gold', 'far'][found] ?? started;
  };
  return { ...stage, gold, far, servers, params, decide, startsOn };
}

test('meetings of an account go where the operator decided: must, rather, and by region', async () => {
  const { world, decide, startsOn, servers, params } = await pool();
  // without a word, a server that stands in a pool takes nothing
  for (let n = 0; n < 3; n++) expect(await startsOn()).not.toBe('gold');
  await decide({ pools: ['gold'], poolsRequired: true });
  for (let n = 0; n < 3; n++) expect(await startsOn()).toBe('gold');
  await decide({ region: 'us', regionRequired: true });
  expect([await startsOn(), await startsOn()]).toEqual(['far', 'far']);
  await decide({ pools: ['gold'] });
  expect(await startsOn()).toBe('gold');
  await decide({ region: 'asia', regionRequired: true });
  expect(await startsOn()).toContain('no_server');
  await decide({ region: 'asia' });
  expect(['plain', 'far']).toContain(await startsOn());
  await pollServers(world.ctx());
  expect(await servers.placementOf({ params })).toMatchObject({
    region: 'asia',
    known: { pools: ['gold'], regions: ['eu', 'us'] },
  });
});

test('the reckoning tells it for the account and for its rooms', async () => {
  const { world, owner, decide, servers, gold } = await pool();
  await decide({ pools: ['gold'], poolsRequired: true });
  const room = await buildRoom(world, owner);
  for (const body of [{ accountId: owner.accountId }, { roomId: room.id }]) {
    const told = await servers.explain({ body });
    expect(told.chosen).toBe(gold.server.id);
    expect(told.candidates.filter((one) => one.id !== gold.server.id).map((one) => one.out)).toEqual([['pool'], ['pool']]);
  }
  expect((await servers.explain({ body: {} })).chosen).not.toBe(gold.server.id);
});

test('the operator alone decides, of accounts that are there, and the second of two is told', async () => {
  const { world, owner, servers, params } = await pool();
  const body = { pools: ['gold'], poolsRequired: true, region: null, regionRequired: false, version: 0 };
  const own = world.api(owner).servers;
  for (const work of [own.placementOf({ params }), own.setPlacement({ params, body })])
    expect(['not_found', 'not_allowed']).toContain((await failureOf(work))?.code);
  expect(await failureOf(world.api().servers.setPlacement({ params, body }))).toMatchObject({ code: 'not_signed_in' });
  expect(await failureOf(servers.setPlacement({ params: { id: crypto.randomUUID() }, body }))).toMatchObject({
    code: 'not_found',
  });
  await servers.setPlacement({ params, body });
  expect(await failureOf(servers.setPlacement({ params, body }))).toMatchObject({ code: 'changed_meanwhile' });
});
