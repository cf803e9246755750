import { useEffect } from 'react';
import { useParams, useRevalidator, useSearchParams } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { type LinkDatesView, loadLinkDates } from '#meet/schedule/ui/blocks/link-dates.part.tsx';
import type { PublicRoom } from '../meetings.contract.ts';
import { DoorCode, Left, Resting, SignInFirst, UnknownRoom } from './door-later.part.tsx';
import { DoorRoom } from './door-room.part.tsx';
import { invitationParameter, withInvitation } from './link-invitation.hook.ts';
import { LiveMeeting } from './live-meeting.part.tsx';
import { meetingsApi } from './meetings-api.hook.ts';

const tokenParameter = 'sessionToken';

/** `/m`: a code or link is typed. `/m/{slug}`: the room's green room. With a session token: the meeting itself. */
export function Screen() {
  const loaded = useLoaded<typeof load>();
  const { at, room } = loaded;
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const token = search.get(tokenParameter);
  const { loggedIn } = useAuth();
  const { revalidate } = useRevalidator();
  // who has signed in meanwhile is asked less
  useEffect(() => {
    if (at === 'room' && loggedIn) void revalidate();
  }, [at, loggedIn, revalidate]);
  if (at === 'meeting' && token !== null) return <LiveMeeting sessionToken={token} room={room} />;
  if (at === 'unknown') return <UnknownRoom slug={slug} />;
  return room === null ? <DoorCode /> : <DoorRoom key={slug} first={room} dates={at === 'room' ? loaded.dates : []} />;
}

/** The room that a meeting says it belongs to, for its look and its settings: a meeting goes on whatever becomes of the answer. */
async function roomOfMeeting(api: LoadContext['api'], slug: string | null): Promise<PublicRoom | null> {
  if (slug === null) return null;
  return api(meetingsApi)
    .meetings.publicRoom({ params: { slug } })
    .catch(() => null);
}

type FoundDoor =
  | { at: 'code' | 'unknown'; room: null }
  | { at: 'meeting'; room: PublicRoom | null }
  | { at: 'room'; room: PublicRoom; dates: LinkDatesView };
export const load = async ({ answer, api, params, url }: LoadContext): Promise<FoundDoor> => {
  if (url.searchParams.has(tokenParameter)) {
    const [room] = await Promise.all([roomOfMeeting(api, url.searchParams.get('room')), LiveMeeting.preload()]);
    return { at: 'meeting', room };
  }
  const { slug } = params;
  if (slug === undefined) {
    await DoorCode.preload();
    return { at: 'code', room: null };
  }
  try {
    const [room, dates] = await Promise.all([
      api(meetingsApi).meetings.publicRoom({
        params: { slug },
        query: withInvitation(url.searchParams.get(invitationParameter)),
      }),
      loadLinkDates({ api }, slug),
    ]);
    if (url.searchParams.has('left')) await Left.preload();
    else if (room.rests) await Resting.preload();
    else if (room.signInRequired && !room.you.signedIn) await SignInFirst.preload();
    return { at: 'room', room, dates };
  } catch (error) {
    // a link that leads nowhere, and one to a room in the bin, get a page with a way on
    const unknown = error instanceof Failure && (error.code === 'not_found' || error.code === 'invalid_input');
    if (!unknown) throw error;
    await UnknownRoom.preload();
    answer(404);
    return { at: 'unknown', room: null };
  }
};
