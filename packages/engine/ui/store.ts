import type { EnterResponse } from '#protocol/entering.ts';
import type { ServerMessage } from '#protocol/messages.ts';
import type { RoomTarget } from '#ui/enter.ts';
import type { DeviceTrouble } from '#ui/media/devices.ts';
import { reduceServer, withNotice } from '#ui/reduce-server.ts';
import {
  conversationKey,
  initialState,
  type MeetingState,
  type MeetingNotice,
  type OwnMediaState,
  type OverReason,
  type OwnKind,
  type MeetingPanel,
} from '#ui/state.ts';

/** More would leave too little room for each; a meeting may say otherwise. */
const PINS_MOST = 3;

export type MeetingEvent =
  | { t: 'server'; message: ServerMessage /** Own clock, epoch milliseconds. */; at: number }
  | { t: 'restarted' }
  | { t: 'entered'; entered: EnterResponse; next: 'green-room' | 'direct' | 'as-before' }
  | { t: 'unreachable' }
  | { t: 'joining' }
  | { t: 'link'; link: 'up' | 'lost' }
  | { t: 'changing-room'; to: RoomTarget | null }
  | { t: 'room-changed'; groupToken: string | null; entered: EnterResponse }
  | { t: 'over'; why: OverReason; logoutUrl: string | null }
  | { t: 'ending'; ending: MeetingState['ending'] }
  | { t: 'own'; own: Partial<OwnMediaState> }
  | { t: 'trouble'; trouble: { kind: OwnKind; why: DeviceTrouble } | null }
  | { t: 'panel'; panel: MeetingPanel }
  /** Opens a conversation of the chat: with a member, or null for everybody. */
  | { t: 'conversation'; partner: string | null }
  | { t: 'pin'; member: string }
  | { t: 'streams'; streams: Record<string, MediaStream> }
  | { t: 'media'; media: MeetingState['media'] }
  | { t: 'sound-blocked'; blocked: boolean }
  | { t: 'asking'; what: MeetingState['asking'] }
  | { t: 'turning'; member: string; away: boolean }
  | { t: 'unmute-answered' }
  | { t: 'notice'; what: MeetingNotice['what'] }
  | { t: 'notice-read'; id: number };

/** The whole truth of the client: a pure function of what came in so far. */
export function reduce(state: MeetingState, event: MeetingEvent): MeetingState {
  switch (event.t) {
    case 'server':
      return reduceServer(state, event);
    case 'restarted':
      return { ...initialState, counter: state.counter };
    case 'entered':
      return entered(state, event);
    case 'unreachable':
      return { ...state, phase: 'unreachable' };
    case 'joining':
      return { ...state, phase: 'joining' };
    case 'link':
      return { ...state, link: event.link };
    case 'changing-room':
      return { ...state, changingTo: event.to };
    case 'room-changed':
      return roomChanged(state, event);
    case 'ending':
      return { ...state, ending: event.ending };
    case 'over':
      return over(state, event);
    case 'own':
      // who speaks has answered the moderator who asked for it
      return {
        ...state,
        own: { ...state.own, ...event.own },
        unmuteAskedBy: event.own.mic === 'on' ? null : state.unmuteAskedBy,
      };
    case 'trouble':
      return { ...state, trouble: event.trouble };
    case 'panel':
      return openPanel(state, event.panel);
    case 'conversation':
      return openConversation(state, event.partner);
    case 'pin':
      return { ...state, pins: turnPin(state, event.member) };
    case 'streams':
      return { ...state, streams: event.streams };
    case 'media':
      return { ...state, media: event.media };
    case 'sound-blocked':
      return { ...state, soundBlocked: event.blocked };
    case 'asking':
      return { ...state, asking: event.what };
    case 'turning':
      return {
        ...state,
        turning: event.away ? [...state.turning, event.member] : state.turning.filter((m) => m !== event.member),
      };
    case 'unmute-answered':
      return { ...state, unmuteAskedBy: null };
    case 'notice':
      return withNotice(state, event.what);
    case 'notice-read':
      return { ...state, notices: state.notices.filter((n) => n.id !== event.id) };
  }
}

function entered(state: MeetingState, { entered, next }: Extract<MeetingEvent, { t: 'entered' }>): MeetingState {
  const phase = next === 'green-room' ? 'ready' : 'joining';
  return { ...state, phase, entered, direct: next === 'as-before' ? state.direct : next === 'direct' };
}

/**
 * The first reason stays: after "ended" the closing socket has nothing to add. An engine that does not know somebody who was inside or in
 * its lobby a moment ago has restarted: it lost the meeting, and with it the person's way out, which is known here.
 */
function over(state: MeetingState, event: { why: OverReason; logoutUrl: string | null }): MeetingState {
  if (state.phase === 'over') return state;
  const logoutUrl = state.facts?.logoutUrl ?? state.entered?.meeting.logoutUrl ?? event.logoutUrl;
  const why = event.why === 'gone' && state.facts !== null ? 'engine-stopped' : event.why;
  return { ...state, phase: 'over', over: { why, logoutUrl }, link: 'up' };
}

/** The other room is empty until its welcome comes. What is one's own stays, and the groups, which both rooms know. */
function roomChanged(
  state: MeetingState,
  { groupToken, entered }: { groupToken: string | null; entered: EnterResponse },
): MeetingState {
  const { phase, changingTo, facts, you, rights, offered, own, panel, counter, skew, trouble } = state;
  const here = changingTo === 'main' ? null : changingTo;
  return {
    ...initialState,
    ...{ phase, changingTo, facts, you, rights, offered, own, panel, counter, skew, trouble, groupToken, entered },
    direct: true,
    members: Object.fromEntries(Object.entries(state.members).filter(([id]) => id === you)),
    topics: { ...initialState.topics, groups: { ...state.topics.groups, here } },
  };
}

/** The oldest pin makes room for a new one. */
function turnPin({ pins, entered }: MeetingState, member: string): string[] {
  if (pins.includes(member)) return pins.filter((pin) => pin !== member);
  const most = entered?.page?.meeting.pinsMost ?? PINS_MOST;
  return most === 0 ? [...pins, member] : [...pins, member].slice(-most);
}

function openPanel(state: MeetingState, panel: MeetingPanel): MeetingState {
  return panel === 'chat' ? openConversation(state, state.chatPartner) : { ...closeConversation(state), panel };
}

function openConversation(state: MeetingState, partner: string | null): MeetingState {
  const before = state.chatPartner === partner ? state : closeConversation(state);
  return { ...before, panel: 'chat', chatPartner: partner, unread: withoutKey(state.unread, partner) };
}

/** What was new in it has been seen. */
const closeConversation = (state: MeetingState): MeetingState =>
  state.panel === 'chat' ? { ...state, firstNew: withoutKey(state.firstNew, state.chatPartner) } : state;

const withoutKey = <T>(record: Readonly<Record<string, T>>, partner: string | null): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== conversationKey(partner)));

export type MeetingStore = {
  get(): MeetingState;
  subscribe(listener: () => void): () => void;
  dispatch(event: MeetingEvent): void;
};

/** A store for `useSyncExternalStore`: one state, replaced whole. */
export function createStore(first: MeetingState = initialState): MeetingStore {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch(event) {
      const next = reduce(state, event);
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
  };
}
