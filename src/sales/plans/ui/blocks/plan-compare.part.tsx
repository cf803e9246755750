import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useId } from 'react';
import { formatMoney, money, share } from '#kit/money.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { enforcedLimits, type EnforcedLimit } from '../../limits.rules.ts';
import type { Offer } from '../../plans.contract.ts';
import { plansText } from '../plans-text.hook.ts';
import s from './plan-compare.module.css';

type Props = {
  /** Of one currency; those without a price for the period are left out. */
  offers: readonly Offer[];
  period: 'month' | 'year';
  /** The chosen plan; without `onChoose` the table is only read. */
  chosen?: string | undefined;
  onChoose?: (id: string) => void;
};

const priceOf = (offer: Offer, period: Props['period']) => offer.prices.find((price) => price.period === period);
/** What a month costs, a year's price in twelve parts. */
function monthText(offer: Offer, period: Props['period'], locale: string): string {
  const price = priceOf(offer, period);
  if (price === undefined) return '';
  const whole = money(BigInt(price.amount), price.currency);
  return formatMoney(period === 'year' ? share(whole, 1n, 12n) : whole, locale);
}

function Value({ offer, limit }: { offer: Offer; limit: EnforcedLimit }) {
  const say = plansText();
  const value = offer.entitlements[limit.key];
  if (value === null) return say('form.noLimit');
  if (typeof value === 'number')
    return value === 0 ? <IconMinus size={16} aria-label={say('compare.no')} /> : say('list.number', { n: value });
  return value === true ? (
    <IconCheck size={16} aria-label={say('compare.yes')} />
  ) : (
    <IconMinus size={16} aria-label={say('compare.no')} />
  );
}

/** What a thousand minutes above the included ones cost; null: nothing, or there are none above. */
function minutesText(offer: Offer, period: Props['period'], locale: string): string | null {
  const price = priceOf(offer, period);
  return price?.minuteAmount == null ? null : formatMoney(money(BigInt(price.minuteAmount), price.currency), locale);
}

/** Plans as columns of one table; on a phone the plans stand under each other and the limits are those of the chosen one. */
export function PlanCompare({ offers, period, chosen, onChoose }: Props) {
  const say = plansText();
  const { locale } = useReader();
  const group = useId();
  const shown = offers.filter((offer) => offer.kind === 'base' && priceOf(offer, period) !== undefined);
  const inclusive = shown.some((offer) => priceOf(offer, period)?.inclusive);
  return (
    <div className={s.scroll}>
      <table className={s.table}>
        <caption className="hidden">{say('compare.title')}</caption>
        <thead>
          <tr>
            <td className="quiet tiny">{say(inclusive ? 'compare.withTax' : 'compare.withoutTax')}</td>
            {shown.map((offer) => (
              <th key={offer.id} scope="col" data-on={offer.id === chosen || undefined}>
                <label htmlFor={onChoose === undefined ? undefined : `${group}-${offer.id}`}>
                  {onChoose !== undefined && (
                    <input
                      type="radio"
                      id={`${group}-${offer.id}`}
                      name={group}
                      checked={offer.id === chosen}
                      onChange={() => onChoose(offer.id)}
                    />
                  )}
                  <bdi className={s.name}>{offer.name}</bdi>
                  <span className="quiet tiny">{offer.summary}</span>
                  <bdi className={s.price}>{monthText(offer, period, locale)}</bdi>
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {enforcedLimits.map((limit) => (
            <tr key={limit.key}>
              <th scope="row">{say(`limit.${limit.key}`)}</th>
              {shown.map((offer) => (
                <td key={offer.id} data-on={offer.id === chosen || undefined}>
                  <Value offer={offer} limit={limit} />
                </td>
              ))}
            </tr>
          ))}
          {shown.some((offer) => minutesText(offer, period, locale) !== null) && (
            <tr>
              <th scope="row">{say('form.minutes')}</th>
              {shown.map((offer) => (
                <td key={offer.id} data-on={offer.id === chosen || undefined}>
                  <bdi>{minutesText(offer, period, locale) ?? <IconMinus size={16} aria-label={say('compare.no')} />}</bdi>
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
