import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { authFacts } from '#kit/facts.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import type { SessionUser } from '#kit/ui/auth/session-user.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { actingCalls } from '#operate/admin/staff.contract.ts';
import s from './notices.module.css';
import { shellText } from '#app/shell/shell-text.ts';

const actingApi = { acting: actingCalls };
/** Before the end, while there still is a session to go back from. */
const aheadMs = 3_000;
type ActingSession = NonNullable<SessionUser['acting']>;

/** Goes back to oneself and reloads the page: nothing of the customer stays behind. */
function useBack() {
  const { acting } = useApi(actingApi);
  const { accept, logout } = useAuth();
  const [busy, setBusy] = useState('');
  const back = useCallback(async () => {
    setBusy('busy');
    await acting.end({ body: {} }).then(
      ({ token }) => void accept(token).catch(() => undefined),
      // the own session is over as well: sign in again
      () => logout(),
    );
    window.location.assign(authFacts.redirects.home);
  }, [acting, accept, logout]);
  return { busy: busy !== '', back };
}

/** Above every page while somebody acts in a customer's name. It cannot be put away; at the end of the time it goes back by itself. */
export function ActingBanner({ acting, user }: { acting: ActingSession; user: SessionUser }) {
  const say = shellText();
  const when = useTimeText();
  const { busy, back } = useBack();
  const latest = useRef(back);
  useEffect(() => {
    latest.current = back;
  }, [back]);
  useEffect(() => {
    const timer = setTimeout(() => void latest.current(), Math.max(0, acting.ends - aheadMs - Date.now()));
    return () => clearTimeout(timer);
  }, [acting.ends]);
  return (
    <aside className={s.acting} data-acting="">
      <IconUserShield size={18} stroke={1.75} />
      <p className="grow" dir="auto">
        {say('acting.banner', { name: user.name, account: user.account?.name ?? '', time: when(acting.ends, 'time') })}
      </p>
      <Button size="xs" color="red" variant="filled" loading={busy} onClick={() => void back()}>
        {say('acting.end')}
      </Button>
    </aside>
  );
}
