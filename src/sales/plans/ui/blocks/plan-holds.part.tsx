import { IconCheck, IconMinus } from '@tabler/icons-react';
import { enforcedLimits, type EnforcedLimit, mainLimitKeys } from '../../limits.rules.ts';
import type { Offer } from '../../plans.contract.ts';
import { compareText } from './compare-text.hook.ts';

export const mainLimits = mainLimitKeys.flatMap((key) => enforcedLimits.filter((limit) => limit.key === key));

type OfferLimitProps = { offer: Pick<Offer, 'entitlements'>; limit: EnforcedLimit };
export function OfferLimit({ offer, limit }: OfferLimitProps) {
  const say = compareText();
  const value = offer.entitlements[limit.key];
  if (value === null) return say('compare.noLimit');
  if (typeof value === 'number' && value !== 0) return say('compare.number', { n: value });
  return value === true ? (
    <IconCheck size={16} aria-label={say('compare.yes')} />
  ) : (
    <IconMinus size={16} aria-label={say('compare.no')} />
  );
}

/** The limits that most people choose a plan by, as a list for a card of the plan. */
export function MainLimits({ offer, className }: Pick<OfferLimitProps, 'offer'> & { className: string | undefined }) {
  const say = compareText();
  return (
    <dl className={className}>
      {mainLimits.map((limit) => (
        <div key={limit.key}>
          <dt>{say(`limit.${limit.key}`)}</dt>
          <dd>
            <OfferLimit offer={offer} limit={limit} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
