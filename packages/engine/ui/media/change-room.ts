import { enterSession, requestGroupEntry, type RoomTarget } from '#ui/enter.ts';
import type { MeetingConnection } from '#ui/media/connection.ts';
import type { OwnMedia } from '#ui/media/own-media.ts';
import type { MeetingDesk } from '#ui/meeting-desk.ts';
import type { MeetingNotice } from '#ui/state.ts';
import type { EnterResponse } from '#protocol/entering.ts';

type RoomDesk = Pick<MeetingDesk, 'options' | 'store' | 'round'> & {
  parts: { connection: Pick<MeetingConnection, 'request' | 'stop'>; own: Pick<OwnMedia, 'toggle'> } | null;
};

/** Why one is not let into another room. */
export type ChangeRefusal = 'gone' | 'ended' | 'removed' | 'full' | 'not-allowed' | 'unreachable';

/** The session token of the room one is in. */
export const tokenOf = ({ options, store }: Pick<MeetingDesk, 'options' | 'store'>): string =>
  store.get().groupToken ?? options.sessionToken;

const noticeOf: Record<ChangeRefusal, MeetingNotice['what']> = {
  gone: 'room-closed',
  ended: 'room-closed',
  removed: 'room-refused',
  full: 'room-full',
  'not-allowed': 'room-refused',
  unreachable: 'room-unreachable',
};

type WayIn = { groupToken: string | null; entered: EnterResponse };
/** Both answers are needed before the room one is in is left: who is refused stays there. The token of the main room stays good. */
async function findWayIn(desk: RoomDesk, to: RoomTarget): Promise<WayIn | ChangeRefusal> {
  const { base, sessionToken } = desk.options;
  const entry = to === 'main' ? { sessionToken } : await requestGroupEntry(base, { sessionToken: tokenOf(desk), to });
  if ('error' in entry) return entry.error;
  const result = await enterSession(base, entry.sessionToken);
  if (result.kind === 'unreachable') return 'unreachable';
  if (result.kind === 'refused') return result.refused.error;
  return { groupToken: to === 'main' ? null : entry.sessionToken, entered: result.entered };
}

/**
 * Goes to another room of the meeting. Devices, their tracks and the connections of media stay the page's own: `connect` opens the socket
 * of the new room, whose welcome makes them be built again there. A shared screen was meant for the room that is left, and ends.
 */
export async function changeRoom(
  desk: RoomDesk,
  to: RoomTarget,
  connect: (ticket: string) => void,
): Promise<'ok' | ChangeRefusal> {
  const { store } = desk;
  const round = ++desk.round;
  store.dispatch({ t: 'changing-room', to });
  const way = await findWayIn(desk, to);
  const { parts } = desk;
  // another change, or leaving the meeting, was faster
  if (desk.round !== round || parts === null) return 'ok';
  if (typeof way === 'string') {
    store.dispatch({ t: 'changing-room', to: null });
    store.dispatch({ t: 'notice', what: noticeOf[way] });
    return way;
  }
  if (store.get().own.screen === 'on') await parts.own.toggle('screen');
  if (desk.round !== round) return 'ok';
  void parts.connection.request({ t: 'leave' });
  parts.connection.stop();
  store.dispatch({ t: 'room-changed', groupToken: way.groupToken, entered: way.entered });
  connect(way.entered.ticket);
  return 'ok';
}
