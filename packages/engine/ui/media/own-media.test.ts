import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MeetingFacts, Member } from '#protocol/messages.ts';
import type { SendOutcome } from '#ui/media/connection.ts';
import { type DeviceChoice, plainChoice } from '#ui/media/device-choice.ts';
import { type FakeDevices, stubDevices } from '#ui/media/fake-devices.factory.ts';
import { createOwnMedia } from '#ui/media/own-media.ts';
import type { PublishPlan, Publisher } from '#ui/media/publisher.ts';
import { after, facts, member, rightsFor, source, welcome } from '#ui/state.factory.ts';
import { type MeetingLocks, noLocks } from '#protocol/rights.ts';
import { createStore } from '#ui/store.ts';

const { opened, refusal }: FakeDevices = { opened: [], refusal: { name: null } };

beforeEach(() => {
  opened.length = 0;
  refusal.name = null;
  stubDevices({ opened, refusal });
});
afterEach(() => void vi.unstubAllGlobals());

type SetUp = {
  choice?: Partial<DeviceChoice>;
  meeting?: Partial<MeetingFacts>;
  locks?: MeetingLocks;
  me?: Partial<Member>;
  outcome?: SendOutcome;
  muting?: SendOutcome;
};

/** Own devices in a meeting of a test; `said` lists the calls of the publisher. */
function setUp({ choice = {}, meeting = {}, locks = noLocks, me = {}, outcome = 'ok', muting = outcome }: SetUp = {}) {
  const said: string[] = [];
  const [keys, socket] = [new Set<string>(), { muting }];
  const you = member('me', me);
  const rights = rightsFor(you, { locks });
  const store = createStore(after([welcome({ meeting: { ...facts, ...meeting }, members: [you], rights })]));
  const publisher: Publisher = {
    publish: async ({ key }: PublishPlan) => {
      said.push(`publish ${key}`);
      keys.add(key);
      return outcome;
    },
    unpublish: async (key) => {
      keys.delete(key);
      said.push(`unpublish ${key}`);
    },
    replaceTrack: async (key) => void said.push(`replace ${key}`),
    mute: async (key, { muted }) => {
      said.push(`${muted ? 'mute' : 'unmute'} ${key}`);
      return socket.muting;
    },
    onMessage: (message) => void (message.t === 'muted' && said.push(`silence ${message.key}`)),
    rebuild: () => undefined,
    keys: () => [...keys],
    peers: () => [],
    stop: () => undefined,
  };
  const own = createOwnMedia({ store, publisher, choice: () => ({ ...plainChoice, ...choice }) });
  const notices = () => store.get().notices.map((n) => n.what);
  /** The seat is taken back; the engine's list of what it knows of this person comes with it. */
  const back = (sources: Member['sources']) => {
    const message = welcome({ resumed: true, members: [member('me', { sources })] });
    store.dispatch({ t: 'server', message, at: 0 });
    own.onMessage(message);
  };
  return { own, store, said, notices, socket, back, now: () => store.get().own };
}

describe('coming in', () => {
  test('what was chosen is opened and sent', async () => {
    const { own, said, now } = setUp({ choice: { micId: 'desk' } });
    await own.begin();
    expect(said.sort()).toEqual(['publish cam', 'publish mic']);
    expect([now().mic, now().cam]).toEqual(['on', 'on']);
    expect(opened.find((o) => o.audio)).toMatchObject({ audio: { deviceId: { exact: 'desk' } } });
  });
  test.each<[string, SetUp, string[]]>([
    ['who only listens opens nothing', { choice: { listenOnly: true } }, []],
    ['with mute on start the microphone waits for its owner', { meeting: { muteOnStart: true } }, ['publish cam']],
    ['which a host need not', { meeting: { muteOnStart: true }, me: { role: 'moderator' } }, ['publish cam', 'publish mic']],
    ['a lock keeps a viewer from speaking', { locks: { ...noLocks, mic: true } }, ['publish cam']],
    [
      'a lock does not concern a host',
      { locks: { ...noLocks, mic: true, cam: true }, me: { role: 'moderator' } },
      ['publish cam', 'publish mic'],
    ],
    ['who stays unrecorded with everything off opens nothing', { meeting: { recording: 'on', consent: 'nothing' } }, []],
    ['so too while the recording is paused', { meeting: { recording: 'paused', consent: 'nothing' } }, []],
    [
      'an old refusal does not matter without a recording',
      { meeting: { recording: 'off', consent: 'nothing' } },
      ['publish cam', 'publish mic'],
    ],
    ['who agreed speaks and is seen', { meeting: { recording: 'on', consent: 'all' } }, ['publish cam', 'publish mic']],
    [
      'after a reload the old sources go first',
      { choice: { listenOnly: false, camOn: false }, me: { sources: [source('me', 'screen')] } },
      ['publish mic', 'unpublish screen'],
    ],
  ])('%s', async (_name, how, expected) => {
    const { own, said } = setUp(how);
    await own.begin();
    expect(said.sort()).toEqual(expected);
  });
});

