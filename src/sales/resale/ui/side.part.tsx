import { useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { VendorSlots } from '#sales/vendors/ui/blocks/vendor-slots.hook.ts';
import { moneyQuery, monthsQuery, resaleApi, useMonthText, usePart } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

/** What is earned and not paid yet. */
const states = ['accrued', 'locked', 'payable'] as const;
const newest = 3;

/** What was agreed with a vendor, what it earned and was not paid yet, and its newest statements. */
export const Side: VendorSlots['Side'] = ({ base, vendorId }) => {
  const say = resaleText();
  const api = useApi(resaleApi);
  const money = useMoney();
  const part = usePart();
  const monthText = useMonthText();
  const { data } = useSuspenseQuery(moneyQuery(api, vendorId));
  const { data: months } = useSuspenseQuery(monthsQuery(api, { whose: vendorId, cursor: null }));
  const { terms, earned } = data;
  const word = terms === null ? say('tabs.prices') : say(`terms.models.${terms.model}`);
  const open = states.flatMap((state) => earned.flatMap((one) => (one.state === state ? [{ ...one, state }] : [])));
  return (
    <Panel
      id="vendor-terms"
      title={
        <DotLine>
          {word}
          {terms !== null && terms.rate !== null && <Ltr>{part(terms.rate)}</Ltr>}
        </DotLine>
      }
      aside={
        <Link to={`${base}?tab=prices`} className="link small">
          {say('tabs.prices')}
        </Link>
      }
    >
      {terms === null && <p className="small quiet">{say('terms.none')}</p>}
      {terms !== null && open.length + months.items.length === 0 && <p className="small quiet">{say('months.empty')}</p>}
      {open.length > 0 && (
        <dl className={s.sideLines}>
          {open.map((one) => (
            <div key={`${one.state} ${one.currency}`}>
              <dt>
                {say(`earned.${one.state}`)}
                <span className="tiny quiet">{say(`earned.hints.${one.state}`)}</span>
              </dt>
              <dd>
                <bdi>{money(one.amount, one.currency)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {months.items.length > 0 && (
        <dl className={s.sideLines}>
          {months.items.slice(0, newest).map((one) => (
            <div key={one.id}>
              <dt>
                <Link to={`${base}?tab=months&statement=${one.id}`} className="link">
                  {monthText(one.month)}
                </Link>
                {one.kind === 'commission' && (
                  <span className="tiny quiet">{say(one.paidOn === null ? 'months.open' : 'months.paid')}</span>
                )}
              </dt>
              <dd>
                <bdi>{money(one.gross, one.currency)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
};
