import { useState } from 'react';
import { useApi } from '#kit/ui/api.tsx';
import { useFailureText } from '#kit/ui/failure-text.ts';
import type { SteerBody } from '../meetings.contract.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { useMeetingsRefresh } from './meetings-data.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';

/** Asks for a change of a running meeting; `busy` while it is under way, `trouble` in words. */
export function useSteer(id: string) {
  const say = meetingsText();
  const api = useApi(meetingsApi);
  const refresh = useMeetingsRefresh();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', trouble: '' });
  const steer = async (what: string, body: SteerBody) => {
    if (state.busy !== '') return;
    setState({ busy: what, trouble: '' });
    const trouble = await api.meetings.steer({ params: { id }, body }).then(
      () => '',
      (error: unknown) => failureText(error),
    );
    await refresh();
    setState({ busy: '', trouble });
  };
  return { ...state, steer };
}
export type Steer = ReturnType<typeof useSteer>;
