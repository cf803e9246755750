import { expect, test } from 'vitest';
import type { Capability } from '#protocol/rights.ts';
import { createPushToTalk } from '#ui/media/push-to-talk.ts';
import { meetingIn } from '#ui/meeting.factory.ts';
import { after, welcome } from '#ui/state.factory.ts';
import type { OwnState } from '#ui/state.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A meeting whose microphone takes until `opens` to open. */
function talking(mic: OwnState, rights: Capability[] = ['speak']) {
  const state = after([welcome({ rights })]);
  const waiting: (() => void)[] = [];
  const meeting = meetingIn(
    { ...state, own: { ...state.own, mic } },
    {
      async toggle() {
        const before = meeting.store.get().own.mic;
        if (before === 'on') return set('muted');
        set('starting');
        await new Promise<void>((resolve) => waiting.push(resolve));
        set('on');
      },
    },
  );
  const set = (next: OwnState) => meeting.store.dispatch({ t: 'own', own: { mic: next } });
  const opens = () => {
    for (const go of waiting.splice(0)) go();
    return settled();
  };
  const now = () => meeting.store.get().own.mic;
  return { talk: createPushToTalk(meeting), now, set, opens };
}

test.each(['muted', 'off'] as const)('a microphone that is %s is open while held, and closed afterwards', async (mic) => {
  const { talk, now, opens } = talking(mic);
  talk.pressed();
  await opens();
  expect(now()).toBe('on');
  talk.released('closed');
  await settled();
  expect(now()).toBe('muted');
});

test('let go before the device is open, it closes as soon as it is; pressed again meanwhile, it stays open', async () => {
  const { talk, now, opens } = talking('off');
  talk.pressed();
  talk.released('closed');
  await opens();
  expect(now()).toBe('muted');
  talk.pressed();
  talk.released('closed');
  talk.pressed();
  await opens();
  expect(now()).toBe('on');
});

test('a microphone that was open before stays open, and one that a host muted stays muted', async () => {
  const open = talking('on');
  open.talk.pressed();
  open.talk.released('closed');
  await settled();
  expect(open.now()).toBe('on');
  const muted = talking('muted');
  muted.talk.pressed();
  await muted.opens();
  muted.set('muted');
  muted.talk.released('closed');
  await muted.opens();
  expect(muted.now()).toBe('muted');
});

test('a short press on its own button leaves it open, and who may not speak opens nothing', async () => {
  const { talk, now, opens } = talking('muted');
  talk.pressed();
  talk.released('open');
  await opens();
  expect(now()).toBe('on');
  const locked = talking('muted', []);
  locked.talk.pressed();
  await locked.opens();
  expect(locked.now()).toBe('muted');
});
