import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StatementMapping } from '../statement-file.contract.ts';
import { bankText } from './bank-text.hook.ts';
import s from './bank.module.css';

const fields = ['booked', 'amount', 'currency', 'name', 'iban', 'text', 'state'] as const;
type Field = (typeof fields)[number];
type Props = { onDone: (mapping: StatementMapping) => void; onCancel: () => void };

/** Asks which column of a list is which, where its headings are not known. */
export function Columns({ onDone, onCancel }: Props) {
  const say = bankText();
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const [currency, setCurrency] = useState('');
  const [days, setDays] = useState<string | null>(null);
  const ready = (typed.booked ?? '').trim() !== '' && (typed.amount ?? '').trim() !== '';
  const done = () => {
    const columns = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''));
    const code = currency.trim().toUpperCase();
    onDone({
      columns,
      ...(code !== '' && { currency: code }),
      ...((days === 'day-first' || days === 'month-first') && { days }),
    });
  };
  return (
    <div className={s.columns}>
      <p className="small soft">{say('upload.columnsLead')}</p>
      <div className={s.grid}>
        {fields.map((field) => (
          <TextInput
            key={field}
            label={say(`upload.column.${field}`)}
            required={field === 'booked' || field === 'amount'}
            maxLength={120}
            dir="auto"
            value={typed[field] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTyped((now) => ({ ...now, [field]: value }));
            }}
          />
        ))}
        <TextInput
          label={say('upload.currency')}
          maxLength={3}
          dir="ltr"
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
        <Select
          label={say('upload.days')}
          data={[
            { value: 'day-first', label: say('upload.dayFirst') },
            { value: 'month-first', label: say('upload.monthFirst') },
          ]}
          clearable
          value={days}
          onChange={setDays}
        />
      </div>
      <div className={s.acts}>
        <Button size="md" onClick={onCancel}>
          {say('cancel')}
        </Button>
        <Button size="md" variant="filled" disabled={!ready} onClick={done}>
          {say('upload.again')}
        </Button>
      </div>
    </div>
  );
}

/** A list that does not say its currency. */
export function AskCurrency({ onDone, onCancel }: { onDone: (currency: string) => void; onCancel: () => void }) {
  const say = bankText();
  const [typed, setTyped] = useState('');
  const code = typed.trim().toUpperCase();
  return (
    <form
      className={s.columns}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(code);
      }}
    >
      <TextInput
        label={say('upload.currency')}
        required
        maxLength={3}
        dir="ltr"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={s.acts}>
        <Button size="md" onClick={onCancel}>
          {say('cancel')}
        </Button>
        <Button size="md" type="submit" variant="filled" disabled={!/^[A-Z]{3}$/.test(code)}>
          {say('upload.again')}
        </Button>
      </div>
    </form>
  );
}

type DayOrder = NonNullable<StatementMapping['days']>;
/** A list whose days can be read in two ways. */
export function AskDays({ onDone, onCancel }: { onDone: (days: DayOrder) => void; onCancel: () => void }) {
  const say = bankText();
  return (
    <div className={s.acts}>
      <Button size="md" onClick={onCancel}>
        {say('cancel')}
      </Button>
      <Button size="md" onClick={() => onDone('month-first')}>
        {say('upload.monthFirst')}
      </Button>
      <Button size="md" onClick={() => onDone('day-first')}>
        {say('upload.dayFirst')}
      </Button>
    </div>
  );
}
