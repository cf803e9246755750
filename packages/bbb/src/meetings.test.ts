import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyedElements } from '#meeting-answers.ts';
import { type MemoryBbb, send, signedPath, startMemoryBbb } from '#memory/memory-bbb.factory.ts';
import { childOf, childrenOf, entriesOf } from '#reading.ts';
import { fieldOf, get, namesOf, resultOf, resultOfGet, rootOf } from '#wire-reading.factory.ts';

let bbb: MemoryBbb;
beforeEach(async () => {
  bbb = await startMemoryBbb();
});
afterEach(() => bbb.stop());

const infoOrder =
  'returncode meetingName meetingID internalMeetingID createTime createDate voiceBridge dialNumber attendeePW moderatorPW running duration hasUserJoined recording hasBeenForciblyEnded startTime endTime participantCount listenerCount voiceParticipantCount videoCount maxUsers moderatorCount attendees metadata messageKey message isBreakout'.split(
    ' ',
  );
const newMeeting = (id: string, more = ''): Promise<string> =>
  resultOfGet(bbb, 'create', `meetingID=${id}&name=Name&attendeePW=ap&moderatorPW=mp${more}`);
const newPerson = (id: string, role: string, more = ''): Promise<unknown> =>
  get(bbb, 'join', `meetingID=${id}&fullName=${role}&role=${role}${more}`);

test('092 a meeting nobody knows is not running', async () => {
  const answer = await get(bbb, 'isMeetingRunning', 'meetingID=foobar');
  expect([resultOf(answer), fieldOf(answer, 'running')]).toEqual(['SUCCESS', 'false']);
});

test('093 an ID is needed', async () => {
  for (const call of ['isMeetingRunning', 'getMeetingInfo', 'end'])
    expect(await resultOfGet(bbb, call)).toBe('FAILED missingParamMeetingID');
});

test('095 the key of an unknown meeting is exactly notFound', async () => {
  const answer = await get(bbb, 'getMeetingInfo', 'meetingID=nobody');
  expect([resultOf(answer), fieldOf(answer, 'message')]).toEqual(['FAILED notFound', 'A meeting with that ID does not exist']);
});

test('096 information comes in order and is counted right', async () => {
  await newMeeting('i96');
  await newPerson('i96', 'MODERATOR');
  await newPerson('i96', 'VIEWER');
  const answer = await get(bbb, 'getMeetingInfo', 'meetingID=i96');
  expect(namesOf(answer)).toEqual(infoOrder);
  const counts = ['participantCount', 'moderatorCount', 'endTime', 'maxUsers', 'isBreakout', 'running', 'hasUserJoined'];
  expect(counts.map((name) => fieldOf(answer, name))).toEqual(['2', '1', '0', '0', 'false', 'true', 'true']);
  const [first] = childrenOf(childOf(rootOf(answer), 'attendees'), 'attendee');
  expect(first?.children.map((child) => child.name)).toEqual([
    'userID',
    'fullName',
    'role',
    'isPresenter',
    'isListeningOnly',
    'hasJoinedVoice',
    'hasVideo',
    'clientType',
  ]);
});

test('096 a breakout room tells its place', async () => {
  await newMeeting('parent');
  const parent = bbb.state.meetings.get('parent')?.internalId ?? '';
  await newMeeting('room', `&isBreakout=true&parentMeetingID=${parent}&sequence=2&freeJoin=true`);
  const answer = await get(bbb, 'getMeetingInfo', 'meetingID=room');
  expect(namesOf(answer).slice(-4)).toEqual(['isBreakout', 'parentMeetingID', 'sequence', 'freeJoin']);
  expect([fieldOf(answer, 'parentMeetingID'), fieldOf(answer, 'sequence')]).toEqual([parent, '2']);
});

test.each([']]>', '& &amp; <', '😀👩‍🏫'])('097 metadata and custom data with %s survive', async (value) => {
  await newMeeting('i97', `&meta_note=${encodeURIComponent(value)}`);
  await newPerson('i97', 'VIEWER', `&userdata-note=${encodeURIComponent(value)}`);
  const root = rootOf(await get(bbb, 'getMeetingInfo', 'meetingID=i97'));
  expect(entriesOf(childOf(root, 'metadata')).get('note')).toBe(value);
  const attendee = childOf(childOf(root, 'attendees'), 'attendee');
  expect(entriesOf(childOf(attendee, 'customdata')).get('note')).toBe(value);
});

test('097 a key that could not name an element is left out of the answer', () => {
  const values = new Map([
    ['good-1', 'a'],
    ['1x', 'b'],
    ['a b', 'c'],
    ['<', 'd'],
    ['', 'e'],
  ]);
  expect(keyedElements(values).map((entry) => entry.name)).toEqual(['good-1']);
});

