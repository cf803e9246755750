import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Keys } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { OpenTickets } from '#talk/tickets/ui/blocks/tickets-elsewhere.part.tsx';
import { NewestRecordings } from '#meet/recordings/ui/blocks/recordings-place.part.tsx';
import { NextDates } from '#meet/schedule/ui/blocks/next-dates.part.tsx';
import type { CustomerDashboard } from './dashboard-data.hook.ts';
import { DataEnd } from './data-end.part.tsx';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';
import { useGo } from './go.hook.ts';
import { Head } from './head.part.tsx';
import { Latest } from './latest.part.tsx';
import { Live } from './live.part.tsx';
import { Owed } from './owed.part.tsx';
import { QuickStart, StartMenu } from './start.part.tsx';
import { Usage } from './usage.part.tsx';
import { WaitingForYou } from './waiting.part.tsx';

/** Before the first room: what a room is, and the way to it. */
function First({ may }: { may: 'create' | 'look' }) {
  const say = dashboardText();
  return (
    <div className={s.first}>
      {may === 'look' ? (
        <EmptyState title={say('first.lookTitle')} text={say('first.lookText')} />
      ) : (
        <EmptyState title={say('first.title')} text={say('first.text')}>
          <LinkButton to="/rooms/add-room" variant="filled" size="md" leftSection={<IconPlus size={16} stroke={2} />}>
            {say('first.button')}
          </LinkButton>
          <Keys keys={['C']} />
        </EmptyState>
      )}
    </div>
  );
}

/** The home of a school, a team, a practice. */
export function CustomerHome({ data }: { data: CustomerDashboard }) {
  const { can } = useAuth();
  const navigate = useNavigate();
  const go = useGo();
  const creates = can('rooms.create');
  useShortcut('c', () => creates && void navigate('/rooms/add-room'));
  const isNew = data.quickStart.length === 0 && data.latest.length === 0;
  const joinable = data.live.some((one) => one.canJoin);
  return (
    <>
      <Head>
        <StartMenu rooms={data.quickStart} go={go} look={joinable ? 'default' : 'filled'} />
      </Head>
      {go.trouble !== null && (
        <div className={s.banner}>
          <Banner hue="red">{go.trouble}</Banner>
        </div>
      )}
      <DataEnd />
      <Live meetings={data.live} go={go} />
      <div className={s.grid}>
        <div className={s.col}>
          <WaitingForYou items={data.waiting} />
          {isNew && <First may={creates ? 'create' : 'look'} />}
          <NextDates />
          {!isNew && <Latest meetings={data.latest} />}
          <NewestRecordings view={can('rooms.manage') ? 'all' : 'mine'} />
        </div>
        <div className={s.col}>
          {!isNew && <QuickStart rooms={data.quickStart} go={go} />}
          {can('invoices.view') && <Owed />}
          <Usage usage={data.usage} />
          <OpenTickets />
        </div>
      </div>
    </>
  );
}
