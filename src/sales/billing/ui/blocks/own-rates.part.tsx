import { type ReactNode, useId } from 'react';
import { FormSection } from '#kit/ui/form/form-parts.tsx';
import { mostRates, type RateRow, rateOf, regions } from '#sales/tax/own-rates.rules.ts';
import { useCountries } from './countries.hook.ts';
import { sellerText } from './seller-text.hook.ts';
import { PlaceRows } from './place-rows.part.tsx';

type Props = { rows: readonly RateRow[]; error: ReactNode; onChange: (rows: RateRow[]) => void };
/** What the seller knows better than our table of rates, place by place. */
export function OwnRates({ rows, error, onChange }: Props) {
  const say = sellerText();
  const alert = useId();
  const named = regions.map((value) => ({ value, label: say(`rates.regions.${value}`) }));
  return (
    <FormSection id="seller-rates" title={say('rates.title')} hint={say('rates.hint')}>
      <PlaceRows
        rows={rows.map(({ place, rate }) => ({ place, value: rate }))}
        places={[...useCountries(), ...named]}
        most={mostRates}
        words={{
          choose: say('rates.place'),
          add: say('rates.add'),
          label: (place) => place,
          remove: (place) => say('rates.remove', { place }),
        }}
        field={({ value }) => ({
          inputMode: 'decimal',
          rightSection: '%',
          maxLength: 6,
          error: Boolean(error) && rateOf(value) === null,
          ...(error ? { 'aria-describedby': alert } : {}),
        })}
        onChange={(changed) => onChange(changed.map(({ place, value }) => ({ place, rate: value })))}
      >
        {error && (
          <p id={alert} role="alert">
            {error}
          </p>
        )}
      </PlaceRows>
    </FormSection>
  );
}
