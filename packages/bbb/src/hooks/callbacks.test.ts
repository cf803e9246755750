import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Analytics, analyticsBody, analyticsToken, analyticsTokenFits, readAnalytics, sittingsOf } from '#analytics.ts';
import { endCallbackUrl, readRecordingReady, readToken, recordingReadyBody, signToken } from '#hooks/callbacks.ts';
import { vectorSecret } from '#checksum-vectors.factory.ts';
import { type BbbClient, bbbClient } from '#client.ts';
import { hookBody, hookChecksum, hookChecksumFits, hookDeliveryUrl } from '#hooks/hook-delivery.ts';
import { type MemoryBbb, startMemoryBbb } from '#memory/memory-bbb.factory.ts';
import { get } from '#wire-reading.factory.ts';

const readyToken =
  'eyJhbGciOiJIUzI1NiJ9.eyJtZWV0aW5nX2lkIjoiYWJjMTIzIiwicmVjb3JkX2lkIjoiNjM2N2M0OGRkMTkzZDU2ZWE3YjBiYWFkMjViMTk0NTVlNTI5ZjVlZS0xNTMxMTU1ODA5NjEzIn0.nXWrQlC7R7JncI3RxlOSafvOVgPRmBFpMaJ2QMxqr3s';
const statisticsToken =
  'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzUxMiJ9.eyJleHAiOjE4OTM0NTYwMDB9.t2ITT9WalLYYO9cSiEcbZg_h-NGRdM3Jo6criGMJuckeuBNX53GTXkxocWXKDwN7oP77LEj3fL7T-gWxkJRMNg';
const ready = { meetingId: 'abc123', recordId: '6367c48dd193d56ea7b0baad25b19455e529f5ee-1531155809613' };

describe('callbacks', () => {
  test('120 the end is told with the marks and the ID, after a query that is there', () => {
    expect(endCallbackUrl('https://app/x', { recordingMarks: false, meetingID: 'a b' })).toBe(
      'https://app/x?recordingmarks=false&meetingID=a+b',
    );
    expect(endCallbackUrl('https://app/x?y=1', { recordingMarks: true, meetingID: 'abc' })).toBe(
      'https://app/x?y=1&recordingmarks=true&meetingID=abc',
    );
  });

  test('122 a finished recording is told under the shared secret, as in the vector', () => {
    expect(recordingReadyBody(ready, vectorSecret)).toBe(`signed_parameters=${readyToken}`);
    expect(readRecordingReady(`signed_parameters=${readyToken}`, vectorSecret)).toEqual(ready);
    expect(readRecordingReady(`signed_parameters=${readyToken}`, 'another')).toBeUndefined();
    expect(readRecordingReady('', vectorSecret)).toBeUndefined();
  });

  test('123 statistics carry a token for a day, as in the vector', () => {
    const now = (1_893_456_000 - 24 * 60 * 60) * 1000;
    expect(analyticsToken(vectorSecret, now)).toBe(statisticsToken);
    expect(readToken(statisticsToken, { secret: vectorSecret, algorithm: 'HS512', now })).toEqual({ exp: 1_893_456_000 });
    expect(readToken(statisticsToken, { secret: vectorSecret, algorithm: 'HS512', now: 1_893_456_000_000 })).toBeUndefined();
  });

  test('a token says nothing about how it is checked', () => {
    const key = { secret: vectorSecret, now: 0 };
    expect(readToken(readyToken, { ...key, algorithm: 'HS512' })).toBeUndefined();
    expect(
      readToken(signToken({ a: 1 }, { secret: vectorSecret, algorithm: 'HS256' }).replace(/\.[^.]*$/, '.'), {
        ...key,
        algorithm: 'HS256',
      }),
    ).toBeUndefined();
    const relabelled = `${Buffer.from('{"alg":"HS512"}').toString('base64url')}.${Buffer.from('{"a":1}').toString('base64url')}`;
    const mac = createHmac('sha256', vectorSecret).update(relabelled).digest('base64url');
    expect(readToken(`${relabelled}.${mac}`, { ...key, algorithm: 'HS256' })).toBeUndefined();
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"a":1}').toString('base64url')}.`;
    expect(readToken(unsigned, { ...key, algorithm: 'HS256' })).toBeUndefined();
  });

  test('no text makes reading a token throw', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 4 }), (parts) => {
        expect(readToken(parts.join('.'), { secret: vectorSecret, algorithm: 'HS256', now: 0 })).toBeUndefined();
      }),
    );
  });
});

