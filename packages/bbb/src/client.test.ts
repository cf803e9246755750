import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AddressError, apiAddress } from '#address.ts';
import { checksumMatches } from '#checksum.ts';
import { checksumVectors, vectorSecret } from '#checksum-vectors.factory.ts';
import { type BbbClient, bbbClient } from '#client.ts';
import { BbbBadAnswer, BbbUnreachable } from '#client-answer.ts';
import { type MemoryBbb, startMemoryBbb } from '#memory/memory-bbb.factory.ts';
import { paramsOf, parseQuery, rawQueryOf, writeQuery } from '#query.ts';

let bbb: MemoryBbb;
let client: BbbClient;
beforeAll(async () => {
  bbb = await startMemoryBbb();
  client = bbbClient({ url: bbb.url, secret: ` ${vectorSecret}\n`, createRetryDelaysMs: [0, 0] });
});
afterAll(() => bbb.stop());

describe('addresses', () => {
  test.each(checksumVectors)('136 the parameters of $id are written so that no URL parser changes them', ({ query }) => {
    const { list } = parseQuery(query);
    const written = writeQuery(list);
    expect(parseQuery(written)).toEqual(paramsOf(list));
    const address = `https://h/bigbluebutton/api/join?${written}`;
    expect(new URL(address).href).toBe(address);
  });

  test('136 a join address with an apostrophe survives and verifies', () => {
    const address = client.joinUrl({ meetingID: 'abc', fullName: "Zoë O'Brien ~!*()", role: 'VIEWER', userdata: { bbb_x: '1' } });
    expect(new URL(address).href).toBe(address);
    const rawQuery = rawQueryOf(address);
    const { first } = parseQuery(rawQuery);
    expect(first.get('fullName')).toBe("Zoë O'Brien ~!*()");
    expect(first.get('userdata-bbb_x')).toBe('1');
    expect(checksumMatches({ call: 'join', rawQuery, given: first.get('checksum') ?? '', secrets: [vectorSecret] })).toBe(true);
  });

  test.each([
    'https://h/bigbluebutton',
    'https://h/bigbluebutton/',
    'https://h/bigbluebutton/api',
    ' https://h/bigbluebutton/api/ ',
    'https://H/bigbluebutton//api//',
  ])('137 %s', (pasted) => {
    expect(apiAddress(pasted)).toBe('https://h/bigbluebutton/api/');
  });

  test('137 letters of a host or a path are not eaten', () => {
    expect(apiAddress('https://h/tapi')).toBe('https://h/tapi/api/');
    expect(apiAddress('http://happi:8080/b/api')).toBe('http://happi:8080/b/api/');
  });

  test.each([
    '',
    'bbb.example',
    'ftp://h/',
    'https://user:pw@h/bigbluebutton',
    'https://user@h/bigbluebutton',
    'https://h/bigbluebutton?x=1',
    'file:///etc/passwd',
  ])('"%s" is no address of a server', (pasted) => {
    expect(() => apiAddress(pasted)).toThrow(AddressError);
  });

  test('an empty secret is refused', () => {
    expect(() => bbbClient({ url: 'https://h/', secret: '  ' })).toThrow(RangeError);
  });
});

