import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';

const started: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
  for (const child of started) child.kill();
});

/** Runs an example and gives the first line that it prints. */
async function firstLine(name: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [`${import.meta.dirname}/${name}`, ...args]);
  started.push(child);
  const said: string[] = [];
  child.stderr.on('data', (data) => said.push(String(data)));
  const failed = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${said.join('')}`);
    return [];
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), failed]);
  return String(line);
}

test('the tiny server takes the meeting of the other example, and its link leads into it', async () => {
  const address = await firstLine('tiny-server.ts', 'a-secret');
  const link = await firstLine('create-and-join.ts', address, 'a-secret', 'Maths');
  expect(link.startsWith(`${address}api/join?meetingID=example-`)).toBe(true);
  const joined = await fetch(link, { redirect: 'manual' });
  expect([joined.status, joined.headers.get('location')]).toEqual([302, expect.stringContaining('sessionToken=')]);
  await expect(firstLine('create-and-join.ts', address, 'another', 'Maths')).rejects.toThrow(/checksumError/);
});
