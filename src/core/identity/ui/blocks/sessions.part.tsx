import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Status } from '#kit/ui/status.tsx';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { SessionView } from '../../identity.contract.ts';
import { useIdentity } from '../identity-api.hook.ts';
import { identityText } from '../identity-text.hook.ts';
import s from '../profile.module.css';
import { sessionsQuery } from './sessions-query.hook.ts';

const phones: readonly string[] = ['Android', 'iOS'];

function useDeviceName(): (session: SessionView) => string {
  const say = identityText();
  return ({ browser, system }) =>
    browser !== null && system !== null
      ? say('sessions.device', { browser, system })
      : (browser ?? system ?? say('sessions.unknownDevice'));
}

/** Ends sessions; the list is loaded again afterwards. `busy` is the one under way, or `others`. */
function useEnding() {
  const say = identityText();
  const identity = useIdentity();
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', failure: '' });
  const run = async (busy: string, work: () => Promise<unknown>) => {
    setState({ busy, failure: '' });
    const failure = await work().then(
      () => '',
      (error: unknown) => failureText(error),
    );
    await queries.invalidateQueries({ queryKey: ['user', 'identity.sessions'] });
    setState({ busy: '', failure });
  };
  return {
    ...state,
    end: (id: string) => run(id, () => identity.revokeSession({ params: { id } })),
    endOthers: () => run('others', () => identity.revokeOtherSessions()),
  };
}

/** Where this person is signed in, this device first, each with a way to end it. */
export function Sessions() {
  const say = identityText();
  const identity = useIdentity();
  const ask = useAsk();
  const failureText = useFailureText(say);
  const { data, error, refetch } = useQuery(sessionsQuery(identity));
  const { busy, failure, end, endOthers } = useEnding();
  const sessions = data?.items ?? [];
  const count = sessions.filter((one) => !one.current).length;
  const askOthers = async () => {
    const yes = await ask({
      title: say('sessions.askTitle', { count }),
      lead: say('sessions.askLead', { count }),
      verb: say('sessions.askVerb'),
      safe: say('sessions.askSafe'),
    });
    if (yes) await endOthers();
  };
  return (
    <Panel
      flush="flush"
      id="sessions"
      title={say('sessions.title')}
      aside={
        count > 0 && (
          <Button
            size="xs"
            variant="subtle"
            className={`${s.danger} ${s.others}`}
            loading={busy === 'others'}
            onClick={() => void askOthers()}
          >
            {say('sessions.endOthers', { count })}
          </Button>
        )
      }
    >
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      {error !== null && (
        <Banner
          hue="amber"
          action={
            <Button size="xs" onClick={() => void refetch()}>
              {say('sessions.again')}
            </Button>
          }
        >
          <b>{say('sessions.failed')}</b> {failureText(error)}
        </Banner>
      )}
      <ul className={s.rows}>
        {sessions.map((session) => (
          <Device key={session.id} session={session} busy={busy} onEnd={end} />
        ))}
      </ul>
      {count > 0 && <p className={`tiny quiet ${s.foot}`}>{say('sessions.unsure')}</p>}
    </Panel>
  );
}

type DeviceProps = { session: SessionView; busy: string; onEnd: (id: string) => Promise<void> };
function Device({ session, busy, onEnd }: DeviceProps) {
  const say = identityText();
  const name = useDeviceName()(session);
  const when = useTimeText();
  const Icon = phones.includes(session.system ?? '') ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li>
      <Icon size={18} stroke={1.75} />
      <span className="grow">
        <span className={`small strong ${s.line}`}>{name}</span>
        <span className={`tiny quiet ${s.line}`}>
          <DotLine>
            <Ltr>{session.address}</Ltr>
            {say('sessions.since', { when: when(session.createdAt, 'full') })}
          </DotLine>
        </span>
      </span>
      {session.current ? (
        <Status of="active" look="plain">
          {say('sessions.this')}
        </Status>
      ) : (
        <span className={s.tail}>
          <span className="small quiet">
            <Time at={session.lastSeenAt} />
          </span>
          <Button
            size="xs"
            variant="subtle"
            aria-label={say('sessions.endNamed', { device: name })}
            loading={busy === session.id}
            onClick={() => void onEnd(session.id)}
          >
            {say('sessions.end')}
          </Button>
        </span>
      )}
    </li>
  );
}
