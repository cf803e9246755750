import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildFakeBbb } from '#meet/servers/server/fake-bbb.factory.ts';
import type { AdminArguments, AdminOutcome } from './admin-command.ts';
import { commands } from './admin-commands.ts';
import { type World, worldForThisTest } from '#app/proof/testing.ts';

const runIn =
  (world: World) =>
  (line: string, given: AdminArguments = {}): Promise<AdminOutcome> => {
    const [noun, verb] = line.split(' ');
    const command = commands.find((one) => one.noun === noun && one.verb === verb);
    if (command === undefined) throw new Error('there is no such command');
    return command.run({ config: world.parts.config, given, ownerUrl: '', ctx: world.ctx() });
  };

async function stage() {
  const world = await worldForThisTest();
  const fake = await buildFakeBbb();
  onTestFinished(() => fake.close());
  const run = runIn(world);
  const added = await run('servers add', {
    name: 'bbb1',
    url: fake.url,
    secret: fake.secret,
    tags: 'north, exams',
    multiplier: '1.5',
  });
  return { fake, run, added };
}

test('a server is added, listed, drained, enabled and taken out from the command line', async () => {
  const { run, added } = await stage();
  expect(added.json).toMatchObject({ name: 'bbb1', state: 'enabled', tags: ['north', 'exams'], multiplier: 1.5 });
  expect((await run('servers list')).rows).toMatchObject([{ name: 'bbb1', state: 'enabled', health: 'healthy' }]);
  for (const [verb, state] of [
    ['check', 'enabled'],
    ['drain', 'draining'],
    ['enable', 'enabled'],
    ['disable', 'disabled'],
    ['retire', 'retired'],
  ])
    expect((await run(`servers ${verb}`, { id: 'bbb1' })).json, verb).toMatchObject({ state });
  await expect(run('servers check', { id: 'bbb1' })).rejects.toThrow('There is no server bbb1.');
  await expect(run('servers check')).rejects.toThrow('Which server?');
});

test('panic asks for the name once more', async () => {
  const { run } = await stage();
  await expect(run('servers panic', { id: 'bbb1' })).rejects.toThrow('--name is missing.');
  await expect(run('servers panic', { id: 'bbb1', name: 'bbb' })).rejects.toMatchObject({ code: 'wrong_name' });
  expect((await run('servers panic', { id: 'bbb1', name: 'bbb1' })).text).toBe('0 of 0 meetings ended. bbb1 is disabled.');
});

test('what is exported to a file is imported again, first dry and then in earnest', async () => {
  const { run, fake } = await stage();
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'servers-')), 'servers.yaml');
  onTestFinished(() => fs.rmSync(path.dirname(file), { recursive: true }));
  await run('servers export', { file });
  expect((await run('servers import', { file })).text).toMatch(/^unchanged {2}bbb1\nNothing was written/);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('multiplier: 1.5', 'multiplier: 3'));
  expect((await run('servers import', { file })).text).toMatch(/changed {4}bbb1: multiplier/);
  expect((await run('servers import', { file, mode: 'write' })).text).toMatch(/Written\.$/);
  expect((await run('servers list')).json).toMatchObject({ items: [{ multiplier: 3 }] });
  expect((await run('servers export')).text).not.toContain(fake.secret);
});

test('placement explain names the server and the reasons', async () => {
  const { run } = await stage();
  expect((await run('placement explain', { size: '30' })).rows).toMatchObject([{ server: 'bbb1', verdict: 'chosen' }]);
  expect((await run('placement explain', { tags: 'south' })).rows).toMatchObject([{ server: 'bbb1', verdict: 'tag' }]);
  await expect(run('placement explain', { size: 'many' })).rejects.toThrow('--size is a number.');
});
