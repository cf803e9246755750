import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCreate } from '#create-request.ts';
import { breakoutExternalId, createDate, sha1Hex } from '#ids.ts';
import { type MemoryBbb, send, signedPath, startMemoryBbb } from '#memory/memory-bbb.factory.ts';
import { parseQuery } from '#query.ts';
import { childOf, entriesOf } from '#reading.ts';
import { fieldOf, get, namesOf, resultOf, resultOfGet, rootOf } from '#wire-reading.factory.ts';

let bbb: MemoryBbb;
beforeAll(async () => {
  bbb = await startMemoryBbb();
});
afterAll(() => bbb.stop());

const create = (query: string): Promise<string> => resultOfGet(bbb, 'create', query);

describe('a new meeting', () => {
  test('041 042 043 tells everything about it in order', async () => {
    const answer = await get(bbb, 'create', 'name=N1&meetingID=c1');
    const order =
      'returncode meetingID internalMeetingID parentMeetingID attendeePW moderatorPW createTime voiceBridge dialNumber createDate hasUserJoined duration hasBeenForciblyEnded messageKey message';
    expect(namesOf(answer)).toEqual(order.split(' '));
    const field = (name: string): string => fieldOf(answer, name);
    expect(
      ['meetingID', 'parentMeetingID', 'hasUserJoined', 'duration', 'hasBeenForciblyEnded', 'messageKey', 'message'].map(field),
    ).toEqual(['c1', 'bbb-none', 'false', '0', 'false', '', '']);
    expect(field('createTime')).toMatch(/^\d{13}$/);
    expect(Math.abs(Number(field('createTime')) - Date.now())).toBeLessThan(5000);
    expect(field('internalMeetingID')).toBe(`${sha1Hex('c1')}-${field('createTime')}`);
    expect(field('createDate')).toBe(createDate(Number(field('createTime'))));
    expect(field('attendeePW')).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(field('moderatorPW')).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(field('moderatorPW')).not.toBe(field('attendeePW'));
  });

  test('042 dates read like those of Java, IDs like those of the reference', () => {
    expect(createDate(1531155809613)).toBe('Mon Jul 09 17:03:29 UTC 2018');
    expect(sha1Hex('abc123')).toBe('6367c48dd193d56ea7b0baad25b19455e529f5ee');
    const place = {
      parentInternalId: '6367c48dd193d56ea7b0baad25b19455e529f5ee-1531155809613',
      sequence: 1,
      meetingId: 'x-1531155900000',
    };
    expect(breakoutExternalId(place)).toBe('3c57bd717c0c2d1df7a266ef2304583e1744b791-1531155900000');
  });

  test('044 the same again is a duplicate of the same run', async () => {
    const [first, again] = [await get(bbb, 'create', 'name=N1&meetingID=c44'), await get(bbb, 'create', 'name=N1&meetingID=c44')];
    expect([resultOf(again), fieldOf(again, 'messageKey')]).toEqual(['SUCCESS', 'duplicateWarning']);
    expect(fieldOf(again, 'message')).toBe('This conference was already in existence and may currently be in progress.');
    for (const name of ['createTime', 'internalMeetingID']) expect(fieldOf(again, name)).toBe(fieldOf(first, name));
  });

  test('045 046 047 048 passwords decide whether it is the same', async () => {
    const both = 'name=Na&meetingID=c2&attendeePW=ap&moderatorPW=mp';
    expect(await create(both)).toBe('SUCCESS');
    for (const query of [both, 'name=Na&meetingID=c2'])
      expect(fieldOf(await get(bbb, 'create', query), 'messageKey')).toBe('duplicateWarning');
    const clash = await get(bbb, 'create', 'name=Na&meetingID=c2&attendeePW=ap&moderatorPW=other');
    expect(resultOf(clash)).toBe('FAILED idNotUnique');
    expect(fieldOf(clash, 'message')).toBe('A meeting already exists with that meeting ID.  Please use a different meeting ID.');
    expect(await create('name=Na&meetingID=c2&attendeePW=ap')).toBe('FAILED idNotUnique');
  });

  test('049 a repetition changes nothing', async () => {
    await create('name=First&meetingID=c49&welcome=Hi');
    expect(fieldOf(await get(bbb, 'create', 'name=Second&meetingID=c49&welcome=Ho'), 'messageKey')).toBe('duplicateWarning');
    expect(fieldOf(await get(bbb, 'getMeetingInfo', 'meetingID=c49'), 'meetingName')).toBe('First');
  });

  test('050 fifty at once make one meeting', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(bbb, 'create', 'name=Many&meetingID=c50')));
    expect(new Set(answers.map((answer) => fieldOf(answer, 'createTime'))).size).toBe(1);
    expect(answers.filter((answer) => fieldOf(answer, 'messageKey') === '')).toHaveLength(1);
  });

  test('051 an ID is free again after the end', async () => {
    const first = await get(bbb, 'create', 'name=Na&meetingID=c51');
    expect(await resultOfGet(bbb, 'end', 'meetingID=c51')).toBe('SUCCESS');
    const second = await get(bbb, 'create', 'name=Na&meetingID=c51');
    expect(fieldOf(second, 'messageKey')).toBe('');
    expect(Number(fieldOf(second, 'createTime'))).toBeGreaterThan(Number(fieldOf(first, 'createTime')));
  });
});

