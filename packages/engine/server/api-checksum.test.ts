import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { SECRET, childText, signed, testEngine } from '#server/engine.factory.ts';
import type { TestEngine } from '#server/engine.factory.ts';

const SECRET_A = '639259d4-9dd8-4b25-bf01-95f9567eaf4b';
const CREATE = 'name=Test+Meeting&meetingID=abc123&attendeePW=111222&moderatorPW=333444';
const V01 = '1fcbb0c4fc1f039f73aa6d697d2db9ba7f803f17';
const V02 = 'da9185f7f333cfdfcd6eeac32dca3777510c4c436020d8b887ba5515bd1d189e';
const V03 = '891ac633df39d0a1b4f8d597f3e190833216c4b29c4fb51ea3ca72757eeb958d6e7b49a845cf29f5c6019c7d29d029d1';
const V04 =
  'de73ad61d11a5c801b68d4bd6ec5248546085cefb0b25c85f3c46249ea93a3a4b120f92c0a8a58d7512cb77821884951a3b01245f3435dbbef49fff3cc3988b4';
const V08 = '92a47f4b84a5f53a80e3528483108a85375b024a21bd94e6b81e9e7f7ffb5436';

const open: TestEngine[] = [];
const start = async (...change: Parameters<typeof testEngine>): Promise<TestEngine> => {
  const engine = await testEngine(...change);
  open.push(engine);
  return engine;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.stop()));
});

test.each([
  ['013 sha1', V01],
  ['014 sha256', V02],
  ['015 sha384', V03],
  ['016 sha512', V04],
])('%s is accepted', async (_name, checksum) => {
  const engine = await start({ secrets: [SECRET_A] });
  expect((await engine.raw(`/create?${CREATE}&checksum=${checksum}`)).code).toBe('SUCCESS');
});

test('017 a space written as %20 has a checksum of its own', async () => {
  const engine = await start({ secrets: [SECRET_A] });
  const query = CREATE.replace('Test+', 'Test%20');
  expect((await engine.raw(`/create?${query}&checksum=${V01}`)).key).toBe('checksumError');
  expect((await engine.raw(`/create?${query}&checksum=f1ae295e2cb9a9225152334d12c9db97d2bfee5b`)).code).toBe('SUCCESS');
});

test('018 another order of the same parameters has a checksum of its own', async () => {
  const engine = await start({ secrets: [SECRET_A] });
  const query = 'meetingID=abc123&name=Test+Meeting&attendeePW=111222&moderatorPW=333444';
  expect((await engine.raw(`/create?${query}&checksum=${V01}`)).key).toBe('checksumError');
  expect((await engine.raw(`/create?${query}&checksum=74f0d3779d31e72314d91cfe8965f7a5bcdd180e`)).code).toBe('SUCCESS');
});

test('019 027 a lone checksum, with and without a leading ampersand and in capitals, is accepted', async () => {
  const engine = await start();
  for (const query of [`checksum=${V08}`, `&checksum=${V08}`, `checksum=${V08.toUpperCase()}`]) {
    expect((await engine.raw(`/getMeetings?${query}`)).code).toBe('SUCCESS');
  }
});

test('020 the letter case of percent triplets is part of the checksum', async () => {
  const engine = await start();
  const upper = 'fullName=J%C3%BCrgen+M%C3%BCller&meetingID=r%C3%A4um-1&role=MODERATOR&redirect=true';
  const lower = upper.replaceAll(/%[\dA-F]{2}/g, (triplet) => triplet.toLowerCase());
  const v10 = '51ba0adc6e62753440b3f8f894313b31a65cf3c05bc2dc67eb3e972c09a0a2ef';
  const v11 = 'fa16eda514afe5763e90665de21fee47913cf795f7858746811f5d0635fda17b';
  await engine.call('create', { name: 'Räum', meetingID: 'räum-1' });
  expect((await engine.raw(`/join?${upper}&checksum=${v10}`)).status).toBe(302);
  expect((await engine.raw(`/join?${lower}&checksum=${v11}`)).status).toBe(302);
  expect((await engine.raw(`/join?${upper}&checksum=${v11}`)).key).toBe('checksumError');
  expect((await engine.raw(`/join?${lower}&checksum=${v10}`)).key).toBe('checksumError');
});

