import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PageWishes } from '#protocol/page-wishes.ts';
import { enter, joinByApi, person, testEngine } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

type Pairs = Record<string, string>;
let count = 0;
/** A meeting made with these parameters, as the page of somebody who joins with those learns of it. */
async function pageOf(create: Pairs, join: Pairs = {}): Promise<PageWishes> {
  count += 1;
  const meetingID = `page-${count}`;
  const made = await engine.call('create', { name: 'Room', meetingID, ...create });
  expect(made.code).toBe('SUCCESS');
  const { token } = await joinByApi(engine, { meetingID, fullName: 'Ada', ...join });
  const entered = await enter(engine, token);
  if ('error' in entered || entered.page === undefined) throw new Error('not let in');
  return entered.page;
}
const meetingPage = async (create: Pairs) => (await pageOf(create)).meeting;
const personPage = async (join: Pairs) => (await pageOf({}, join)).person;
const leftOut = () =>
  engine.logged.flatMap(({ facts }) => (typeof facts?.['parameter'] === 'string' ? [facts['parameter']] : []));

test('a meeting without wishes looks as it always did', async () => {
  expect(await pageOf({ bannerText: ' ', logo: '', meetingLayout: '', userCameraCap: '' })).toEqual({
    meeting: { banner: null, logo: null, layout: null, unmute: 'never', pinsMost: 3 },
    person: {
      layout: null,
      mic: null,
      cam: null,
      greenRoom: 'shown',
      listensOnly: false,
      ownPicture: 'mirrored',
      title: '',
    },
  });
  expect(leftOut()).toEqual([]);
});

test('a banner has its text and its colour, and a colour that is none is left out', async () => {
  expect((await meetingPage({ bannerText: 'Exam until 11:00', bannerColor: '#FA0' })).banner).toEqual({
    text: 'Exam until 11:00',
    color: '#ffaa00',
  });
  expect((await meetingPage({ bannerText: 'x'.repeat(9000), bannerColor: 'red;--x:url(//e)' })).banner).toEqual({
    text: 'x'.repeat(500),
    color: null,
  });
  expect((await meetingPage({ bannerColor: '#123456' })).banner).toBeNull();
  expect(leftOut()).toEqual(['bannerColor']);
});

test('a logo is one of https, and one alone stands on both grounds', async () => {
  const [light, dark] = ['https://x.example/l.png', 'https://x.example/d.svg'];
  expect((await meetingPage({ logo: light, darklogo: dark })).logo).toEqual({ light, dark });
  expect((await meetingPage({ logo: light })).logo).toEqual({ light, dark: light });
  expect((await meetingPage({ darklogo: dark })).logo).toEqual({ light: dark, dark });
  for (const logo of ['http://x.example/l.png', 'javascript:alert(1)', 'data:image/svg+xml,<svg/>', '//x.example/l.png', 'logo'])
    expect((await meetingPage({ logo })).logo, logo).toBeNull();
  expect(leftOut()).toEqual(Array.from({ length: 5 }, () => 'logo'));
});

test.each([
  ['CUSTOM_LAYOUT', null],
  ['SMART_LAYOUT', null],
  ['PRESENTATION_FOCUS', 'speaker'],
  ['presentation_only', 'speaker'],
  ['MEDIA_ONLY', 'speaker'],
  ['VIDEO_FOCUS', 'grid'],
  ['CAMERAS_ONLY', 'grid'],
  ['PARTICIPANTS_AND_CHAT_ONLY', 'grid'],
  ['UNIFIED_LAYOUT', 'grid'],
  ['constructor', null],
])('the layout %s of create and join is our %s', async (name, layout) => {
  expect((await meetingPage({ meetingLayout: name })).layout).toBe(layout);
  const wish = layout === null ? null : { name: layout, kind: 'first' };
  expect((await personPage({ defaultLayout: name })).layout).toEqual(wish);
  expect((await personPage({ 'userdata-bbb_default_layout': name })).layout).toEqual(wish);
  expect((await personPage({ enforceLayout: name, defaultLayout: 'SMART_LAYOUT' })).layout).toEqual(
    wish && { ...wish, kind: 'fixed' },
  );
});

test('a person may keep as many in view as maxPinnedCameras says', async () => {
  expect((await meetingPage({ maxPinnedCameras: '5' })).pinsMost).toBe(5);
  expect((await meetingPage({ maxPinnedCameras: '-1' })).pinsMost).toBe(3);
});

