import { afterEach, expect, test, vi } from 'vitest';
import { changeRoom, tokenOf } from '#ui/media/change-room.ts';
import { after, chat, enteredWith, member, welcome } from '#ui/state.factory.ts';
import { createStore } from '#ui/store.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Somebody in the main room, and an engine that answers in this order. `asked`: address and body of what it was asked. */
function inMainRoom(...answers: unknown[]) {
  const asked: [string, unknown][] = [];
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    asked.push([address, JSON.parse(body)]);
    const answer = answers.shift();
    return answer === undefined
      ? Promise.reject(new Error('no network'))
      : Promise.resolve({ json: () => Promise.resolve(answer) });
  });
  const store = createStore(after([welcome({ members: [member('me'), member('bob')] }), chat(1, 'bob')]));
  store.dispatch({ t: 'own', own: { mic: 'on', cam: 'on' } });
  const steps: string[] = [];
  const desk = {
    options: { base: '/engine', sessionToken: 'main-token', preset: null, lostAfter: 1 },
    store,
    round: 0,
    parts: {
      connection: {
        request: async ({ t }: { t: string }) => {
          steps.push(t);
          return 'ok' as const;
        },
        stop: () => void steps.push('stop'),
      },
      own: { toggle: async (kind: string) => void steps.push(`toggle ${kind}`) },
    },
  };
  const go = (to: number | 'main') => changeRoom(desk, to, (ticket) => steps.push(`connect ${ticket}`));
  return { desk, store, steps, asked, go };
}
const entered = { ...enteredWith({}), ticket: 'group-ticket' };

test('a group is entered with its own session, what is on stays on, and the people of the other room are gone', async () => {
  const { desk, store, steps, asked, go } = inMainRoom({ sessionToken: 'group-token' }, entered);
  expect(await go(3)).toBe('ok');
  expect(asked).toEqual([
    ['/engine/session/group', { sessionToken: 'main-token', to: 3 }],
    ['/engine/session/enter', { sessionToken: 'group-token' }],
  ]);
  expect(steps).toEqual(['leave', 'stop', 'connect group-ticket']);
  const state = store.get();
  expect([state.phase, state.own.mic, state.own.cam, state.topics.groups.here]).toEqual(['in', 'on', 'on', 3]);
  expect([Object.keys(state.members), state.topics.chat, state.revs]).toEqual([['me'], [], {}]);
  expect(tokenOf(desk)).toBe('group-token');
  store.dispatch({ t: 'server', message: welcome({ members: [member('me'), member('eve')] }), at: 1 });
  expect([store.get().changingTo, Object.keys(store.get().members)]).toEqual([null, ['me', 'eve']]);
});

test('the way back needs no new session', async () => {
  const { desk, asked, go } = inMainRoom({ sessionToken: 'group-token' }, entered, { ...entered, ticket: 'main-ticket' });
  await go(3);
  expect(await go('main')).toBe('ok');
  expect(asked.at(-1)).toEqual(['/engine/session/enter', { sessionToken: 'main-token' }]);
  expect(tokenOf(desk)).toBe('main-token');
});

test.each([
  ['full', [{ error: 'full' }], 'room-full'],
  ['not-allowed', [{ error: 'not-allowed' }], 'room-refused'],
  ['ended', [{ sessionToken: 'group-token' }, { error: 'ended', logoutUrl: null }], 'room-closed'],
  ['unreachable', [], 'room-unreachable'],
  ['unreachable', [{ junk: true }], 'room-unreachable'],
] as const)('who is refused (%s) reads why and stays where they are', async (why, answers, notice) => {
  const { store, steps, go } = inMainRoom(...answers);
  expect(await go(3)).toBe(why);
  expect(steps).toEqual([]);
  const { members, notices, changingTo, groupToken } = store.get();
  expect([Object.keys(members), notices.at(-1)?.what, changingTo, groupToken]).toEqual([['me', 'bob'], notice, null, null]);
});

test('a shared screen ends before the room is left', async () => {
  const { store, steps, go } = inMainRoom({ sessionToken: 'group-token' }, entered);
  store.dispatch({ t: 'own', own: { screen: 'on' } });
  await go(3);
  expect(steps).toEqual(['toggle screen', 'leave', 'stop', 'connect group-ticket']);
});

test('of two changes the later one counts, and a meeting that was left stays left', async () => {
  const { desk, steps, go } = inMainRoom({ sessionToken: 'one' }, { sessionToken: 'two' }, entered, {
    ...entered,
    ticket: 'late',
  });
  await Promise.all([go(1), go(2)]);
  expect(steps.filter((step) => step.startsWith('connect'))).toHaveLength(1);
  expect(desk.store.get().topics.groups.here).toBe(2);
  const other = inMainRoom({ sessionToken: 'one' }, entered);
  const going = other.go(1);
  Object.assign(other.desk, { parts: null });
  await going;
  expect(other.steps).toEqual([]);
});
