import { createHash } from 'node:crypto';
import net from 'node:net';
import { checksumOf, signQuery } from '@atrium/bbb/checksum';
import { expect, test, vi } from 'vitest';
import type { Parsed } from '#kit/contract.ts';
import { addressOf } from '#app/http/endpoint-door.ts';
import { busListens } from '#app/proof/testing.ts';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { parseRange } from '#kit/ranges.ts';
import type { endpointCalls } from '#connect/endpoint/endpoint.contract.ts';
import {
  buildCustomer,
  buildQuirky,
  buildShop,
  buildStreet,
  keyOf,
  rawRequest,
  rootOf,
  textIn,
} from './endpoint-door.factory.ts';
import { endpointCallRows } from '#connect/endpoint/server/endpoint.table.ts';

test('001–005 the root answers without a checksum, in XML or in JSON', async () => {
  const { customer, port } = await buildShop();
  const path = `/e/${customer.key}/bigbluebutton/api`;
  const bare = await rawRequest(port, path);
  expect(bare).toMatchObject({ status: 200, type: 'text/xml;charset=utf-8' });
  expect(textIn(bare, 'version')).toBe('2.0');
  expect((await rawRequest(port, `${path}/`)).text).toBe(bare.text);
  expect((await rawRequest(port, path, { method: 'POST' })).text).toBe(bare.text);
  expect((await rawRequest(port, `${path}/?&checksum=wrong`)).text).toBe(bare.text);
  const json = await rawRequest(port, path, { contentType: 'application/json' });
  expect(JSON.parse(json.text)).toMatchObject({ response: { returncode: 'SUCCESS', version: '2.0' } });
});

test('the root is seen: programs look there first, signed or not; unknown keys leave nothing', async () => {
  const { world, customer, port } = await buildShop();
  const agent = 'MoodleBot/1.0 (+https://moodle.example)';
  const path = `/e/${customer.key}/bigbluebutton/api/`;
  const sum = checksumOf({ call: '', query: '', secret: customer.secret, hash: 'sha1' });
  const bare = await rawRequest(port, path, { headers: { 'user-agent': agent } });
  const signed = await rawRequest(port, `${path}?checksum=${sum}`);
  const wrong = await rawRequest(port, `${path}?checksum=${'a'.repeat(40)}`);
  const unknown = await rawRequest(port, '/e/nobodyhasthis/bigbluebutton/api/');
  expect(new Set([bare.text, signed.text, wrong.text, unknown.text]).size).toBe(1);
  const rows = async () =>
    (await world.ctx().system.read.select().from(endpointCallRows)).map((row) => [row.call, row.secretId !== null, row.outcome]);
  await expect.poll(async () => (await rows()).length, { timeout: 10_000 }).toBe(3);
  expect((await rows()).sort()).toEqual([
    ['', false, 'answered'],
    ['', false, 'answered'],
    ['', true, 'answered'],
  ]);
  const { items } = await world.api(customer.owner).endpoint.clients({});
  expect(items.map((one) => one.client)).toContain('moodle');
});

test('programs that add the path of the API to an address that has it are answered all the same', async () => {
  const { customer, port } = await buildShop();
  const signed = signQuery({ call: 'getMeetings', query: '', secret: customer.secret, hash: 'sha1' });
  const twice = await rawRequest(port, `/e/${customer.key}/bigbluebutton/bigbluebutton/api/getMeetings?${signed}`);
  expect(textIn(twice, 'returncode')).toBe('SUCCESS');
  expect(textIn(await rawRequest(port, `/e/${customer.key}/bigbluebutton/bigbluebutton/api`), 'version')).toBe('2.0');
  const other = await rawRequest(port, `/e/${customer.key}/bigbluebutton/bigbluebutton/bigbluebutton/api/getMeetings?${signed}`);
  expect(other.status).toBe(404);
});

