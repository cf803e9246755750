import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import type { InvoiceItem } from '#sales/billing/invoices.contract.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';
import { firstDue, owedApi, owedQuery } from './owed-data.hook.ts';

function Line({ invoice }: { invoice: InvoiceItem }) {
  const say = dashboardText();
  const money = useMoney();
  const day = useDayText();
  const { can } = useAuth();
  const { id, remaining, currency, dueDate, overdue } = invoice;
  const number = invoice.number ?? '';
  const verb = can('subscriptions.purchase') ? 'pay' : 'open';
  return (
    <li>
      <span className={`grow ${s.when}`}>
        <span className="strong small num">
          <Ltr>{money(remaining, currency)}</Ltr>
        </span>
        <span className={`tiny quiet ${s.dots}`}>
          <Ltr>{number}</Ltr>
          {dueDate !== null && <span>{say('owed.due', { day: day(dueDate, 'longDay') })}</span>}
        </span>
        {overdue && <Status of="overdue" look="plain" />}
      </span>
      <LinkButton
        to={`/invoices/${id}`}
        size="xs"
        variant={overdue && verb === 'pay' ? 'filled' : 'default'}
        aria-label={say(`owed.${verb}Of`, { number })}
      >
        {say(`owed.${verb}`)}
      </LinkButton>
    </li>
  );
}

/** What the account still has to pay, for those who see its invoices. Nothing while nothing is owed. */
export function Owed() {
  const say = dashboardText();
  const { data } = useQuery(owedQuery(useApi(owedApi)));
  const items = firstDue(data?.items ?? []);
  if (items.length === 0) return null;
  return (
    <Panel
      id="owed"
      title={say('owed.title')}
      flush="flush"
      aside={
        <Link to="/invoices?state=open" className="link small">
          {say('owed.all')}
        </Link>
      }
    >
      <ul className={s.owed}>
        {items.map((one) => (
          <Line key={one.id} invoice={one} />
        ))}
      </ul>
    </Panel>
  );
}
