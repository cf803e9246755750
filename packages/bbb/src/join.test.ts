import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideGuest, joinErrorLocation } from '#join-request.ts';
import { type MemoryBbb, send, startMemoryBbb, type WireAnswer } from '#memory/memory-bbb.factory.ts';
import type { MemoryMeeting } from '#memory/memory-state.ts';
import { fieldOf, get, namesOf, resultOf, resultOfGet } from '#wire-reading.factory.ts';

let bbb: MemoryBbb;
beforeAll(async () => {
  bbb = await startMemoryBbb();
});
afterAll(() => bbb.stop());

async function meetingOf(id: string, more = ''): Promise<MemoryMeeting> {
  await get(bbb, 'create', `meetingID=${id}&name=Name&attendeePW=ap&moderatorPW=mp${more}`);
  const meeting = bbb.state.meetings.get(id);
  if (!meeting) throw new Error('The meeting was not made');
  return meeting;
}

const join = (query: string): Promise<WireAnswer> => get(bbb, 'join', query);
const joinXml = (query: string): Promise<WireAnswer> => join(`${query}&redirect=false`);

describe('who gets in', () => {
  test('073 a browser is sent on', async () => {
    await meetingOf('j73');
    const answer = await join('fullName=J&meetingID=j73&role=VIEWER');
    expect([answer.status, answer.body]).toEqual([302, '']);
    expect(answer.location).toMatch(/^https:\/\/.*sessionToken=[a-z0-9]{16}$/);
  });

  test.each([
    ['074', 'role=moderator', 'MODERATOR'],
    ['074', 'role=Moderator', 'MODERATOR'],
    ['074', 'role=MODERATOR', 'MODERATOR'],
    ['074', 'role=viewer', 'VIEWER'],
    ['075', 'password=mp', 'MODERATOR'],
    ['075', 'password=ap', 'VIEWER'],
    ['075', 'role=VIEWER&password=mp', 'VIEWER'],
    ['075', 'role=BOSS&password=mp', 'MODERATOR'],
    ['076', 'role=Viewer&password=', 'VIEWER'],
  ])('%s %s is a %s', async (_number, query, role) => {
    const meeting = await meetingOf('j74');
    meeting.attendees.length = 0;
    expect((await join(`fullName=J&meetingID=j74&${query}`)).status).toBe(302);
    expect(meeting.attendees.map((attendee) => attendee.role)).toEqual([role]);
  });

  test.each([
    ['077', 'password=wrong', 'You must enter a valid password'],
    ['078', '', 'You must either send the valid role of the user, or the password, sould the meeting has one.'],
  ])('%s without a valid role or password the answer is XML even with a redirect (%s)', async (_number, query, message) => {
    await meetingOf('j77');
    const answer = await join(`fullName=J&meetingID=j77&${query}`);
    expect([answer.status, resultOf(answer), fieldOf(answer, 'message')]).toEqual([200, 'FAILED Params required', message]);
  });

  test('079 without a redirect the place is told in order', async () => {
    const meeting = await meetingOf('j79');
    const answer = await joinXml('fullName=J&meetingID=j79&role=VIEWER');
    expect(namesOf(answer)).toEqual([
      'returncode',
      'messageKey',
      'message',
      'meeting_id',
      'user_id',
      'auth_token',
      'session_token',
      'guestStatus',
      'url',
    ]);
    expect([fieldOf(answer, 'messageKey'), fieldOf(answer, 'meeting_id'), fieldOf(answer, 'guestStatus')]).toEqual([
      'successfullyJoined',
      meeting.internalId,
      'ALLOW',
    ]);
    expect(fieldOf(answer, 'user_id')).toMatch(/^w_[a-z0-9]{12}$/);
  });

  test('080 the creation time ties a link to one run', async () => {
    const { createTime } = await meetingOf('j80');
    expect(resultOf(await joinXml(`fullName=J&meetingID=j80&role=VIEWER&createTime=${createTime}`))).toBe('SUCCESS');
    for (const wrong of [String(createTime + 1), 'abc']) {
      const answer = await joinXml(`fullName=J&meetingID=j80&role=VIEWER&createTime=${wrong}`);
      expect([resultOf(answer), fieldOf(answer, 'message')]).toEqual([
        'FAILED mismatchCreateTimeParam',
        'The createTime parameter submitted mismatches with the current meeting.',
      ]);
    }
  });

  test('085 a full meeting takes known people back', async () => {
    await meetingOf('j85', '&maxParticipants=2');
    const come = async (userID: string): Promise<string> =>
      resultOf(await joinXml(`fullName=J&meetingID=j85&role=VIEWER&userID=${userID}`));
    expect([await come('u1'), await come('u2'), await come('u3'), await come('u1')]).toEqual([
      'SUCCESS',
      'SUCCESS',
      'FAILED maxParticipantsReached',
      'SUCCESS',
    ]);
  });

  test('086 087 guests meet the policy, moderators and members do not', async () => {
    await meetingOf('j86', '&guestPolicy=ALWAYS_DENY');
    expect(resultOf(await joinXml('fullName=J&meetingID=j86&role=VIEWER&guest=true'))).toBe('FAILED guestDeniedAccess');
    expect(resultOf(await joinXml('fullName=J&meetingID=j86&role=VIEWER'))).toBe('SUCCESS');
    const meeting = await meetingOf('j87', '&guestPolicy=ASK_MODERATOR');
    expect(fieldOf(await joinXml('fullName=J&meetingID=j87&role=VIEWER&guest=true'), 'guestStatus')).toBe('WAIT');
    expect(meeting.attendees).toHaveLength(0);
    expect(fieldOf(await joinXml('fullName=J&meetingID=j87&role=MODERATOR&guest=true'), 'guestStatus')).toBe('ALLOW');
  });

  test('087 the whole table of guests', () => {
    const guests = (['ALWAYS_ACCEPT', 'ASK_MODERATOR', 'ALWAYS_ACCEPT_AUTH', 'ALWAYS_DENY'] as const).map((policy) =>
      decideGuest({ policy, role: 'VIEWER', guest: true }),
    );
    expect(guests).toEqual(['ALLOW', 'WAIT', 'WAIT', 'DENY']);
    expect(decideGuest({ policy: 'ALWAYS_DENY', role: 'VIEWER', guest: false })).toBe('ALLOW');
    expect(decideGuest({ policy: 'ALWAYS_DENY', role: 'MODERATOR', guest: true })).toBe('ALLOW');
  });

  test('088 an own user ID is kept, else the internal one stands in', async () => {
    const meeting = await meetingOf('j88');
    await join('fullName=J&meetingID=j88&role=VIEWER&userID=u42');
    const answer = await joinXml('fullName=J&meetingID=j88&role=VIEWER');
    expect(meeting.attendees.map((attendee) => attendee.userID)).toEqual(['u42', fieldOf(answer, 'user_id')]);
  });

  test('089 custom data that could not name an element is left out', async () => {
    const meeting = await meetingOf('j89');
    await join('fullName=J&meetingID=j89&role=VIEWER&userdata-bbb_skip_check_audio=true&userdata-a-b=1&userdata-1x=1');
    expect(Object.fromEntries(meeting.attendees[0]?.customdata ?? [])).toEqual({ bbb_skip_check_audio: 'true' });
    expect(resultOf(await get(bbb, 'getMeetingInfo', 'meetingID=j89'))).toBe('SUCCESS');
  });
});

