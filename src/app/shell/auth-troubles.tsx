import { type ComponentType, Suspense, useEffect, useState } from 'react';
import type { AuthClient, AuthTrouble } from '#kit/ui/auth/auth-client.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';

// offline its code may not come; the page works all the same
const Silent: ComponentType<{ trouble: AuthTrouble }> = () => null;
const AuthToast = loadable(async () => (await import('./auth-toast.tsx').catch(() => null))?.AuthToast ?? Silent);

/** Says what went wrong with the session where nothing else says it: a form tells its own sign-in. */
export function AuthTroubles({ auth }: { auth: Pick<AuthClient, 'onError'> }) {
  const [trouble, setTrouble] = useState<AuthTrouble | null>(null);
  useEffect(() => auth.onError((next) => next.during !== 'login' && setTrouble(next)), [auth]);
  return trouble === null ? null : (
    <Suspense>
      <AuthToast trouble={trouble} />
    </Suspense>
  );
}
