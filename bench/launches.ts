/**
 * `npm run bench launches`: a whole launch from a learning platform – login, launch and the page that it opens – against a plain page of somebody
 * who is signed in. What the platform does in between is not counted.
 */
import * as z from 'zod/mini';
import { claimNames } from '#connect/lti/launch.rules.ts';
import { type FakeLms, roles, startFakeLms } from '../e2e/fake-lms/fake-lms.ts';
import { middle } from './lists.ts';
import { htmlOf, type Reader } from './readers.ts';
import type { Report } from './report.ts';

const budget = 3;
const rounds = 25;
const warmingUp = 5;
const overview = z.object({
  addresses: z.object({ login: z.string(), keys: z.string(), redirect: z.string(), launch: z.string() }),
});
type Addresses = z.infer<typeof overview>['addresses'];

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, value: T]> {
  const began = performance.now();
  const value = await work();
  return [performance.now() - began, value];
}

/** Milliseconds of ours in one launch. */
async function launchTime(lms: FakeLms, url: string, addresses: Addresses): Promise<number> {
  const query = new URLSearchParams({
    ...{ iss: lms.base, client_id: lms.state.clientId, login_hint: 'tara', target_link_uri: addresses.launch },
  });
  const [loginMs, login] = await timed(() => fetch(`${addresses.login}?${query.toString()}`, { redirect: 'manual' }));
  const to = new URL(login.headers.get('location') ?? 'http://none/');
  const now = Math.floor(Date.now() / 1_000);
  const id_token = await lms.sign({
    ...{
      iss: lms.base,
      aud: lms.state.clientId,
      sub: 'tara',
      nonce: to.searchParams.get('nonce') ?? '',
      iat: now,
      exp: now + 300,
    },
    name: 'Tara Teacher',
    [claimNames.messageType]: 'LtiResourceLinkRequest',
    [claimNames.version]: '1.3.0',
    [claimNames.deployment]: 'd1',
    [claimNames.target]: addresses.launch,
    [claimNames.link]: { id: 'link-1', title: 'Weekly meeting' },
    [claimNames.roles]: roles.teacher,
    [claimNames.context]: { id: 'c1', title: 'Biology' },
  });
  const [launchMs, launched] = await timed(() =>
    fetch(addresses.redirect, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' },
      body: new URLSearchParams({ state: to.searchParams.get('state') ?? '', id_token }),
    }),
  );
  if (launched.status !== 303) throw new Error(`a launch was answered with ${launched.status}`);
  const [pageMs] = await timed(() => htmlOf(new URL(launched.headers.get('location') ?? '', url).href));
  return loginMs + launchMs + pageMs;
}

/** `url`: of a running product whose owner may connect platforms. */
export async function measureLaunches(note: Report['note'], at: { url: string; owner: Reader }): Promise<void> {
  const { url, owner } = at;
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
  const { addresses } = z.parse(overview, await (await fetch(`${url}/api/lti`, { headers })).json());
  const lms = await startFakeLms({ keysOfTool: async () => (await fetch(addresses.keys)).json() });
  try {
    const platform = {
      ...{ name: 'School', program: 'moodle', issuer: lms.base, clientId: lms.state.clientId, deploymentIds: ['d1'] },
      ...{ authUrl: `${lms.base}/auth`, tokenUrl: `${lms.base}/token`, keysUrl: `${lms.base}/keys` },
    };
    const added = await fetch(`${url}/api/lti/platforms`, { method: 'POST', headers, body: JSON.stringify(platform) });
    if (!added.ok) throw new Error(`the platform was refused: ${added.status} ${await added.text()}`);
    const launches: number[] = [];
    const pages: number[] = [];
    for (let round = 0; round < rounds; round++) {
      launches.push(await launchTime(lms, url, addresses));
      pages.push((await timed(() => htmlOf(`${url}/rooms`, owner.cookie)))[0]);
    }
    const [launch, page] = [middle(launches.slice(warmingUp)), middle(pages.slice(warmingUp))];
    note('launch from a course', launch, { unit: 'ms' });
    note('launch from a course against a page of somebody signed in', launch / page, { unit: 'ratio', atMost: budget });
  } finally {
    lms.close();
  }
}
