import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { VendorSlots } from '#sales/vendors/ui/blocks/vendor-slots.hook.ts';
import { booksApi, eachVendorQuery } from './books-data.hook.ts';
import { booksText } from './books-text.hook.ts';
import { usePercent } from './figure.part.tsx';
import s from './books.module.css';

/** What one reseller brings a month or is owed, a line for each currency; under what is owed, how it earns. */
export const VendorMoneyCell: VendorSlots['Money'] = ({ id, ids, of }) => {
  const say = booksText();
  const money = useMoney();
  const percent = usePercent();
  const { data } = useQuery({ ...eachVendorQuery(useApi(booksApi), ids), placeholderData: (before) => before });
  const one = data?.items.find((item) => item.id === id);
  const sums = one?.[of] ?? [];
  const terms = one?.terms ?? null;
  return (
    <span className={s.vendorMoney}>
      {sums.length === 0 && <span className="quiet">–</span>}
      {sums.map(({ currency, amount }) => (
        <bdi key={currency} className="num">
          {money(amount, currency)}
        </bdi>
      ))}
      {of === 'toPay' && terms !== null && (
        <span className="tiny quiet">
          {terms.rate === null ? say('vendors.wholesale') : say('vendors.commission', { part: percent(terms.rate / 100) })}
        </span>
      )}
    </span>
  );
};