describe('against the server half', () => {
  test('the version is told', async () => {
    expect(await client.version()).toEqual({ ok: true, version: '2.0', apiVersion: '2.0', bbbVersion: '' });
  });

  test('139 a meeting goes round with its texts as they were', async () => {
    const params = {
      meetingID: '00123',
      name: "Käse & <b>O'Brien</b>",
      attendeePW: '1e5',
      moderatorPW: 'true',
      duration: 45,
      record: false,
      metadata: { origin: 'a ]]> b' },
      groups: [{ id: '1' }],
      disabledFeatures: ['polls'],
    };
    const created = await client.create(params);
    expect(created).toMatchObject({
      ok: true,
      outcome: 'created',
      meetingID: '00123',
      attendeePW: '1e5',
      moderatorPW: 'true',
      duration: 45,
      parentMeetingID: 'bbb-none',
    });
    expect(await client.create(params)).toMatchObject({ ok: true, outcome: 'duplicate' });
    expect(await client.isMeetingRunning('00123')).toEqual({ ok: true, running: false });
    const joined = await client.join({
      meetingID: '00123',
      fullName: 'Ann',
      role: 'MODERATOR',
      userID: '007',
      createTime: created.ok ? created.createTime : 0,
    });
    expect(joined).toMatchObject({ ok: true, guestStatus: 'ALLOW', cookies: ['JSESSIONID=abc; Path=/bigbluebutton; HttpOnly'] });
    const info = await client.getMeetingInfo('00123');
    expect(info).toMatchObject({
      ok: true,
      meeting: {
        meetingName: params.name,
        attendeePW: '1e5',
        participantCount: 1,
        running: true,
        attendees: [{ userID: '007', fullName: 'Ann', role: 'MODERATOR' }],
      },
    });
    expect(info.ok && info.meeting.metadata.get('origin')).toBe('a ]]> b');
    expect(await client.getMeetings()).toMatchObject({ ok: true, meetings: [{ meetingID: '00123' }] });
    expect(await client.sendChatMessage({ meetingID: '00123', message: 'Hi' })).toMatchObject({ ok: true });
    expect(
      await client.insertDocument('00123', { documents: [{ filename: 'a.pdf', url: 'https://x.example/?a=1&b=2' }] }),
    ).toMatchObject({ ok: true });
    expect(bbb.state.meetings.get('00123')?.documents).toMatchObject([
      { source: { kind: 'url', url: 'https://x.example/?a=1&b=2' } },
    ]);
    expect(await client.end({ meetingID: '00123', password: 'true' })).toEqual({ ok: true, outcome: 'ended' });
    expect(await client.getMeetings()).toEqual({ ok: true, meetings: [] });
  });

  test('documents of both kinds go along with create', async () => {
    const documents = [
      { filename: 'b.txt', data: 'SGk=' },
      { filename: 'a.pdf', url: 'https://x.example/\'q\'?a=1&b="2"', current: true, downloadable: true },
    ];
    await client.create({ meetingID: 'docs', name: 'Docs' }, { documents, clientSettingsOverride: '{"a":"]]>"}' });
    expect(bbb.state.meetings.get('docs')?.documents).toEqual([
      {
        source: { kind: 'url', url: 'https://x.example/\'q\'?a=1&b="2"' },
        filename: 'a.pdf',
        current: true,
        removable: true,
        downloadable: true,
      },
      { source: { kind: 'base64', data: 'SGk=' }, filename: 'b.txt', current: false, removable: true, downloadable: false },
    ]);
  });

  test('a refusal is a value with its key and words', async () => {
    expect(await client.getMeetingInfo('nobody')).toEqual({
      ok: false,
      key: 'notFound',
      message: 'A meeting with that ID does not exist',
    });
    const wrong = bbbClient({ url: bbb.url, secret: 'wrong' });
    expect(await wrong.getMeetings()).toMatchObject({ ok: false, key: 'checksumError' });
  });

  test('a refused join that comes as a redirect is a refusal too', async () => {
    expect(await client.join({ meetingID: 'nobody', fullName: 'Ann', role: 'VIEWER' })).toEqual({
      ok: false,
      key: 'invalidMeetingIdentifier',
      message: 'A meeting with that ID does not exist',
    });
  });

  test('140 ending what is gone counts as ended, a wrong password does not', async () => {
    expect(await client.end({ meetingID: 'nobody' })).toEqual({ ok: true, outcome: 'alreadyEnded' });
    await client.create({ meetingID: 'e140', name: 'Name', moderatorPW: 'mp', attendeePW: 'ap' });
    expect(await client.end({ meetingID: 'e140', password: 'wrong' })).toMatchObject({ ok: false, key: 'invalidPassword' });
  });

  test('140 a refusal that says nothing about the meeting is not looked into', async () => {
    let asked = 0;
    const wrong = bbbClient({
      url: bbb.url,
      secret: 'wrong',
      fetch: (...args) => {
        asked += 1;
        return fetch(...args);
      },
    });
    expect(await wrong.end({ meetingID: 'nobody' })).toMatchObject({ ok: false, key: 'checksumError' });
    expect(asked).toBe(1);
  });

  test('142 a join address is built, nothing is asked', () => {
    let asked = 0;
    const counting = bbbClient({
      url: bbb.url,
      secret: vectorSecret,
      fetch: (...args) => {
        asked += 1;
        return fetch(...args);
      },
    });
    expect(counting.joinUrl({ meetingID: 'abc', fullName: 'Ann', role: 'VIEWER' })).toContain(
      '/api/join?meetingID=abc&fullName=Ann&role=VIEWER&checksum=',
    );
    expect(asked).toBe(0);
  });
});

