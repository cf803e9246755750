import { expect, test, vi } from 'vitest';
import type { PublicRoom } from '../meetings.contract.ts';
import { createRoomAsker } from './public-room.hook.ts';

const settled = () => new Promise((done) => setImmediate(done));
const plain: PublicRoom = {
  slug: 'math-9b',
  name: 'Mathematics 9b',
  account: { name: 'Harbour School', branding: { accent: null, logo: null, footer: null }, house: null, runsOn: null },
  host: 'Miriam Sander',
  state: 'idle',
  rests: false,
  people: 0,
  since: null,
  needsCode: false,
  takesCode: false,
  signInRequired: false,
  lobby: false,
  record: false,
  asksConsent: false,
  anyoneCanStart: false,
  you: { name: null, signedIn: false, canStart: false, skipsCode: false, skipsLobby: false, joinsMuted: false, settings: null },
};
const roomCalled = (name: string): PublicRoom => ({ ...plain, name });

/** Requests that are answered when the test says so. */
function line() {
  const waiting: PromiseWithResolvers<PublicRoom>[] = [];
  const load = () => {
    const one = Promise.withResolvers<PublicRoom>();
    waiting.push(one);
    return one.promise;
  };
  const clock = { now: 0 };
  const take = vi.fn<(room: PublicRoom) => void>();
  return {
    ...createRoomAsker({ load, take, now: () => clock.now }),
    waiting,
    clock,
    taken: () => take.mock.calls.map(([r]) => r.name),
  };
}

test('an older answer that comes late does not undo a newer one', async () => {
  const { ask, waiting, taken } = line();
  ask();
  ask();
  waiting[1]?.resolve(roomCalled('new'));
  await settled();
  waiting[0]?.resolve(roomCalled('old'));
  await settled();
  expect(taken()).toEqual(['new']);
});

test('without an answer, what was known stays, and the next question counts', async () => {
  const { ask, waiting, taken } = line();
  ask();
  waiting[0]?.reject(new Error('offline'));
  await settled();
  expect(taken()).toEqual([]);
  ask();
  waiting[1]?.resolve(roomCalled('again'));
  await settled();
  expect(taken()).toEqual(['again']);
});

test('the room that came with the page is stale after 15 seconds, and each question makes it fresh', () => {
  const { ask, stale, clock } = line();
  clock.now = 15_000;
  expect(stale()).toBe(false);
  clock.now = 15_001;
  expect(stale()).toBe(true);
  ask();
  expect(stale()).toBe(false);
  clock.now = 30_002;
  expect(stale()).toBe(true);
});
