import type { MeetingFacts, Member, ServerMessage, WelcomeMessage } from '#protocol/messages.ts';
import { conversationKey, hands, isHandUp, type MeetingState, type MeetingNews, type MeetingNotice } from '#ui/state.ts';
import { reduceTopics } from '#ui/topics/topic-states.ts';
import type { TopicMessage } from '#protocol/topic-step.ts';
import type { ChatMessage } from '#topics/chat/chat.topic.ts';
import { partnerOf } from '#topics/chat/conversations.ts';

type MessageByType<T extends ServerMessage['t']> = Extract<ServerMessage, { t: T }>;

/** What the server says, applied to the state. Messages that concern connections only (`pub-answer`, `sub-offer`, …) change nothing here. */
export function reduceServer(state: MeetingState, { message, at }: { message: ServerMessage; at: number }): MeetingState {
  switch (message.t) {
    case 'welcome':
      return welcome(state, message, at);
    case 'member':
      return changed(state, message.member);
    case 'members':
      return { ...state, members: byId(message.members) };
    case 'rights':
      return { ...state, rights: message.rights };
    case 'gone':
      return gone(state, message);
    case 'slots':
      return message.rev <= state.slots.rev
        ? state
        : { ...state, slots: { rev: message.rev, map: message.map, paused: message.paused ?? [] } };
    case 'sub-offer':
      // A new connection may restart the count of its maps; the old map applies until the first one of the new count.
      return { ...state, slots: { ...state.slots, rev: -1 } };
    case 'speaking':
      return speaking(state, message.members);
    case 'topic-event':
    case 'topic-state':
      return inTopic(state, message);
    case 'waiting':
      return lobby(state, message.waiting);
    case 'lobby':
      return state.facts ? { ...state, facts: { ...state.facts, lobbyNote: message.note } } : state;
    case 'meeting':
      return told(state, message.meeting);
    case 'unmute-asked':
      return { ...state, unmuteAskedBy: message.by };
    case 'recording':
      return recorded(state, message);
    case 'ended':
      return ended(state, message);
    case 'removed':
      return { ...state, phase: 'over', link: 'up', over: { why: message.why, logoutUrl: logoutOf(state) } };
    default:
      return state;
  }
}

/** The facts as they are now; that there is more time is worth a word. */
function told(state: MeetingState, facts: MeetingFacts): MeetingState {
  const [before, after] = [state.facts?.endsAt ?? null, facts.endsAt];
  const next = { ...state, facts, asking: facts.recording === 'off' ? null : state.asking };
  return before !== null && (after === null || after > before) ? withNotice(next, 'extended') : next;
}

function ended(state: MeetingState, { reason }: MessageByType<'ended'>): MeetingState {
  const why = state.ending === 'by-you' && reason === 'ended-by-moderator' ? 'ended-by-you' : reason;
  return { ...state, phase: 'over', link: 'up', over: { why, logoutUrl: logoutOf(state) } };
}

function logoutOf(state: MeetingState): string | null {
  return state.facts?.logoutUrl ?? state.entered?.meeting.logoutUrl ?? null;
}

export function withNotice(state: MeetingState, what: MeetingNotice['what']): MeetingState {
  const id = state.counter + 1;
  return { ...state, counter: id, notices: [...state.notices.filter((n) => n.what !== what), { id, what }].slice(-3) };
}

function withNews(state: MeetingState, news: Omit<MeetingNews, 'id'>): MeetingState {
  const id = state.counter + 1;
  return { ...state, counter: id, news: [...state.news, { id, ...news }].slice(-20) };
}

/** A welcome of an engine that was started again, and could not go on with the recording. */
const hasLostRecording = ({ facts }: MeetingState, { media, resumed, meeting }: WelcomeMessage): boolean =>
  resumed && media === 'lost' && facts !== null && facts.recording !== 'off' && meeting.recording === 'off';

const byId = (members: readonly Member[]) => Object.fromEntries(members.map((member) => [member.id, member]));

/** A welcome replaces everything that the server knows; what belongs to this page (panel, own devices, unread) stays. */
function welcome(state: MeetingState, message: WelcomeMessage, at: number): MeetingState {
  const next: MeetingState = {
    ...state,
    asking: message.meeting.recording === 'off' ? null : state.asking,
    phase: message.state === 'waiting' ? 'lobby' : 'in',
    link: 'up',
    changingTo: null,
    you: message.you,
    facts: message.meeting,
    members: byId(message.members),
    waiting: message.waiting,
    rights: message.rights,
    offered: message.topics,
    slots: message.resumed ? state.slots : { rev: -1, map: {}, paused: [] },
    speaking: [],
    ice: message.ice,
    skew: message.now - at,
  };
  return hasLostRecording(state, message) ? withLostRecording(next) : next;
}

