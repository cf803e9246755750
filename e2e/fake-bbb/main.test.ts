import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bbbClient } from '@atrium/bbb/client';
import { signQuery } from '@atrium/bbb/checksum';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeBbb } from './fake-bbb.ts';
import { receive } from './answering.ts';
import { newsOf } from './news.ts';
import { versionStyles } from './versions.ts';

type Printed = { url: string; controlUrl: string; secret: string; version: string; pid: number };

const child = spawn(process.execPath, [`${import.meta.dirname}/main.ts`, '--secret', 's3', '--version', '2.7'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const printed: Printed[] = [];
beforeAll(async () => {
  const lines = createInterface(child.stdout);
  const [line] = await once(lines, 'line');
  printed.push(JSON.parse(String(line)));
});
afterAll(async () => {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
});

function the(): Printed {
  const [found] = printed;
  if (!found) throw new Error('Nothing was printed');
  return found;
}

async function command(body: unknown): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(the().controlUrl, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

test('a process prints where it is and takes commands while it is down', async () => {
  const { url, secret, version, pid } = the();
  expect({ secret, version, pid }).toEqual({ secret: 's3', version: '2.7', pid: child.pid });
  const client = bbbClient({ url, secret });
  expect(await client.create({ meetingID: 'm1', name: 'Maths' })).toMatchObject({ ok: true });
  expect(await command({ do: 'down' })).toMatchObject({ status: 200, body: { isUp: false } });
  await expect(client.getMeetings()).rejects.toThrow();
  expect(await command({ do: 'up' })).toMatchObject({ body: { isUp: true, meetings: [{ meetingID: 'm1', people: 0 }] } });
  expect(await client.getMeetingInfo('m1')).toMatchObject({ ok: true });
  expect(await (await fetch(the().controlUrl)).json()).toMatchObject({ calls: { create: 1, getMeetingInfo: 1 } });
});

test('a command that is none is refused with the reason', async () => {
  expect(await command({ do: 'dance' })).toMatchObject({ status: 400 });
  expect(await command({ do: 'end', meetingID: 'nobody' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('nobody') },
  });
});

test('a call costs less than a third of a millisecond of this machine', async () => {
  const fake = await startFakeBbb({ secret: 's' });
  const style = versionStyles['3.0'];
  const news = newsOf({ state: fake.state, style, secret: 's', retryDelaysMs: [] });
  const answering = { state: fake.state, style, news, secret: 's', revealsVersion: false, hasHooks: true };
  const query = signQuery({ call: 'isMeetingRunning', query: 'meetingID=abc', secret: 's', hash: 'sha256' });
  const request = { method: 'GET', url: `/bigbluebutton/api/isMeetingRunning?${query}`, accept: undefined };
  const before = process.cpuUsage();
  for (let count = 0; count < 3000; count += 1) expect(receive(answering, request).answer().status).toBe(200);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
  await fake.stop();
});
