import { Button, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { type Candidate, candidatesQuery, useOwnership } from './blocks/ownership-query.hook.ts';
import s from './ownership.module.css';
import { ownershipText } from './ownership-text.hook.ts';

const labelOf = ({ name, email }: Candidate) => `${name} (${email})`;

/** Choosing to whom the account is offered; an account may have more people than a list can show. */
export function OfferTo({ busy, onOffer }: { busy: boolean; onOffer: (to: Candidate) => void }) {
  const say = ownershipText();
  const api = useOwnership();
  const [chosen, setChosen] = useState<Candidate | null>(null);
  const [text, setText] = useState('');
  // what stands in the field once somebody was chosen is no search
  const search = useDeferredValue(chosen !== null && text === labelOf(chosen) ? '' : text.trim().slice(0, 100));
  const { data } = useQuery({ ...candidatesQuery(api, search), placeholderData: keepPreviousData });
  const found = data?.items ?? [];
  const shown = chosen === null || found.some((one) => one.id === chosen.id) ? found : [chosen, ...found];
  if (data !== undefined && search === '' && shown.length === 0) return <p className="small soft">{say('owner.nobody')}</p>;
  return (
    <>
      <p className="small soft">{say('owner.lead')}</p>
      <div className={s.row}>
        <Select
          className={s.to ?? ''}
          label={say('owner.to')}
          placeholder={kitText()('table.search')}
          searchable
          data={shown.map((one) => ({ value: one.id, label: labelOf(one) }))}
          // the server has searched
          filter={({ options }) => options}
          nothingFoundMessage={say('owner.nothing')}
          searchValue={text}
          onSearchChange={setText}
          value={chosen?.id ?? null}
          onChange={(id) => setChosen(shown.find((one) => one.id === id) ?? null)}
        />
        <Button loading={busy} disabled={chosen === null} onClick={() => chosen !== null && onOffer(chosen)}>
          {say('owner.offer')}
        </Button>
      </div>
    </>
  );
}
