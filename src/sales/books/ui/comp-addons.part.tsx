import { TextInput } from '@mantine/core';
import { ADDON_MOST } from '#sales/plans/plans.rules.ts';
import type { PlanItem } from '#sales/plans/plans.contract.ts';
import { billingText } from '#sales/billing/ui/blocks/billing-text.hook.ts';
import s from './books.module.css';

/** How many of each add-on, as it is typed, by the add-on's id. */
export type TypedAddons = Readonly<Record<string, string>>;
type At = { currency: string; period: 'month' | 'year' };

/** Add-ons that can be had in that rhythm and currency. */
export const addonsAt = (plans: readonly PlanItem[], at: At): PlanItem[] =>
  plans.filter(
    (plan) =>
      plan.kind === 'addon' &&
      plan.visibility !== 'archived' &&
      plan.prices.some((price) => price.currency === at.currency && price.period === at.period),
  );
/** As they are sent; what is empty or no number is left out. */
export const addonsTyped = (offers: readonly PlanItem[], typed: TypedAddons): { planId: string; quantity: number }[] =>
  offers.flatMap(({ id }) => {
    const quantity = /^\d{1,4}$/.test(typed[id]?.trim() ?? '') ? Number(typed[id]) : 0;
    return quantity >= 1 && quantity <= ADDON_MOST ? [{ planId: id, quantity }] : [];
  });

type Props = { offers: readonly PlanItem[]; typed: TypedAddons; onType: (typed: TypedAddons) => void };
/** How many of each add-on is given with the plan; nothing where there are none. */
export function CompAddons({ offers, typed, onType }: Props) {
  const say = billingText();
  if (offers.length === 0) return null;
  return (
    <fieldset className={s.group}>
      <legend className="small strong">{say('addons.title')}</legend>
      {offers.map(({ id, name }) => (
        <TextInput
          key={id}
          size="md"
          label={<bdi>{name}</bdi>}
          dir="ltr"
          inputMode="numeric"
          maxLength={4}
          placeholder="0"
          value={typed[id] ?? ''}
          onChange={({ currentTarget }) => onType({ ...typed, [id]: currentTarget.value })}
        />
      ))}
    </fieldset>
  );
}
