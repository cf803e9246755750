import type { MeetingOver } from '@atrium/engine/ui/house.ts';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useGoToMeeting } from './blocks/go-to-meeting.hook.ts';
import { meetingsApi } from './meetings-api.hook.ts';

/** `door`: the person has to do or say something first, or it took too long. */
export type ReturnState = 'trying' | 'waiting' | 'door';

const waits = [1_000, 2_000, 4_000, 8_000] as const;
const longestWait = 15_000;
/** About a quarter of an hour. */
const mostTries = 60;
/** A whole class comes back: each waits a little shorter or longer. Milliseconds; `chance` from 0 to 1. */
export const returnDelay = (attempt: number, chance: number): number => (waits[attempt] ?? longestWait) * (0.75 + chance / 2);

/** What only the person can answer; everything else may be another in a moment. */
const needsPerson: readonly string[] = [
  'code_required',
  'wrong_code',
  'consent_required',
  'sign_in_required',
  'organisation_required',
  'lobby_denied',
  'entry_locked',
  'limit_reached',
  'server_insecure',
  'invalid_input',
  'not_allowed',
  'not_found',
];
export function afterTry(error: unknown): ReturnState {
  const code = error instanceof Failure ? error.code : '';
  if (needsPerson.includes(code)) return 'door';
  return code === 'waiting_for_host' ? 'waiting' : 'trying';
}

type ReturnOptions = {
  /** The address of a place in the room's meeting, wherever it runs now. */
  join: () => Promise<{ url: string }>;
  go: (url: string) => Promise<void>;
  show: (state: ReturnState) => void;
  later: (ms: number, done: () => void) => () => void;
  chance: () => number;
};
/** Tries again and again to come back, and at once when asked to. One try at a time. */
export function createReturn({ join, go, show, later, chance }: ReturnOptions): { now: () => void; stop: () => void } {
  const at: { attempt: number; busy: 'busy' | 'no' | 'over'; cancel: () => void } = { attempt: 0, busy: 'no', cancel: () => {} };
  const attempt = async () => {
    if (at.busy !== 'no') return;
    at.busy = 'busy';
    const result = await join().then(
      ({ url }) => ({ url }),
      (error: unknown) => ({ next: afterTry(error) }),
    );
    if (at.busy !== 'busy') return;
    if ('url' in result) {
      at.busy = 'over';
      return go(result.url);
    }
    at.busy = 'no';
    const next = at.attempt >= mostTries ? 'door' : result.next;
    show(next);
    if (next !== 'door') at.cancel = later(returnDelay(at.attempt++, chance()), () => void attempt());
  };
  return {
    now() {
      at.cancel();
      at.attempt = 0;
      show('trying');
      void attempt();
    },
    stop() {
      at.busy = 'over';
      at.cancel();
    },
  };
}

const later = (ms: number, done: () => void) => {
  const timer = setTimeout(done, ms);
  return () => clearTimeout(timer);
};

/** Takes somebody back whom a failure put out of a meeting, with the devices that were on. */
export function useReturn(slug: string, { name, choice }: MeetingOver): { state: ReturnState; now: () => void } {
  const { meetings } = useApi(meetingsApi);
  const { loggedIn } = useAuth();
  const go = useGoToMeeting();
  const [state, setState] = useState<ReturnState>('trying');
  const ways = {
    join: () => meetings.join({ params: { slug }, body: loggedIn ? {} : { name } }),
    go,
    preset: { ...choice, name },
  };
  const latest = useRef(ways);
  useEffect(() => {
    latest.current = ways;
  });
  const trying = useRef<ReturnType<typeof createReturn> | null>(null);
  useEffect(() => {
    const made = createReturn({
      join: () => latest.current.join(),
      go: (url) => latest.current.go(url, { preset: latest.current.preset }),
      show: setState,
      later,
      chance: Math.random,
    });
    trying.current = made;
    made.now();
    window.addEventListener('online', made.now);
    return () => {
      window.removeEventListener('online', made.now);
      made.stop();
    };
  }, []);
  return { state, now: () => trying.current?.now() };
}