test('098 an idle server has a list, an empty one', async () => {
  const answer = await get(bbb, 'getMeetings');
  expect(namesOf(answer)).toEqual(['returncode', 'meetings', 'messageKey', 'message']);
  expect([fieldOf(answer, 'messageKey'), fieldOf(answer, 'message')]).toEqual([
    'noMeetings',
    'no meetings were found on this server',
  ]);
  expect(answer.body).toContain('<meetings/>');
});

test('099 the list shows meetings nobody joined, in the words of getMeetingInfo', async () => {
  await newMeeting('i99');
  const root = rootOf(await get(bbb, 'getMeetings'));
  expect(root.children.map((child) => child.name)).toEqual(['returncode', 'meetings']);
  const meeting = childOf(childOf(root, 'meetings'), 'meeting');
  const expected = infoOrder.filter((name) => !['returncode', 'messageKey', 'message'].includes(name));
  expect(meeting?.children.map((child) => child.name)).toEqual(expected);
});

test('100 a wrong password ends nothing, the right one or none does', async () => {
  await newMeeting('e100');
  const wrong = await get(bbb, 'end', 'meetingID=e100&password=nope');
  expect([resultOf(wrong), fieldOf(wrong, 'message')]).toEqual([
    'FAILED invalidPassword',
    'The supplied moderator password is incorrect',
  ]);
  expect(await resultOfGet(bbb, 'end', 'meetingID=e100&password=x')).toBe('FAILED invalidPassword');
  expect(await resultOfGet(bbb, 'getMeetingInfo', 'meetingID=e100')).toBe('SUCCESS');
  const ended = await get(bbb, 'end', 'meetingID=e100&password=mp');
  expect([resultOf(ended), fieldOf(ended, 'messageKey')]).toEqual(['SUCCESS', 'sentEndMeetingRequest']);
  expect(fieldOf(ended, 'message')).toMatch(/^A request to end the meeting was sent\. {2}Please wait/);
  await newMeeting('e100');
  expect(await resultOfGet(bbb, 'end', 'meetingID=e100')).toBe('SUCCESS');
});

test('101 102 what is ended is gone', async () => {
  expect(await resultOfGet(bbb, 'end', 'meetingID=nobody')).toBe('FAILED notFound');
  await newMeeting('e101');
  await get(bbb, 'end', 'meetingID=e101');
  expect(await resultOfGet(bbb, 'end', 'meetingID=e101')).toBe('FAILED notFound');
  expect(await resultOfGet(bbb, 'getMeetingInfo', 'meetingID=e101')).toBe('FAILED notFound');
  expect(fieldOf(await get(bbb, 'getMeetings'), 'messageKey')).toBe('noMeetings');
});

test.each(['isMeetingRunning', 'getMeetingInfo', 'getMeetings', 'end'])('103 %s as a form POST is the same', async (call) => {
  await newMeeting('f103');
  const path = signedPath(call, '');
  const answer = await send(bbb, {
    method: 'POST',
    path,
    contentType: 'application/x-www-form-urlencoded',
    body: 'meetingID=f103',
  });
  expect(resultOf(answer)).toBe('SUCCESS');
});

test('104 documents go into live meetings that show any', async () => {
  await newMeeting('x104');
  await newMeeting('x104off', '&disabledFeatures=presentation');
  const xml = '<modules><module name="presentation"><document url="https://files.example/a.pdf"/></module></modules>';
  const insert = (id: string, body: string) =>
    send(bbb, { method: 'POST', path: signedPath('insertDocument', `meetingID=${id}`), contentType: 'application/xml', body });
  expect(fieldOf(await insert('x104', xml), 'message')).toBe('Presentation is being uploaded');
  expect(resultOf(await insert('nobody', xml))).toBe('FAILED notFound');
  expect(fieldOf(await insert('x104off', xml), 'message')).toBe('Presentation feature is disabled, ignoring.');
  expect(resultOf(await insert('x104', '<modules/>'))).toBe('FAILED validationError');
});

test('105 a chat message needs words, not too many, and somebody to read it', async () => {
  await newMeeting('c105');
  const say = (message: string): Promise<string> => resultOfGet(bbb, 'sendChatMessage', `meetingID=c105&message=${message}`);
  expect(await say('Hello')).toBe('FAILED meetingNotFound');
  await newPerson('c105', 'VIEWER');
  expect([await say('Hello'), await say('x'.repeat(500)), await say('x'.repeat(501)), await say('')]).toEqual([
    'SUCCESS',
    'SUCCESS',
    'FAILED validationError',
    'FAILED validationError',
  ]);
  expect(bbb.state.meetings.get('c105')?.messages[0]).toBe('System: Hello');
});

test('getSessions of an idle server', async () => {
  expect(fieldOf(await get(bbb, 'getSessions'), 'message')).toBe('no sessions were found on this serverr');
});