describe('parameters', () => {
  test.each([
    ['052', 'name=Na', 'FAILED missingParamMeetingID'],
    ['052', 'name=Na&meetingID=', 'FAILED missingParamMeetingID'],
    ['053', 'name=Na&meetingID=a', 'FAILED sizeError'],
    ['053', `name=Na&meetingID=${'a'.repeat(257)}`, 'FAILED sizeError'],
    ['053', 'name=Na&meetingID=ab', 'SUCCESS'],
    ['053', `name=Na&meetingID=${'a'.repeat(256)}`, 'SUCCESS'],
    ['054', 'name=Na&meetingID=a%2Cb', 'FAILED patternError'],
    ['054', 'name=Na&meetingID=%20ab', 'FAILED validationError'],
    ['056', 'meetingID=p56', 'FAILED validationError'],
    ['056', 'meetingID=p56&name=a', 'FAILED sizeError'],
    ['056', `meetingID=p56&name=${'a'.repeat(257)}`, 'FAILED sizeError'],
    ['057', 'meetingID=p57&name=Na&moderatorPW=a', 'FAILED invalidPassword'],
    ['057', `meetingID=p57&name=Na&moderatorPW=${'a'.repeat(65)}`, 'FAILED invalidPassword'],
    ['058', 'meetingID=p58&name=Na&record=yes', 'FAILED validationError'],
    ['058', 'meetingID=p58&name=Na&record=', 'SUCCESS'],
    ['059', 'meetingID=p59&name=Na&voiceBridge=abc', 'FAILED validationError'],
    ['060', 'meetingID=p60&name=Na&isBreakout=true', 'FAILED parentMeetingIDMissing'],
    ['060', 'meetingID=p60&name=Na&isBreakout=true&parentMeetingID=nobody', 'FAILED parentMeetingDoesNotExist'],
    ['063', 'meetingID=p63&name=Na&foo=bar', 'SUCCESS'],
    ['---', 'meetingID=pol&name=Na&guestPolicy=MAYBE', 'FAILED validationError'],
  ])('%s %s → %s', async (_number, query, expected) => {
    expect(await create(query)).toBe(expected);
  });

  test('054 the words about a comma', async () => {
    expect(fieldOf(await get(bbb, 'create', 'name=Na&meetingID=a,b'), 'message')).toBe("Meeting ID cannot contain ','");
  });

  test.each(['9d28-4-119[0]', 'a b', 'räum', 'a%2Fb'])('055 the ID %s comes back as it was', async (id) => {
    expect(fieldOf(await get(bbb, 'create', `name=Na&meetingID=${encodeURIComponent(id)}`), 'meetingID')).toBe(id);
  });

  test('056 a name full of markup arrives intact', async () => {
    await create(`meetingID=m56&name=${encodeURIComponent('<b>&"\'')}`);
    expect(fieldOf(await get(bbb, 'getMeetingInfo', 'meetingID=m56'), 'meetingName')).toBe('<b>&"\'');
  });

  test('059 a free voice bridge is kept, a taken one refused', async () => {
    expect(fieldOf(await get(bbb, 'create', 'meetingID=v1&name=Na&voiceBridge=71234'), 'voiceBridge')).toBe('71234');
    expect(await create('meetingID=v2&name=Na&voiceBridge=71234')).toBe('FAILED nonUniqueVoiceBridge');
  });

  test('061 062 metadata keeps well-formed names in lower case', async () => {
    await create(
      'meetingID=m61&name=Na&meta_Presenter=Jane&meta_a_b=1&meta_2x=1&meta_my-key=v&meta_endCallbackUrl=https%3A%2F%2Fa.example%2F',
    );
    const metadata = entriesOf(childOf(rootOf(await get(bbb, 'getMeetingInfo', 'meetingID=m61')), 'metadata'));
    expect(Object.fromEntries(metadata)).toEqual({ presenter: 'Jane', 'my-key': 'v', endcallbackurl: 'https://a.example/' });
  });

  test('064 the duration is a number of minutes or none', async () => {
    expect(fieldOf(await get(bbb, 'create', 'meetingID=d90&name=Na&duration=90'), 'duration')).toBe('90');
    expect(fieldOf(await get(bbb, 'getMeetingInfo', 'meetingID=d90'), 'duration')).toBe('90');
    expect(fieldOf(await get(bbb, 'create', 'meetingID=dabc&name=Na&duration=abc'), 'duration')).toBe('0');
  });

  test('072 disabled features are a set, from which others are taken', () => {
    const featuresOf = (query: string): unknown => {
      const read = readCreate(parseQuery(`meetingID=f72&name=Na&${query}`));
      return read.ok ? [...read.value.disabledFeatures] : read;
    };
    expect(featuresOf('disabledFeatures=polls, chat ,,chat')).toEqual(['polls', 'chat']);
    expect(featuresOf('disabledFeatures=polls,chat&disabledFeaturesExclude=chat')).toEqual(['polls']);
    expect(featuresOf('breakoutRoomsEnabled=false')).toEqual(['breakoutRooms']);
  });

  test('groups, locks and old spellings are read', () => {
    const groups = encodeURIComponent('[{"id":1,"roster":["u1",2]},{"name":"no id"},7]');
    const read = readCreate(
      parseQuery(
        `meetingID=g1&name=Na&lockSettingsDisableNote=true&isBreakout=true&parentMeetingID=p&muteOnStart=true&groups=${groups}`,
      ),
    );
    expect(read).toMatchObject({
      ok: true,
      value: { groups: [{ id: '1', roster: ['u1', '2'] }], lockSettingsDisableNotes: true, muteOnStart: false },
    });
    expect(readCreate(parseQuery('meetingID=g1&name=Na&groups=%5Bbroken'))).toMatchObject({ ok: true, value: { groups: [] } });
  });
});

