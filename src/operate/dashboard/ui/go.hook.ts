import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { track } from '#kit/ui/track.ts';
import { useGoToMeeting } from '#meet/meetings/ui/blocks/go-to-meeting.hook.ts';
import { dashboardApi, useDashboardRefresh } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';

export type GoState = {
  /** The room or meeting that is being opened, or null. */
  busy: string | null;
  /** Words of the last refusal. */
  trouble: string | null;
  /** Starts a room; joins when it is live already. */
  start: (roomId: string) => void;
  /** Creates the first room of this person and starts it. */
  startNew: () => void;
  join: (meetingId: string) => void;
};

/** What is busy while a first room is created. */
export const firstRoomBusy = 'new';

/** Into a meeting from this page, one at a time. */
export function useGo(): GoState {
  const api = useApi(dashboardApi);
  const go = useGoToMeeting();
  const refresh = useDashboardRefresh();
  const say = dashboardText();
  const { user } = useAuth();
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ busy: string | null; trouble: string | null }>({ busy: null, trouble: null });
  const open = async (id: string, ask: () => Promise<{ url: string }>) => {
    if (state.busy !== null) return;
    setState({ busy: id, trouble: null });
    try {
      const ticket = await ask();
      await go(ticket.url, { back: '/dashboard' });
      await refresh();
      setState({ busy: null, trouble: null });
    } catch (error) {
      setState({ busy: null, trouble: failureText(error) });
    }
  };
  return {
    ...state,
    start: (roomId) =>
      void open(roomId, async () => {
        const ticket = await api.meetings.start({ params: { id: roomId } });
        track('start_meeting');
        return ticket;
      }),
    startNew: () =>
      void open(firstRoomBusy, async () => {
        const { id } = await api.rooms.create({ body: { name: say('start.firstRoom', { name: user?.name ?? '' }) } });
        const ticket = await api.meetings.start({ params: { id } });
        track('start_meeting');
        return ticket;
      }),
    join: (meetingId) => void open(meetingId, () => api.meetings.joinMeeting({ params: { id: meetingId } })),
  };
}
