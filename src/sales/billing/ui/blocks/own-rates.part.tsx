import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { FormSection } from '#kit/ui/form-parts.tsx';
import { mostRates, type RateRow, rateOf, regions } from '#sales/tax/own-rates.rules.ts';
import { invoiceText } from './invoice-text.hook.ts';
import { useCountries } from './countries.hook.ts';
import s from './own-rates.module.css';

type Props = { rows: readonly RateRow[]; error: ReactNode; onChange: (rows: RateRow[]) => void };
/** What the seller knows better than our table of rates, place by place. */
export function OwnRates({ rows, error, onChange }: Props) {
  const say = invoiceText();
  const [next, setNext] = useState('');
  const alert = useId();
  const named = regions.map((value) => ({ value, label: say(`rates.regions.${value}`) }));
  const places = [...useCountries(), ...named];
  const labelOf = (place: string) => places.find((one) => one.value === place)?.label ?? place;
  const free = places.filter(({ value }) => rows.every(({ place }) => place !== value));
  return (
    <FormSection id="seller-rates" title={say('rates.title')} hint={say('rates.hint')}>
      {rows.length > 0 && (
        <ul className={s.rows}>
          {rows.map(({ place, rate }) => (
            <li key={place}>
              <TextInput
                size="md"
                dir="ltr"
                inputMode="decimal"
                label={labelOf(place)}
                rightSection="%"
                maxLength={6}
                value={rate}
                error={Boolean(error) && rateOf(rate) === null}
                {...(error ? { 'aria-describedby': alert } : {})}
                onChange={({ currentTarget }) =>
                  onChange(rows.map((row) => (row.place === place ? { place, rate: currentTarget.value } : row)))
                }
              />
              <ActionIcon
                size={44}
                variant="subtle"
                aria-label={say('rates.remove', { place: labelOf(place) })}
                onClick={() => onChange(rows.filter((row) => row.place !== place))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p id={alert} role="alert">
          {error}
        </p>
      )}
      <div className={s.add}>
        <NativeSelect
          size="md"
          label={say('rates.place')}
          data={[{ value: '', label: '' }, ...free]}
          value={next}
          onChange={({ currentTarget }) => setNext(currentTarget.value)}
        />
        <Button
          size="md"
          leftSection={<IconPlus size={16} />}
          disabled={next === '' || rows.length >= mostRates}
          onClick={() => {
            onChange([...rows, { place: next, rate: '' }]);
            setNext('');
          }}
        >
          {say('rates.add')}
        </Button>
      </div>
    </FormSection>
  );
}
