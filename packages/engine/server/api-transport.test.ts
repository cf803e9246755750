import { afterAll, beforeAll, expect, test } from 'vitest';
import { childText, signed, testEngine } from '#server/engine.factory.ts';
import type { Reply, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.stop());

const isVersion = (reply: Reply) => {
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toMatch(/^text\/xml;\s*charset=utf-8$/i);
  expect(reply.xml?.children.map(({ name }) => name)).toEqual(['returncode', 'version', 'apiVersion', 'bbbVersion']);
  expect([reply.code, childText(reply.xml, 'version'), childText(reply.xml, 'apiVersion')]).toEqual(['SUCCESS', '2.0', '2.0']);
};

test('001 the root tells the version of the API without a checksum', async () => isVersion(await engine.raw('')));

test('002 the root with a slash at its end says the same', async () => {
  const [plain, slash] = await Promise.all([engine.raw(''), engine.raw('/')]);
  expect(slash.text).toBe(plain.text);
  const above = await fetch(`${engine.base}/bigbluebutton/`);
  expect(await above.text()).toBe(plain.text);
});

test('003 the root answers a POST with an empty body', async () => isVersion(await engine.raw('', { method: 'POST' })));

test('004 the root does not look at checksums', async () => {
  isVersion(await engine.raw('/?&checksum=fb81bc7904c89199c354ce29c5a2f03e2ecadb64820268ef054adbb279456417'));
  isVersion(await engine.raw('/?checksum=wrong'));
});

test('005 the root speaks JSON when the request says so', async () => {
  const reply = await engine.raw('', { headers: { 'content-type': 'application/json' } });
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  expect(JSON.parse(reply.text)).toMatchObject({ response: { returncode: 'SUCCESS', version: '2.0', apiVersion: '2.0' } });
  isVersion(await engine.raw('', { headers: { 'content-type': 'application/xml' } }));
});

test('006 an unknown call is not supported', async () => {
  const reply = await engine.call('getDefaultConfigXML', { meetingID: 'aa' });
  expect([reply.status, reply.code, reply.key]).toEqual([200, 'FAILED', 'unsupportedRequest']);
  expect(childText(reply.xml, 'message')).toBe('This request is not supported.');
});

test('007 every failure has status 200, no-cache and three children in order', async () => {
  const failures = await Promise.all([
    engine.raw('/getMeetings?checksum=00'),
    engine.call('create', { name: 'Nn' }),
    engine.call('getMeetingInfo', { meetingID: 'nowhere' }),
    engine.call('end', { meetingID: 'nowhere' }),
    engine.call('isMeetingRunning'),
    engine.call('getRecordings2'),
    engine.call('publishRecordings'),
    engine.call('deleteRecordings', { recordID: 'rr' }),
    engine.call('sendChatMessage', { meetingID: 'nowhere', message: 'hi' }),
  ]);
  for (const reply of failures) {
    expect([reply.status, reply.headers.get('cache-control'), reply.code]).toEqual([200, 'no-cache', 'FAILED']);
    expect(reply.xml?.children.map(({ name }) => name)).toEqual(['returncode', 'messageKey', 'message']);
  }
});

test('008 answers are XML in UTF-8', async () => {
  const reply = await engine.call('getMeetings');
  expect(reply.headers.get('content-type')).toMatch(/^text\/xml;\s*charset=utf-8$/i);
  expect(reply.xml?.name).toBe('response');
});

test('009 a double slash before the call counts as one', async () => {
  const reply = await engine.raw('//getMeetings?checksum=92a47f4b84a5f53a80e3528483108a85375b024a21bd94e6b81e9e7f7ffb5436');
  expect(reply.code).toBe('SUCCESS');
});

test('010 the letter case of a call matters', async () =>
  expect((await engine.call('GETMEETINGS')).key).toBe('unsupportedRequest'));

test('011 other methods are not supported, and join is GET only', async () => {
  const query = signed('create', { params: { name: 'Room', meetingID: 'm11' } });
  for (const method of ['PUT', 'DELETE'])
    expect((await engine.raw(`/create?${query}`, { method })).key).toBe('unsupportedRequest');
  const join = signed('join', { params: { meetingID: 'm11', fullName: 'Ada', role: 'VIEWER' } });
  expect((await engine.raw(`/join?${join}`, { method: 'POST' })).key).toBe('unsupportedRequest');
  expect((await engine.call('getMeetingInfo', { meetingID: 'm11' })).key).toBe('notFound');
});

test('012 a request line of 24 KiB is accepted', async () => {
  const reply = await engine.call('create', { name: 'Long', meetingID: 'm12', welcome: 'w'.repeat(24 * 1024) });
  expect([reply.status, reply.code]).toEqual([200, 'SUCCESS']);
});

test('a path outside the API is not found, and says nothing', async () => {
  const answer = await fetch(`${engine.base}/elsewhere`);
  expect([answer.status, await answer.text()]).toEqual([404, '{"error":"not-found"}']);
});

const mebibyte = 1_048_576;
/** A create whose body has so many bytes, documents included. */
const createWith = (meetingID: string, bytes: number, contentType = 'application/xml') => {
  const query = signed('create', { params: { name: 'Big', meetingID } });
  const [head, tail] = ['<modules><module name="presentation"><document name="sample.pdf">', '</document></module></modules>'];
  const body = `${head}${'A'.repeat(bytes - head.length - tail.length)}${tail}`;
  return engine.raw(`/create?${query}`, { method: 'POST', headers: { 'content-type': contentType }, body });
};

test('a meeting opens with documents up to 20 MiB', async () => {
  for (const bytes of [2 * mebibyte, 3_000_000, 20 * mebibyte]) {
    const reply = await createWith(`m-${bytes}`, bytes);
    expect([reply.status, reply.code, reply.key], `${bytes}`).toEqual([200, 'SUCCESS', '']);
  }
  expect((await createWith('m-as-form', 3_000_000, 'application/x-www-form-urlencoded')).code).toBe('SUCCESS');
});

test('a body above the limit is refused with an answer that names the limit', async () => {
  const reply = await createWith('m-more', 20 * mebibyte + 1);
  expect([reply.status, reply.code, reply.key]).toEqual([200, 'FAILED', 'validationError']);
  expect(reply.text).toContain('larger than 20 MiB');
  const query = signed('create', { params: { name: 'Big', meetingID: 'm-form' } });
  const form = await engine.raw(`/create?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `welcome=${'w'.repeat(3_000_000)}`,
  });
  expect([form.code, form.text]).toEqual(['FAILED', expect.stringContaining('larger than 2 MiB')]);
});

test('a body with documents opens nothing when its checksum is wrong', async () => {
  const reply = await engine.raw(`/create?name=Big&meetingID=m-forged&checksum=${'a'.repeat(40)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/xml' },
    body: `<modules>${'x'.repeat(3_000_000)}</modules>`,
  });
  expect([reply.code, reply.key]).toEqual(['FAILED', 'checksumError']);
});

test('the health page holds counts and no secret', async () => {
  const text = await (await fetch(`${engine.base}/healthz`)).text();
  expect(JSON.parse(text)).toMatchObject({
    ok: true,
    meetings: expect.any(Number),
    people: 0,
    streams: 0,
    cpu: expect.any(Number),
  });
  expect(text).not.toContain('ECCJ');
});
