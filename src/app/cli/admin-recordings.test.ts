import { expect, test, vi } from 'vitest';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { temporaryFolder, usualFormats, writePublished } from '#meet/recordings/server/published.factory.ts';
import { buildRecordingServer, worldWithFiles } from '#meet/recordings/server/recordings.factory.ts';
import type { AdminArguments } from './admin-command.ts';
import { commands } from './admin-commands.ts';

async function stage() {
  const world = await worldWithFiles();
  const run = (line: string, given: AdminArguments) => {
    const [noun, verb] = line.split(' ');
    const command = commands.find((one) => one.noun === noun && one.verb === verb);
    if (command === undefined) throw new Error('there is no such command');
    return command.run({ config: world.parts.config, given, ownerUrl: '', ctx: world.ctx() });
  };
  return { world, run };
}

test('the command for a server is printed; a new key is another one', async () => {
  const { world, run } = await stage();
  const { row } = await buildRecordingServer(world);
  const first = await run('servers transfer-command', { id: row.name });
  expect(first.text).toMatch(/curl -fsSL 'http:\/\/localhost:3000\/api\/transfer\/.*' \| sudo sh/);
  const [url = ''] = /http:\S+(?=')/.exec(first.text ?? '') ?? [];
  const script = () => world.app.inject(url.replace('http://localhost:3000', ''));
  expect((await script()).body).toMatch(/^#!\/bin\/sh/);
  await run('servers transfer-command', { id: row.id, mode: 'renew' });
  expect((await script()).statusCode).toBe(404);
  await expect(run('servers transfer-command', { id: 'none' })).rejects.toThrow('There is no server none.');
  await expect(run('servers transfer-command', { id: row.id, mode: 'x' })).rejects.toThrow('--mode is renew');
});

test('an import tells each recording and counts what was skipped', async () => {
  const { world, run } = await stage();
  const owner = await buildPerson(world);
  const root = temporaryFolder();
  for (const one of usualFormats('abc-1', owner.accountId)) writePublished(root, one);
  writePublished(root, { recordId: 'nobodys-1', format: 'video' });
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const dry = await run('recordings import', { id: root, mode: 'dry' });
  expect(dry.text).toBe('2 recordings found, of 1 something would come.\nSkipped formats: no_owner 1.');
  const written = await run('recordings import', { id: root });
  expect(written.text).toMatch(/^2 recordings found, of 1 something came, \d+ bytes\.\nSkipped formats: no_owner 1\.$/);
  expect(String(told.mock.lastCall?.[0])).toBe('2  nobodys-1  –  video: no_owner\n');
  told.mockRestore();
  await expect(run('recordings import', { id: root, account: 'x' })).rejects.toThrow('--account is the id');
});
