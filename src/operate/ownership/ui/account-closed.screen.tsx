import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
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

/** Where a sign-in to a closed account leads: until when it can be opened again, and the way to do it. */
export function Screen() {
  const say = ownershipText();
  const api = useOwnership();
  const auth = useAuth();
  const when = useTimeText();
  const navigate = useNavigate();
  const { data } = useSuspenseQuery(closingQuery(api));
  const { busy, trouble, deed } = useDeed();
  const open = async () => {
    if ((await deed('undo', say('closed.undo'), () => api.undo())) === null) return;
    await auth.fetchUser();
    await navigate('/dashboard', { replace: true });
  };
  return (
    <div className={s.closed}>
      <h1>{say('closed.title')}</h1>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      <p>
        {data.eraseAt === null
          ? say('closed.open')
          : say(data.mayUndo ? 'closed.text' : 'closed.textOthers', { name: data.account.name, when: when(data.eraseAt, 'day') })}
      </p>
      {data.mayUndo && (
        <Button size="md" variant="filled" loading={busy === 'undo'} onClick={() => void open()}>
          {say('closed.undo')}
        </Button>
      )}
      <Button size="md" variant="subtle" onClick={() => void auth.logout()}>
        {say('closed.signOut')}
      </Button>
    </div>
  );
}