test('021 022 the checksum may stand in the middle or first', async () => {
  const engine = await start();
  expect((await engine.raw('/end?meetingID=abc&checksum=cdb0911d40fc80b86648dc4c2e70560d79e34e22&password=mp')).key).toBe(
    'notFound',
  );
  const running = await engine.raw('/isMeetingRunning?checksum=526c164f04f8a564cb1b934430e33f58b5f6e654&meetingID=abc');
  expect([running.code, childText(running.xml, 'running')]).toEqual(['SUCCESS', 'false']);
});

test('023 encoded and plain commas verify with their own checksum only', async () => {
  const engine = await start();
  const v18 =
    'e0e4dead14ef62af2bff5252acf3600e9bc1fc5d605ed297e1a163049da7c9a2355856da70560cbf83e4f3963f9ab866051e270c28d0d046897cd9ced5ed8782';
  const v19 =
    '6f216ff415fc6bd4b0dc1ee962241cf2e47416a1af47382b283985da7f2ba0d93a7d48eac8d96f63e7dc3d88e85b70c471c740bc9f942cba921b54e40a80091f';
  const plain = 'recordID=aaa,bbb&state=published,unpublished&meta_gl-listed=true';
  const encoded = plain.replaceAll(',', '%2C');
  const [a, b] = await Promise.all([
    engine.raw(`/getRecordings?${encoded}&checksum=${v18}`),
    engine.raw(`/getRecordings?${plain}&checksum=${v19}`),
  ]);
  expect([a.code, b.text]).toEqual(['SUCCESS', a.text]);
  expect((await engine.raw(`/getRecordings?${plain}&checksum=${v18}`)).key).toBe('checksumError');
});

test('024 a secret with letters outside ASCII counts as UTF-8', async () => {
  const engine = await start({ secrets: ['geheim-Schlüssel-π'] });
  const reply = await engine.raw(
    '/getMeetingInfo?meetingID=abc&checksum=66f53912ebffa5236846d3d12efb2823d538eaab2484e2e3ae73a14f4ed8ec54',
  );
  expect(reply.key).toBe('notFound');
});

test('025 a leading ampersand before parameters is part of what is signed', async () => {
  const engine = await start();
  await engine.call('create', { name: 'Room', meetingID: 'abc' });
  const query = '&redirect=true&existingUserID=w_t18rn7uc1wjm&role=MODERATOR&meetingID=abc';
  const reply = await engine.raw(`/join?${query}&checksum=ec8b26b17f44d527ca89ca14547b7ab648e231f9`);
  expect(reply.headers.get('location')).toContain('missingParamFullName');
  expect((await engine.raw(`/join?${query.slice(1)}&checksum=ec8b26b17f44d527ca89ca14547b7ab648e231f9`)).key).toBe(
    'checksumError',
  );
});

