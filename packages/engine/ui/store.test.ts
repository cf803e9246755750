import { describe, expect, test, vi } from 'vitest';
import type { EndReason, MeetingFacts } from '#protocol/messages.ts';
import { after, chat, facts, member, source, welcome, privateChat, raised, topicState } from '#ui/state.factory.ts';
import { recordingWord } from '#ui/one-page.tsx';
import {
  hands,
  initialState,
  isMuted,
  mayBeHost,
  type MeetingState,
  presentMembers,
  streamOf,
  unreadMessages,
} from '#ui/state.ts';
import { createStore, reduce } from '#ui/store.ts';

test('to be made a host is offered for guests only where the meeting lets them', () => {
  const people = [member('a', { guest: true }), member('b'), member('c', { role: 'moderator' })];
  const offered = (meeting: Pick<MeetingFacts, 'guestsMayModerate'>) => {
    const state = after([welcome({ meeting: { ...facts, ...meeting } })]);
    return people.map((one) => mayBeHost(state, one));
  };
  expect(offered({ guestsMayModerate: false })).toEqual([false, true, false]);
  expect(offered({ guestsMayModerate: true })).toEqual([true, true, false]);
});

describe('welcome', () => {
  test('a person who is let in is in the room, one who waits is in the lobby', () => {
    expect(after([welcome()]).phase).toBe('in');
    expect(after([welcome({ state: 'waiting' })]).phase).toBe('lobby');
  });
  test('being let in is a second welcome', () => {
    const state = after([
      welcome({ state: 'waiting', members: [] }),
      { t: 'lobby', note: 'soon' },
      welcome({ members: [member('me'), member('a')] }),
    ]);
    expect(state.phase).toBe('in');
    expect(presentMembers(state).map((m) => m.id)).toEqual(['a', 'me']);
  });
  test("the engine's clock is known by its difference to the own one", () => {
    expect(after([welcome({ now: 5000 })]).skew).toBe(1000);
  });
  test('messages that came while the socket was lost count as unread', () => {
    const before = after([welcome(), topicState('chat', []), chat(1, 'a')]);
    const state = after([welcome({ resumed: true }), chat(2, 'a'), chat(3, 'me')], { ...before, unread: {}, firstNew: {} });
    expect([unreadMessages(state), state.firstNew]).toEqual([1, { '': '2' }]);
  });
  test('what was said before one came is not unread', () => {
    const messages = [{ id: '1', from: 'a', name: 'A', text: 'hello', at: 1 }];
    const state = after([welcome(), topicState('chat', messages, 1)]);
    expect([unreadMessages(state), state.topics.chat.length]).toEqual([0, 1]);
  });
  test('a kept seat keeps its slots, a new one forgets them', () => {
    const before = after([welcome(), { t: 'slots', rev: 7, map: { v0: 'a:cam' } }]);
    expect(after([welcome({ resumed: true })], before).slots.map).toEqual({ v0: 'a:cam' });
    expect(after([welcome({ resumed: false })], before).slots).toEqual({ rev: -1, map: {}, paused: [] });
  });
  test('a host reads that the recording did not survive the engine, or was ended by it; nobody else does, and not after an own stop', () => {
    const noticed = (who: 'host' | 'guest', next: Parameters<typeof after>[0]) => {
      const on = after([welcome({ meeting: { ...facts, mayRecord: who === 'host', recording: 'on' } })]);
      return after(next, on).notices.map(({ what }) => what);
    };
    const back = (recording: 'on' | 'off') => [
      welcome({ resumed: true, media: 'lost', meeting: { ...facts, mayRecord: true, recording } }),
    ];
    expect([noticed('host', back('off')), noticed('host', back('on'))]).toEqual([['record-lost'], []]);
    const stopped = (by: string | null) => [{ t: 'recording', to: 'off', by }] as const;
    expect([
      noticed('host', [...stopped(null)]),
      noticed('guest', [...stopped(null)]),
      noticed('host', [...stopped('me')]),
    ]).toEqual([['record-lost'], [], []]);
  });
});

test('more time is worth a word, less or the same is not', () => {
  const told = (endsAt: number | null) => ({ t: 'meeting', meeting: { ...facts, endsAt } }) as const;
  const before = after([welcome(), told(5_000)]);
  expect(before.notices).toEqual([]);
  expect(after([told(5_000), told(4_000)], before).notices).toEqual([]);
  expect(after([told(9_000)], before).notices.map((n) => n.what)).toEqual(['extended']);
  expect(after([told(null)], before).notices.map((n) => n.what)).toEqual(['extended']);
});