function changed(state: MeetingState, member: Member): MeetingState {
  const before = state.members[member.id];
  const next = { ...state, members: { ...state.members, [member.id]: member } };
  if (member.id === state.you) return before ? aboutYou(next, before, member) : next;
  if (member.state === 'waiting') return next;
  if (!before || before.state === 'waiting') return withNews(next, { what: 'joined', name: member.name, text: '' });
  return next;
}

function aboutYou(state: MeetingState, before: Member, member: Member): MeetingState {
  if (before.role === member.role) return state;
  return withNotice(state, member.role === 'moderator' ? 'now-host' : 'now-viewer');
}

function gone(state: MeetingState, { member, name, reason }: MessageByType<'gone'>): MeetingState {
  if (!state.members[member]) return state;
  const { [member]: _gone, ...members } = state.members;
  const without = (ids: string[]) => ids.filter((m) => m !== member);
  const next = { ...state, members, pins: without(state.pins), speaking: without(state.speaking) };
  return withNews(next, { what: reason === 'removed' ? 'removed' : 'left', name, text: '' });
}

function speaking(state: MeetingState, members: string[]): MeetingState {
  const same = members.length === state.speaking.length && members.every((m, i) => m === state.speaking[i]);
  if (same) return state;
  const counter = state.counter + 1;
  return {
    ...state,
    counter,
    speaking: members,
    heard: { ...state.heard, ...Object.fromEntries(members.map((m) => [m, counter])) },
  };
}

/** What a topic makes of it, and what is news of chat and hands; what was there before the person came is no news. */
function inTopic(state: MeetingState, message: TopicMessage): MeetingState {
  const { topic, rev } = message;
  const next = { ...state, topics: reduceTopics(state.topics, message), revs: { ...state.revs, [topic]: rev } };
  if (message.t === 'topic-state' && !(topic in state.revs)) return next;
  if (topic === 'chat') return said(next, state);
  return topic === 'hands' ? raised(next, state) : next;
}

function said(state: MeetingState, before: MeetingState): MeetingState {
  const known = new Set(before.topics.chat.map(({ id }) => id));
  const deleted = new Set(state.topics.chat.flatMap((one) => (one.deleted ? [one.id] : [])));
  const fresh = state.topics.chat.filter(({ id, from }) => !known.has(id) && !deleted.has(id) && from !== state.you);
  const news = state.news.filter(({ message }) => message === undefined || !deleted.has(message.id));
  return fresh.reduce(withMessage, { ...state, news });
}

function withMessage(state: MeetingState, message: ChatMessage): MeetingState {
  const { id, name, text } = message;
  const partner = partnerOf(message, state.you);
  if (state.panel === 'chat' && state.chatPartner === partner) return state;
  const key = conversationKey(partner);
  const next = {
    ...state,
    unread: { ...state.unread, [key]: (state.unread[key] ?? 0) + 1 },
    firstNew: { [key]: id, ...state.firstNew },
  };
  return withNews(next, { what: partner === null ? 'chat' : 'chat-private', name, text, message: { id, partner } });
}

function raised(state: MeetingState, before: MeetingState): MeetingState {
  const fresh = hands(state).filter(({ id }) => id !== state.you && !isHandUp(before, id));
  return fresh.reduce((s, { name }) => withNews(s, { what: 'hand', name, text: '' }), state);
}

/** Read out: the facts that follow say the rest. */
function recorded(state: MeetingState, { to, by }: MessageByType<'recording'>): MeetingState {
  const begun = state.facts?.recording === 'paused' ? 'record-resumed' : 'record-on';
  const what = to === 'on' ? begun : to === 'off' ? 'record-off' : 'record-paused';
  const next = withNews(state, { what, name: '', text: '' });
  return to === 'off' && by === null ? withLostRecording(next) : next;
}

/** The engine itself ends no recording but one that cannot go on. */
const withLostRecording = (state: MeetingState): MeetingState =>
  state.facts?.mayRecord === true ? withNotice(state, 'record-lost') : state;

function lobby(state: MeetingState, waiting: Member[]): MeetingState {
  const known = new Set(state.waiting.map((m) => m.id));
  const fresh = waiting.filter((m) => !known.has(m.id));
  const next = { ...state, waiting, turning: state.turning.filter((id) => waiting.some((m) => m.id === id)) };
  return fresh.reduce((s, m) => withNews(s, { what: 'knock', name: m.name, text: '' }), next);
}
