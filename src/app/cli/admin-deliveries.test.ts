import { expect, test } from 'vitest';
import { deliver } from '#connect/webhooks/server/deliveries.service.ts';
import { buildReceiver } from '#connect/webhooks/server/receiver.factory.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import type { AdminArguments } from './admin-command.ts';
import { deliveryCommands } from './admin-deliveries.ts';
import { worldForThisTest } from '#app/proof/testing.ts';

test('deliveries list shows what was given up, and retry sends it again', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const run = (verb: string, given: AdminArguments) => {
    const command = deliveryCommands.find((one) => one.verb === verb);
    if (command === undefined) throw new Error('there is no such command');
    return command.run({ config: world.parts.config, given, ownerUrl: '', ctx: world.ctx() });
  };
  const { accountId } = await buildPerson(world);
  const ctx = world.ctx();
  const news = { accountId, kind: 'hook', subjectId: null, method: 'POST', url: `${receiver.url}/x?key=secret` } as const;
  const id = await ctx.system.write((tx) => deliver(ctx, tx, news));
  receiver.say({ status: 410 });
  await world.runJobs();
  const listed = await run('list', { state: 'given-up', account: accountId });
  expect(listed.rows).toEqual([
    expect.objectContaining({ id, kind: 'hook', state: 'given-up', tries: '1', said: '410', to: `${receiver.url}/x` }),
  ]);
  expect((await run('list', { state: 'waiting' })).rows).toEqual([]);
  receiver.say({ status: 200 });
  expect((await run('retry', { id })).text).toBe(`It is sent again to ${receiver.url}/x.`);
  await world.runJobs();
  expect((await run('list', { state: 'delivered' })).rows).toHaveLength(1);
  await expect(run('list', { state: 'odd' })).rejects.toThrow('--state is one of');
  await expect(run('retry', {})).rejects.toThrow('Which one? Give its id.');
});
