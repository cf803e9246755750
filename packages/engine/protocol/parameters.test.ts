import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { honouredParameters, metParameters, unhonouredParameters } from '#protocol/parameters.ts';

const packages = resolve(import.meta.dirname, '../..');
const calls = ['create', 'join'] as const;
type Call = (typeof calls)[number];
const of = (call: Call, query: string) => unhonouredParameters(call, new URLSearchParams(query));
const words = (text: string) => text.trim().split(/\s+/).sort();

type TableRow = { call: string; state: string; names: string[]; title: string };
const rows: TableRow[] = readFileSync(resolve(packages, 'bbb/README.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, call = '', state = '', names = '', , title = ''] = line.split('|').map((cell) => cell.trim());
    if (!/^`(create|join)`$/.test(call)) return [];
    return [{ call: call.slice(1, -1), state, names: names.replaceAll('`', '').split(' '), title }];
  });
const namesIn = (call: Call, state: string) =>
  rows.flatMap((row) => (row.call === call && row.state === state ? row.names : [])).sort();

test.each(calls)('the table of the package names what %s honours and meets, each once', (call) => {
  expect(namesIn(call, 'honoured')).toEqual(words(honouredParameters[call]));
  expect(namesIn(call, 'met')).toEqual(words(metParameters[call]));
});

test.each(calls)('what the table calls ignored is named in the log of %s', (call) => {
  const ignored = namesIn(call, 'ignored');
  expect(ignored.length).toBeGreaterThan(5);
  expect(
    unhonouredParameters(
      call,
      ignored.map((name) => [name, 'x'] as const),
    ).sort(),
  ).toEqual(ignored);
});

test('every honoured parameter has a test that exists and uses it', () => {
  const sources = globSync('engine/{server,protocol,topics}/**/*.test.ts', { cwd: packages }).map((file) =>
    readFileSync(resolve(packages, file), 'utf8'),
  );
  const unproved = rows.flatMap(({ call, state, names, title }) => {
    const files =
      title === '' ? [] : sources.filter((source) => [`'${title}'`, `\`${title}\``].some((text) => source.includes(text)));
    const proved = (name: string) => files.some((source) => new RegExp(`\\b${name}\\b`).test(source));
    return state === 'honoured' ? names.filter((name) => !proved(name)).map((name) => `${call} ${name}: ${title}`) : [];
  });
  expect(unproved).toEqual([]);
});

test('what is named is what was wished for and is not done', () => {
  const moodle =
    'meetingID=a&name=B&attendeePW=ap&moderatorPW=mp&record=true&welcome=Hi&lockSettingsDisableNotes=true&meta_bbb-origin=Moodle&muteOnStart=true';
  expect(of('create', moodle)).toEqual([]);
  expect(of('create', 'copyright=x&loginURL=&groups=[]&logo=https://x.example/l.png&learningDashboardEnabled=false')).toEqual([
    'copyright',
  ]);
  expect(of('create', 'lockSettingsHideUserList=true&lockSettingsPresenterPolicy=moderatorOnly')).toEqual([
    'lockSettingsPresenterPolicy',
  ]);
  expect(of('create', 'meetingLayout=VIDEO_FOCUS&recrod=true&recrod=true')).toEqual(['recrod']);
});

test('of a join, a program’s own data is kept, and wishes to BBB’s page that are not met are named', () => {
  const query =
    'fullName=A&role=VIEWER&userdata-course=7&userdata-bbb_override_default_locale=de&userdata-bbb_skip_check_audio=true&userdata-bbb_hide_nav_bar=true&checksum=x';
  expect(of('join', query)).toEqual(['userdata-bbb_hide_nav_bar']);
});
