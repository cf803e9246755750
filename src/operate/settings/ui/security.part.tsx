import { useSuspenseQuery } from '@tanstack/react-query';
import { securityQuery, useSafety } from '#core/identity/ui/blocks/safety-api.hook.ts';
import { Sessions } from '#core/identity/ui/blocks/sessions.part.tsx';
import { Lately } from './lately.part.tsx';
import { Passkeys } from './passkeys.part.tsx';
import s from './settings.module.css';
import { SigningIn } from './signing-in.part.tsx';

/** What lets one in, then where one is in, then what happened. */
export function Security() {
  const { data } = useSuspenseQuery(securityQuery(useSafety()));
  return (
    <div className={s.two}>
      <div className={s.col}>
        <SigningIn security={data} />
        <Passkeys passkeys={data.passkeys} />
        <Sessions />
      </div>
      <div className={s.col}>
        <Lately events={data.events} />
      </div>
    </div>
  );
}
