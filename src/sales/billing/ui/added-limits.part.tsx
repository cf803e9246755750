import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { enforcedLimits } from '#sales/plans/limits.rules.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import s from './extras.module.css';

/** What an add-on or a pass adds, in one line. */
export function AddedLimits({ offer }: { offer: Offer }) {
  const say = billingText();
  const number = new Intl.NumberFormat(intlTag(useReader().locale));
  const added = enforcedLimits.flatMap(({ key }) => {
    const value = offer.entitlements[key];
    if (value === undefined || value === false || value === 0) return [];
    const much = value === null ? '∞' : typeof value === 'number' ? `+${number.format(value)}` : '';
    return [{ key, word: say(`limit.${key}`), much }];
  });
  return added.map(({ key, word, much }) => (
    <span key={key} className={`small quiet ${s.line}`}>
      {word} <bdi dir="ltr">{much}</bdi>
    </span>
  ));
}
