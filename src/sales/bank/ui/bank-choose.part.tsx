import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { leftToRight, useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { ClaimView } from '../bank.contract.ts';
import { bankApi, claimsQuery } from './bank-data.hook.ts';
import { bankText } from './bank-text.hook.ts';
import s from './bank.module.css';

type Props = { currency: string; chosen: readonly ClaimView[]; onChange: (claims: readonly ClaimView[]) => void };
function ClaimText({ claim }: { claim: ClaimView }) {
  const amountText = useMoney();
  return (
    <DotLine>
      <Ltr>{claim.number}</Ltr>
      {claim.accountName}
      <span className="num">{amountText(claim.remaining, claim.currency)}</span>
    </DotLine>
  );
}

/** Invoices that a line is put on, in their order. */
export function ClaimPicker({ currency, chosen, onChange }: Props) {
  const say = bankText();
  const [search, setSearch] = useState('');
  const text = search.trim();
  const { data } = useQuery({
    ...claimsQuery(useApi(bankApi), { search: text, currency }),
    enabled: text !== '',
    placeholderData: (before) => before,
  });
  const found = text === '' ? [] : (data?.items ?? []).filter((one) => chosen.every(({ id }) => id !== one.id));
  return (
    <div className={s.pick}>
      {chosen.length > 0 && (
        <ul className={s.chosen} aria-label={say('pick.chosen')}>
          {chosen.map((claim) => (
            <li key={claim.id}>
              <span className="grow small">
                <ClaimText claim={claim} />
              </span>
              <ActionIcon
                size={44}
                variant="subtle"
                aria-label={say('pick.remove', { number: leftToRight(claim.number) })}
                onClick={() => onChange(chosen.filter(({ id }) => id !== claim.id))}
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        size="md"
        type="search"
        label={say(chosen.length === 0 ? 'pick.first' : 'pick.another')}
        placeholder={say('pick.hint')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        dir="auto"
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {text !== '' && data !== undefined && found.length === 0 && <p className="small quiet">{say('pick.nothing')}</p>}
      {found.length > 0 && (
        <ul className={s.found} aria-label={say('pick.found')}>
          {found.map((claim) => (
            <li key={claim.id}>
              <button
                type="button"
                onClick={() => {
                  onChange([...chosen, claim]);
                  setSearch('');
                }}
              >
                <ClaimText claim={claim} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
