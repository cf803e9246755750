import { IconFileCode } from '@tabler/icons-react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Keys } from '../keys.part.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { keysApi, keysQuery, referencePath } from '../rest-data.hook.ts';
import { restText } from '../rest-text.hook.ts';
import s from '../rest.module.css';
import { useSiteOrigin } from '../site-origin.hook.ts';
import { TryOut } from '../try-out.part.tsx';

/** The keys stand above what can be tried. */
export const loadRestApi = async ({ api, queries, user }: LoadContext): Promise<void> => {
  if (hasScope(user?.scope, 'keys.manage')) await queries.prefetchQuery(keysQuery(api(keysApi)));
};

/** The REST API: where it is, keys for programs, and a place to try every call. */
export function RestApi() {
  const say = restText();
  const origin = useSiteOrigin();
  const { can } = useAuth();
  return (
    <div className={s.page}>
      <Panel title={say('base.title')}>
        <div className={s.address}>
          <Ltr mono="mono" className={s.url ?? ''}>
            {`${origin}/api`}
          </Ltr>
          <CopyButton text={`${origin}/api`} look="icon" label={say('base.copy')} />
        </div>
        <ul className={s.facts}>
          <li>
            {say.rich('base.auth', {
              code: (words) => (
                <bdi dir="ltr" className="mono">
                  {words}
                </bdi>
              ),
            })}
          </li>
          <li>
            {say.rich('base.repeat', {
              code: (words) => (
                <bdi dir="ltr" className="mono">
                  {words}
                </bdi>
              ),
            })}
          </li>
          <li>{say('base.lists')}</li>
          <li>{say('base.errors')}</li>
        </ul>
        <a className="link small" href={referencePath} target="_blank" rel="noreferrer">
          <IconFileCode size={15} stroke={1.75} aria-hidden /> {say('base.reference')}
        </a>
      </Panel>
      {can('keys.manage') && <Keys />}
      <TryOut origin={origin} />
    </div>
  );
}
