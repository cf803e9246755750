import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bbbClient } from '#client.ts';
import { BbbBadAnswer, readAnswer } from '#client-answer.ts';

/** A client whose server always answers with this. */
function answering(text: string, status = 200) {
  return bbbClient({
    url: 'https://h/bigbluebutton',
    secret: 's',
    createRetryDelaysMs: [],
    fetch: async () => new Response(text, { status }),
  });
}

describe('answers of all ages', () => {
  test('138 texts in CDATA, as up to 2.3', async () => {
    const text =
      '<?xml version="1.0"?><response><returncode>SUCCESS</returncode><meetingName><![CDATA[A & B]]></meetingName><metadata><note><![CDATA[x < y]]></note></metadata><attendees/></response>';
    const result = await answering(text).getMeetingInfo('a');
    expect(result).toMatchObject({ ok: true, meeting: { meetingName: 'A & B', attendees: [] } });
    expect(result.ok && result.meeting.metadata.get('note')).toBe('x < y');
  });

  test.each([1, 3])('138 %i people', async (count) => {
    const people = '<attendee><userID>1</userID><fullName> Ann </fullName><role>BOSS</role><newField/></attendee>'.repeat(count);
    const result = await answering(
      `<response><returncode>success</returncode><attendees>${people}</attendees></response>`,
    ).getMeetingInfo('a');
    expect(result.ok && result.meeting.attendees.map((attendee) => [attendee.fullName, attendee.role])).toEqual(
      Array(count).fill([' Ann ', 'VIEWER']),
    );
  });

  test('138 custom data that is not XML does not take the meeting with it', async () => {
    const person =
      '<attendee><userID>u</userID><fullName>A & B</fullName><role>VIEWER</role><customdata><1x a>v</1x a></customdata></attendee>';
    const result = await answering(
      `<response><returncode>SUCCESS</returncode><meetings><meeting><meetingID>m</meetingID><attendees>${person}</attendees></meeting></meetings></response>`,
    ).getMeetings();
    expect(result).toMatchObject({ ok: true, meetings: [{ meetingID: 'm', attendees: [{ userID: 'u', fullName: 'A & B' }] }] });
  });

  test('138 breakout rooms with and without a wrapper', async () => {
    const place = '<parentMeetingID>p</parentMeetingID><sequence>2</sequence><freeJoin>true</freeJoin>';
    for (const inside of [place, `<breakout>${place}</breakout>`]) {
      const result = await answering(
        `<response><returncode>SUCCESS</returncode><isBreakout>true</isBreakout>${inside}</response>`,
      ).getMeetingInfo('a');
      expect(result).toMatchObject({ meeting: { isBreakout: true, parentMeetingID: 'p', sequence: 2, freeJoin: true } });
    }
  });

  test('138 a missing list is an empty one; broken recordings are left out', async () => {
    expect(
      await answering('<response><returncode>SUCCESS</returncode><messageKey>noRecordings</messageKey></response>').getRecordings(
        {},
      ),
    ).toEqual({ ok: true, recordings: [], total: 0 });
    const broken =
      '<response><returncode>SUCCESS</returncode><recordings><recording><error><recordID>x</recordID></error></recording><recording><recordID> y </recordID><playback><format><url> https://p/ </url></format></playback></recording></recordings><totalElements>9</totalElements></response>';
    expect(await answering(broken).getRecordings({})).toMatchObject({
      total: 9,
      recordings: [{ recordID: 'y', isProtected: undefined, formats: [{ url: 'https://p/' }] }],
    });
  });

  test.each([
    '<response><returncode>FAILED</returncode><messageKey>k</messageKey><message>m</message></response>',
    '<response><returncode>FAILED</returncode><errors><error key="k" message="m"/></errors></response>',
    '<response><returncode>failed</returncode><errors><error><key>k</key><message>m</message></error></errors></response>',
  ])('138 a refusal of any shape: %s', (text) => {
    expect(readAnswer(text, 200)).toEqual({ ok: false, key: 'k', message: 'm' });
  });

  test('138 a refusal with another status than 200 is a refusal', async () => {
    expect(
      await answering(
        '<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey><message/></response>',
        500,
      ).getMeetings(),
    ).toMatchObject({ ok: false, key: 'checksumError' });
  });

  test.each([
    ['nothing', '', 200],
    ['a web page', '<!doctype html><html><head><title>Welcome</title></head></html>', 200],
    ['a page that is XML', '<html><body/></html>', 502],
    ['text', 'upstream timed out', 504],
    ['no return code', '<response><version>2.0</version></response>', 200],
    ['a redirect', '', 301],
  ])('138 %s is a bad answer', async (_what, text, status) => {
    await expect(answering(text, status).getMeetings()).rejects.toMatchObject({ name: 'BbbBadAnswer', status });
  });

  test('138 success without what is needed is a bad answer', async () => {
    const bare = answering('<response><returncode>SUCCESS</returncode></response>');
    await expect(bare.create({ meetingID: 'ab', name: 'Name' })).rejects.toBeInstanceOf(BbbBadAnswer);
    await expect(bare.join({ meetingID: 'ab', fullName: 'Ann' })).rejects.toBeInstanceOf(BbbBadAnswer);
    await expect(bare.hooks.create({ callbackURL: 'https://a/' })).rejects.toBeInstanceOf(BbbBadAnswer);
    await expect(bare.getRecordingTextTracks('r')).rejects.toBeInstanceOf(BbbBadAnswer);
    await expect(answering('nonsense').getRecordingTextTracks('r')).rejects.toBeInstanceOf(BbbBadAnswer);
  });

  test('141 a bad answer to create is not asked for again', async () => {
    let asked = 0;
    const broken = bbbClient({
      url: 'https://h/',
      secret: 's',
      createRetryDelaysMs: [0, 0],
      fetch: async () => {
        asked += 1;
        return new Response('nonsense');
      },
    });
    await expect(broken.create({ meetingID: 'ab', name: 'Name' })).rejects.toBeInstanceOf(BbbBadAnswer);
    expect(asked).toBe(1);
  });

  test('138 text tracks in JSON', async () => {
    const json =
      '{"response":{"returncode":"SUCCESS","tracks":[{"href":"https://c/1.vtt","kind":"captions","label":"English","lang":"en-US","source":"upload","more":1}]}}';
    expect(await answering(json).getRecordingTextTracks('r')).toEqual({
      ok: true,
      tracks: [{ href: 'https://c/1.vtt', kind: 'captions', label: 'English', lang: 'en-US', source: 'upload' }],
    });
  });

  test('138 junk raises the typed error and nothing else', () => {
    const scrap = fc.constantFrom(
      '<response>',
      '</response>',
      '<returncode>',
      'SUCCESS',
      'FAILED',
      '</returncode>',
      '<customdata>',
      '</customdata>',
      '<errors><error/></errors>',
      '&',
      '<',
      'x',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(scrap, { maxLength: 20 }).map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            readAnswer(text, 200);
          } catch (error) {
            expect(error).toBeInstanceOf(BbbBadAnswer);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