describe('people', () => {
  test('somebody who comes, raises a hand and leaves is announced', () => {
    const state = after([
      welcome(),
      { t: 'member', member: member('a') },
      raised(1, 'a'),
      { t: 'gone', member: 'a', name: 'Name a', reason: 'left' },
    ]);
    expect(state.news.map((n) => n.what)).toEqual(['joined', 'hand', 'left']);
    expect(state.members['a']).toBeUndefined();
  });
  test('a change of the same person, or somebody in the lobby, is not announced', () => {
    const state = after([welcome(), { t: 'member', member: member('a', { state: 'waiting' }) }, raised(1, 'me')]);
    expect(state.news).toEqual([]);
  });
  test('a lost socket keeps the person in the list', () => {
    const state = after([
      welcome(),
      { t: 'member', member: member('a') },
      { t: 'member', member: member('a', { state: 'away' }) },
    ]);
    expect(presentMembers(state).map((m) => m.state)).toEqual(['away', 'present']);
  });
  test('hands stand in the order in which they were raised', () => {
    const state = after([
      welcome({ members: ['me', 'a', 'b', 'c'].map((id) => member(id)) }),
      ...['a', 'c', 'me'].map((id, i) => raised(i + 1, id)),
    ]);
    expect(hands(state).map((m) => m.id)).toEqual(['a', 'c', 'me']);
  });
  test('without a microphone, or with a muted one, a person is silent', () => {
    expect(isMuted(member('a'))).toBe(true);
    expect(isMuted(member('a', { sources: [source('a', 'mic', { muted: true })] }))).toBe(true);
    expect(isMuted(member('a', { sources: [source('a', 'mic')] }))).toBe(false);
  });
  test('a new role is told to its owner only', () => {
    const before = after([welcome({ members: [member('me'), member('a')] })]);
    expect(after([{ t: 'member', member: member('me', { role: 'moderator' }) }], before).notices.map((n) => n.what)).toEqual([
      'now-host',
    ]);
    expect(after([{ t: 'member', member: member('a', { role: 'moderator' }) }], before).notices).toEqual([]);
  });
  test('who was heard last has the highest number', () => {
    const state = after([welcome(), { t: 'speaking', members: ['a'] }, { t: 'speaking', members: ['b'] }]);
    expect(state.heard['b']).toBeGreaterThan(state.heard['a'] ?? 0);
  });
});

describe('slots', () => {
  test('an older map never replaces a newer one', () => {
    const state = after([welcome(), { t: 'slots', rev: 2, map: { v0: 'b:cam' } }, { t: 'slots', rev: 1, map: { v0: 'a:cam' } }]);
    expect(state.slots.map).toEqual({ v0: 'b:cam' });
  });
  test('a new subscribe connection takes the next map whatever its number', () => {
    const state = after([
      welcome(),
      { t: 'slots', rev: 9, map: {} },
      { t: 'sub-offer', gen: 2, sdp: 'v=0', mids: { audio: [], video: [] } },
      { t: 'slots', rev: 1, map: { v0: 'a:cam' } },
    ]);
    expect(state.slots).toEqual({ rev: 1, map: { v0: 'a:cam' }, paused: [] });
  });
  test('pictures that pause are known until the next map, also from an engine that does not tell them', () => {
    const paused = after([welcome(), { t: 'slots', rev: 1, map: { v0: null }, paused: ['a:cam'] }]);
    expect(paused.slots.paused).toEqual(['a:cam']);
    expect(after([{ t: 'slots', rev: 2, map: { v0: 'a:cam' } }], paused).slots.paused).toEqual([]);
  });
  test('a source without a slot has no stream', () => {
    const state = after([welcome(), { t: 'slots', rev: 1, map: { v0: null } }]);
    expect(streamOf(state, 'a:cam')).toBeNull();
    expect(streamOf(state, null)).toBeNull();
  });
});

