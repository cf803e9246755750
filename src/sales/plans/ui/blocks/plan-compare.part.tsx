import { Button } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatMoney, money, share } from '#kit/money.ts';
import { Tag } from '#kit/ui/bits.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { type PlanStep, planStep, recommendedPlan } from '../../choice.rules.ts';
import { enforcedLimits, type EnforcedLimit, mainLimitKeys } from '../../limits.rules.ts';
import type { Offer } from '../../plans.contract.ts';
import { compareText } from './compare-text.hook.ts';
import s from './plan-compare.module.css';

type PlanCompareProps = {
  /** Of one currency; those without a price for the period are left out. */
  offers: readonly Offer[];
  period: 'month' | 'year';
  /** The chosen plan; without `onChoose` the table is only read. */
  chosen?: string | undefined;
  onChoose?: (id: string) => void;
  /** The plan that the reader holds; `changeAt`: where it is changed to another one. */
  current?: string | null;
  changeAt?: (offer: Offer) => string;
};

const priceOf = (offer: Offer, period: PlanCompareProps['period']) => offer.prices.find((price) => price.period === period);
/** What a month costs, a year's price in twelve parts. */
function monthText(offer: Offer, period: PlanCompareProps['period'], locale: string): string {
  const price = priceOf(offer, period);
  if (price === undefined) return '';
  const whole = money(BigInt(price.amount), price.currency);
  return formatMoney(period === 'year' ? share(whole, 1n, 12n) : whole, locale);
}

/** What a plan holds of one limit. */
export function OfferLimit({ offer, limit }: { offer: Offer; limit: EnforcedLimit }) {
  const say = compareText();
  const value = offer.entitlements[limit.key];
  // no number of minutes promises no response time
  if (value === null && limit.key !== 'firstResponseMinutes') return say('compare.noLimit');
  if (typeof value === 'number')
    return value === 0 ? <IconMinus size={16} aria-label={say('compare.no')} /> : say('compare.number', { n: value });
  return value === true ? (
    <IconCheck size={16} aria-label={say('compare.yes')} />
  ) : (
    <IconMinus size={16} aria-label={say('compare.no')} />
  );
}

/** What a thousand minutes above the included ones cost; null: nothing, or there are none above. */
function minutesText(offer: Offer, period: PlanCompareProps['period'], locale: string): string | null {
  const price = priceOf(offer, period);
  return price?.minuteAmount == null ? null : formatMoney(money(BigInt(price.minuteAmount), price.currency), locale);
}

type ColumnActProps = {
  offer: Offer;
  step: PlanStep;
  isRecommended: boolean;
  chosen: string | undefined;
  onChoose: PlanCompareProps['onChoose'] | undefined;
  changeAt: PlanCompareProps['changeAt'] | undefined;
};
/** The marks of a plan below its price, and the button that chooses it. */
function ColumnAct({ offer, step, isRecommended, chosen, onChoose, changeAt }: ColumnActProps) {
  const say = compareText();
  const word = step === 'current' ? null : say('compare.act', { to: step });
  const name = `${word}: ${offer.name}`;
  const isOn = offer.id === chosen;
  const look = isRecommended ? 'filled' : 'default';
  return (
    <div className={s.act}>
      {step === 'current' && <Tag hue="green">{say('compare.current')}</Tag>}
      {isRecommended && <Tag hue="blue">{say('compare.recommended')}</Tag>}
      {word !== null && changeAt !== undefined && (
        <LinkButton size="sm" variant={look} to={changeAt(offer)} aria-label={name}>
          {word}
        </LinkButton>
      )}
      {word !== null && changeAt === undefined && onChoose !== undefined && !isOn && (
        <Button size="sm" variant={look} aria-label={name} onClick={() => onChoose(offer.id)}>
          {word}
        </Button>
      )}
    </div>
  );
}

type RowsProps = { shown: readonly Offer[]; chosen: string | undefined; limits: readonly EnforcedLimit[] };
function LimitRows({ shown, chosen, limits }: RowsProps) {
  const say = compareText();
  return limits.map((limit) => (
    <tr key={limit.key}>
      <th scope="row">{say(`limit.${limit.key}`)}</th>
      {shown.map((offer) => (
        <td key={offer.id} data-on={offer.id === chosen || undefined}>
          <OfferLimit offer={offer} limit={limit} />
        </td>
      ))}
    </tr>
  ));
}
/** What minutes above the included ones cost, where any plan sells them. */
function MinutesRow({ shown, chosen, period }: Omit<RowsProps, 'limits'> & Pick<PlanCompareProps, 'period'>) {
  const say = compareText();
  const { locale } = useReader();
  if (shown.every((offer) => minutesText(offer, period, locale) === null)) return null;
  return (
    <tr>
      <th scope="row">{say('compare.minutes')}</th>
      {shown.map((offer) => (
        <td key={offer.id} data-on={offer.id === chosen || undefined}>
          <bdi>{minutesText(offer, period, locale) ?? <IconMinus size={16} aria-label={say('compare.no')} />}</bdi>
        </td>
      ))}
    </tr>
  );
}

/** By what most people choose a plan. */
export const mainLimits = mainLimitKeys.flatMap((key) => enforcedLimits.filter((limit) => limit.key === key));
const others = enforcedLimits.filter(({ key }) => !mainLimitKeys.includes(key));

/**
 * Plans as columns of one table, by what most people choose them; the other limits are shown on demand. On a phone the plans stand under each
 * other and the limits are those of the chosen one.
 */
export function PlanCompare({ offers, period, chosen, onChoose, current = null, changeAt }: PlanCompareProps) {
  const say = compareText();
  const { locale } = useReader();
  const group = useId();
  const [rows, setRows] = useState<'main' | 'all'>('main');
  const shown = offers.filter((offer) => offer.kind === 'base' && priceOf(offer, period) !== undefined);
  const onSale = shown.map((offer) => ({ id: offer.id, amount: priceOf(offer, period)?.amount ?? 0 }));
  const recommended = recommendedPlan(onSale, current);
  const inclusive = shown.some((offer) => priceOf(offer, period)?.inclusive);
  // the button goes away with the choice, so the focus moves to the plan that was chosen
  const chooseAt = (id: string) => {
    document.getElementById(`${group}-${id}`)?.focus({ preventScroll: true });
    onChoose?.(id);
  };
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
                <ColumnAct
                  offer={offer}
                  step={planStep(onSale, { current, id: offer.id })}
                  isRecommended={offer.id === recommended}
                  {...{ chosen, changeAt, onChoose: onChoose && chooseAt }}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <LimitRows shown={shown} chosen={chosen} limits={mainLimits} />
          {rows === 'all' && (
            <>
              <LimitRows shown={shown} chosen={chosen} limits={others} />
              <MinutesRow shown={shown} chosen={chosen} period={period} />
            </>
          )}
        </tbody>
      </table>
      <div className={s.foot}>
        <Button
          variant="subtle"
          size="sm"
          aria-expanded={rows === 'all'}
          onClick={() => setRows(rows === 'all' ? 'main' : 'all')}
        >
          {say(rows === 'all' ? 'compare.fewer' : 'compare.all')}
        </Button>
      </div>
    </div>
  );
}
