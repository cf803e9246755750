import { expect, test } from 'vitest';
import {
  capabilities,
  type Capability,
  type MeetingRules,
  noLocks,
  type ParticipantStanding,
  rightsOf,
} from '#protocol/rights.ts';

const viewer: ParticipantStanding = {
  role: 'viewer',
  guest: false,
  presenter: false,
  draws: false,
  exempt: false,
  listensOnly: false,
};
const open: MeetingRules = {
  locks: noLocks,
  disabledFeatures: new Set(),
  mayStopCameras: true,
  mayUnmuteOthers: true,
  mayRecord: true,
  guestsMayModerate: false,
};
const everyLock = { mic: true, cam: true, share: true, chat: true, privateChat: true, names: true };
const free: Capability[] = ['speak', 'film', 'share', 'chat', 'chat-private', 'see-people', 'become-moderator'];
const moderating = capabilities.filter((name) => name !== 'present' && name !== 'draw');

const moderator: ParticipantStanding = { ...viewer, role: 'moderator' };

test.each<[string, ReadonlySet<Capability>, readonly Capability[]]>([
  ['a viewer does what is for everybody', rightsOf(viewer, open), free],
  ['locks take all of it', rightsOf(viewer, { ...open, locks: everyLock }), ['become-moderator']],
  [
    'one lock takes one thing',
    rightsOf(viewer, { ...open, locks: { ...noLocks, cam: true } }),
    free.filter((name) => name !== 'film'),
  ],
  [
    'who came by a link for listeners does not speak, also as an exception',
    rightsOf({ ...viewer, listensOnly: true, exempt: true }, open),
    free.filter((name) => name !== 'speak'),
  ],
  ['but does as a moderator', rightsOf({ ...moderator, listensOnly: true }, open), moderating],
  ['an exception gives it back', rightsOf({ ...viewer, exempt: true }, { ...open, locks: everyLock }), free],
  [
    'locks leave the presenter the screen',
    rightsOf({ ...viewer, presenter: true }, { ...open, locks: everyLock }),
    ['share', 'become-moderator', 'present', 'draw', 'spotlight', 'poll'],
  ],
  [
    'a viewer who presents may spotlight and ask polls',
    rightsOf({ ...viewer, presenter: true }, open),
    [...free, 'present', 'draw', 'spotlight', 'poll'],
  ],
  ['who was let draw draws', rightsOf({ ...viewer, draws: true }, open), [...free, 'draw']],
  ['but not by a link for listeners', rightsOf({ ...viewer, draws: true, listensOnly: true }, open), free.slice(1)],
  [
    'a guest is not made moderator',
    rightsOf({ ...viewer, guest: true }, open),
    free.filter((name) => name !== 'become-moderator'),
  ],
  ['unless the meeting lets guests', rightsOf({ ...viewer, guest: true }, { ...open, guestsMayModerate: true }), free],
  ['a moderator does all but present', rightsOf(moderator, { ...open, locks: everyLock }), moderating],
  ['and presents as the presenter', rightsOf({ ...moderator, presenter: true }, open), capabilities],
  [
    'settings of the meeting hold for moderators',
    rightsOf(moderator, { ...open, mayStopCameras: false, mayUnmuteOthers: false, mayRecord: false }),
    moderating.filter((name) => name !== 'stop-cameras' && name !== 'unmute-others' && name !== 'record'),
  ],
  [
    'what a program took out nobody has',
    rightsOf(
      { ...moderator, presenter: true },
      { ...open, disabledFeatures: new Set(['screenshare', 'chat', 'privateChat', 'deleteChatMessage']) },
    ),
    capabilities.filter((name) => !['share', 'chat', 'chat-private', 'delete-messages'].includes(name)),
  ],
])('%s', (_title, rights, expected) => {
  expect([...rights].sort()).toEqual([...expected].sort());
});

test('nobody but a moderator ever moderates', () => {
  const roles = [true, false].flatMap((presenter) => [true, false].map((exempt) => ({ ...viewer, presenter, exempt })));
  for (const who of roles)
    for (const name of [
      'lock',
      'choose-presenter',
      'delete-messages',
      'mute-others',
      'unmute-others',
      'promote',
      'remove',
      'admit',
      'record',
      'end',
    ] as const)
      expect(rightsOf(who, { ...open, guestsMayModerate: true }).has(name)).toBe(false);
});
