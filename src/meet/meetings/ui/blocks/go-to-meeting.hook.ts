import { useNavigate } from 'react-router';
import { track } from '#kit/ui/track.ts';
import { seatAt, seatState } from '../seat.hook.ts';

export type MeetingWay = {
  /** What was chosen in a green room already, so that no second one is shown. */
  preset?: object;
  /** The page of ours to come back to. */
  back?: string;
  /** The meeting in whose console one goes in, where it is on our own engine. */
  console?: string;
};

/** Goes where a meeting is: inside the page when it is ours, else to the other server. */
export function useGoToMeeting(): (url: string, way?: MeetingWay) => Promise<void> {
  const navigate = useNavigate();
  return async (url, way = {}) => {
    const target = new URL(url, window.location.href);
    track('join_meeting');
    const seat = way.console === undefined ? null : seatAt(url, window.location.origin);
    if (seat !== null) return void (await navigate(`/rooms/meeting/${way.console}`, { state: seatState(seat) }));
    if (target.origin === window.location.origin) await navigate(target.pathname + target.search, { state: way });
    else window.location.assign(target.href);
  };
}
