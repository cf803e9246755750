import { expect, test } from 'vitest';
import { attendanceIn, claimNames, gradeOf, localeNamed, nameOf, partOf, readClaims, secondsIn } from './launch.rules.ts';
import { usualRoles } from './lti.rules.ts';

const lis = 'http://purl.imsglobal.org/vocab/lis/v2/';

test('the strongest role of the course counts; a teacher of the institution may learn here', () => {
  expect(partOf([`${lis}membership#Learner`, `${lis}institution/person#Instructor`], usualRoles)).toBe('learner');
  expect(partOf([`${lis}membership#Learner`, `${lis}membership#Instructor`], usualRoles)).toBe('teacher');
  expect(partOf([`${lis}membership#Instructor`, `${lis}membership/Instructor#TeachingAssistant`], usualRoles)).toBe('assistant');
  expect(partOf([`${lis}membership#Instructor`, `${lis}membership#Learner`], { ...usualRoles, instructor: 'nobody' })).toBe(
    'learner',
  );
  expect(partOf([], usualRoles)).toBe('learner');
  expect(partOf([], { ...usualRoles, learner: 'nobody' })).toBe('nobody');
  expect(partOf(['Guest'], usualRoles)).toBe('nobody');
});

test('roles in one text, and entries that are none; settings of another message refuse no launch', () => {
  const claims = { iss: 'a', aud: 'b', exp: 2, iat: '1' };
  const rolesIn = (given: unknown) => {
    const read = readClaims({ ...claims, [claimNames.roles]: given });
    return 'claims' in read ? read.claims[claimNames.roles] : read;
  };
  expect(rolesIn('Instructor, urn:lti:role:ims/lis/Mentor')).toEqual([`${lis}membership#Instructor`, `${lis}membership#Mentor`]);
  expect(rolesIn([null, { id: 1 }, 7, 'Learner', `${lis}x`])).toEqual([`${lis}membership#Learner`, `${lis}x`]);
  for (const settings of [{}, [], { deep_link_return_url: null }, 'x'])
    expect(readClaims({ ...claims, [claimNames.deepLinking]: settings })).toHaveProperty('claims');
});

test('stays that overlap count once, and only within the meeting', () => {
  const stays = [
    { from: 0, until: 5_000 },
    { from: 3_000, until: 8_000 },
    { from: 3_500, until: 4_000 },
  ];
  expect(secondsIn(stays, { from: 1_000, until: 7_000 })).toBe(6);
});

test('so many per cent of a meeting are enough, and less are not', () => {
  const meetings = [{ id: 'm', from: 0, until: 100_000 }];
  const there = (until: number) =>
    attendanceIn(meetings, { stays: [{ meetingId: 'm', from: 0, until }], atLeastPercent: 50 }).attended;
  expect([there(50_000), there(49_999)]).toEqual([1, 0]);
  expect(attendanceIn(meetings, { stays: [], atLeastPercent: 1 })).toEqual({ attended: 0, minutes: 0 });
  expect([gradeOf(1, 3), gradeOf(0, 0)]).toEqual([33, 0]);
});

test('names and languages as platforms say them', () => {
  expect([localeNamed('de_DE'), localeNamed('en'), localeNamed('xx'), localeNamed(undefined)]).toEqual([
    'de',
    'en-US',
    null,
    null,
  ]);
  expect([nameOf({ given_name: 'A\n', family_name: 'B' }), nameOf({ name: ' ' }), nameOf({})]).toEqual(['A B', null, null]);
});
