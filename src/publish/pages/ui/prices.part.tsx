import { formatMoney } from '#kit/money.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { pagesText } from './pages-text.hook.ts';
import s from './prices.module.css';

/** A plan that anybody may buy: what a month of it costs in minor units, and where it is chosen. */
export type PlanShown = {
  id: string;
  code: string;
  name: string;
  summary: string;
  amount: number;
  currency: string;
  inclusive: boolean;
  trialDays: number;
};

/** What is sold, with its prices of today. */
export function Prices({ plans }: { plans: readonly PlanShown[] }) {
  const say = pagesText();
  const { locale } = useReader();
  return (
    <section className={s.prices} aria-labelledby="prices">
      <h2 id="prices">{say('prices.title')}</h2>
      <ul>
        {plans.map((one) => (
          <li key={one.id}>
            <h3>
              <bdi>{one.name}</bdi>
            </h3>
            <p className="soft">
              <bdi>{one.summary}</bdi>
            </p>
            <p className={s.price}>
              <bdi>{formatMoney({ minor: BigInt(one.amount), currency: one.currency }, locale)}</bdi>{' '}
              <span className="quiet small">{say('prices.month')}</span>
            </p>
            <p className="quiet small">{one.trialDays > 0 && say('prices.trial', { days: one.trialDays })}</p>
            <LinkButton
              to={`/purchase-plan?plan=${one.code}&currency=${one.currency}`}
              variant="default"
              size="md"
              aria-label={say('prices.choosePlan', { name: one.name })}
            >
              {say('prices.choose')}
            </LinkButton>
          </li>
        ))}
      </ul>
      <p className="quiet small">{say(plans.every((one) => one.inclusive) ? 'prices.withTax' : 'prices.withoutTax')}</p>
    </section>
  );
}
