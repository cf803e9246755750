import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ResultIn } from '#kit/contract.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import type { newsletterCalls } from '../subscribing.contract.ts';
import { useNewsletter } from './blocks/subscriber-api.hook.ts';
import { subscriberText } from './blocks/subscriber-text.hook.ts';
import s from './guest.module.css';

type ConfirmProps = { token: string; pending: ResultIn<typeof newsletterCalls.pending> };
type ConfirmState = { at: 'start' | 'busy' | 'done'; failure: string | null; preferences: string | null };

/** Where the link of the email leads: its button confirms, not the opening. */
export function Confirm({ token, pending }: ConfirmProps) {
  const say = subscriberText();
  const newsletter = useNewsletter();
  const failureText = useFailureText(say);
  const [state, setState] = useState<ConfirmState>({
    at: pending.confirmed ? 'done' : 'start',
    failure: null,
    preferences: null,
  });
  const confirm = async () => {
    setState({ at: 'busy', failure: null, preferences: null });
    try {
      const { preferences } = await newsletter.confirm({ body: { token } });
      setState({ at: 'done', failure: null, preferences });
    } catch (error) {
      setState({ at: 'start', failure: failureText(error), preferences: null });
    }
  };
  const done = state.at === 'done';
  const nothing = pending.lists.length === 0;
  return (
    <div className={s.page}>
      <header>
        <h1>{say(done ? 'guest.confirmedTitle' : 'guest.confirmTitle')}</h1>
        <p className={s.lead} role={done ? 'status' : undefined}>
          {nothing
            ? say('guest.nothingPending')
            : say.rich(done ? 'guest.confirmedLead' : 'guest.confirmLead', {
                email: pending.email,
                ltr: (words) => <Ltr>{words}</Ltr>,
              })}
        </p>
      </header>
      {!nothing && (
        <ul className={s.names}>
          {pending.lists.map((list) => (
            <li key={list.id} dir="auto">
              {list.name}
            </li>
          ))}
        </ul>
      )}
      {state.failure !== null && <Banner hue="red">{state.failure}</Banner>}
      {!done && !nothing && (
        <Button variant="filled" size="lg" fullWidth loading={state.at === 'busy'} onClick={() => void confirm()}>
          {say('guest.confirm')}
        </Button>
      )}
      {state.preferences !== null && (
        <LinkButton to={`/newsletter?preferences=${state.preferences}`} size="lg" fullWidth>
          {say('guest.toPreferences')}
        </LinkButton>
      )}
    </div>
  );
}