test('006–012 what is no call is refused in one shape, and long queries are taken', async () => {
  const street = await buildStreet();
  const { port } = street;
  const customer = await buildCustomer(street);
  await buildQuirky(street);
  for (const name of ['getDefaultConfigXML', 'GETMEETINGS'])
    expect(keyOf(await customer.call(name, { meetingID: 'a1' }))).toBe('unsupportedRequest');
  expect(keyOf(await customer.call('create', { meetingID: 'a1', name: 'N1' }, { method: 'DELETE' }))).toBe('unsupportedRequest');
  expect(keyOf(await customer.call('join', { meetingID: 'a1', fullName: 'J' }, { method: 'POST' }))).toBe('unsupportedRequest');
  const refused = await customer.call('getMeetingInfo', { meetingID: 'nobody' });
  expect(refused.status).toBe(200);
  expect(rootOf(refused).children.map((one) => one.name)).toEqual(['returncode', 'messageKey', 'message']);
  const signed = signQuery({ call: 'getMeetings', query: '', secret: customer.secret, hash: 'sha256' });
  expect((await rawRequest(port, `/e/${customer.key}/bigbluebutton/api//getMeetings?${signed}`)).text).toContain('noMeetings');
  const long = await customer.call('create', { meetingID: 'long', name: 'Long', welcome: 'w'.repeat(24_000) });
  expect(textIn(long, 'returncode')).toBe('SUCCESS');
});

test('013–040 every hash is taken, and what was changed after signing is not', async () => {
  const { customer, port } = await buildShop();
  for (const hash of ['sha1', 'sha256', 'sha384', 'sha512'] as const)
    expect(textIn(await customer.call('isMeetingRunning', { meetingID: 'abc' }, { hash }), 'running')).toBe('false');
  const path = `/e/${customer.key}/bigbluebutton/api/`;
  const sum = (call: string, query: string) => checksumOf({ call, query, secret: customer.secret, hash: 'sha256' });
  const ask = (rest: string) => rawRequest(port, `${path}${rest}`);
  // 019, 022, 025, 026: wherever it stands, and byte for byte
  expect((await ask(`getMeetings?&checksum=${sum('getMeetings', '')}`)).text).toContain('SUCCESS');
  const first = `isMeetingRunning?checksum=${sum('isMeetingRunning', 'meetingID=abc')}&meetingID=abc`;
  expect((await ask(first)).text).toContain('<running>false');
  const apostrophe = "fullName=O'Brien&meetingID=abc&role=VIEWER&redirect=false";
  expect(keyOf(await ask(`join?${apostrophe}&checksum=${sum('join', apostrophe)}`))).toBe('notFound');
  const encoded = apostrophe.replace("'", '%27');
  expect(keyOf(await ask(`join?${encoded}&checksum=${sum('join', apostrophe)}`))).toBe('checksumError');
  // 028–032, 037
  for (const length of [0, 39, 41, 65, 95, 127])
    expect(keyOf(await ask(`getMeetings?checksum=${'a'.repeat(length)}`))).toBe('checksumError');
  expect(keyOf(await ask('end?'))).toBe('checksumError');
  const twice = sum('getMeetings', '');
  expect(keyOf(await ask(`getMeetings?checksum=${twice}&checksum=${twice}`))).toBe('checksumError');
  expect(keyOf(await ask(`join?meetingID=a1&checksum=${sum('create', 'meetingID=a1')}`))).toBe('checksumError');
  expect(keyOf(await ask(`create?meetingID=a1&name=Nx&checksum=${sum('create', 'meetingID=a1&name=Ny')}`))).toBe('checksumError');
});

test('038, 103 a form in the body counts like the query', async () => {
  const street = await buildStreet();
  const { port } = street;
  const customer = await buildCustomer(street);
  await buildQuirky(street);
  const sum = checksumOf({ call: 'create', query: '', secret: customer.secret, hash: 'sha256' });
  const made = await rawRequest(port, `/e/${customer.key}/bigbluebutton/api/create`, {
    body: `meetingID=f1&name=Form&checksum=${sum}`,
    contentType: 'application/x-www-form-urlencoded',
  });
  expect(textIn(made, 'meetingID')).toBe('f1');
});

