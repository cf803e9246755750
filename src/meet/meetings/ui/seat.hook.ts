import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Where the embedded engine's meetings are, in this site. */
const meetingPath = '/m';

/** The place in a meeting that an address of this site opens, `/m?sessionToken=…`; null for every other address. */
export function seatAt(url: string, origin: string): string | null {
  const target = URL.canParse(url, origin) ? new URL(url, origin) : null;
  if (target === null || target.origin !== origin || target.pathname !== meetingPath) return null;
  return (target.searchParams.get('sessionToken') ?? '') === '' ? null : target.pathname + target.search;
}

/** What an entry of the browser's history keeps while one is inside: a reload finds it, a shared address does not carry it. */
export const seatState = (seat: string): { seat: string } => ({ seat });

/** The place that an entry of the history keeps, as the query of the meeting's page; null for none. */
export function seatIn(state: unknown): URLSearchParams | null {
  if (typeof state !== 'object' || state === null || !('seat' in state) || typeof state.seat !== 'string') return null;
  // any origin does: an entry of the history is of this site
  const seat = seatAt(state.seat, 'https://here.invalid');
  return seat === null ? null : new URLSearchParams(seat.slice(seat.indexOf('?')));
}

/** The place that this page is on, and the way out of it. The server draws no meeting, so the first look has none. */
export function useSeat(): { seat: URLSearchParams | null; leave: () => void } {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [alive, setAlive] = useState<'alive' | 'no'>('no');
  useEffect(() => setAlive('alive'), []);
  return {
    seat: alive === 'alive' ? seatIn(state) : null,
    leave: () => void navigate(pathname + search, { replace: true, state: null }),
  };
}
