import { useSuspenseQuery } from '@tanstack/react-query';
import { FactorNeeded } from '#core/identity/ui/blocks/factor-needed.part.tsx';
import { Linked } from '#core/identity/ui/blocks/linked.part.tsx';
import { securityQuery, useSafety } from '#core/identity/ui/blocks/safety-api.hook.ts';
import { SignInRules } from '#core/identity/ui/blocks/sign-in-rules.part.tsx';
import { Sessions } from '#core/identity/ui/blocks/sessions.part.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Lately } from './lately.part.tsx';
import { Passkeys } from './passkeys.part.tsx';
import s from './settings.module.css';
import { SigningIn } from './signing-in.part.tsx';

/** What lets one in, then where one is in, then what happened. */
export function Security() {
  const { can } = useAuth();
  const { data } = useSuspenseQuery(securityQuery(useSafety()));
  return (
    <div className={s.two}>
      <div className={s.col}>
        <FactorNeeded security={data} />
        <SigningIn security={data} />
        <Passkeys passkeys={data.passkeys} />
        <Linked />
        <Sessions />
        {can('security.manage') && <SignInRules />}
      </div>
      <div className={s.col}>
        <Lately events={data.events} />
      </div>
    </div>
  );
}
