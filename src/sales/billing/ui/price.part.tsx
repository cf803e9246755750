import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useTaxWords } from '#sales/tax/ui/blocks/tax-words.hook.ts';
import type { Price } from '../billing.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import s from './purchase.module.css';

type Shown = {
  price: Price;
  onDropCoupon: () => void;
  /** The button that leads on, with what it needs. On a phone it stands at the foot of the screen beside the sum. */
  children: ReactNode;
  /** One line below the button. */
  hint?: ReactNode;
};

function Lines({ price, onDropCoupon }: Pick<Shown, 'price' | 'onDropCoupon'>) {
  const say = billingText();
  const money = useMoney();
  const of = (amount: number) => <bdi>{money(amount, price.currency)}</bdi>;
  return (
    <>
      {price.lines.map((line) => (
        <div key={`${line.kind}${line.title}`}>
          <dt>
            <bdi className="strong">{line.title}</bdi>
            {line.quantity > 1 && (
              <span className={`small quiet ${s.line}`}>
                <bdi dir="ltr">
                  {line.quantity} × {money(line.unit, price.currency)}
                </bdi>
              </span>
            )}
          </dt>
          <dd>{of(line.amount)}</dd>
        </div>
      ))}
      {price.coupon !== null && (
        <div>
          <dt>
            <span className="strong">{say('purchase.coupon')}</span> <bdi dir="ltr">{price.coupon.code}</bdi>
            <button type="button" className={s.drop} aria-label={say('purchase.dropCoupon')} onClick={onDropCoupon}>
              <IconX size={14} stroke={2} />
            </button>
          </dt>
          <dd>{of(-price.discountTotal)}</dd>
        </div>
      )}
    </>
  );
}

function Sums({ price }: { price: Price }) {
  const say = billingText();
  const money = useMoney();
  const percent = new Intl.NumberFormat(intlTag(useReader().locale), { style: 'percent', maximumFractionDigits: 2 });
  const of = (amount: number) => <bdi>{money(amount, price.currency)}</bdi>;
  return (
    <>
      <div className={s.rule}>
        <dt className="quiet">{say('purchase.net')}</dt>
        <dd>{of(price.net)}</dd>
      </div>
      {price.taxes.map((group) => (
        <div key={`${group.category}${group.rate}`}>
          <dt className="quiet">{say('purchase.vat', { rate: percent.format(group.rate / 100_000) })}</dt>
          <dd>{of(group.tax)}</dd>
        </div>
      ))}
      {price.balanceUsed > 0 && (
        <div>
          <dt className="quiet">{say('plan.balance')}</dt>
          <dd>{of(-price.balanceUsed)}</dd>
        </div>
      )}
      <div className={s.total}>
        <dt>{say('purchase.today')}</dt>
        <dd>{of(price.toPay)}</dd>
      </div>
    </>
  );
}

/** What is paid, line by line, as the invoice will say it, what comes after, and the way on. */
export function PriceSide({ price, onDropCoupon, children, hint }: Shown) {
  const say = billingText();
  const tax = useTaxWords();
  const money = useMoney();
  const when = useTimeText();
  return (
    <>
      <aside className={s.side}>
        <Panel id="price" title={say('purchase.pay')}>
          <dl className={s.sums}>
            <Lines price={price} onDropCoupon={onDropCoupon} />
            <Sums price={price} />
          </dl>
          <div className={s.wide}>{children}</div>
          {hint !== undefined && <p className={`small quiet ${s.hint}`}>{hint}</p>}
        </Panel>
        <div className={s.notes}>
          {price.next !== null && (
            <p className="small quiet">
              {say(
                price.startsAt !== undefined
                  ? 'purchase.afterStart'
                  : price.trialDays > 0
                    ? 'purchase.afterTrial'
                    : 'purchase.after',
                {
                  on: when(price.next.at, 'day'),
                  amount: money(price.next.total, price.currency),
                },
              )}
            </p>
          )}
          {price.taxReason !== null && price.taxReason !== 'domestic' && (
            <p className="small quiet">{tax.reason(price.taxReason)}</p>
          )}
          {price.taxPending && <p className="small quiet">{say('purchase.taxPending')}</p>}
        </div>
      </aside>
      <div className={s.bar}>
        <span>
          <span className={`small quiet ${s.line}`}>{say('purchase.today')}</span>
          <bdi className={s.barSum}>{money(price.toPay, price.currency)}</bdi>
        </span>
        {children}
      </div>
    </>
  );
}
