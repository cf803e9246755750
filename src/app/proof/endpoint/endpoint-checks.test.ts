/** Numbered checks of the BBB API at the endpoint that need a test of their own. */
import { type ChecksumHash, checksumOf, signQuery } from '@atrium/bbb/checksum';
import { writeMultipartFile } from '@atrium/bbb/multipart';
import { readRecordingReady } from '@atrium/bbb/hooks/callbacks';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { settleEnded } from '#meet/meetings/server/settle.service.ts';
import { buildRecordingRow } from '#meet/recordings/server/program.factory.ts';
import { endpointCallRows } from '#connect/endpoint/server/endpoint.table.ts';
import { sealSecret } from '#connect/endpoint/server/secrets.service.ts';
import { buildReceiver } from '#connect/webhooks/server/receiver.factory.ts';
import {
  buildCustomer,
  buildQuirky,
  buildShop,
  buildStreet,
  type Customer,
  keyOf,
  rawRequest,
  rootOf,
  type Street,
  textIn,
} from './endpoint-door.factory.ts';

const pathOf = (customer: Pick<Customer, 'key'>) => `/e/${customer.key}/bigbluebutton/api/`;
/** Sends that raw query with this checksum. */
const ask = (street: Pick<Street, 'port'>, customer: Customer, at: { call: string; query: string; checksum: string }) =>
  rawRequest(street.port, `${pathOf(customer)}${at.call}?${at.query}&checksum=${at.checksum}`);
type Signing = { call: string; query: string; hash?: ChecksumHash };
const sumOf = (customer: Customer, { call, query, hash = 'sha512' }: Signing) =>
  checksumOf({ call, query, secret: customer.secret, hash });

async function buildQuirkyShop() {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  return { ...street, customer, ...(await buildQuirky(street)) };
}

test('017, 018, 020, 023 what is signed counts byte by byte; encoded and plain commas find the same recordings', async () => {
  const shop = await buildShop();
  const { customer, world } = shop;
  const { accountId } = customer.owner;
  for (const recordId of ['aaa', 'bbb', 'ccc']) await buildRecordingRow(world, { accountId, recordId, externalId: 'c1' });
  const encoded = 'recordID=aaa%2Cbbb&state=published%2Cunpublished';
  const plain = 'recordID=aaa,bbb&state=published,unpublished';
  const call = 'getRecordings';
  const found = async (query: string) =>
    (await ask(shop, customer, { call, query, checksum: sumOf(customer, { call, query }) })).text;
  expect(await found(encoded)).toContain('<recordID>aaa</recordID>');
  expect(await found(encoded)).not.toContain('<recordID>ccc</recordID>');
  expect(await found(plain)).toBe(await found(encoded));
  const others = [
    [encoded, plain],
    [plain, encoded],
    ['meetingID=r%C3%A4um', 'meetingID=r%c3%a4um'],
    ['meetingID=a&state=any', 'state=any&meetingID=a'],
    ['meetingID=a+b', 'meetingID=a%20b'],
  ] as const;
  for (const [query, signed] of others)
    expect(keyOf(await ask(shop, customer, { call, query, checksum: sumOf(customer, { call, query: signed }) })), query).toBe(
      'checksumError',
    );
});

test('024 a secret with letters outside ASCII counts as UTF-8', async () => {
  const shop = await buildShop();
  const { customer, world } = shop;
  const secret = 'geheim-Schlüssel-π';
  const ctx = world.ctx();
  await ctx.system.read.execute(
    sql`update endpoint_secrets set secret_sealed = ${sealSecret(ctx, secret)} where account_id = ${customer.owner.accountId}`,
  );
  const signed = signQuery({ call: 'getMeetingInfo', query: 'meetingID=abc', secret, hash: 'sha256' });
  expect(signed).toContain('66f53912ebffa5236846d3d12efb2823d538eaab2484e2e3ae73a14f4ed8ec54');
  expect(keyOf(await rawRequest(shop.port, `${pathOf(customer)}getMeetingInfo?${signed}`))).toBe('notFound');
});