describe('a body', () => {
  const post = (id: string, contentType: string, body: string) =>
    send(bbb, { method: 'POST', path: signedPath('create', `meetingID=${id}&name=Na`), contentType, body });
  const xml =
    '<modules><module name="presentation"><document url="https://files.example/a.pdf" filename="slides.pdf"/></module></modules>';

  test.each(['application/xml', 'text/xml; charset=UTF-8', 'application/x-www-form-urlencoded'])(
    '068 a document labelled %s is taken',
    async (contentType) => {
      const id = `b68${contentType.length}`;
      expect(resultOf(await post(id, contentType, xml))).toBe('SUCCESS');
      expect(bbb.state.meetings.get(id)?.documents).toMatchObject([
        { filename: 'slides.pdf', current: true, removable: true, downloadable: false },
      ]);
    },
  );

  test('069 another content type is refused with a body and passed without', async () => {
    const refused = await post('b69', 'text/plain', 'hello');
    expect([resultOf(refused), fieldOf(refused, 'message')]).toEqual([
      'FAILED unsupportedContentType',
      'POST request Content-Type is missing or unsupported',
    ]);
    expect(resultOf(await send(bbb, { path: signedPath('create', 'meetingID=b69&name=Na'), contentType: 'text/plain' }))).toBe(
      'SUCCESS',
    );
  });

  test.each([
    ['malformed XML', '<modules><module></modules>'],
    ['a document type', '<!DOCTYPE m [<!ENTITY x SYSTEM "https://evil.example/">]><modules>&x;</modules>'],
    ['another root', '<something/>'],
  ])('070 %s is refused and no meeting made', async (_what, body) => {
    const answer = await post('b70', 'application/xml', body);
    expect([answer.status, resultOf(answer), bbb.state.meetings.has('b70')]).toEqual([200, 'FAILED validationError', false]);
  });
});