const audio = 'userdata-bbb_skip_check_audio';
const noListening = { 'userdata-bbb_listen_only_mode': 'false' };
test.each<[string, Pairs, object]>([
  [
    'nothing to check and nothing to choose',
    { [audio]: 'true', ...noListening },
    { greenRoom: 'skipped', mic: 'on', cam: 'off' },
  ],
  ['a choice is left', { [audio]: 'true' }, { greenRoom: 'shown', mic: null, cam: null }],
  ['a sound check is left', noListening, { greenRoom: 'shown', mic: 'on' }],
  [
    'the first time only',
    { 'userdata-bbb_skip_check_audio_on_first_join': 'true', ...noListening },
    { greenRoom: 'at-first', mic: 'on', cam: 'off' },
  ],
  ['no sound by itself', { 'userdata-bbb_auto_join_audio': '0' }, { greenRoom: 'skipped', mic: 'off', cam: 'off' }],
  ['listening only', { 'userdata-bbb_force_listen_only': 'TRUE' }, { greenRoom: 'skipped', mic: 'off', listensOnly: true }],
  [
    'a camera that is to be looked at first',
    { [audio]: 'true', ...noListening, 'userdata-bbb_auto_share_webcam': 'true' },
    { greenRoom: 'shown', mic: 'on', cam: 'on' },
  ],
  [
    'a camera that opens by itself',
    { [audio]: '1', ...noListening, 'userdata-bbb_auto_share_webcam': '1', 'userdata-bbb_skip_video_preview': 'true' },
    { greenRoom: 'skipped', mic: 'on', cam: 'on' },
  ],
  ['no camera by itself', { 'userdata-bbb_auto_share_webcam': 'false' }, { greenRoom: 'shown', mic: null, cam: 'off' }],
  ['an own picture as others see it', { 'userdata-bbb_mirror_own_webcam': 'false' }, { ownPicture: 'as-seen' }],
  ['a mirror', { 'userdata-bbb_mirror_own_webcam': 'true' }, { ownPicture: 'mirrored' }],
  ['the title of the window', { 'userdata-bbb_client_title': ' School\u0000 ' }, { title: 'School' }],
  ['the name of the session first', { 'userdata-bbb_client_title': 'School', sessionName: 'Camera 2' }, { title: 'Camera 2' }],
])('how a person begins: %s', async (_what, join, wished) => {
  expect(await personPage(join)).toMatchObject(wished);
});

test('wishes that make no sense, style sheets and backgrounds are left out, and the person comes in', async () => {
  const plain = await personPage({});
  const join = {
    'userdata-bbb_auto_join_audio': 'perhaps',
    enforceLayout: 'HOVER',
    'userdata-bbb_custom_style': 'body{background:url(//e)}',
    'userdata-bbb_custom_style_url': 'https://e.example/x.css',
    webcamBackgroundURL: 'https://e.example/x.png',
  };
  expect(await personPage(join)).toEqual(plain);
  expect(leftOut()).toEqual(['userdata-bbb_auto_join_audio', 'enforceLayout']);
});

const pub = (key: string, source = key) => ({ t: 'pub', key, source, sdp: 'offer' });
let ada: Person;
let bob: Person;
async function meet(create: Pairs, bobs: Pairs = {}): Promise<void> {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...create });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob', ...bobs });
}
const unmuteBob = () => ada.ask({ t: 'moderate', action: 'unmute', member: bob.userId });

test('userCameraCap counts the cameras of one person, and one that reconnects is not counted twice', async () => {
  await meet({ userCameraCap: '2' });
  for (const key of ['cam', 'cam-2']) expect(await bob.ask(pub(key, 'cam'))).toMatchObject({ t: 'ok' });
  expect(await bob.ask(pub('cam-3', 'cam'))).toMatchObject({ code: 'too-many-cameras', key: 'cam-3' });
  expect(await ada.ask(pub('cam'))).toMatchObject({ t: 'ok' });
  engine.pass(1_100);
  expect(await bob.ask(pub('cam'))).toMatchObject({ t: 'ok' });
});

test('meetingCameraCap lets through one of two that begin at the same moment, and the next when one ends', async () => {
  await meet({ meetingCameraCap: '1' });
  const outcomes = await Promise.all([ada.ask(pub('cam')), bob.ask(pub('cam'))]);
  expect(outcomes.map((outcome) => (outcome.t === 'error' ? outcome.code : 'ok')).sort()).toEqual(['ok', 'too-many-cameras']);
  const [holder, other] = outcomes[0].t === 'ok' ? [ada, bob] : [bob, ada];
  expect(await other.ask(pub('screen'))).toMatchObject({ t: 'ok' });
  holder.say({ t: 'leave' });
  await other.hears('gone');
  engine.pass(1_100);
  expect(await other.ask(pub('cam'))).toMatchObject({ t: 'ok' });
});

