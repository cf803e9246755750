import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';

const project = mkdtempSync(join(tmpdir(), 'bbb-package-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

test('the package as it is published runs in a project of its own, without any TypeScript', async () => {
  execFileSync(process.execPath, [join(import.meta.dirname, 'pack.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const installed = join(project, 'node_modules/@atrium/bbb');
  mkdirSync(dirname(installed), { recursive: true });
  cpSync(join(import.meta.dirname, 'dist'), installed, { recursive: true });
  expect(readFileSync(join(installed, 'client.d.ts'), 'utf8')).toContain('export declare function bbbClient');

  const server = spawn(process.execPath, ['--no-experimental-strip-types', join(installed, 'examples/tiny-server.js'), 's']);
  const [address] = await once(createInterface(server.stdout), 'line');
  const example = join(installed, 'examples/create-and-join.js');
  const link = execFileSync(process.execPath, ['--no-experimental-strip-types', example, String(address), 's'], {
    encoding: 'utf8',
  });
  server.kill();
  expect(link).toMatch(
    /\/api\/join\?meetingID=example-[0-9]+&fullName=First\+Moderator&role=MODERATOR&createTime=[0-9]+&checksum=/,
  );
}, 60_000);
