import { formatMoney } from '#kit/money.ts';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { compareText } from '#sales/plans/ui/blocks/compare-text.hook.ts';
import { mainLimits, OfferLimit } from '#sales/plans/ui/blocks/plan-compare.part.tsx';
import { pagesText } from './pages-text.hook.ts';
import s from './prices.module.css';

/** A plan that anybody may buy, with the price that leads: a month's, or a year's where no months are sold. Amounts are minor units. */
export type PlanShown = { offer: Offer; price: Offer['prices'][number] };

/** What is sold, what it holds, and its prices of today. */
export function Prices({ plans }: { plans: readonly PlanShown[] }) {
  const say = pagesText();
  const sayLimit = compareText();
  const { locale } = useReader();
  return (
    <section className={s.prices} aria-labelledby="prices">
      <h2 id="prices">{say('prices.title')}</h2>
      <ul>
        {plans.map(({ offer, price: { amount, currency, period } }) => (
          <li key={offer.id}>
            <h3>
              <bdi>{offer.name}</bdi>
            </h3>
            <p className="soft">
              <bdi>{offer.summary}</bdi>
            </p>
            <p className={s.price}>
              <bdi>{formatMoney({ minor: BigInt(amount), currency }, locale)}</bdi>{' '}
              <span className="quiet small">{say(period === 'year' ? 'prices.year' : 'prices.month')}</span>
            </p>
            <p className="quiet small">{offer.trialDays > 0 && say('prices.trial', { days: offer.trialDays })}</p>
            <dl className={s.limits}>
              {mainLimits.map((limit) => (
                <div key={limit.key}>
                  <dt>{sayLimit(`limit.${limit.key}`)}</dt>
                  <dd>
                    <OfferLimit offer={offer} limit={limit} />
                  </dd>
                </div>
              ))}
            </dl>
            <LinkButton
              to={`/purchase-plan?plan=${offer.code}&currency=${currency}&period=${period}`}
              variant="default"
              size="md"
              aria-label={say('prices.choosePlan', { name: offer.name })}
            >
              {say('prices.choose')}
            </LinkButton>
          </li>
        ))}
      </ul>
      <p className="quiet small">
        {say(plans.every(({ price }) => price.inclusive) ? 'prices.withTax' : 'prices.withoutTax')}{' '}
        <Link to="/purchase-plan" className="link">
          {say('prices.all')}
        </Link>
      </p>
    </section>
  );
}
