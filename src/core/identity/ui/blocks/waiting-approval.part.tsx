import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { identityText } from '../identity-text.hook.ts';
import s from '../profile.module.css';

/** Shown as long as the account waits for the operator's approval; until then there is nothing else that it may do. */
export function WaitingForApproval({ organisation, email }: { organisation: string; email: string }) {
  const say = identityText();
  const { fetchUser } = useAuth();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<'start' | 'busy' | 'still'>('start');
  const look = async () => {
    setState('busy');
    const user = await fetchUser().catch(() => null);
    if (user === null || !hasScope(user.scope, 'rooms.view')) return setState('still');
    await queries.invalidateQueries({ queryKey: ['user'] });
    await revalidate();
  };
  return (
    <section className={s.wait} aria-labelledby="waiting-title">
      <IconHourglass size={24} stroke={1.75} />
      <div className="grow">
        <h2 id="waiting-title">{say('waiting.title')}</h2>
        <p className="small soft">{say('waiting.text', { organisation, email })}</p>
        <div className={s.waitActs}>
          <Button loading={state === 'busy'} onClick={() => void look()}>
            {say('waiting.again')}
          </Button>
          <span className="small soft" role="status">
            {state === 'still' && say('waiting.still')}
          </span>
        </div>
      </div>
    </section>
  );
}
