import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { currencyDecimals } from '#kit/currencies.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import type { DraftForm } from '#kit/ui/form.tsx';
import { yearSaves } from '../plans.rules.ts';
import { emptyRow, minorOf, type PlanDraft, type PriceRow } from './plan-draft.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

type Cell = Exclude<keyof PriceRow, 'currency'>;
const cellsOf = (kind: PlanDraft['kind']): readonly Cell[] =>
  kind === 'pass' ? ['once', 'setup'] : kind === 'addon' ? ['month', 'year', 'setup'] : ['month', 'year', 'seat', 'setup'];

function Saves({ row }: { row: PriceRow }) {
  const say = plansText();
  const [month, year] = [minorOf(row.month, row.currency), minorOf(row.year, row.currency)];
  const part = month === null || year === null ? null : yearSaves(month, year);
  return part === null ? null : <span className="quiet tiny">{say('form.saves', { part })}</span>;
}

/** Prices by currency, typed and never converted. `was`: the rows on sale. */
export function PlanPrices({ form, was }: { form: DraftForm<PlanDraft>; was: readonly PriceRow[] }) {
  const say = plansText();
  const [next, setNext] = useState<string | null>(null);
  const { prices, kind } = form.values;
  const free = [...currencyDecimals.keys()].filter((code) => prices.every((row) => row.currency !== code)).sort();
  const set = (currency: string, cell: Cell, text: string) =>
    form.set(
      'prices',
      prices.map((row) => (row.currency === currency ? { ...row, [cell]: text } : row)),
    );
  return (
    <>
      {prices.map((row) => {
        const before = was.find((one) => one.currency === row.currency);
        return (
          <fieldset key={row.currency} className={s.priceRow}>
            <legend>
              <Ltr>{row.currency}</Ltr> <Saves row={row} />
            </legend>
            {cellsOf(kind).map((cell) => (
              <TextInput
                key={cell}
                size="md"
                label={say(`form.${cell}`)}
                value={row[cell]}
                onChange={(event) => set(row.currency, cell, event.currentTarget.value)}
                error={row[cell].trim() !== '' && minorOf(row[cell], row.currency) === null && say('fieldErrors.wrong_amount')}
                {...(before !== undefined &&
                  before[cell] !== row[cell] && {
                    description: say('form.was', { value: before[cell] === '' ? '–' : before[cell] }),
                    className: s.changed,
                  })}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                inputMode="decimal"
                dir="ltr"
                maxLength={18}
                autoComplete="off"
              />
            ))}
            <ActionIcon
              size={44}
              variant="subtle"
              aria-label={say('form.removeCurrency', { currency: row.currency })}
              onClick={() =>
                form.set(
                  'prices',
                  prices.filter((one) => one.currency !== row.currency),
                )
              }
            >
              <IconTrash size={16} />
            </ActionIcon>
          </fieldset>
        );
      })}
      <div className={s.add}>
        <Select size="md" label={say('form.currency')} data={free} value={next} onChange={setNext} searchable dir="ltr" />
        <Button
          size="md"
          leftSection={<IconPlus size={16} />}
          disabled={next === null}
          onClick={() => {
            if (next !== null) form.set('prices', [...prices, emptyRow(next)]);
            setNext(null);
          }}
        >
          {say('form.addCurrency')}
        </Button>
      </div>
      {form.errors['prices'] && <p role="alert">{form.errors['prices']}</p>}
    </>
  );
}
