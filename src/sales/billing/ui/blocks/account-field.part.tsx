import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invoiceText } from './invoice-text.hook.ts';
import { type AccountFound, accountsFoundQuery, useAccountSource } from './invoice-slots.hook.ts';
import s from '../invoice.module.css';

type Props = { chosen: AccountFound | null; onChoose: (account: AccountFound | null) => void; error: string | null };
/** For whom the invoice is: found by a part of the name. */
export function AccountField({ chosen, onChoose, error }: Props) {
  const say = invoiceText();
  const source = useAccountSource();
  const [search, setSearch] = useState('');
  const text = search.trim();
  const { data, isError } = useQuery({
    ...accountsFoundQuery(source, text),
    enabled: chosen === null,
    placeholderData: (before) => before,
  });
  if (chosen !== null)
    return (
      <div className={s.chosen}>
        <bdi className="grow strong">{chosen.name}</bdi>
        <Button onClick={() => onChoose(null)}>{say('invoices.otherAccount')}</Button>
      </div>
    );
  return (
    <div className={s.pick}>
      <TextInput
        size="md"
        id="field-account"
        label={say('invoices.account')}
        placeholder={say('invoices.findAccount')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        type="search"
        dir="auto"
        autoComplete="off"
        maxLength={100}
        value={search}
        error={error}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {isError && <p className="small quiet">{say('invoices.accountsFailed')}</p>}
      {data?.length === 0 && <p className="small quiet">{say('invoices.noAccount')}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={s.found} aria-label={say('invoices.account')}>
          {data.map((one) => (
            <li key={one.id}>
              <button type="button" onClick={() => onChoose(one)}>
                <bdi>{one.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
