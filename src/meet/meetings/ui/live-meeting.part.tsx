import { loadable } from '#kit/ui/query/loadable.tsx';
import type { PublicRoom } from '../meetings.contract.ts';

/** The meeting itself is a large part: it is loaded with the first page that has a session. */
export const LiveMeeting = loadable<{ sessionToken: string; room: PublicRoom | null }>(
  async () => (await import('./meeting-page.part.tsx')).MeetingPage,
);
