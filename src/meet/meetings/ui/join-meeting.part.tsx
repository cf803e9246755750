import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import { useGoToMeeting } from './blocks/go-to-meeting.hook.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';
import s from './console.module.css';

/** Into a live meeting of a room that one belongs to: in its console where it is on our own engine. */
export function JoinMeeting({ meeting, look }: { meeting: { id: string; name: string }; look: 'primary' | 'row' }) {
  const say = meetingsText();
  const api = useApi(meetingsApi);
  const go = useGoToMeeting();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', trouble: '' });
  const join = async () => {
    setState({ busy: 'busy', trouble: '' });
    try {
      const { url } = await api.meetings.joinMeeting({ params: { id: meeting.id } });
      await go(url, { back: `/rooms/meeting/${meeting.id}`, console: meeting.id });
      setState({ busy: '', trouble: '' });
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
    }
  };
  return (
    <>
      {state.trouble !== '' && (
        <span className={s.trouble} role="alert">
          <WithWayOut>{state.trouble}</WithWayOut>
        </span>
      )}
      <Button
        size={look === 'row' ? 'xs' : 'sm'}
        variant={look === 'row' ? 'default' : 'filled'}
        loading={state.busy !== ''}
        aria-label={look === 'row' ? say('go.joinOf', { name: meeting.name }) : undefined}
        onClick={() => void join()}
      >
        {say('go.join')}
      </Button>
    </>
  );
}
