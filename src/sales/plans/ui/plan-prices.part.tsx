import { ActionIcon, Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { currencyDecimals } from '#kit/currencies.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { yearSaves } from '../plans.rules.ts';
import {
  cellsOf,
  cellTrouble,
  emptyRow,
  minorOf,
  type PlanDraft,
  type PriceCell,
  type PriceRow,
  sellsMinutes,
} from './plan-draft.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

function Saves({ row }: { row: PriceRow }) {
  const say = plansText();
  const [month, year] = [minorOf(row.month, row.currency), minorOf(row.year, row.currency)];
  const part = month === null || year === null ? null : yearSaves(month, year);
  return part === null ? null : <span className="quiet tiny">{say('form.saves', { part })}</span>;
}

type RowProps = { form: DraftForm<PlanDraft>; row: PriceRow; before: PriceRow | undefined };
type CellProps = RowProps & { cell: PriceCell; onChange: (text: string) => void };
function Cell({ form, row, cell, before, onChange }: CellProps) {
  const say = plansText();
  const trouble = cellTrouble(form.values, { row, cell });
  // a fee is often typed before its price, so a missing price is shown when the form is sent
  const isShown = trouble === 'wrong_amount' || (trouble !== null && form.errors['prices'] !== undefined);
  return (
    <TextInput
      size="md"
      label={say(`form.${cell}`)}
      value={row[cell]}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isShown && say(`fieldErrors.${trouble}`)}
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
  );
}

function CurrencyRow({ form, row, before }: RowProps) {
  const say = plansText();
  const { prices } = form.values;
  const set = (change: Partial<PriceRow>) =>
    form.set(
      'prices',
      prices.map((one) => (one.currency === row.currency ? { ...one, ...change } : one)),
    );
  return (
    <fieldset className={s.currency}>
      <legend>
        <Ltr>{row.currency}</Ltr> <Saves row={row} />
      </legend>
      {cellsOf(form.values).map((cells) => (
        <div key={cells[0]} className={s.priceRow}>
          {cells.map((cell) => (
            <Cell key={cell} {...{ form, row, cell, before }} onChange={(text) => set({ [cell]: text })} />
          ))}
        </div>
      ))}
      {sellsMinutes(form.values) && (
        <div className={s.priceRow}>
          <Cell {...{ form, row, before }} cell="minutes" onChange={(text) => set({ minutes: text })} />
        </div>
      )}
      <div className={s.currencyEnd}>
        <Switch
          label={say('form.inclusive')}
          checked={row.inclusive}
          onChange={(event) => set({ inclusive: event.currentTarget.checked })}
          {...(before !== undefined &&
            before.inclusive !== row.inclusive && {
              description: say('form.was', { value: say(before.inclusive ? 'compare.yes' : 'compare.no') }),
            })}
        />
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
      </div>
    </fieldset>
  );
}

type PlanPricesProps = { form: DraftForm<PlanDraft>; was: readonly PriceRow[]; currencies: readonly string[] };
/** Prices by currency, typed and never converted. `was`: the rows on sale; `currencies`: those of the seller, offered first. */
export function PlanPrices({ form, was, currencies }: PlanPricesProps) {
  const say = plansText();
  const [chosen, setChosen] = useState('');
  const { prices } = form.values;
  const isFree = (code: string) => prices.every((row) => row.currency !== code);
  const own = currencies.filter(isFree);
  const others = [...currencyDecimals.keys()].filter((code) => isFree(code) && !own.includes(code)).sort();
  const next = chosen === '' ? (own[0] ?? '') : chosen;
  return (
    <>
      {prices.map((row) => (
        <CurrencyRow key={row.currency} form={form} row={row} before={was.find((one) => one.currency === row.currency)} />
      ))}
      <div className={s.add}>
        <NativeSelect
          size="md"
          label={say('form.currency')}
          data={[...(next === '' ? [''] : []), ...own, ...others]}
          value={next}
          onChange={(event) => setChosen(event.currentTarget.value)}
          dir="ltr"
        />
        <Button
          size="md"
          leftSection={<IconPlus size={16} />}
          disabled={next === ''}
          onClick={() => {
            form.set('prices', [...prices, emptyRow(next, prices[0])]);
            setChosen('');
          }}
        >
          {say('form.addCurrency')}
        </Button>
      </div>
    </>
  );
}