describe('when things go wrong', () => {
  test('141 create is tried again when the network fails, and the same meeting comes back', async () => {
    let attempts = 0;
    const flaky = bbbClient({
      url: bbb.url,
      secret: vectorSecret,
      createRetryDelaysMs: [0, 0],
      fetch: async (...args) => {
        const answer = await fetch(...args);
        attempts += 1;
        if (attempts < 3) throw new TypeError('fetch failed');
        return answer;
      },
    });
    expect(await flaky.create({ meetingID: 'e141', name: 'Name' })).toMatchObject({ ok: true, outcome: 'duplicate' });
    expect(attempts).toBe(3);
  });

  test('141 it is given up in the end, and a refusal is never tried again', async () => {
    let attempts = 0;
    const down = bbbClient({
      url: bbb.url,
      secret: vectorSecret,
      createRetryDelaysMs: [0, 0],
      fetch: () => {
        attempts += 1;
        return Promise.reject(new TypeError('fetch failed'));
      },
    });
    await expect(down.create({ meetingID: 'down', name: 'Name' })).rejects.toBeInstanceOf(BbbUnreachable);
    expect(attempts).toBe(3);
    await expect(down.getMeetings()).rejects.toBeInstanceOf(BbbUnreachable);
    expect(attempts).toBe(4);
    let asked = 0;
    const counting = bbbClient({
      url: bbb.url,
      secret: vectorSecret,
      createRetryDelaysMs: [0, 0],
      fetch: (...args) => {
        asked += 1;
        return fetch(...args);
      },
    });
    await client.create({ meetingID: 'taken', name: 'Name', moderatorPW: 'aa', attendeePW: 'bb' });
    expect(await counting.create({ meetingID: 'taken', name: 'Name', moderatorPW: 'cc', attendeePW: 'bb' })).toMatchObject({
      ok: false,
      key: 'idNotUnique',
    });
    expect(asked).toBe(1);
  });

  test('a server that says nothing is unreachable after the timeout', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const waiting = bbbClient({ url: `http://127.0.0.1:${port}/`, secret: 's', timeoutMs: 100 });
    await expect(waiting.version()).rejects.toBeInstanceOf(BbbUnreachable);
    silent.close();
  });

  test('the words of an error hold neither secret nor checksum', async () => {
    const nowhere = bbbClient({ url: 'http://127.0.0.1:1/', secret: vectorSecret });
    const error: unknown = await nowhere.getMeetings().catch((reason: unknown) => reason);
    expect(String(error)).not.toMatch(/checksum|[0-9a-f]{40}/);
  });

  test('an answer without end is cut off', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(1024 * 1024);
    }
    const flooded = bbbClient({
      url: 'https://h/',
      secret: 's',
      fetch: async () => ({ status: 200, headers: new Headers(), body: endless() }),
    });
    await expect(flooded.getMeetings()).rejects.toBeInstanceOf(BbbBadAnswer);
  });
});