describe('chat', () => {
  test('with the chat closed a message is counted, marked and read out; with it open it is not', () => {
    const closed = after([welcome(), chat(1, 'a')]);
    expect([unreadMessages(closed), closed.firstNew, closed.news.at(-1)?.what]).toEqual([1, { '': '1' }, 'chat']);
    const open = after([chat(1, 'a')], reduce(after([welcome()]), { t: 'panel', panel: 'chat' }));
    expect([unreadMessages(open), open.firstNew, open.news]).toEqual([0, {}, []]);
  });
  test('opening the chat reads it, closing it takes the line away', () => {
    const open = reduce(after([welcome(), chat(1, 'a')]), { t: 'panel', panel: 'chat' });
    expect([unreadMessages(open), open.firstNew]).toEqual([0, { '': '1' }]);
    expect(reduce(open, { t: 'panel', panel: 'none' }).firstNew).toEqual({});
  });
  test('the own message is never new', () => {
    expect(unreadMessages(after([welcome(), chat(1, 'me')]))).toBe(0);
  });
  test('what is new is counted by conversation, and reading one leaves the others new', () => {
    const both = after([welcome(), chat(1, 'a'), privateChat(2, 'b', 'me'), privateChat(3, 'b', 'me')]);
    expect([both.unread, both.news.at(-1)?.what]).toEqual([{ '': 1, b: 2 }, 'chat-private']);
    const open = reduce(both, { t: 'conversation', partner: 'b' });
    expect([open.panel, open.unread, open.firstNew]).toEqual(['chat', { '': 1 }, { '': '1', b: '2' }]);
    const elsewhere = after([privateChat(4, 'c', 'me')], open);
    expect(elsewhere.unread).toEqual({ '': 1, c: 1 });
    expect(reduce(elsewhere, { t: 'conversation', partner: null }).firstNew).toEqual({ '': '1', c: '4' });
  });
  test('the first words of a deleted message are shown and read out no more', () => {
    const told = after([welcome(), chat(1, 'a', 'a slip')]);
    const deleted = { is: 'deleted', id: '1', deletedBy: 'writer' };
    const state = after([{ t: 'topic-event', topic: 'chat', rev: 2, event: deleted, by: 'a', at: 2 }], told);
    expect(JSON.stringify([told.news.length, state.news, state.topics.chat])).not.toContain('slip');
    expect(told.news).toHaveLength(1);
  });
});

describe('lobby', () => {
  test('each person who knocks is announced once', () => {
    const a = member('a', { state: 'waiting' });
    const b = member('b', { state: 'waiting' });
    const state = after([welcome(), { t: 'waiting', waiting: [a] }, { t: 'waiting', waiting: [a, b] }]);
    expect(state.news.map((n) => n.name)).toEqual(['Name a', 'Name b']);
  });
  test('who was turned away and is gone can no longer be called back', () => {
    const waiting = after([welcome(), { t: 'waiting', waiting: [member('a', { state: 'waiting' })] }]);
    const turning = reduce(waiting, { t: 'turning', member: 'a', away: true });
    expect(turning.turning).toEqual(['a']);
    expect(after([{ t: 'waiting', waiting: [] }], turning).turning).toEqual([]);
  });
});

describe('the end', () => {
  test('the reason that the engine gave stands; the closing socket adds nothing', () => {
    const ended = after([welcome(), { t: 'ended', reason: 'duration' }]);
    const state = reduce(ended, { t: 'over', why: 'lost', logoutUrl: null });
    expect(state.over).toEqual({ why: 'duration', logoutUrl: facts.logoutUrl });
  });
  test('only the person who ended the meeting reads that they did', () => {
    const inside = after([welcome()]);
    const ends = reduce(inside, { t: 'ending', ending: 'by-you' });
    const why = (from: MeetingState, reason: EndReason) => after([{ t: 'ended', reason }], from).over?.why;
    expect([why(ends, 'ended-by-moderator'), why(inside, 'ended-by-moderator')]).toEqual(['ended-by-you', 'ended-by-moderator']);
    expect(why(ends, 'engine-stopped')).toBe('engine-stopped');
    expect(recordingWord({ facts: { ...facts, recorded: 5000 } })).toBe('over.recordingComes');
    expect(recordingWord({ facts })).toBe('over.noRecording');
    expect(recordingWord({ facts: { ...facts, mayBeRecorded: false } })).toBeNull();
  });
  test('a refusal before anything is known brings its own way out', () => {
    expect(reduce(initialState, { t: 'over', why: 'gone', logoutUrl: 'https://a.example/' }).over?.logoutUrl).toBe(
      'https://a.example/',
    );
  });
  test.each(['present', 'waiting'] as const)(
    'an engine that forgot who was %s was stopped; the way out is the one it told',
    (state) => {
      const forgot = { t: 'over', why: 'gone', logoutUrl: 'https://engine.example/' } as const;
      const seen = reduce(reduce(after([welcome({ state })]), { t: 'link', link: 'lost' }), forgot);
      expect(seen.over).toEqual({ why: 'engine-stopped', logoutUrl: facts.logoutUrl });
      expect(reduce(initialState, forgot).over).toEqual({ why: 'gone', logoutUrl: 'https://engine.example/' });
    },
  );
  test('starting again forgets everything of the meeting before', () => {
    const state = reduce(after([welcome(), { t: 'ended', reason: 'duration' }]), { t: 'restarted' });
    expect([state.phase, state.over, Object.keys(state.members)]).toEqual(['entering', null, []]);
  });
});

describe('store', () => {
  test('listeners hear a change, not an event that changes nothing', () => {
    const store = createStore(after([welcome(), { t: 'slots', rev: 3, map: {} }]));
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.dispatch({ t: 'server', message: { t: 'slots', rev: 2, map: {} }, at: 0 });
    expect(listener).not.toHaveBeenCalled();
    store.dispatch({ t: 'link', link: 'lost' });
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    store.dispatch({ t: 'link', link: 'up' });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