test('127, 128 two customers share nothing: not ids, not secrets, not lists', async () => {
  const shop = await buildShop();
  const other = await buildCustomer(shop);
  const first = await shop.customer.call('create', { meetingID: 'm1', name: 'First' });
  const second = await other.call('create', { meetingID: 'm1', name: 'Second' });
  expect(textIn(first, 'internalMeetingID')).not.toBe(textIn(second, 'internalMeetingID'));
  expect([textIn(first, 'meetingID'), textIn(second, 'meetingID')]).toEqual(['m1', 'm1']);
  const list = (await other.call('getMeetings')).text;
  expect(list).toContain('<meetingName>Second');
  expect(list).not.toContain('First');
  const foreign = signQuery({ call: 'getMeetings', query: '', secret: shop.customer.secret, hash: 'sha256' });
  const wrong = await rawRequest(shop.port, `/e/${other.key}/bigbluebutton/api/getMeetings?${foreign}`);
  const unknown = await rawRequest(shop.port, `/e/nobodyhasthis/bigbluebutton/api/getMeetings?${foreign}`);
  expect(keyOf(wrong)).toBe('checksumError');
  expect(unknown.text).toBe(wrong.text);
});

test('034 a revoked secret is refused at once, its successor is taken', async () => {
  const { world, customer, port } = await buildShop();
  await busListens(world);
  const api = world.api(customer.owner).endpoint;
  const [old] = (await api.get({})).secrets;
  const { fresh } = await api.rotate({ params: { id: old?.id ?? '' }, body: { overlapHours: 1 } });
  const { secret } = await api.reveal({ params: { id: fresh.id } });
  const signed = signQuery({ call: 'getMeetings', query: '', secret, hash: 'sha256' });
  const withNew = () => rawRequest(port, `/e/${customer.key}/bigbluebutton/api/getMeetings?${signed}`);
  await vi.waitFor(async () => expect((await withNew()).text).toContain('SUCCESS'));
  expect((await customer.call('getMeetings')).text).toContain('SUCCESS');
  await api.revoke({ params: { id: old?.id ?? '' } });
  await vi.waitFor(async () => expect(keyOf(await customer.call('getMeetings'))).toBe('checksumError'));
  expect((await withNew()).text).toContain('SUCCESS');
});

test('a secret is held to its calls, its addresses, its minute and its bodies', async () => {
  const { world, customer, fake } = await buildShop();
  await busListens(world);
  const api = world.api(customer.owner).endpoint;
  const id = (await api.get({})).secrets[0]?.id ?? '';
  type Change = Parsed<typeof endpointCalls.editSecret>['body'];
  const change = (body: Change) => api.editSecret({ params: { id }, body: body ?? {} });
  await customer.call('getMeetings');
  await change({ calls: ['join'] });
  await vi.waitFor(async () => expect(keyOf(await customer.call('getMeetings'))).toBe('unsupportedRequest'));
  await change({ calls: null, ranges: ['192.0.2.0/24'] });
  await vi.waitFor(async () => expect(keyOf(await customer.call('getMeetings'))).toBe('accessDenied'));
  // people come from anywhere
  expect(keyOf(await customer.call('join', { meetingID: 'nobody', fullName: 'J', redirect: 'false' }))).toBe('notFound');
  await change({ ranges: null, bodyHash: true });
  const body = '<modules/>';
  const withBody = (more: Record<string, string>) =>
    customer.call('create', { meetingID: 'hashed', name: 'Hashed', ...more }, { body, contentType: 'application/xml' });
  await vi.waitFor(async () => expect(keyOf(await withBody({}))).toBe('checksumError'));
  const bodyHash = createHash('sha256').update(body).digest('hex');
  expect(textIn(await withBody({ bodyHash }), 'returncode')).toBe('SUCCESS');
  expect(fake.calls).toEqual(['create']);
  await change({ bodyHash: false, callsPerMinute: 1 });
  await vi.waitFor(async () => expect(keyOf(await customer.call('getMeetings'))).toBe('tooManyRequests'));
});