describe('statistics', () => {
  const told: Analytics = {
    meetingId: 'abc123',
    internalMeetingId: ready.recordId,
    name: 'Physics',
    start: 1_531_155_809_613,
    finish: 1_531_155_900_000,
    attendees: [
      {
        extUserId: 'u42',
        name: 'Gül',
        moderator: true,
        joins: [1_531_155_810_000, 1_531_155_860_000],
        leaves: [1_531_155_840_000],
        engagement: { chats: 2, talks: 1, raisehand: 0, emojis: 0, pollVotes: 0, talkTime: 7 },
      },
    ],
    polls: [
      {
        id: 'p1',
        type: 'own',
        question: 'Which?',
        published: true,
        options: ['red', 'blue'],
        start: 1_531_155_820_000,
        anonymous: false,
        right: [1],
        several: false,
        votes: [{ extUserId: 'u42', name: 'Gül', choices: [1], typed: '' }],
        counts: [0, 1],
        typed: [],
        voted: 1,
        invited: 2,
      },
    ],
    groups: [
      { meeting: 'm2', group: 2, name: 'Poets', extUserId: 'u42', from: 1_531_155_812_000, to: 1_531_155_830_000 },
      { meeting: 'm3', group: 3, name: '', extUserId: 'u42', from: 1_531_155_870_000, to: 1_531_155_900_000 },
    ],
    groupSets: [{ id: 'last', name: '', usedAt: 1_531_155_812_000, groups: [] }],
  };

  test('123 the document has its keys, durations in seconds, and reads back as it was', () => {
    const document: unknown = JSON.parse(analyticsBody(told));
    expect(document).toMatchObject({
      version: '1.0',
      meeting_id: 'abc123',
      internal_meeting_id: ready.recordId,
      data: {
        duration: 90,
        start: '2018-07-09T17:03:29.613Z',
        attendees: [{ ext_user_id: 'u42', duration: 70 }],
        polls: [{ votes: { u42: 'blue' } }],
        groups: [{ group: 2, name: 'Poets', ext_user_id: 'u42', from: '2018-07-09T17:03:32.000Z' }, { group: 3 }],
        group_sets: [{ id: 'last' }],
      },
    });
    expect(readAnalytics(document)).toEqual(told);
  });

  test('123 polls as BBB tells them are read, with votes that name an option, several or typed words', () => {
    const read = (poll: object) =>
      readAnalytics({ meeting_id: 'abc123', data: { polls: [poll, null, 'poll'] } })?.polls?.map(({ votes, counts }) => ({
        votes,
        counts,
      }));
    const options = ['A', 'B'];
    const named = (extUserId: string, choices: number[], typed = '') => ({ extUserId, name: '', choices, typed });
    expect(read({ id: 'p', options, votes: { u1: 'B', u2: ['A', 'B'], u3: 'C' } })).toEqual([
      { votes: [named('u1', [1]), named('u2', [0, 1]), named('u3', [], 'C')], counts: [1, 2] },
    ]);
    expect(read({ id: 'p', options, votes: { u1: 'B' }, anonymous: true, counts: [0, 1] })).toEqual([
      { votes: [], counts: [0, 1] },
    ]);
    expect(read({ id: 'p' })).toEqual([{ votes: [], counts: [] }]);
  });

  test('123 a token of another secret, of another kind, too old or without an end is refused', () => {
    const now = 1_700_000_000_000;
    const good = analyticsToken(vectorSecret, now);
    expect(analyticsTokenFits(good, { secret: vectorSecret, now })).toBe(true);
    expect(analyticsTokenFits(good, { secret: 'another', now })).toBe(false);
    expect(analyticsTokenFits(good, { secret: vectorSecret, now: now + 86_400_000 })).toBe(false);
    const unlike = [
      signToken({ exp: 9_999_999_999 }, { secret: vectorSecret, algorithm: 'HS256' }),
      signToken({}, { secret: vectorSecret, algorithm: 'HS512' }),
      '',
    ];
    for (const token of unlike) expect(analyticsTokenFits(token, { secret: vectorSecret, now })).toBe(false);
  });

  test.each([
    ['2018-07-09T17:03:29.613+00:00', 1_531_155_809_613],
    ['2018-07-09 17:03:29 +0000', 1_531_155_809_000],
    ['2018-07-09 13:03:29 -0400', 1_531_155_809_000],
    ['2018-07-09 17:03:29 UTC', 1_531_155_809_000],
    [1_531_155_809, 1_531_155_809_000],
    [1_531_155_809_613, 1_531_155_809_613],
  ])('a time written as %j is understood', (finish, at) => {
    expect(readAnalytics({ meeting_id: 'a', data: { finish } })?.finish).toBe(at);
  });

  test('what misses reads as nothing, and what is no document is none', () => {
    expect(
      readAnalytics({ meeting_id: 'a', data: { attendees: [{}, null, 7, { ext_user_id: 'x', joins: ['soon', {}] }] } }),
    ).toMatchObject({
      internalMeetingId: '',
      finish: 0,
      attendees: [{ extUserId: 'x', name: '', moderator: false, joins: [], leaves: [] }],
    });
    for (const none of [null, [], 'x', {}, { meeting_id: 1, data: {} }, { meeting_id: 'a' }])
      expect(readAnalytics(none)).toBeUndefined();
  });

  test('sittings are the time with at least one page open', () => {
    const of = (joins: number[], leaves: number[]) => sittingsOf({ joins, leaves }, 100);
    expect(of([10, 50], [20])).toEqual([
      [10, 20],
      [50, 100],
    ]);
    expect(of([10, 15], [20, 30])).toEqual([[10, 30]]);
    expect(of([10, 20], [20, 30])).toEqual([[10, 30]]);
    expect(of([], [5])).toEqual([]);
    expect(of([200], [])).toEqual([[200, 200]]);
  });

  test('no document makes reading throw', () => {
    fc.assert(fc.property(fc.anything(), (any) => void readAnalytics({ meeting_id: 'a', data: any })));
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (any) => void readAnalytics({ meeting_id: 'a', data: { attendees: [any, { ext_user_id: 'x', joins: any }] } }),
      ),
    );
  });
});

