import dns from 'node:dns/promises';
import { checksumOf } from '@atrium/bbb/checksum';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { busListens, type World, worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { changeSecret, endpointOf, setHostOf } from './endpoint.queries.ts';
import { sealEndpointsAgain } from './reseal.service.ts';
import type { BuiltCall } from '../endpoint.contract.ts';
import { makeEndpoint, newestSecret, rotateNewest, sealSecret } from './secrets.service.ts';
import { signingSecret } from './signing.service.ts';

/** Names and their addresses until the end of the test; all others lead nowhere. */
function dnsSays(names: Record<string, string[]>): void {
  // as text and back: of the overloads the spy knows only the one that answers a single address
  const found = (host: string) => JSON.parse(JSON.stringify((names[host] ?? []).map((address) => ({ address, family: 4 }))));
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation((host: string) => Promise.resolve(found(host)));
  onTestFinished(() => lookup.mockRestore());
}

type Api = ReturnType<World['api']>['endpoint'];
const built = (secretId: string): BuiltCall => ({
  secretId,
  call: 'getMeetings',
  method: 'GET',
  hash: 'sha256',
  parameters: [],
  body: null,
});

const calls = (api: Api, id: string): [name: string, permission: string, work: () => Promise<unknown>][] => [
  ['editSecret', 'api.manage', () => api.editSecret({ params: { id }, body: { name: 'Mine now' } })],
  ['reveal', 'api.manage', () => api.reveal({ params: { id } })],
  ['rotate', 'api.manage', () => api.rotate({ params: { id }, body: {} })],
  ['extend', 'api.manage', () => api.extend({ params: { id } })],
  ['revoke', 'api.manage', () => api.revoke({ params: { id } })],
  ['build', 'api.manage', () => api.build({ body: built(id) })],
  ['run', 'api.manage', () => api.run({ body: built(id) })],
];
const lists = (api: Api): [name: string, permission: string, work: () => Promise<unknown>][] => [
  ['get', 'api.view', () => api.get({})],
  ['addSecret', 'api.manage', () => api.addSecret({ body: { name: 'Moodle' } })],
  ['calls', 'api.view', () => api.calls({ query: {} })],
  ['clients', 'api.view', () => api.clients({})],
  ['setHost', 'api.manage', () => api.setHost({ body: { host: 'bbb.school.example' } })],
  ['checkHost', 'api.manage', () => api.checkHost({})],
];

async function aSecret(): Promise<{ world: World; owner: UserActor; api: Api; id: string }> {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const api = world.api(owner).endpoint;
  return { world, owner, api, id: (await api.get({})).secrets[0]?.id ?? '' };
}

test('without a session every call asks to sign in', async () => {
  const { world, id } = await aSecret();
  const api = world.api().endpoint;
  for (const [name, , work] of [...calls(api, id), ...lists(api)])
    expect(await failureOf(work()), name).toMatchObject({ code: 'not_signed_in' });
});

test('to another account a secret does not exist, and nothing of it changes', async () => {
  const { world, api, id } = await aSecret();
  const before = await api.get({});
  for (const kind of ['customer', 'vendor', 'operator'] as const) {
    const other = world.api(await buildPerson(world, { kind })).endpoint;
    for (const [name, , work] of calls(other, id)) expect(await failureOf(work()), name).toMatchObject({ code: 'not_found' });
    expect((await other.get({})).secrets.map((one) => one.id)).not.toContain(id);
  }
  expect(await api.get({})).toEqual(before);
});

test('in the own account a missing permission is named', async () => {
  const { world, owner, id } = await aSecret();
  const api = world.api(await buildPerson(world, { colleagueOf: owner, role: 'staff' })).endpoint;
  for (const [name, permission, work] of [...calls(api, id), ...lists(api)])
    expect(await failureOf(work()), name).toMatchObject({ code: 'not_allowed', data: { permission } });
});

test('every account has an endpoint with one secret from the start, and making it again changes nothing', async () => {
  const { world, owner, api } = await aSecret();
  const first = await api.get({});
  expect(first).toMatchObject({
    host: null,
    revoked: 0,
    secrets: [{ state: 'active', calls: null, ranges: null, endsAt: null }],
  });
  expect(first.url).toBe(`http://localhost:3000/e/${first.key}/bigbluebutton/`);
  const ctx = world.ctx();
  await Promise.all([1, 2, 3].map(() => ctx.system.write((tx) => makeEndpoint(ctx, tx, owner.accountId))));
  expect(await api.get({})).toEqual(first);
});

test('a secret is stored sealed, shown on demand and who looked is noted', async () => {
  const { world, owner, api, id } = await aSecret();
  const { secret } = await api.reveal({ params: { id } });
  expect(secret).toMatch(/^[a-z0-9]{40}$/);
  expect((await api.get({})).secrets[0]?.hint).toBe(secret.slice(-4));
  const stored = await world
    .ctx()
    .system.read.execute<{ row: string }>(`select row_to_json(s)::text as row from endpoint_secrets s`);
  for (const { row } of stored.rows) expect(row).not.toContain(secret);
  const audit = await world.api(owner).audit.list({ query: { subjectId: id } });
  expect(audit.items.map((one) => one.action)).toEqual(['endpoint.secret-shown']);
});

const brought = 'scalelite-6Kq2Vx9bT0aLmN4c';

test('a secret that programs use already is taken as it is, within an account once', async () => {
  const { world, owner, api } = await aSecret();
  const made = await api.addSecret({ body: { name: 'Moved', secret: ` ${brought}\n` } });
  expect(made).toMatchObject({ state: 'active', hint: brought.slice(-4) });
  expect(await api.reveal({ params: { id: made.id } })).toEqual({ secret: brought });
  const { url } = await api.build({ body: built(made.id) });
  expect(url.endsWith(`checksum=${checksumOf({ call: 'getMeetings', query: '', secret: brought, hash: 'sha256' })}`)).toBe(true);
  expect(await failureOf(api.addSecret({ body: { name: 'Twice', secret: brought } }))).toMatchObject({ code: 'secret_taken' });
  const stored = await world
    .ctx()
    .system.read.execute<{ row: string }>(`select row_to_json(s)::text as row from endpoint_secrets s`);
  for (const { row } of stored.rows) expect(row).not.toContain(brought);
  // another account hears nothing of it, and has one of its own with the same text
  const other = world.api(await buildPerson(world)).endpoint;
  expect((await other.addSecret({ body: { name: 'Mine', secret: brought } })).state).toBe('active');
  expect(await failureOf(other.reveal({ params: { id: made.id } }))).toMatchObject({ code: 'not_found' });
  const staff = world.api(await buildPerson(world, { colleagueOf: owner, role: 'staff' })).endpoint;
  expect(await failureOf(staff.addSecret({ body: { name: 'x', secret: `${brought}2` } }))).toMatchObject({ code: 'not_allowed' });
  await api.revoke({ params: { id: made.id } });
  expect((await api.addSecret({ body: { name: 'Again', secret: brought } })).state).toBe('active');
});

const unfit = ['short-1234567890abc', 'a'.repeat(40), `with blank ${brought}`, `ünïcode-${brought}`, `tab\t${brought}`];
test.each([...unfit, brought.repeat(6)])('%j is no secret to bring along', async (secret) => {
  const { api } = await aSecret();
  expect(await failureOf(api.addSecret({ body: { name: 'x', secret } }))).toMatchObject({ code: 'invalid_input' });
});

test('rotation lets the old secret work on for the overlap; it can be extended, and revoking tells every door', async () => {
  const { world, api, id } = await aSecret();
  const { id: endpointId } = await api.get({});
  await api.editSecret({ params: { id }, body: { name: 'Moodle', calls: ['create', 'join'], ranges: ['10.0.0.0/8'] } });
  const { old, fresh } = await api.rotate({ params: { id }, body: { overlapHours: 2 } });
  expect(old).toMatchObject({ state: 'ending', endsAt: expect.any(Number) });
  expect(fresh).toMatchObject({
    name: 'Moodle',
    calls: ['create', 'join'],
    ranges: ['10.0.0.0/8'],
    replaces: id,
    state: 'active',
  });
  expect(await failureOf(api.rotate({ params: { id }, body: {} }))).toMatchObject({ code: 'not_possible' });
  world.clock.advance(3 * 3_600_000);
  expect((await api.get({})).secrets.find((one) => one.id === id)?.state).toBe('ended');
  expect(await failureOf(api.build({ body: built(id) }))).toMatchObject({ code: 'not_possible' });
  expect((await api.extend({ params: { id } })).state).toBe('ending');
  await busListens(world);
  const heard: string[] = [];
  world.parts.bus.on(`endpoint:${endpointId}`, (push) => heard.push(push.kind));
  expect((await api.revoke({ params: { id: fresh.id } })).state).toBe('revoked');
  await vi.waitFor(() => expect(heard).toEqual(['secrets']));
  expect(await api.get({})).toMatchObject({ revoked: 1, secrets: [{ id }] });
  expect(await failureOf(api.extend({ params: { id: fresh.id } }))).toMatchObject({ code: 'not_possible' });
});

test('ranges that are none are refused by name, and there is an end to the number of secrets', async () => {
  const { api } = await aSecret();
  expect(await failureOf(api.addSecret({ body: { name: 'x', ranges: ['10.0.0.0/8', '10.0.0.1/8'] } }))).toMatchObject({
    code: 'bad_range',
    data: { range: '10.0.0.1/8' },
  });
  for (let n = 1; n < 20; n++) await api.addSecret({ body: { name: `Client ${n}`, bodyHash: n % 2 === 0 } });
  expect(await failureOf(api.addSecret({ body: { name: 'One more' } }))).toMatchObject({ code: 'limit_reached' });
});

test('the builder signs as a client would and hides the secret in what it shows', async () => {
  const { api, id } = await aSecret();
  const { secret } = await api.reveal({ params: { id } });
  const { url, signed } = await api.build({
    body: {
      ...built(id),
      call: 'create',
      parameters: [
        { name: 'name', value: "Zoë's class" },
        { name: 'meetingID', value: 'a b' },
      ],
    },
  });
  const query = 'name=Zo%C3%AB%27s+class&meetingID=a+b';
  const checksum = checksumOf({ call: 'create', query, secret, hash: 'sha256' });
  expect(url).toMatch(/\/e\/[a-z0-9]{16}\/bigbluebutton\/api\/create\?/);
  expect(url.endsWith(`create?${query}&checksum=${checksum}`)).toBe(true);
  expect(signed).toBe(`create${query}••••••••`);
  expect(await failureOf(api.build({ body: { ...built(id), body: '<modules/>' } }))).toMatchObject({ code: 'not_possible' });
});

test('the command line shows one secret that works, and replaces it', async () => {
  const { world, owner, api, id } = await aSecret();
  const { secret } = await api.reveal({ params: { id } });
  expect((await newestSecret(world.ctx(), owner.accountId)).secret).toBe(secret);
  const fresh = await rotateNewest(world.ctx(), owner.accountId);
  expect(fresh.secret).not.toBe(secret);
  expect((await newestSecret(world.ctx(), owner.accountId)).secret).toBe(fresh.secret);
  expect((await api.get({})).secrets.map((one) => one.state)).toEqual(['active', 'ending']);
  await expect(newestSecret(world.ctx(owner), owner.accountId)).rejects.toMatchObject({ code: 'not_allowed' });
});

test('a host name is set and removed, and a proxy gets certificates for known names alone', async () => {
  const { world, owner, api } = await aSecret();
  const other = world.api(await buildPerson(world)).endpoint;
  const ask = (domain: string) => world.api().endpoint.tlsAsk({ query: { domain } });
  dnsSays({ localhost: ['93.184.216.34'], 'bbb.school.example': ['93.184.216.34'] });
  expect(await failureOf(ask('bbb.school.example'))).toMatchObject({ code: 'not_found' });
  await api.setHost({ body: { host: 'BBB.School.example' } });
  expect(await api.get({})).toMatchObject({ host: { name: 'bbb.school.example', checkedAt: null, trouble: null } });
  expect(await ask('bbb.school.example')).toEqual({ done: true });
  for (const host of ['localhost', '10.0.0.1', 'a..b', 'bbb', '-x.example', 'x_y.example'])
    expect(await failureOf(api.setHost({ body: { host } })), host).toMatchObject({ code: 'bad_host' });
  expect(await failureOf(other.checkHost({}))).toMatchObject({ code: 'not_possible' });
  await api.setHost({ body: { host: null } });
  expect(await failureOf(ask('bbb.school.example'))).toMatchObject({ code: 'not_found' });
  expect(await endpointOf(world.ctx().system.read, owner.accountId)).toMatchObject({ host: null });
  expect(await failureOf(api.reveal({ params: { id: newId() } }))).toMatchObject({ code: 'not_found' });
});

test('certificates are fetched for names that lead here, and an account sets few names a day', async () => {
  const { world, owner, api } = await aSecret();
  const ask = (domain = 'bbb.school.example') => world.api().endpoint.tlsAsk({ query: { domain } });
  await api.setHost({ body: { host: 'bbb.school.example' } });
  dnsSays({ localhost: ['93.184.216.34', '2606:4700::1111'] });
  expect(await failureOf(ask())).toMatchObject({ code: 'not_found' });
  dnsSays({ localhost: ['93.184.216.34', '2606:4700::1111'], 'bbb.school.example': ['151.101.1.1'] });
  expect(await failureOf(ask())).toMatchObject({ code: 'not_found' });
  dnsSays({ localhost: ['93.184.216.34', '2606:4700::1111'], 'bbb.school.example': ['2606:4700::1111'] });
  expect(await ask()).toEqual({ done: true });
  // behind a proxy our own name may lead inside
  dnsSays({ localhost: ['127.0.0.1'], 'bbb.school.example': ['151.101.1.1'] });
  expect(await ask()).toEqual({ done: true });
  dnsSays({});
  for (let n = 4; n < 20; n++) expect(await failureOf(ask())).toMatchObject({ code: 'not_found' });
  expect(await failureOf(ask())).toMatchObject({ code: 'too_many_requests' });
  // what was checked is not asked for again
  const { system } = world.ctx();
  const id = (await api.get({})).id;
  await system.write((tx) => setHostOf(tx, id, { host: 'bbb.school.example', hostCheckedAt: new Date(), hostTrouble: null }));
  expect(await ask()).toEqual({ done: true });
  for (let n = 1; n < 5; n++) await api.setHost({ body: { host: `n${n}.school.example` } });
  expect(await failureOf(api.setHost({ body: { host: 'n5.school.example' } }))).toMatchObject({ code: 'too_many_requests' });
  await api.setHost({ body: { host: null } });
  expect(await endpointOf(system.read, owner.accountId)).toMatchObject({ host: null });
});

test('news are signed with what their own transaction sees', async () => {
  const { world, owner, id } = await aSecret();
  const ctx = world.ctx();
  const blind = {
    ...ctx,
    system: {
      ...ctx.system,
      get read(): never {
        throw new Error('a second connection');
      },
    },
  };
  const signed = await ctx.system.write(async (tx) => {
    await changeSecret(tx, id, { secretSealed: sealSecret(ctx, 'changed just now') });
    return signingSecret(blind, tx, { accountId: owner.accountId, secretId: id });
  });
  expect(signed).toBe('changed just now');
});

test('news are signed with the newest secret once the program’s own one does not work any more', async () => {
  const { world, owner, api, id } = await aSecret();
  const ctx = world.ctx();
  const sign = () => signingSecret(ctx, ctx.system.read, { accountId: owner.accountId, secretId: id });
  const { secret: old } = await newestSecret(ctx, owner.accountId);
  await api.rotate({ params: { id }, body: { overlapHours: 2 } });
  const { secret: fresh } = await newestSecret(ctx, owner.accountId);
  expect(await sign()).toBe(old);
  world.clock.advance(3 * 3_600_000);
  expect(await sign()).toBe(fresh);
});

test('after a change of the installation’s key secrets are sealed again and stay the same', async () => {
  const [old, fresh] = [Buffer.alloc(32, 3).toString('base64url'), Buffer.alloc(32, 4).toString('base64url')];
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const ctx = world.ctx();
  const rotated = { ...ctx, secrets: createSecrets(`${fresh},${Buffer.alloc(32, 7).toString('base64url')},${old}`) };
  const before = await newestSecret(ctx, owner.accountId);
  expect(await sealEndpointsAgain(rotated)).toEqual({ resealed: 1, lost: 0 });
  expect(await sealEndpointsAgain(rotated)).toEqual({ resealed: 0, lost: 0 });
  const later = { ...ctx, secrets: createSecrets(fresh) };
  expect((await newestSecret(later, owner.accountId)).secret).toBe(before.secret);
});