test('each call is one line in the log, with the reason of a refusal and no signature', async () => {
  const { world, customer, door } = await buildShop();
  await customer.call('create', { meetingID: 'm1', name: 'First', 'meta_bbb-origin': 'Moodle' });
  await customer.call('getMeetings', 'checksum=abc');
  await customer.call('create', { meetingID: 'm1', name: 'First', attendeePW: 'other' });
  await door.close();
  const rows = await world.parts.databases.system.read.select().from(endpointCallRows).orderBy(endpointCallRows.id);
  expect(rows.map(({ call, client, outcome, key, reason, meeting }) => [call, client, outcome, key, reason, meeting])).toEqual([
    ['create', 'moodle', 'answered', null, null, 'm1'],
    ['getMeetings', 'unknown', 'refused', 'checksumError', 'wrong_secret', null],
    ['create', 'unknown', 'refused', 'idNotUnique', 'id_not_unique', 'm1'],
  ]);
  // 134
  expect(JSON.stringify(rows) + world.logged().join('')).not.toMatch(/checksum=/);
});

test('calls that nobody signed fill the log only slowly', async () => {
  const { world, customer, door } = await buildShop();
  for (let n = 0; n < 130; n++) expect(keyOf(await customer.call('getMeetings', 'checksum=abc'))).toBe('checksumError');
  expect((await customer.call('getMeetings')).text).toContain('SUCCESS');
  await door.close();
  const rows = await world.parts.databases.system.read.select().from(endpointCallRows);
  expect(rows.filter((one) => one.reason === 'wrong_secret')).toHaveLength(120);
  expect(rows.filter((one) => one.secretId !== null)).toHaveLength(1);
});

test('bodies of many megabytes are taken from those alone who signed the query', async () => {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  await buildQuirky(street);
  const body = `<modules><module name="presentation">${' '.repeat(3 * 1024 * 1024)}</module></modules>`;
  const wish = { body, contentType: 'application/xml' };
  expect(textIn(await customer.call('create', { meetingID: 'big', name: 'Big' }, wish), 'returncode')).toBe('SUCCESS');
  const path = `/e/${customer.key}/bigbluebutton/api/`;
  const signed = signQuery({ call: 'create', query: 'meetingID=x', secret: 'not theirs', hash: 'sha256' });
  for (const target of [`${path}create?${signed}`, `${path}create?meetingID=x`, `/e/nobody${path.slice(3)}create?${signed}`])
    expect(keyOf(await rawRequest(street.port, target, wish)), target).toBe('sizeError');
  // the name of a call counts in the path alone
  expect(keyOf(await customer.call('getMeetings', 'x=/create', wish))).toBe('sizeError');
});

test('a suspended account makes nothing new, and whoever joins is told in words', async () => {
  const { world, customer } = await buildShop();
  await customer.call('create', { meetingID: 'm1', name: 'First' });
  await changeAccountState(world.ctx(), { accountId: customer.owner.accountId, to: 'suspended' });
  world.clock.advance(6_000);
  expect(keyOf(await customer.call('create', { meetingID: 'm2', name: 'Second' }))).toBe('accountSuspended');
  const join = { meetingID: 'm1', fullName: 'Jane', role: 'VIEWER' };
  expect((await customer.call('join', join, { headers: { accept: 'text/html' } })).text).toContain('not available');
  expect(keyOf(await customer.call('end', { meetingID: 'm1' }))).toBe('sentEndMeetingRequest');
});

test('a call from behind a trusted proxy counts as from the address that the proxy saw', () => {
  const trusted = [parseRange('10.0.0.0/8')].flatMap((one) => one ?? []);
  const from = (forwarded: string, peer: string) => addressOf({ headers: { 'x-forwarded-for': forwarded } }, peer, trusted);
  expect(from('198.51.100.7, 203.0.113.9', '10.1.1.1')).toBe('203.0.113.9');
  expect(from('198.51.100.7, 203.0.113.9, 10.2.2.2', '::ffff:10.1.1.1')).toBe('203.0.113.9');
  expect(from('198.51.100.7', '203.0.113.1')).toBe('203.0.113.1');
});

test('a query of three megabytes is refused in the words that clients read', async () => {
  const { port } = await buildStreet();
  const said = await new Promise<string>((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(`GET /e/any/bigbluebutton/api/create?x=${'y'.repeat(3_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    });
    let text = '';
    socket.on('data', (part) => {
      text += part.toString();
    });
    socket.on('end', () => {
      socket.destroy();
      resolve(text);
    });
    socket.on('error', reject);
  });
  expect(said).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(said).toContain('<messageKey>sizeError</messageKey>');
});
