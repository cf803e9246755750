import { useNavigate } from 'react-router';
import { track } from '#kit/ui/track.ts';

export type MeetingWay = {
  /** What was chosen in a green room already, so that no second one is shown. */
  preset?: object;
  /** The page of ours to come back to. */
  back?: string;
};

/** Goes where a meeting is: inside the page when it is ours, else to the other server. */
export function useGoToMeeting(): (url: string, way?: MeetingWay) => Promise<void> {
  const navigate = useNavigate();
  return async (url, way = {}) => {
    const target = new URL(url, window.location.href);
    track('join_meeting');
    if (target.origin === window.location.origin) await navigate(target.pathname + target.search, { state: way });
    else window.location.assign(target.href);
  };
}
