/** Servers of a pool, for tests. */
import { onTestFinished } from 'vitest';
import type { World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import type { NewServerInput } from '../servers.contract.ts';
import type { ServerItem } from '../server-views.contract.ts';
import { engineFacts } from '../servers.rules.ts';
import { buildFakeBbb, type FakeBbb } from './fake-bbb.factory.ts';
import { changeServer } from './servers.queries.ts';
import { type AnsweredHealth, report } from './servers.service.ts';

export const buildOperator = (world: World): Promise<UserActor> =>
  buildPerson(world, { kind: 'operator', name: 'Otto Operator' });

/** A fake server that is closed when the test ends. */
export async function buildFake(): Promise<FakeBbb> {
  const fake = await buildFakeBbb();
  onTestFinished(() => fake.close());
  return fake;
}

/** A server that was added by an operator through the API, with the fake behind it. */
export async function buildPooled(
  world: World,
  operator: UserActor,
  wish: Partial<NewServerInput> = {},
): Promise<{ fake: FakeBbb; server: ServerItem }> {
  const fake = await buildFake();
  const server = await world.api(operator).servers.add({ body: { name: 'bbb1', url: fake.url, secret: fake.secret, ...wish } });
  return { fake, server };
}

/** What a server that is well says, with these figures. */
export const answered = (figures: Partial<AnsweredHealth> = {}): AnsweredHealth => ({
  ...{ meetings: 0, people: 0, voices: 0, videos: 0, answerMs: 20, clockSkewMs: 0, version: null },
  ...figures,
});

/** Makes a server look as if it had said this. */
export const tell = (world: World, serverId: string, figures: Partial<AnsweredHealth> = {}) =>
  report(world.ctx(), { serverId, answered: answered(figures) });

/** Makes a server one that the program itself runs, and has said so just now. */
export const makeEngine = (world: World, serverId: string): Promise<void> =>
  world
    .ctx()
    .system.write((tx) =>
      changeServer(tx, serverId, { kind: 'engine', engineUntil: new Date(world.ctx().now() + engineFacts.leaseFor) }),
    );