test('025, 035, 036, 039 what stands beside the signature changes nothing of it', async () => {
  const { customer, fake, ...shop } = await buildQuirkyShop();
  const leading = '&meetingID=abc';
  const running = await ask(shop, customer, {
    call: 'isMeetingRunning',
    query: leading,
    checksum: sumOf(customer, { call: 'isMeetingRunning', query: leading }),
  });
  expect(textIn(running, 'running')).toBe('false');
  // an ordinary parameter, signed like any other
  const forced = 'checksumHash=sha1&meetingID=abc';
  for (const hash of ['sha1', 'sha256'] as const)
    expect(
      textIn(
        await ask(shop, customer, {
          call: 'isMeetingRunning',
          query: forced,
          checksum: sumOf(customer, { call: 'isMeetingRunning', query: forced, hash }),
        }),
        'returncode',
      ),
    ).toBe('SUCCESS');
  const without = sumOf(customer, { call: 'isMeetingRunning', query: 'meetingID=abc', hash: 'sha1' });
  expect(keyOf(await ask(shop, customer, { call: 'isMeetingRunning', query: forced, checksum: without }))).toBe('checksumError');
  // upstream lets everything through with this one
  const open = 'meetingID=open&name=Open&presentationUploadExternalUrl=https%3A%2F%2Fx.example%2F';
  expect(keyOf(await ask(shop, customer, { call: 'create', query: open, checksum: 'a'.repeat(64) }))).toBe('checksumError');
  expect(fake.state.meetings.size).toBe(0);
  const form = { body: 'name=Other', contentType: 'application/x-www-form-urlencoded' };
  await customer.call('create', { name: 'Name', meetingID: 'abc' }, form);
  expect([...fake.state.meetings.values()][0]?.request.name).toBe('Name');
});

test('058, 063, 064 empty, unknown and unreadable parameters count as not given', async () => {
  const { customer, fake } = await buildQuirkyShop();
  const create = (meetingID: string, more: Record<string, string>) => customer.call('create', { name: 'N1', meetingID, ...more });
  const made = await create('c1', { duration: '90', record: '', foo: 'bar' });
  expect([textIn(made, 'returncode'), textIn(made, 'duration')]).toEqual(['SUCCESS', '90']);
  expect(textIn(await customer.call('getMeetingInfo', { meetingID: 'c1' }), 'duration')).toBe('90');
  expect([...fake.state.meetings.values()][0]?.request.record).toBe(false);
  const odd = await create('c2', { duration: 'abc' });
  // as long as the plan allows, which is what the server receives
  expect(textIn(odd, 'duration')).toBe('1440');
});

test('064 without a limit in the plan a duration that is no number is none', async () => {
  const street = await buildStreet();
  const customer = await buildCustomer(street, { minutesPerMeeting: null });
  await buildQuirky(street);
  expect(textIn(await customer.call('create', { name: 'N1', meetingID: 'c1', duration: 'abc' }), 'duration')).toBe('0');
});

test('074–076, 080, 081, 084 join: role, password, createTime and name are judged as the server judges them', async () => {
  const { customer } = await buildQuirkyShop();
  const made = await customer.call('create', { name: 'N1', meetingID: 'c1', attendeePW: 'ap', moderatorPW: 'mp' });
  const join = (more: Record<string, string>) =>
    customer.call('join', { fullName: 'Jane', meetingID: 'c1', redirect: 'false', ...more });
  for (const ways of [
    { role: 'moderator' },
    { role: 'Viewer', password: '' },
    { password: 'mp' },
    { role: 'VIEWER', password: 'mp' },
  ])
    expect(keyOf(await join(ways)), JSON.stringify(ways)).toBe('successfullyJoined');
  const createTime = textIn(made, 'createTime');
  expect(keyOf(await join({ role: 'VIEWER', createTime }))).toBe('successfullyJoined');
  for (const wrong of [String(Number(createTime) + 1), 'abc']) {
    const said = await join({ role: 'VIEWER', createTime: wrong });
    expect([keyOf(said), textIn(said, 'message')]).toEqual([
      'mismatchCreateTimeParam',
      'The createTime parameter submitted mismatches with the current meeting.',
    ]);
  }
  expect(keyOf(await join({ fullName: '   ', role: 'VIEWER' }))).toBe('missingParamFullName');
  const away = 'fullName=J&meetingID=c1&role=VIEWER&errorRedirectUrl=https%3A%2F%2Fapp.example%2F&checksum=abc';
  const bad = await customer.call('join', away);
  expect([bad.status, bad.location, keyOf(bad)]).toEqual([200, null, 'checksumError']);
});