describe('trouble', () => {
  test('a refused permission is explained and leaves the source off', async () => {
    const { own, store, said, now } = setUp();
    refusal.name = 'NotAllowedError';
    await own.toggle('mic');
    expect([store.get().trouble, now().mic, said]).toEqual([{ kind: 'mic', why: 'denied' }, 'off', []]);
  });
  test('closing the question what to share is an answer, not a trouble', async () => {
    const { own, store, now } = setUp();
    refusal.name = 'NotAllowedError';
    await own.toggle('screen');
    expect([store.get().trouble, now().screen]).toEqual([null, 'off']);
  });
  test('a device that is gone falls back to the usual one', async () => {
    const { own, now } = setUp({ choice: { camId: 'gone' } });
    refusal.name = 'OverconstrainedError';
    await own.toggle('cam');
    expect([opened.length, now().cam]).toEqual([2, 'off']);
  });
  test.each([
    ['screen', 'share-taken'],
    ['cam', 'too-many-cameras'],
  ] as const)('when the engine refuses a %s with %s, the person sees a notice and nothing stays open', async (kind, outcome) => {
    const { own, notices, now, said } = setUp({ outcome });
    await own.toggle(kind);
    expect([notices(), now()[kind], now()[`${kind}Stream`]]).toEqual([[outcome], 'off', null]);
    expect(said).toContain(`unpublish ${kind}`);
  });
  test('a lost socket is no refusal: the source stays on and is sent later', async () => {
    const { own, notices, now } = setUp({ outcome: 'lost' });
    await own.toggle('cam');
    expect([notices(), now().cam]).toEqual([[], 'on']);
  });
});

describe('in the meeting', () => {
  test('the microphone is opened once, then muted and unmuted', async () => {
    const { own, said, now } = setUp();
    await own.toggle('mic');
    await own.toggle('mic');
    expect(now().mic).toBe('muted');
    await own.toggle('mic');
    expect(said).toEqual(['publish mic', 'mute mic', 'unmute mic']);
    expect(opened.length).toBe(1);
  });
  test('a muted microphone that is locked stays closed; one that the engine refuses to open is closed again', async () => {
    const { own, said, now, notices, store } = setUp({ outcome: 'ok', muting: 'locked' });
    await own.toggle('mic');
    own.onMessage({ t: 'muted', key: 'mic', by: 'me' });
    await own.toggle('mic');
    expect([said, now().mic]).toEqual([['publish mic', 'unmute mic', 'silence mic'], 'muted']);
    store.dispatch({ t: 'server', message: { t: 'rights', rights: [] }, at: 0 });
    await own.toggle('mic');
    expect([said.length, notices()]).toEqual([3, ['locked']]);
  });
  test('switching the camera off closes it', async () => {
    const { own, now, said } = setUp();
    await own.toggle('cam');
    const [track] = now().camStream?.getTracks() ?? [];
    await own.toggle('cam');
    expect(track?.stop).toHaveBeenCalled();
    expect([now().cam, said.at(-1)]).toEqual(['off', 'unpublish cam']);
  });
  test('another microphone goes onto the same connection and keeps being muted', async () => {
    const { own, said, now } = setUp();
    await own.toggle('mic');
    await own.toggle('mic');
    await own.change('mic');
    expect(said.at(-1)).toBe('replace mic');
    expect(now().micStream?.getAudioTracks()[0]?.enabled).toBe(false);
  });
  test('a host who mutes, stops or opens again is obeyed and named', async () => {
    const { own, notices, now } = setUp();
    // a microphone that is off is opened by nobody else
    own.onMessage({ t: 'unmuted', key: 'mic', by: 'host' });
    await own.begin();
    own.onMessage({ t: 'muted', key: 'mic', by: 'host' });
    own.onMessage({ t: 'pub-dead', key: 'cam', by: 'host' });
    expect([now().mic, now().cam, notices()]).toEqual(['muted', 'off', ['muted-by-host', 'cam-stopped']]);
    own.onMessage({ t: 'unmuted', key: 'mic', by: 'host' });
    expect([now().mic, notices().at(-1)]).toEqual(['on', 'unmuted-by-host']);
  });
  test('muted on arrival by the rule of the room is not blamed on a host', async () => {
    const { own, notices, now } = setUp();
    await own.toggle('mic');
    own.onMessage({ t: 'muted', key: 'mic', by: 'me' });
    expect([now().mic, notices()]).toEqual(['muted', []]);
  });
  test('a hidden phone stops its camera and opens it again; one that was off stays off', async () => {
    const { own, now } = setUp();
    own.onVisibility('hidden');
    own.onVisibility('visible');
    await vi.waitFor(() => expect(now().cam).toBe('off'));
    await own.toggle('cam');
    own.onVisibility('hidden');
    await vi.waitFor(() => expect(now().cam).toBe('off'));
    own.onVisibility('visible');
    await vi.waitFor(() => expect(now().cam).toBe('on'));
  });
  test('after leaving a device that opens late is closed at once', async () => {
    const { own, now, said } = setUp();
    const opening = own.toggle('cam');
    own.stop();
    await opening;
    expect([now().cam, now().camStream, said]).toEqual(['off', null, []]);
  });
});

