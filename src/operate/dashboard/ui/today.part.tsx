import { IconAlertTriangle, IconCash, IconChevronRight, IconLifebuoy, IconMailX, IconServerOff } from '@tabler/icons-react';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { OperatorDashboard } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';

type TodayKind = OperatorDashboard['today'][number]['kind'];
const shapes: Readonly<Record<TodayKind, { icon: typeof IconCash; to: string; hue: 'red' | 'amber' }>> = {
  overdue: { icon: IconAlertTriangle, to: '/all-invoices?state=overdue', hue: 'red' },
  failedMails: { icon: IconMailX, to: '/outbox?state=failed', hue: 'red' },
  silentServers: { icon: IconServerOff, to: '/servers?health=offline', hue: 'red' },
  transfers: { icon: IconCash, to: '/all-invoices?state=reported', hue: 'amber' },
  refunds: { icon: IconCash, to: '/all-invoices?tab=payments', hue: 'amber' },
  lateTickets: { icon: IconLifebuoy, to: '/issues/list?queue=late', hue: 'red' },
  newTickets: { icon: IconLifebuoy, to: '/issues/list?queue=unassigned', hue: 'amber' },
};

/** What somebody has to do, the most urgent first; nothing while there is nothing to do. */
export function Today({ items }: { items: OperatorDashboard['today'] }) {
  const say = dashboardText();
  const money = useMoney();
  if (items.length === 0) return null;
  return (
    <Panel id="today" title={say('today.title')} flush="flush">
      <ul className={s.today}>
        {items.map(({ kind, count, amounts }) => {
          const { icon: Icon, to, hue } = shapes[kind];
          return (
            <li key={kind} data-hue={hue}>
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              <Link to={to} className="grow">
                {say(`today.${kind}`, { count })}
              </Link>
              {amounts.map(({ minor, currency }) => (
                <Ltr key={currency} className="small num">
                  {money(minor, currency)}
                </Ltr>
              ))}
              <IconChevronRight size={16} stroke={1.75} className="turn" aria-hidden="true" />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
