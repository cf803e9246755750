import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { request } from 'node:https';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { endForAll, hearsAndSees, knock, reads, tile, write } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { findProgram, freePort, hostName, proxiedBrowser, startProxy } from '../proxies.ts';
import { makeRoom, signIn, startRoom } from '../steps.ts';

const run = promisify(execFile);

/** A GET over TLS to the proxy, with the path as it stands. */
function get(port: number, path: string): Promise<{ status: number; text: string }> {
  return new Promise((done, failed) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        servername: hostName,
        headers: { host: `${hostName}:${port}` },
        rejectUnauthorized: false,
      },
      (answer) => {
        const parts: string[] = [];
        answer.setEncoding('utf8').on('data', (part: string) => void parts.push(part));
        answer.on('end', () => done({ status: answer.statusCode ?? 0, text: parts.join('') }));
      },
    );
    asked.once('error', failed).end();
  });
}

describe.each(['nginx', 'caddy'] as const)('behind %s with the sample configuration', async (name) => {
  const program = findProgram(name);
  const ports = { outside: await freePort(), inside: await freePort() };
  const site = `https://${hostName}:${ports.outside}`;

  describe.skipIf(program === null)(program === null ? `${name} is not installed` : program, () => {
    let proxy: Awaited<ReturnType<typeof startProxy>> | null = null;
    beforeAll(async () => {
      proxy = await startProxy(program ?? '', name, ports);
    });
    afterAll(() => proxy?.stop());
    const { product, person, errors } = journey({
      args: ['--demo'],
      browser: 'chromium',
      env: { PORT: String(ports.inside), PUBLIC_URL: site, TRUSTED_PROXIES: '127.0.0.1' },
      browserArguments: proxiedBrowser,
    });
    let host: Person;
    let guest: Person;

    test('a person signs in over https, makes a room and starts it', async () => {
      host = await person();
      await signIn(host.page, { email: 'miriam@example.org', password: product().demoPassword });
      const path = await makeRoom(host.page, { name: 'Behind the proxy', slug: 'behind-the-proxy' });
      await startRoom(host.page, path);
      expect(new URL(host.page.url()).origin).toBe(site);
    });

    test('a guest joins: sockets pass the proxy, media go beside it, chat arrives', async () => {
      guest = await person({ phone: 'phone' });
      await knock(guest.page, { slug: 'behind-the-proxy', name: 'Tom Reed', button: 'Join' });
      await Promise.all([tile(host.page, 'Tom Reed').waitFor(), tile(guest.page, 'Miriam Sander').waitFor()]);
      await Promise.all([hearsAndSees(host.page, 'the host'), hearsAndSees(guest.page, 'the guest')]);
      await write(guest.page, 'Good morning');
      await reads(host.page, 'Good morning');
    });

    test('a list is told of the end without asking', async () => {
      const watcher = await person();
      await signIn(watcher.page, { email: 'aisha@example.org', password: product().demoPassword });
      await watcher.page.goto('/meetings');
      const row = watcher.page.getByRole('row').filter({ hasText: 'Behind the proxy' });
      await row.getByText('Live').waitFor();
      await endForAll(host.page);
      await row.getByText('Ended').waitFor();
    });

    test('a call of the API keeps its checksum, whatever stands in its query', async () => {
      const { stdout } = await run(
        process.execPath,
        ['src/app/cli/admin.ts', 'endpoint', 'show', '--account', 'demo', '--json'],
        {
          cwd: resolve(import.meta.dirname, '../..'),
          env: { ...process.env, ...product().env },
        },
      );
      // cast: our own command line's answer, whose form another test pins
      const access = JSON.parse(stdout) as { url: string; secret: string };
      expect(access.url.startsWith(`${site}/e/`)).toBe(true);
      const query = 'meetingID=a%2Fb%20c+d~%C3%A9//e%25&name=%F0%9F%9A%80+1*(2)';
      const checksum = createHash('sha1').update(`create${query}${access.secret}`).digest('hex');
      const answer = await get(ports.outside, `${new URL(access.url).pathname}api/create?${query}&checksum=${checksum}`);
      expect(answer.text).toContain('<returncode>SUCCESS</returncode>');
      expect(answer.text).toContain('<meetingID>a/b c d~é//e%</meetingID>');
    });

    test('no page had an error in its console', () => {
      expect(errors()).toEqual([]);
    });
  });
});
