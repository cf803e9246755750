import type { EnterResponse } from '#protocol/entering.ts';
import type { MeetingFacts, Member, ServerMessage, PublishedSource, WelcomeMessage } from '#protocol/messages.ts';
import type { MeetingPageWishes, PersonPageWishes } from '#protocol/page-wishes.ts';
import { type Capability, type MeetingLocks, noLocks, rightsOf } from '#protocol/rights.ts';
import { initialState, type MeetingState } from '#ui/state.ts';
import { reduce } from '#ui/store.ts';

export const facts: MeetingFacts = {
  id: 'meeting',
  name: 'Mathematics 9b',
  welcome: '',
  startedAt: 1000,
  endsAt: null,
  lobby: false,
  lobbyNote: '',
  muteOnStart: false,
  recording: 'off',
  recordingSince: null,
  recorded: 0,
  mayBeRecorded: true,
  mayRecord: false,
  consent: 'open',
  guestsMayModerate: false,
  logoutUrl: 'https://school.example/bye',
};

export function member(id: string, change: Partial<Member> = {}): Member {
  return {
    id,
    name: `Name ${id}`,
    role: 'viewer',
    state: 'present',
    guest: false,
    avatarUrl: null,
    joinedAt: 1,
    sources: [],
    ...change,
  };
}
export function source(owner: string, kind: PublishedSource['source'], change: Partial<PublishedSource> = {}): PublishedSource {
  return { id: `${owner}:${kind}`, key: kind, source: kind, muted: false, ...change };
}
/** The news that somebody said something; `rev` is its number and its id. */
export function chat(rev: number, by: string, text = 'hello'): ServerMessage {
  return { t: 'topic-event', topic: 'chat', rev, event: { is: 'said', id: `${rev}`, name: `Name ${by}`, text }, by, at: 1 };
}
/** The news that somebody wrote to one person alone. */
export function privateChat(rev: number, by: string, to: string): ServerMessage {
  const event = { is: 'said', id: `${rev}`, name: `Name ${by}`, text: 'psst', to: { id: to, name: `Name ${to}` } };
  return { t: 'topic-event', topic: 'chat', rev, event, by, at: 1 };
}
export function raised(rev: number, who: string): ServerMessage {
  return { t: 'topic-event', topic: 'hands', rev, event: { is: 'raised', member: who }, by: who, at: rev };
}
/** All of a topic, as somebody who comes hears it. */
export function topicState(topic: string, state: unknown, rev = 0): ServerMessage {
  return { t: 'topic-state', topic, rev, state };
}
/** What the engine would give a member of a meeting where nobody presents. */
export function rightsFor(
  { role, guest }: Member,
  { meeting = facts, locks = noLocks }: { meeting?: MeetingFacts; locks?: MeetingLocks } = {},
): Capability[] {
  const { mayRecord, guestsMayModerate, off = [] } = meeting;
  const rules = {
    locks,
    mayRecord,
    guestsMayModerate,
    mayStopCameras: true,
    mayUnmuteOthers: true,
    disabledFeatures: new Set<string>(off),
  };
  return [...rightsOf({ role, guest, presenter: false, draws: false, exempt: false, listensOnly: false }, rules)];
}
export function welcome(change: Partial<WelcomeMessage> = {}): WelcomeMessage {
  const me = change.members?.find(({ id }) => id === (change.you ?? 'me')) ?? member('me');
  return {
    t: 'welcome',
    you: 'me',
    seat: 'secret',
    state: 'present',
    meeting: facts,
    members: [member('me')],
    waiting: [],
    rights: rightsFor(me, change.meeting === undefined ? {} : { meeting: change.meeting }),
    topics: [],
    ice: [],
    resumed: false,
    media: 'lost',
    now: 5000,
    ...change,
  };
}

type SomeWishes = { meeting?: Partial<MeetingPageWishes>; person?: Partial<PersonPageWishes> };
/** The engine's answer to who one is, with these wishes for the page. */
export function enteredWith({ meeting = {}, person = {} }: SomeWishes): EnterResponse {
  const plain = {
    layout: null,
    mic: null,
    cam: null,
    greenRoom: 'shown',
    listensOnly: false,
    ownPicture: 'mirrored',
    title: '',
  } as const;
  return {
    ticket: 'ticket',
    meeting: facts,
    you: { name: 'Ada', role: 'viewer', guest: false },
    page: {
      meeting: { banner: null, logo: null, layout: null, unmute: 'never', pinsMost: 3, ...meeting },
      person: { ...plain, ...person },
    },
    waiting: false,
  };
}

/** The state after these messages of the engine, on an own clock that stands at 4000. */
export function after(messages: ServerMessage[], from: MeetingState = initialState): MeetingState {
  return messages.reduce((state, message) => reduce(state, { t: 'server', message, at: 4000 }), from);
}
