import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checksumVector, vectorSecret } from '#checksum-vectors.factory.ts';
import { type MemoryBbb, send, signedPath, startMemoryBbb } from '#memory/memory-bbb.factory.ts';
import { readCall, verify } from '#server.ts';
import { fieldOf, get, namesOf, resultOf, resultOfGet, rootOf } from '#wire-reading.factory.ts';

let bbb: MemoryBbb;
beforeAll(async () => {
  bbb = await startMemoryBbb();
});
afterAll(() => bbb.stop());

const root = '/bigbluebutton/api';

describe('the root call', () => {
  test('001 tells the version without a checksum', async () => {
    const answer = await send(bbb, { path: root });
    expect([answer.status, resultOf(answer), fieldOf(answer, 'version'), fieldOf(answer, 'apiVersion')]).toEqual([
      200,
      'SUCCESS',
      '2.0',
      '2.0',
    ]);
    expect(answer.type).toMatch(/^text\/xml/);
    expect(namesOf(answer)).toEqual(['returncode', 'version', 'apiVersion', 'bbbVersion']);
  });

  test('002 003 the same with a slash and as an empty POST', async () => {
    const plain = await send(bbb, { path: root });
    expect((await send(bbb, { path: `${root}/` })).body).toBe(plain.body);
    expect((await send(bbb, { method: 'POST', path: root })).body).toBe(plain.body);
  });

  test('004 ignores a right checksum and a wrong one', async () => {
    expect(resultOf(await send(bbb, { path: `${root}/?&checksum=${checksumVector('V09').checksum}` }))).toBe('SUCCESS');
    expect(resultOf(await send(bbb, { path: `${root}/?checksum=nonsense` }))).toBe('SUCCESS');
  });

  test('005 speaks JSON exactly when asked in JSON', async () => {
    const json = await send(bbb, { path: root, contentType: 'application/json' });
    expect(json.type).toMatch(/^application\/json/);
    expect(JSON.parse(json.body)).toEqual({
      response: { returncode: 'SUCCESS', version: '2.0', apiVersion: '2.0', bbbVersion: '' },
    });
    expect((await send(bbb, { path: root, contentType: 'application/xml' })).type).toMatch(/^text\/xml/);
  });
});

describe('the envelope', () => {
  test('006 a call that was removed is answered, not hidden', async () => {
    const answer = await get(bbb, 'getDefaultConfigXML', 'meetingID=a');
    expect(resultOf(answer)).toBe('FAILED unsupportedRequest');
    expect(fieldOf(answer, 'message')).toBe('This request is not supported.');
  });

  test.each([
    ['create', ''],
    ['join', 'fullName=J'],
    ['end', 'meetingID=nobody'],
    ['getMeetingInfo', 'meetingID=nobody'],
    ['isMeetingRunning', ''],
    ['publishRecordings', ''],
    ['deleteRecordings', 'recordID=x'],
    ['hooks/destroy', ''],
    ['nonsense', ''],
  ])('007 a refused %s has status 200, no-cache and exactly three children', async (call, query) => {
    const answer = await send(bbb, { path: call === 'join' ? `${root}/join?${query}&checksum=wrong` : signedPath(call, query) });
    expect([answer.status, answer.cacheControl]).toEqual([200, 'no-cache']);
    expect(namesOf(answer)).toEqual(['returncode', 'messageKey', 'message']);
  });

  test('008 an answer is text/xml in UTF-8 that a strict parser reads', async () => {
    const answer = await get(bbb, 'create', 'meetingID=t8&name=%3Cb%3E%26%22%27%00%0B%F0%9F%98%80');
    expect(answer.type).toBe('text/xml;charset=utf-8');
    expect(rootOf(answer).name).toBe('response');
  });

  test('009 two slashes count as one', async () => {
    const { checksum } = checksumVector('V08');
    expect(resultOf(await send(bbb, { path: `${root}//getMeetings?checksum=${checksum}` }))).toBe('SUCCESS');
  });

  test('010 letter case of a call counts', async () => {
    expect(await resultOfGet(bbb, 'GETMEETINGS')).toBe('FAILED unsupportedRequest');
  });

  test.each([
    ['PUT', 'create'],
    ['DELETE', 'create'],
    ['POST', 'join'],
    ['GET', 'insertDocument'],
  ])('011 %s %s is not supported', async (method, call) => {
    const answer = await send(bbb, { method, path: signedPath(call, 'meetingID=abc&name=Name') });
    expect(resultOf(answer)).toBe('FAILED unsupportedRequest');
  });

  test('012 a request line of 24 KiB is read', async () => {
    expect(await resultOfGet(bbb, 'create', `meetingID=t12&name=Long&welcome=${'w'.repeat(24 * 1024)}`)).toBe('SUCCESS');
  });
});

describe('paths', () => {
  test.each([
    ['/bigbluebutton/api', ''],
    ['/bigbluebutton/api/hooks/create?x=1', 'hooks/create'],
    ['//bigbluebutton//api///create', 'create'],
    ['/bigbluebutton/api/create/', 'create'],
  ])('%s is the call "%s"', (url, name) => {
    expect(readCall({ method: 'get', url })).toMatchObject({ name, method: 'GET' });
  });

  test('a path outside is none of its business', () => {
    expect(readCall({ method: 'GET', url: '/bigbluebutton/apiary' })).toBeUndefined();
    expect(readCall({ method: 'GET', url: '/t/acme/api/end?a=1' }, '/t/acme/api')?.name).toBe('end');
  });

  test('a name that objects have is not a call', async () => {
    expect(await resultOfGet(bbb, 'constructor')).toBe('FAILED unsupportedRequest');
  });

  test('no request makes reading or checking throw, and none passes unsigned', () => {
    const contentType = fc.constantFrom(
      '',
      'application/x-www-form-urlencoded',
      'application/xml',
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'text/plain',
    );
    const body = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: 'binary' }),
      fc.constant('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n'),
    );
    const url = fc.oneof(fc.string({ unit: 'binary' }), fc.string()).map((rest) => `${root}/create${rest}`);
    fc.assert(
      fc.property(fc.record({ method: fc.constantFrom('GET', 'POST', 'put'), url, contentType, body }), (request) => {
        const call = readCall(request);
        expect(call === undefined || !verify(call, { secrets: [vectorSecret] }).ok).toBe(true);
      }),
    );
  });
});