describe('who does not', () => {
  const errorsOf = (location: string): unknown => JSON.parse(new URL(location).searchParams.get('errors') ?? '');

  test('081 a name is needed', async () => {
    await meetingOf('j81');
    for (const query of ['', '&fullName=', '&fullName=%20%20']) {
      const answer = await joinXml(`meetingID=j81&role=VIEWER${query}`);
      expect(errorsOf(answer.location)).toEqual([{ message: 'You must provide your name', key: 'missingParamFullName' }]);
    }
  });

  test('082 090 an unknown or ended meeting sends the browser to the logout address with the reason', async () => {
    const unknown = [{ message: 'A meeting with that ID does not exist', key: 'invalidMeetingIdentifier' }];
    const answer = await join('fullName=J&meetingID=nobody&role=VIEWER');
    expect(answer.location).toMatch(/^https:\/\/bbb\.example\/left\?errors=/);
    expect(errorsOf(answer.location)).toEqual(unknown);
    await meetingOf('j90');
    await get(bbb, 'end', 'meetingID=j90');
    expect(errorsOf((await join('fullName=J&meetingID=j90&role=VIEWER')).location)).toEqual(unknown);
    expect(bbb.state.meetings.has('j90')).toBe(false);
  });

  test('083 an own error address keeps its query', async () => {
    const { location } = await join(
      `fullName=J&meetingID=nobody&role=VIEWER&errorRedirectUrl=${encodeURIComponent('https://app/x?y=1')}`,
    );
    expect(location).toMatch(/^https:\/\/app\/x\?y=1&errors=/);
  });

  test.each([
    ['https://app/x', 'https://app/x?errors='],
    ['https://app/x?', 'https://app/x?errors='],
    ['https://app/x?y=1&', 'https://app/x?y=1&errors='],
  ])('083 %s becomes %s…', (target, start) => {
    expect(joinErrorLocation(target, { key: 'k', message: 'm "q" {x}' }).startsWith(start)).toBe(true);
    expect(joinErrorLocation(`${target}#part`, { key: 'k', message: 'm' })).toMatch(/errors=.*#part$/);
  });

  test('084 with a wrong checksum nobody is sent anywhere', async () => {
    const path = `/bigbluebutton/api/join?fullName=J&meetingID=nobody&errorRedirectUrl=https://evil.example/&checksum=${'0'.repeat(64)}`;
    const answer = await send(bbb, { path });
    expect([answer.status, answer.location, resultOf(answer)]).toEqual([200, '', 'FAILED checksumError']);
  });

  test('a first and a last name make a name', async () => {
    const meeting = await meetingOf('jname');
    await join('firstName=Ada&lastName=L&meetingID=jname&role=VIEWER');
    expect(meeting.attendees[0]?.fullName).toBe('Ada L');
  });

  test.each(['guest', 'auth'])('%s is true or false', async (name) => {
    await meetingOf('jflag');
    expect((await joinXml(`fullName=J&meetingID=jflag&role=VIEWER&${name}=perhaps`)).location).toContain('validationError');
  });

  test('a meeting ID is judged as on create', async () => {
    expect((await join('fullName=J&role=VIEWER')).location).toContain('missingParamMeetingID');
    expect(await resultOfGet(bbb, 'isMeetingRunning', 'meetingID=a,b')).toBe('FAILED patternError');
  });
});