/** A request exactly as written: no client library may touch the line. */
function rawRequest(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`));
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

test('026 a plain apostrophe is verified as it came', async () => {
  const engine = await start();
  await engine.call('create', { name: 'Room', meetingID: 'abc' });
  const line = (name: string) =>
    `/bigbluebutton/api/join?fullName=${name}&meetingID=abc&role=VIEWER&checksum=0993e380a4ba3b3ed6d8104a42efbb2685f66c5c`;
  expect(await rawRequest(engine.httpPort, line("O'Brien"))).toMatch(/^HTTP\/1\.1 302/);
  expect(await rawRequest(engine.httpPort, line('O%27Brien'))).toContain('checksumError');
});

test('028 029 030 checksums of odd lengths, empty, missing and double ones are refused', async () => {
  const engine = await start();
  const lengths = [39, 41, 65, 95, 127].map((length) => `checksum=${'a'.repeat(length)}`);
  for (const query of [
    ...lengths,
    '',
    'checksum=',
    'checksum',
    `checksum=${V08}&checksum=${V08}`,
    `checksum=${'z'.repeat(64)}`,
  ]) {
    const reply = await engine.raw(`/getMeetings?${query}`);
    expect([reply.status, reply.key]).toEqual([200, 'checksumError']);
  }
});

test('031 a checksum made for another call is refused', async () => {
  const engine = await start();
  const query = signed('create', { params: { meetingID: 'abc', fullName: 'Ada', role: 'VIEWER' } });
  expect((await engine.raw(`/join?${query}`)).key).toBe('checksumError');
});

test('032 one changed byte is refused and changes nothing', async () => {
  const engine = await start();
  const query = signed('create', { params: { name: 'Room', meetingID: 'abc' } });
  for (const changed of [query.replace('Room', 'Rooms'), query.replace('abc', 'abd'), query.replace('name', 'mame')]) {
    expect((await engine.raw(`/create?${changed}`)).key).toBe('checksumError');
  }
  expect((await engine.call('getMeetings')).key).toBe('noMeetings');
});

test('033 only the algorithms of the settings count', async () => {
  const engine = await start({ secrets: [SECRET_A], algorithms: ['sha256', 'sha512'] });
  expect((await engine.raw(`/create?${CREATE}&checksum=${V01}`)).key).toBe('checksumError');
  expect((await engine.raw(`/create?${CREATE}&checksum=${V02}`)).code).toBe('SUCCESS');
  expect((await engine.raw(`/create?${CREATE}&checksum=${V04}`)).code).toBe('SUCCESS');
});

test('034 two secrets are accepted side by side, one that was taken away is not', async () => {
  const both = await start({ secrets: ['new-secret', SECRET] });
  const one = await start({ secrets: ['new-secret'] });
  const [newer, older] = ['new-secret', SECRET].map((secret) => signed('getMeetings', { params: {}, secret }));
  for (const query of [newer, older]) expect((await both.raw(`/getMeetings?${query}`)).code).toBe('SUCCESS');
  expect((await one.raw(`/getMeetings?${newer}`)).code).toBe('SUCCESS');
  expect((await one.raw(`/getMeetings?${older}`)).key).toBe('checksumError');
});

test('035 checksumHash is an ordinary parameter', async () => {
  const engine = await start();
  expect((await engine.call('getMeetings', { checksumHash: 'sha1' })).code).toBe('SUCCESS');
});

test('036 037 the checksum comes before everything else', async () => {
  const engine = await start();
  const wrong = `checksum=${'0'.repeat(40)}`;
  expect(
    (await engine.raw(`/create?name=N1&meetingID=abc&presentationUploadExternalUrl=https%3A%2F%2Fx.example%2F&${wrong}`)).key,
  ).toBe('checksumError');
  expect((await engine.raw(`/create?name=N1&${wrong}`)).key).toBe('checksumError');
  expect((await engine.call('getMeetings')).key).toBe('noMeetings');
});

const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };

test('038 a form that carries everything is accepted unless the settings forbid it', async () => {
  const body = 'name=Form&meetingID=form&checksum=f75bc87a54404c3710f488b2e7331f66cf92029f';
  expect((await (await start()).raw('/create', { ...form, body })).code).toBe('SUCCESS');
  expect((await (await start({ rejectUnsignedBodyParams: true })).raw('/create', { ...form, body })).key).toBe('checksumError');
});

test('039 the signed query wins over the body', async () => {
  const engine = await start();
  const query = signed('create', { params: { name: 'Query', meetingID: 'both' } });
  await engine.raw(`/create?${query}`, { ...form, body: 'name=Other' });
  expect(childText((await engine.call('getMeetingInfo', { meetingID: 'both' })).xml, 'meetingName')).toBe('Query');
});

test('040 the body of insertDocument is not signed', async () => {
  const engine = await start();
  const init = { method: 'POST', headers: { 'content-type': 'application/xml' }, body: '<modules/>' };
  expect(
    (
      await engine.raw(
        '/insertDocument?meetingID=Test&checksum=c186e022b1e2070d2b51eca28d569deef8be37fe076ae38ddfa91ad2f2e27e4f',
        init,
      )
    ).key,
  ).toBe('notFound');
});

test('no secret, checksum or token reaches the log', async () => {
  const engine = await start();
  await engine.call('create', { name: 'Room', meetingID: 'abc', moderatorPW: 'hidden-word' });
  const joined = await engine.call('join', { meetingID: 'abc', fullName: 'Ada', role: 'VIEWER', redirect: 'false' });
  await engine.raw('/create?checksum=bad');
  await engine.call('end', { meetingID: 'abc' });
  const text = JSON.stringify(engine.logged);
  expect(text).toContain('meeting opened');
  for (const hidden of [SECRET, 'hidden-word', childText(joined.xml, 'session_token'), 'checksum'])
    expect(text).not.toContain(hidden);
});
