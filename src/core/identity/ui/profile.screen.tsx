import { useSuspenseQuery } from '@tanstack/react-query';
import { IconEdit, IconPassword } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { Face, Ltr, PageHead, Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { localeNames } from '#kit/ui/text/locale.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { OwnProfile } from '../identity.contract.ts';
import { localeOf } from '../identity.rules.ts';
import { Accounts } from './accounts.part.tsx';
import { identityApi, useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import s from './profile.module.css';
import { meQuery, profileQuery } from './profile-queries.hook.ts';
import { Sessions } from './blocks/sessions.part.tsx';
import { sessionsQuery } from './blocks/sessions-query.hook.ts';
import { WaitingForApproval } from './blocks/waiting-approval.part.tsx';

export const load = async ({ api, queries }: LoadContext) => {
  const { identity } = api(identityApi);
  await Promise.all([
    queries.ensureQueryData(profileQuery(identity)),
    queries.ensureQueryData(sessionsQuery(identity)),
    queries.ensureQueryData(meQuery(identity)),
  ]);
  return null;
};

/** Who I am here, how I sign in, where I am signed in. */
export function Screen() {
  const say = identityText();
  const identity = useIdentity();
  const { data: profile } = useSuspenseQuery(profileQuery(identity));
  const { data: me } = useSuspenseQuery(meQuery(identity));
  return (
    <>
      <PageHead title={say('profile.title')}>
        <LinkButton to="/users/profile/edit" variant="filled" leftSection={<IconEdit size={16} stroke={1.75} />}>
          {say('profile.edit')}
        </LinkButton>
      </PageHead>
      <Done />
      {me.account.state === 'pending' && <WaitingForApproval organisation={me.account.name} email={me.email} />}
      <div className={s.two}>
        <div className={s.col}>
          <About profile={profile} />
          <Sessions />
        </div>
        <div className={s.col}>
          <SigningIn profile={profile} />
          <Accounts present={me.account.id} accounts={me.accounts} />
        </div>
      </div>
    </>
  );
}

const isDone = (state: unknown): state is { done: 'password' | 'saved' } =>
  typeof state === 'object' && state !== null && 'done' in state && (state.done === 'password' || state.done === 'saved');
/** What was just changed on one of the pages behind this one. */
function Done() {
  const say = identityText();
  const { state } = useLocation();
  if (!isDone(state)) return null;
  return <Banner hue="blue">{say(state.done === 'password' ? 'profile.passwordDone' : 'profile.saved')}</Banner>;
}

function About({ profile }: { profile: OwnProfile }) {
  const say = identityText();
  return (
    <Panel flush="flush" id="about" title={say('profile.about')}>
      <div className={s.me}>
        <Face name={profile.name} size={48} picture={profile.picture} />
        <span className="grow">
          <strong>{profile.name}</strong>
          <span className="small soft">
            <Ltr>{profile.email}</Ltr>
          </span>
        </span>
      </div>
      <dl className={s.facts}>
        {profile.pendingEmail !== null && (
          <div>
            <dt>{say('profile.newEmail')}</dt>
            <dd>{say('profile.pendingEmail', { email: `\u2066${profile.pendingEmail}\u2069` })}</dd>
          </div>
        )}
        <div>
          <dt>{say('profile.locale')}</dt>
          <dd>{localeNames[localeOf(profile.locale)]}</dd>
        </div>
        <div>
          <dt>{say('profile.timeZone')}</dt>
          <dd>
            <Ltr>{profile.timeZone.replaceAll('_', ' ')}</Ltr>
          </dd>
        </div>
        <div>
          <dt>{say('profile.since')}</dt>
          <dd>
            <Time at={profile.createdAt} look="day" />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

function SigningIn({ profile }: { profile: OwnProfile }) {
  const say = identityText();
  const when = useTimeText();
  return (
    <Panel flush="flush" id="signing-in" title={say('profile.signingIn')}>
      <ul className={s.rows}>
        <li>
          <IconPassword size={18} stroke={1.75} />
          <span className="grow">
            <span className={`small strong ${s.line}`}>{say('profile.password')}</span>
            <span className={`tiny quiet ${s.line}`}>
              {profile.passwordChangedAt === null
                ? say('profile.passwordNever')
                : say('profile.passwordChanged', { when: when(profile.passwordChangedAt, 'day') })}
            </span>
          </span>
          <LinkButton to="/users/profile/change-password" size="xs">
            {say('profile.change')}
          </LinkButton>
        </li>
      </ul>
    </Panel>
  );
}
