import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import type { OverdueList } from './overdue.hook.ts';
import { billingText } from './billing-text.hook.ts';
import { useMoney } from './money.hook.ts';
import s from './overdue.module.css';

/** What is late, above everything else; nothing where nothing is. `buyer` pays it here, `seller` looks after it. */
export function OverdueInvoices({ list, side }: { list: OverdueList | undefined; side: 'buyer' | 'seller' }) {
  const say = billingText();
  const money = useMoney();
  const dayText = useDayText();
  const path = side === 'buyer' ? '/invoices' : '/all-invoices';
  if (list === undefined || list.items.length === 0) return null;
  return (
    <div className={s.group}>
      <Panel
        id="overdue"
        flush="flush"
        title={say('plan.overdueTitle')}
        aside={
          list.next !== null && (
            <Link className="link small" to={`${path}?state=overdue`}>
              {say('plan.overdueAll')}
            </Link>
          )
        }
      >
        <ul className={s.rows}>
          {list.items.map((one) => (
            <li key={one.id}>
              <span className="grow">
                <bdi className="strong num">{money(one.remaining, one.currency)}</bdi>
                <span className={`small quiet ${s.line}`}>
                  <Link className="link" to={`${path}/${one.id}`}>
                    <Ltr>{one.number ?? ''}</Ltr>
                  </Link>
                  {side === 'seller' && <bdi>{one.accountName}</bdi>}
                  {one.dueDate !== null && <span>{say('plan.overdueSince', { on: dayText(one.dueDate) })}</span>}
                </span>
              </span>
              {side === 'buyer' && (
                <LinkButton
                  variant="filled"
                  to={`${path}/${one.id}`}
                  aria-label={say('plan.payInvoice', { number: one.number ?? '' })}
                >
                  {say('plan.payNow')}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
