import { type ReactNode, Suspense } from 'react';
import { MoneyHome } from '#sales/books/ui/blocks/money-home-slot.hook.ts';
import { NextDates } from '#meet/schedule/ui/blocks/next-dates.part.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope, type SessionScope } from '#kit/ui/auth/session-user.ts';
import { countWords } from '#kit/counted.ts';
import { Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { OperatorDashboard } from './dashboard-data.hook.ts';
import { type DashboardSay, dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';
import { useGo } from './go.hook.ts';
import { Head } from './head.part.tsx';
import { Live } from './live.part.tsx';
import { Servers } from './servers.part.tsx';
import { StartMenu } from './start.part.tsx';
import { Setup } from './setup.part.tsx';
import { Today } from './today.part.tsx';
import { serverStatus } from './server-status.hook.ts';

/** Whether somebody's home page tells of money. */
export const seesMoney = (kind: string | undefined, scope: SessionScope | undefined): boolean =>
  kind === 'operator' && hasScope(scope, 'invoices.manage');

type OperatorFigure = { id: string; label: string; value: ReactNode; more: string; hue?: 'red' | 'amber'; to?: string };

const sumOf = <K extends string>(items: readonly Readonly<Record<K, number>>[], field: K): number =>
  items.reduce((sum, one) => sum + one[field], 0);

function figuresOf(data: OperatorDashboard, say: DashboardSay, locale: string): OperatorFigure[] {
  const { live, servers, signUps, mails } = data;
  const counted = (total: number | undefined) => countWords(total, locale);
  // the list of live meetings is cut after some; the servers know them all
  const meetings = Math.max(live.length, sumOf(servers ?? [], 'meetings'));
  const people = Math.max(sumOf(live, 'people'), sumOf(servers ?? [], 'people'));
  const ready = servers?.filter((one) => serverStatus(one) === 'healthy').length ?? 0;
  const bad = servers?.filter((one) => ['strained', 'unreachable'].includes(serverStatus(one) ?? '')).length ?? 0;
  const unsent = mails === null ? 0 : mails.failed + mails.queued + mails.kept;
  const mailWords = (post: NonNullable<OperatorDashboard['mails']>): string => {
    if (post.failed > 0) return say('operator.mailsFailed', { count: post.failed });
    if (post.kept > 0) return say('operator.mailsKept', { count: post.kept });
    return post.queued > 0 ? say('operator.mailsQueued', { count: post.queued }) : say('operator.mailsNone');
  };
  return [
    {
      id: 'live',
      label: say('operator.live'),
      value: meetings,
      more: say('operator.livePeople', { count: people }),
      to: '/meetings',
    },
    ...(servers === null
      ? []
      : [
          {
            id: 'servers',
            label: say('operator.servers'),
            value: say('operator.serversOf', { ready, all: servers.length }),
            more: bad === 0 ? say('operator.serversGood') : say('operator.serversBad', { count: bad }),
            ...(bad > 0 && { hue: 'red' as const }),
          },
        ]),
    ...(signUps === null
      ? []
      : [
          {
            id: 'signUps',
            label: say('operator.signUps'),
            value: counted(signUps.week),
            more: say('operator.signUpsMore', { month: counted(signUps.month), accounts: counted(signUps.accounts) }),
          },
        ]),
    ...(mails === null
      ? []
      : [
          {
            id: 'mails',
            label: say('operator.mails'),
            value: unsent,
            more: mailWords(mails),
            to: '/outbox',
            ...(mails.failed > 0 ? { hue: 'red' as const } : mails.kept > 0 ? { hue: 'amber' as const } : {}),
          },
        ]),
  ];
}

/** Up to four figures in one frame; one is coloured only when somebody has to act. */
function Figures({ items }: { items: readonly OperatorFigure[] }) {
  return (
    <dl className={s.figures}>
      {items.map((one) => (
        <div key={one.id}>
          <dt>{one.to === undefined ? one.label : <Link to={one.to}>{one.label}</Link>}</dt>
          <dd className={s.figure} data-hue={one.hue}>
            {one.value}
          </dd>
          <dd className="tiny quiet">{one.more}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The home of who runs the installation. A part without its permission is not there. */
export function OperatorHome({ data }: { data: OperatorDashboard }) {
  const say = dashboardText();
  const { locale } = useReader();
  const { user } = useAuth();
  const go = useGo();
  const { setup } = data;
  // figures of a place where nothing happened yet are zeros
  const hasNotMet = setup?.some(({ key, done }) => key === 'meeting' && !done) === true;
  const isNew = hasNotMet && data.signUps?.accounts === 0;
  const machines = (
    <div className={s.col}>
      <Live meetings={data.live} go={go} />
      {data.live.length === 0 && !isNew && (
        <Panel id="live-none" title={say('live.none')}>
          <p className="small quiet">{say('live.noneText')}</p>
        </Panel>
      )}
      {!isNew && <NextDates />}
      {data.servers !== null && <Servers servers={data.servers} />}
    </div>
  );
  return (
    <>
      <Head>{!hasNotMet && <StartMenu rooms={data.quickStart} go={go} look="default" />}</Head>
      {go.trouble !== null && (
        <div className={s.banner}>
          <Banner hue="red">{go.trouble}</Banner>
        </div>
      )}
      {data.today.length > 0 && (
        <div className={s.banner}>
          <Today items={data.today} />
        </div>
      )}
      {setup !== null && (
        <div className={s.banner}>
          <Setup steps={setup} rooms={data.quickStart} go={go} />
        </div>
      )}
      {!isNew && (
        <section aria-label={say('operator.figures')}>
          <Figures items={figuresOf(data, say, locale)} />
        </section>
      )}
      {!isNew && seesMoney(user?.account?.kind, user?.scope) ? (
        <Suspense>
          <MoneyHome>{machines}</MoneyHome>
        </Suspense>
      ) : (
        machines
      )}
    </>
  );
}
