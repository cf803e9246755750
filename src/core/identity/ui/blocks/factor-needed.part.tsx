import { useEffect } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { SecurityView } from '../../safety.contract.ts';
import { identityText } from '../identity-text.hook.ts';

/** The account asks for a second factor: immediately, or from a day on. Fetches the user again once there is one. */
export function FactorNeeded({ security }: { security: SecurityView }) {
  const say = identityText();
  const when = useTimeText();
  const { user, fetchUser } = useAuth();
  const needed = user?.needs === 'second-factor';
  const there = security.totp !== null;
  useEffect(() => {
    if (needed && there) void fetchUser().catch(() => null);
  }, [needed, there, fetchUser]);
  const account = user?.account?.name ?? '';
  if (needed && !there)
    return (
      <Banner hue="amber">
        <b>{say('needs.title')}</b> {say('needs.text', { account })}
      </Banner>
    );
  if (security.secondFactorFrom === null) return null;
  return (
    <Banner hue="blue">
      <b>{say('needs.soonTitle')}</b> {say('needs.soon', { account, when: when(security.secondFactorFrom, 'full') })}
    </Banner>
  );
}
