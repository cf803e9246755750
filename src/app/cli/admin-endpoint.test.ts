import { expect, test } from 'vitest';
import { buildAccount, buildPerson } from '#core/accounts/server/accounts.factory.ts';
import type { AdminArguments, AdminOutcome } from './admin-command.ts';
import { endpointCommands } from './admin-endpoint.ts';
import { type World, worldForThisTest } from '#app/proof/testing.ts';

function run(world: World, verb: string, given: AdminArguments): Promise<AdminOutcome> {
  const command = endpointCommands.find((one) => one.verb === verb);
  if (command === undefined) throw new Error('there is no such command');
  return command.run({ config: world.parts.config, given, ownerUrl: '', ctx: world.ctx() });
}

test('endpoint show prints what a client needs, and rotate gives a new secret', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world, { email: 'miriam@example.org' });
  const { id } = await buildAccount(world, { ownerId: owner.id });
  const shown = await run(world, 'show', { account: id });
  expect(shown.json).toEqual({
    url: expect.stringMatching(/^http:\/\/localhost:3000\/e\/[a-z0-9]{16}\/bigbluebutton\/$/),
    secret: expect.stringMatching(/^[a-z0-9]{40}$/),
  });
  expect((await run(world, 'show', { account: 'demo' })).json).toEqual(shown.json);
  const fresh = await run(world, 'rotate', { account: 'demo' });
  expect(fresh.json).not.toEqual(shown.json);
  expect((await run(world, 'show', { id })).json).toEqual(fresh.json);
});

test('an account that is not there is named', async () => {
  const world = await worldForThisTest();
  await expect(run(world, 'show', { account: 'demo' })).rejects.toThrow('There is no sample school here');
  await expect(run(world, 'show', { account: 'nobody' })).rejects.toThrow('There is no account with the id nobody');
  await expect(run(world, 'rotate', {})).rejects.toThrow('Which one? Give its id.');
});
