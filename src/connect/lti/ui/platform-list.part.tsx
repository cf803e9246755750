import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Face, Ltr } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Link } from '#kit/ui/link.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Status } from '#kit/ui/status.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { SignSheet } from '#kit/ui/table/row-signs.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { LtiPlatform } from '../lti.contract.ts';
import s from './lti.module.css';
import { ltiApi, useLtiRefresh } from './lti-data.hook.ts';
import { ltiText } from './lti-text.hook.ts';

type PlatformActs = { turn: () => Promise<void>; remove: () => Promise<void> };
function PlatformRow({ platform, acts }: { platform: LtiPlatform; acts: PlatformActs }) {
  const say = ltiText();
  const navigate = useNavigate();
  const { id, name, issuer, state, registered, courses, lastLaunchAt } = platform;
  const path = `/lti/platforms/${id}`;
  return (
    <li>
      <span className={s.named}>
        <Face name={name} size={32} />
        <span className={s.two}>
          <Link className="strong" to={path}>
            <bdi>{name}</bdi>
          </Link>
          <Ltr className="tiny quiet">{issuer}</Ltr>
        </span>
      </span>
      <span className={s.two}>
        <Status of={state} look="plain" />
        {state !== 'connected' && <span className="tiny quiet">{say(`list.${state}`)}</span>}
      </span>
      <span className={s.two}>
        <span>{say(`list.${registered}`)}</span>
        {courses > 0 && <span className="tiny quiet">{say('list.courses', { count: courses })}</span>}
      </span>
      <span>{lastLaunchAt === null ? say('list.never') : <Time at={lastLaunchAt} />}</span>
      <RowMenu label={say('list.menu', { name })}>
        {() => (
          <>
            <MenuItem onClick={() => void navigate(path)}>{say('list.open')}</MenuItem>
            <MenuItem onClick={() => void acts.turn()}>{say(state === 'disabled' ? 'list.enable' : 'list.disable')}</MenuItem>
            <MenuItem data-danger onClick={() => void acts.remove()}>
              {say('list.remove')}
            </MenuItem>
          </>
        )}
      </RowMenu>
    </li>
  );
}

/** The connected platforms; a plan allows few, so they are one list. */
export function PlatformList({ platforms }: { platforms: readonly LtiPlatform[] }) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const ask = useAsk();
  const refresh = useLtiRefresh();
  const failureText = useFailureText(say);
  const [failure, setFailure] = useState<string | null>(null);
  const work = async (deed: () => Promise<unknown>) => {
    setFailure(null);
    await deed().catch((error: unknown) => setFailure(failureText(error)));
    await refresh();
  };
  const actsOf = ({ id, name, state }: LtiPlatform): PlatformActs => ({
    turn: () =>
      work(async () => {
        const { version } = await lti.platform({ params: { id } });
        await lti.changePlatform({ params: { id }, body: { enabled: state === 'disabled', version } });
      }),
    remove: async () => {
      const yes = await ask({
        title: say('list.removeAsk', { name }),
        lead: say('list.removeLead'),
        verb: say('list.remove'),
        safe: say('list.keep'),
      });
      if (yes) await work(() => lti.removePlatform({ params: { id } }));
    },
  });
  return (
    <>
      <SignSheet />
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <ul className={s.platforms} aria-label={say('list.platform')}>
        {platforms.map((one) => (
          <PlatformRow key={one.id} platform={one} acts={actsOf(one)} />
        ))}
      </ul>
    </>
  );
}