test('092, 093, 098, 099 looking: unknown ids, an idle account, and lists that tell what getMeetingInfo tells', async () => {
  const { customer, world } = await buildQuirkyShop();
  expect(textIn(await customer.call('isMeetingRunning', { meetingID: 'foobar' }), 'running')).toBe('false');
  for (const call of ['isMeetingRunning', 'getMeetingInfo', 'end'])
    expect(keyOf(await customer.call(call)), call).toBe('missingParamMeetingID');
  const idle = await customer.call('getMeetings');
  expect(rootOf(idle).children.map((one) => [one.name, one.text])).toEqual([
    ['returncode', 'SUCCESS'],
    ['meetings', ''],
    ['messageKey', 'noMeetings'],
    ['message', 'no meetings were found on this server'],
  ]);
  await customer.call('create', { name: 'N1', meetingID: 'c1', meta_course: 'x' });
  await pollServers(world.ctx());
  const info = rootOf(await customer.call('getMeetingInfo', { meetingID: 'c1' })).children;
  const [meeting] = rootOf(await customer.call('getMeetings')).children.find((one) => one.name === 'meetings')?.children ?? [];
  const about = (children: typeof info) =>
    children.filter((one) => !['returncode', 'messageKey', 'message'].includes(one.name)).map((one) => `${one.name}=${one.text}`);
  expect(about(meeting?.children ?? [])).toEqual(about(info));
});

test('getSessions tells who is in which meeting, of this account alone', async () => {
  const shop = await buildQuirkyShop();
  const { customer, world } = shop;
  const other = await buildCustomer(shop);
  const none = await customer.call('getSessions');
  expect([textIn(none, 'returncode'), keyOf(none)]).toEqual(['SUCCESS', 'noSessions']);
  const made = await customer.call('create', { name: 'Maths', meetingID: 'c1' });
  await customer.call('join', { fullName: 'Ada & Ben', meetingID: 'c1', role: 'VIEWER', redirect: 'false' });
  // no poll in between: a join counts at once
  const [session] = rootOf(await customer.call('getSessions')).children.find((one) => one.name === 'sessions')?.children ?? [];
  expect(session?.children.map((one) => [one.name, one.text])).toEqual([
    ['meetingID', textIn(made, 'internalMeetingID')],
    ['meetingName', 'Maths'],
    ['userName', 'Ada & Ben'],
  ]);
  expect(keyOf(await other.call('getSessions'))).toBe('noSessions');
  // a server that does not answer fails no list: what the last poll saw stands for it
  await pollServers(world.ctx());
  await shop.fake.control({ do: 'down' });
  world.clock.advance(2_000);
  expect((await customer.call('getSessions')).text).toContain('<userName>Ada &amp; Ben</userName>');
});

test('119 text tracks: refusals in JSON in their order, also of the signature; a right one is listed', async () => {
  const shop = await buildShop();
  const { customer, world } = shop;
  await buildRecordingRow(world, { accountId: customer.owner.accountId, recordId: 'r1', externalId: 'c1' });
  const put = async (params: Record<string, string> | string, text = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n') => {
    const form = writeMultipartFile({ name: 'file', filename: 'a.vtt', contentType: 'text/vtt', text });
    const said = await customer.call('putRecordingTextTrack', params, { body: form.body, contentType: form.contentType });
    expect([said.status, said.type]).toEqual([200, expect.stringContaining('application/json')]);
    const { response } = JSON.parse(said.text);
    return `${response.returncode} ${response.messageKey}`;
  };
  const good = { recordID: 'r1', kind: 'captions', lang: 'en_US', label: 'English' };
  expect(await put('recordID=r1&kind=foo&checksum=abc')).toBe('FAILED checksumError');
  expect(await put({ kind: 'foo' })).toBe('FAILED paramError');
  expect(await put({ ...good, recordID: 'nobody', kind: 'foo' })).toBe('FAILED noRecordings');
  expect(await put({ ...good, kind: 'foo' })).toBe('FAILED invalidKind');
  expect(await put({ ...good, lang: 'x y' })).toBe('FAILED invalidLang');
  expect(await put(good, '')).toBe('FAILED empty_uploaded_text_track');
  expect(await put(good, 'no captions at all')).toBe('FAILED upload_text_track_failed');
  expect(await put(good)).toBe('SUCCESS upload_text_track_success');
  const listed = JSON.parse((await customer.call('getRecordingTextTracks', { recordID: 'r1' })).text);
  expect(listed.response.tracks).toMatchObject([{ kind: 'captions', lang: 'en-US', label: 'English', source: 'upload' }]);
});

