import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { endForAll, hearsAndSees, over, throughGreenRoom, tile } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import type { Product } from '../product.ts';

const run = promisify(execFile);
type Access = { url: string; secret: string };

/** What the operator's command line tells about the engine: the address of its BBB API and its secret. */
async function engineOf(product: Product): Promise<Access> {
  const env = { ...process.env, ...product.env, PUBLIC_URL: product.url };
  const { stdout } = await run(process.execPath, ['src/app/cli/admin.ts', 'engine', 'show', '--json'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env,
  });
  const all: unknown = JSON.parse(stdout);
  const found: unknown = Array.isArray(all) ? all[0] : null;
  if (typeof found !== 'object' || found === null || !('url' in found) || !('secret' in found))
    throw new Error(`unexpected: ${stdout}`);
  return { url: String(found.url), secret: String(found.secret) };
}

/** A call signed as the BBB documentation says: checksum = hash(call + query + secret), hexadecimal. */
function signed(engine: Access, call: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString();
  const checksum = createHash('sha256')
    .update(call + query + engine.secret)
    .digest('hex');
  return `${engine.url.replace(/\/+$/, '')}/api/${call}?${query}${query === '' ? '' : '&'}checksum=${checksum}`;
}

const meeting = { meetingID: 'by hand 1', attendeePW: 'ap', moderatorPW: 'mp' };

describe('a meeting made and joined with the BBB API by hand', () => {
  const { product, person, errors } = journey({ browser: 'chromium' });
  let engine: Access;
  let host: Person;
  let other: Person;
  const call = async (name: string, parameters: Record<string, string>) => (await fetch(signed(engine, name, parameters))).text();

  test('create answers, a wrong checksum is refused', async () => {
    engine = await engineOf(product());
    expect(engine.url).toBe(`${product().url}/engine/bigbluebutton/`);
    const made = await call('create', { ...meeting, name: 'By hand & more', record: 'false' });
    expect(made).toContain('<returncode>SUCCESS</returncode>');
    expect(made).toContain('<meetingID>by hand 1</meetingID>');
    const refused = await fetch(signed({ ...engine, secret: 'not the secret' }, 'create', meeting));
    expect(await refused.text()).toContain('<messageKey>checksumError</messageKey>');
  });

  test('two people follow their join links into the meeting', async () => {
    [host, other] = await Promise.all([person(), person()]);
    for (const [who, fullName, role] of [
      [host, 'Hanna Host', 'MODERATOR'],
      [other, 'Otto Other', 'VIEWER'],
    ] as const) {
      await who.page.goto(signed(engine, 'join', { meetingID: meeting.meetingID, fullName, role, userID: fullName }));
      await who.page.getByRole('heading', { name: 'By hand & more' }).waitFor();
      await throughGreenRoom(who.page);
    }
    await Promise.all([tile(host.page, 'Otto Other').waitFor(), tile(other.page, 'Hanna Host').waitFor()]);
    await Promise.all([hearsAndSees(host.page, 'the host'), hearsAndSees(other.page, 'the other')]);
  });

  test('the API tells who is in', async () => {
    const info = await call('getMeetingInfo', { meetingID: meeting.meetingID });
    expect(info).toContain('<fullName>Hanna Host</fullName>');
    expect(info).toContain('<participantCount>2</participantCount>');
    expect(info).toContain('<moderatorCount>1</moderatorCount>');
    expect(await call('isMeetingRunning', { meetingID: meeting.meetingID })).toContain('<running>true</running>');
  });

  test('a join link that is changed does not work', async () => {
    const link = signed(engine, 'join', { meetingID: meeting.meetingID, fullName: 'Eve', role: 'VIEWER' }).replace(
      'VIEWER',
      'MODERATOR',
    );
    const answer = await fetch(link, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain('checksumError');
  });

  test('the host ends, and the API knows', async () => {
    await endForAll(host.page);
    await Promise.all([over(host.page).waitFor(), over(other.page).waitFor()]);
    expect(await call('isMeetingRunning', { meetingID: meeting.meetingID })).toContain('<running>false</running>');
    expect(errors()).toEqual([]);
  });
});