describe('deliveries', () => {
  const meeting = { 'internal-meeting-id': ready.recordId, 'external-meeting-id': 'abc123' };
  const event = { data: { type: 'event', id: 'meeting-ended', attributes: { meeting }, event: { ts: 1_531_155_900_000 } } };
  const body = hookBody({ domain: 'bbb.example.com', events: [event], timestamp: 1_531_155_900_001 });
  const delivery = { callbackURL: 'https://app.example.com/hook?x=1', body, secret: vectorSecret };

  test('125 the vectors of all three generations', () => {
    expect(hookChecksum(delivery, 'sha1')).toBe('ae971d1452f444e15c5def165381eea3e2ee8cdf');
    expect(hookChecksum(delivery, 'sha256')).toBe('0fd8d8b0b83a6abcd3d79d9283184657091b618ed07be24055080787258c4dc0');
    expect(hookChecksum(delivery, 'sha1', 'json')).toBe('e7303c87e40fc320c222c5b7e05bf411a6fd5f7c');
    expect(hookChecksum(delivery, 'sha1', 'constant')).toBe('e02daba715e6b0208d20ed972a5ba54ce6c96d4b');
    expect(hookDeliveryUrl(delivery, 'sha1')).toBe(
      'https://app.example.com/hook?x=1&checksum=ae971d1452f444e15c5def165381eea3e2ee8cdf',
    );
    expect(hookDeliveryUrl({ ...delivery, callbackURL: 'https://a.example/' }, 'sha1')).toMatch(
      /^https:\/\/a\.example\/\?checksum=/,
    );
  });

  test('125 a receiver takes only the forms it was told to take', () => {
    const given = hookChecksum(delivery, 'sha256');
    expect(hookChecksumFits(delivery, given.toUpperCase())).toBe(true);
    expect(hookChecksumFits({ ...delivery, body: `${body}x` }, given)).toBe(false);
    const constant = hookChecksum(delivery, 'sha1', 'constant');
    expect(hookChecksumFits(delivery, constant)).toBe(false);
    expect(hookChecksumFits(delivery, constant, ['body', 'constant'])).toBe(true);
    expect(hookChecksumFits(delivery, 'abc')).toBe(false);
  });
});

describe('hooks', () => {
  let bbb: MemoryBbb;
  let client: BbbClient;
  beforeAll(async () => {
    bbb = await startMemoryBbb();
    client = bbbClient({ url: bbb.url, secret: vectorSecret });
  });
  afterAll(() => bbb.stop());

  test('124 126 a hook is made once, listed, removed once', async () => {
    const callbackURL = 'https://app.example.com/hook?a=1&b=2';
    const made = await client.hooks.create({ callbackURL, meetingID: 'abc', eventIds: ['Meeting-Ended'] });
    expect(made).toMatchObject({ ok: true, outcome: 'created' });
    const hookID = made.ok ? made.hookID : '';
    expect(await client.hooks.create({ callbackURL })).toEqual({ ok: true, hookID, outcome: 'duplicate' });
    expect(await client.hooks.list()).toEqual({
      ok: true,
      hooks: [{ hookID, callbackURL, meetingID: 'abc', eventID: 'meeting-ended', permanentHook: false, rawData: false }],
    });
    expect((await get(bbb, 'hooks/list')).body).toContain(`<callbackURL><![CDATA[${callbackURL}]]></callbackURL>`);
    expect(await client.hooks.list({ meetingID: 'other' })).toEqual({ ok: true, hooks: [] });
    expect(await client.hooks.destroy(hookID)).toEqual({ ok: true, removed: true });
    expect(await client.hooks.destroy(hookID)).toMatchObject({ ok: false, key: 'destroyMissingHook' });
    expect(await client.hooks.create({ callbackURL: '' })).toMatchObject({ ok: false, key: 'missingParamCallbackURL' });
  });

  test('126 an empty meeting ID is refused and lists nothing of one meeting: it never means every meeting', async () => {
    const callbackURL = 'https://app.example.com/empty';
    expect(await client.hooks.create({ callbackURL, meetingID: ' ' })).toMatchObject({ ok: false, key: 'validationError' });
    expect(bbb.state.hooks).toEqual([]);
    await client.hooks.create({ callbackURL, meetingID: 'abc' });
    await client.hooks.create({ callbackURL: `${callbackURL}/all` });
    expect(await client.hooks.list({ meetingID: '' })).toMatchObject({ hooks: [{ callbackURL: `${callbackURL}/all` }] });
  });
});
