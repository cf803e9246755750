import { expect, test } from 'vitest';
import { unhonouredParameters } from '#protocol/parameters.ts';

const of = (call: 'create' | 'join', query: string) => unhonouredParameters(call, new URLSearchParams(query));

test('what is named is what was wished for and is not done', () => {
  const moodle =
    'meetingID=a&name=B&attendeePW=ap&moderatorPW=mp&record=true&welcome=Hi&lockSettingsDisableNotes=true&meta_bbb-origin=Moodle&muteOnStart=true';
  expect(of('create', moodle)).toEqual([]);
  expect(
    of(
      'create',
      'logo=https://x.example/l.png&bannerText=&lockSettingsHideUserList=true&lockSettingsPresenterPolicy=moderatorOnly&learningDashboardEnabled=false',
    ),
  ).toEqual(['logo', 'lockSettingsPresenterPolicy']);
  expect(of('create', 'meetingLayout=CUSTOM_LAYOUT&allowModsToUnmuteUsers=false&groups=[]')).toEqual([]);
  expect(of('create', 'meetingLayout=VIDEO_FOCUS&recrod=true&recrod=true')).toEqual(['meetingLayout', 'recrod']);
});

test('of a join, a program’s own data is kept; wishes to BBB’s page are not met but for the language', () => {
  const query =
    'fullName=A&role=VIEWER&userdata-course=7&userdata-bbb_override_default_locale=de&userdata-bbb_skip_check_audio=true&enforceLayout=VIDEO_FOCUS&checksum=x';
  expect(of('join', query)).toEqual(['userdata-bbb_skip_check_audio', 'enforceLayout']);
});