test('134 no answer, no redirect and no log holds the secret of a server or of a customer, or a checksum', async () => {
  const { customer, fake, world, door } = await buildQuirkyShop();
  const { secret } = fake;
  const heard: string[] = [];
  const hear = async (name: string, params: Record<string, string> = {}) => {
    const said = await customer.call(name, params);
    heard.push(said.text, (said.location ?? '').replace(/checksum=[0-9a-f]+/, ''));
  };
  const c1 = { meetingID: 'c1' };
  await hear('create', { ...c1, name: 'N1' });
  await pollServers(world.ctx());
  for (const name of ['getMeetings', 'getMeetingInfo', 'isMeetingRunning', 'getSessions', 'getRecordings', 'hooks/list'])
    await hear(name, c1);
  await hear('join', { ...c1, fullName: 'Jane', role: 'VIEWER' });
  await hear('join', { ...c1, fullName: 'Jane', role: 'VIEWER', redirect: 'false' });
  await fake.control({ do: 'quirks', set: { all: { fault: 'html502' } } });
  for (const name of ['create', 'getMeetingInfo', 'end', 'sendChatMessage'])
    await hear(name, { meetingID: name === 'create' ? 'c2' : 'c1', name: 'N2', message: 'x' });
  await door.close();
  const rows = await world.parts.databases.system.read.select().from(endpointCallRows);
  const everything = [...heard, JSON.stringify(rows), ...world.logged()].join('\n');
  expect(rows.length).toBeGreaterThan(8);
  for (const hidden of [secret, customer.secret]) expect(everything).not.toContain(hidden);
  expect(everything).not.toMatch(/checksum=/);
}, 30_000);

test('135 the internal id of create is the id of the recording and of the news about it', async () => {
  const { customer, world } = await buildQuirkyShop();
  const receiver = await buildReceiver();
  const wish = { name: 'N1', meetingID: 'c1', 'meta_bbb-recording-ready-url': `${receiver.url}/ready` };
  const made = await customer.call('create', wish);
  const internalId = textIn(made, 'internalMeetingID');
  const ctx = world.ctx();
  const { rows } = await ctx.system.read.execute<{ id: string; internal_id: string }>(
    sql`select id, internal_id from meetings where account_id = ${customer.owner.accountId}`,
  );
  const [row] = rows;
  expect(row?.internal_id).toBe(internalId);
  const { accountId } = customer.owner;
  await settleEnded(ctx, row?.id ?? '', 'host');
  const ids = { recordId: internalId, externalId: 'c1', meetingId: row?.id ?? '', held: 'here' as const };
  const { id: recordingId } = await buildRecordingRow(world, { accountId, ...ids });
  await ctx.system.write((tx) =>
    ctx.events.publish(ctx, tx, { name: 'recordings.ready', accountId, data: { recordingId, recordId: internalId } }),
  );
  await world.runJobs();
  const listed = await customer.call('getRecordings', { meetingID: 'c1' });
  expect(listed.text).toContain(`<recordID>${internalId}</recordID>`);
  const body = receiver.received.find((one) => one.url === '/ready')?.body ?? '';
  expect(readRecordingReady(body, customer.secret)).toEqual({ meetingId: 'c1', recordId: internalId });
});
