import { useRef, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import type { SteerBody } from '../meetings.contract.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { useMeetingsRefresh } from './meetings-data.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';

type SteerState = { busy: string; trouble: string; wanted: Readonly<Record<string, boolean>> };

/**
 * Asks for changes of a running meeting, one after the other, so that none is lost that comes while another is under way: `busy` is its name,
 * `trouble` in words, `wanted` how switches stand that the meeting has not confirmed yet.
 */
export function useSteer(id: string) {
  const say = meetingsText();
  const api = useApi(meetingsApi);
  const refresh = useMeetingsRefresh();
  const failureText = useFailureText(say);
  const [state, setState] = useState<SteerState>({ busy: '', trouble: '', wanted: {} });
  const line = useRef(Promise.resolve());
  const run = async (what: string, body: SteerBody) => {
    setState((now) => ({ ...now, busy: what, trouble: '' }));
    const trouble = await api.meetings.steer({ params: { id }, body }).then(
      () => '',
      (error: unknown) => failureText(error),
    );
    await refresh();
    setState((now) => ({ ...now, busy: '', trouble }));
  };
  const steer = async (what: string, body: SteerBody, wanted?: { on: boolean }) => {
    if (wanted !== undefined) setState((now) => ({ ...now, wanted: { ...now.wanted, [what]: wanted.on } }));
    const mine = line.current.then(() => run(what, body));
    line.current = mine;
    await mine;
    if (line.current === mine) setState((now) => ({ ...now, wanted: {} }));
  };
  return { ...state, steer };
}
export type MeetingSteering = ReturnType<typeof useSteer>;
