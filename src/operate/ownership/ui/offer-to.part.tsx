import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PeoplePicker, type PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { peopleApi } from '#core/accounts/ui/blocks/people-query.hook.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { ownersToBe } from './blocks/ownership-query.hook.ts';
import s from './ownership.module.css';
import { ownershipText } from './ownership-text.hook.ts';

export type Candidate = { id: string; name: string; email: string };
const candidateOf = ({ id, name, email }: PickedPerson): Candidate[] =>
  id === null || email === null ? [] : [{ id, name, email }];

/** Choosing to whom the account is offered. */
export function OfferTo({ busy, onOffer }: { busy: boolean; onOffer: (to: Candidate) => void }) {
  const say = ownershipText();
  const [chosen, setChosen] = useState<readonly Candidate[]>([]);
  const { data } = useQuery(ownersToBe(useApi(peopleApi)));
  const [to] = chosen;
  if (data?.items.length === 0) return <p className="small soft">{say('owner.nobody')}</p>;
  return (
    <>
      <p className="small soft">{say('owner.lead')}</p>
      <div className={s.row}>
        <div className={s.to}>
          <PeoplePicker
            purpose="owner"
            label={say('owner.to')}
            chosen={chosen}
            onChange={(people) => setChosen(people.flatMap(candidateOf))}
            most={1}
          />
        </div>
        <Button loading={busy} disabled={to === undefined} onClick={() => to !== undefined && onOffer(to)}>
          {say('owner.offer')}
        </Button>
      </div>
    </>
  );
}
