import { loadable } from '#kit/ui/loadable.tsx';

/** The meeting itself is a large part: it is loaded with the first page that has a session. */
export const LiveMeeting = loadable<{ sessionToken: string }>(async () => (await import('./meeting-page.part.tsx')).MeetingPage);