test('without allowModsToUnmuteUsers nobody opens the microphone of another', async () => {
  await meet({ requireUserConsentBeforeUnmuting: 'false' });
  await bob.ask(pub('mic'));
  await ada.ask({ t: 'moderate', action: 'mute', member: bob.userId });
  expect(await unmuteBob()).toMatchObject({ code: 'not-allowed' });
  expect(engine.media.asked.at(-1)).toBe(`block ${bob.userId} mic on`);
});

test('with requireUserConsentBeforeUnmuting, as without a word, a person is asked and stays muted', async () => {
  await meet({ allowModsToUnmuteUsers: 'true' });
  await bob.ask(pub('mic'));
  await ada.ask({ t: 'moderate', action: 'mute', member: bob.userId });
  expect(await unmuteBob()).toMatchObject({ t: 'ok' });
  expect(await bob.hears('unmute-asked')).toEqual({ t: 'unmute-asked', by: ada.userId });
  expect(engine.media.asked.at(-1)).toBe(`block ${bob.userId} mic on`);
  expect(await bob.ask({ t: 'moderate', action: 'unmute', member: ada.userId })).toMatchObject({ code: 'not-allowed' });
});

test('without consent a connected microphone opens at once, one that was never on is only asked for', async () => {
  await meet({ allowModsToUnmuteUsers: 'true', requireUserConsentBeforeUnmuting: 'false' });
  expect(await unmuteBob()).toMatchObject({ t: 'ok' });
  await bob.hears('unmute-asked');
  await bob.ask({ ...pub('mic'), muted: true });
  expect(await unmuteBob()).toMatchObject({ t: 'ok' });
  expect(await bob.hears('unmuted')).toEqual({ t: 'unmuted', key: 'mic', by: ada.userId });
  expect(engine.media.asked.at(-1)).toBe(`block ${bob.userId} mic off`);
  await ada.hears('member', ({ member }) => member.id === bob.userId && member.sources[0]?.muted === false);
});

test('a locked microphone is opened by no moderator, and somebody who only listens has none', async () => {
  await meet(
    { allowModsToUnmuteUsers: 'true', requireUserConsentBeforeUnmuting: 'false' },
    { 'userdata-bbb_force_listen_only': 'true' },
  );
  expect(bob.welcome.rights).not.toContain('speak');
  expect(bob.welcome.rights).toContain('film');
  expect(await bob.ask(pub('mic'))).toMatchObject({ code: 'locked' });
  expect(await unmuteBob()).toMatchObject({ code: 'locked' });
  await ada.ask({ t: 'moderate', action: 'make-moderator', member: bob.userId });
  engine.pass(1_100);
  expect(await bob.ask(pub('mic'))).toMatchObject({ t: 'ok' });
  await ada.ask({ t: 'moderate', action: 'make-viewer', member: bob.userId });
  expect(await bob.hears('muted')).toMatchObject({ key: 'mic', by: ada.userId });
  expect(await bob.ask({ t: 'mute', key: 'mic', on: false })).toMatchObject({ code: 'locked' });
});

test('whatever stands in these parameters, the meeting opens and its page gets values of the right form', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('https://[', 'https://x.example/"onerror=1', '#12', '99999999999999', '__proto__', '</script>', '\u202e'),
  );
  const names = ['bannerText', 'bannerColor', 'logo', 'darklogo', 'meetingLayout', 'userCameraCap', 'maxPinnedCameras'];
  const wishes = [
    'enforceLayout',
    'defaultLayout',
    'sessionName',
    'bbb_client_title',
    'bbb_force_listen_only',
    'bbb_custom_style',
  ];
  const of = (keys: readonly string[]) => fc.dictionary(fc.constantFrom(...keys), anything);
  const joinNames = wishes.map((name) => (name.startsWith('bbb_') ? `userdata-${name}` : name));
  await fc.assert(
    fc.asyncProperty(of(names), of(joinNames), async (create, join) => {
      const { meeting, person: own } = await pageOf(create, join);
      expect(meeting.banner?.color ?? '#000000').toMatch(/^#[\da-f]{6}$/);
      for (const address of [meeting.logo?.light, meeting.logo?.dark]) expect(address ?? 'https://').toMatch(/^https:\/\//);
      expect([null, 'grid', 'speaker']).toContain(meeting.layout);
      expect(Number.isInteger(meeting.pinsMost)).toBe(true);
      expect(own.title.length).toBeLessThanOrEqual(256);
      expect(own.title).not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: 150 },
  );
}, 30_000);