describe('when the seat is taken back', () => {
  const quiet = { micOn: true, camOn: false };
  const muted = source('me', 'mic', { muted: true });

  test('whoever unmuted while the connection was lost is heard', async () => {
    const { own, said, now, notices, socket, back } = setUp({ choice: quiet });
    await own.begin();
    await own.toggle('mic');
    socket.muting = 'lost';
    await own.toggle('mic');
    socket.muting = 'ok';
    const before = said.length;
    back([muted]);
    expect([said.slice(before), now().mic, notices()]).toEqual([['unmute mic'], 'on', []]);
  });
  test('whoever muted meanwhile is muted for everybody, with the connection lost again as well', async () => {
    const { own, said, now, socket, back } = setUp({ choice: quiet });
    await own.begin();
    socket.muting = 'lost';
    await own.toggle('mic');
    back([source('me', 'mic')]);
    back([source('me', 'mic')]);
    expect([said, now().mic]).toEqual([['publish mic', 'mute mic', 'mute mic', 'mute mic'], 'muted']);
  });
  test('what a host muted meanwhile stays muted', async () => {
    const { own, said, now, notices, back } = setUp({ choice: quiet });
    await own.begin();
    back([muted]);
    expect([said.at(-1), now().mic, notices()]).toEqual(['silence mic', 'muted', ['muted-by-host']]);
  });
  test('a camera that was switched off meanwhile is taken out of the meeting', async () => {
    const { own, said, back } = setUp();
    await own.begin();
    await own.toggle('cam');
    const before = said.length;
    back([source('me', 'mic'), source('me', 'cam')]);
    expect(said.slice(before)).toEqual(['unpublish cam']);
  });
  test('nothing is said where both mean the same, nor by a page that has not begun', async () => {
    const same = setUp();
    await same.own.begin();
    const before = same.said.length;
    same.back([source('me', 'mic'), source('me', 'cam')]);
    expect(same.said.slice(before)).toEqual([]);
    const loaded = setUp();
    loaded.back([source('me', 'mic')]);
    expect(loaded.said).toEqual([]);
  });
});

describe('being silent and unseen at once', () => {
  test('a microphone that the engine does not know yet is ended, not begun anew', async () => {
    const { own, now, said } = setUp({ muting: 'unknown-key' });
    await own.begin();
    await own.hush();
    expect([now().mic, now().micStream, said.at(-1)]).toEqual(['off', null, 'unpublish mic']);
    expect(said.filter((one) => one === 'publish mic')).toHaveLength(1);
  });

  test('what is on is muted or ended, and what is just being opened does not come', async () => {
    const { own, now, said } = setUp();
    await own.begin();
    await own.toggle('screen');
    const before = said.length;
    await own.hush();
    expect([now().mic, now().cam, now().screen]).toEqual(['muted', 'off', 'off']);
    expect(said.slice(before)).toEqual(['mute mic', 'unpublish cam', 'unpublish screen', 'unpublish screen-audio']);
    const opening = own.toggle('cam');
    await own.hush();
    await opening;
    expect([now().cam, now().camStream]).toEqual(['off', null]);
    await own.toggle('cam');
    expect(now().cam).toBe('on');
  });
});
