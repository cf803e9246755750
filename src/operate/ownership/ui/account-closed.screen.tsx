import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { closingQuery, ownershipApi, useOwnership } from './blocks/ownership-query.hook.ts';
import { useDeed } from './deed.hook.ts';
import s from './ownership.module.css';
import { ownershipText } from './ownership-text.hook.ts';

export const load = async ({ api, queries }: LoadContext) => {
  await queries.ensureQueryData(closingQuery(api(ownershipApi).ownership));
  return null;
};

/** How often somebody who can only wait looks whether it was opened again. Milliseconds. */
const every = 15_000;

/** Where a sign-in to a closed account leads: until when it can be opened again, and the way to do it. */
export function Screen() {
  const say = ownershipText();
  const api = useOwnership();
  const auth = useAuth();
  const when = useTimeText();
  const navigate = useNavigate();
  const { data } = useSuspenseQuery({ ...closingQuery(api), refetchInterval: every });
  const { busy, trouble, deed } = useDeed();
  const { fetchUser } = auth;
  const isOpen = data.eraseAt === null;
  const [first] = useState(isOpen ? 'open' : 'closed');
  // opened by somebody else while this page was open: only with the user fetched again do the other screens let them in
  const goes = isOpen && first === 'closed';
  useEffect(() => {
    if (!goes) return;
    fetchUser().then(
      (found) => (found.account?.state === 'closed' ? undefined : navigate('/dashboard', { replace: true })),
      () => undefined,
    );
  }, [goes, fetchUser, navigate]);
  return (
    <div className={s.closed}>
      <h1>{isOpen ? data.account.name : say('closed.title')}</h1>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      <p>
        {data.eraseAt === null
          ? say('closed.open')
          : say(data.mayUndo ? 'closed.text' : 'closed.textOthers', { name: data.account.name, when: when(data.eraseAt, 'day') })}
      </p>
      {data.mayUndo && (
        <Button
          size="md"
          variant="filled"
          loading={busy === 'undo'}
          onClick={() => void deed('undo', say('closed.undo'), () => api.undo())}
        >
          {say('closed.undo')}
        </Button>
      )}
      {isOpen && (
        <LinkButton size="md" variant="filled" to="/dashboard">
          {say('closed.home')}
        </LinkButton>
      )}
      <Button size="md" variant="subtle" onClick={() => void auth.logout()}>
        {say('closed.signOut')}
      </Button>
    </div>
  );
}
