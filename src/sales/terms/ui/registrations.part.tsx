import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { FormSection } from '#kit/ui/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form.tsx';
import type { SellerView } from '#sales/billing/seller.contract.ts';
import { useCountries } from '#sales/billing/ui/blocks/countries.hook.ts';
import type { SellerCalls } from '#sales/billing/ui/blocks/seller-form.part.tsx';
import { termsText, useTermsSay } from './terms-text.hook.ts';
import s from './terms.module.css';

type Draft = Pick<SellerView, 'registrations' | 'abroad'>;
const ways = ['exempt', 'as-standard'] as const;

function Places({ rows, onChange }: { rows: Draft['registrations']; onChange: (rows: Draft['registrations']) => void }) {
  const say = termsText();
  const [next, setNext] = useState('');
  const countries = useCountries();
  const labelOf = (place: string) => countries.find((one) => one.value === place)?.label ?? place;
  const free = countries.filter(({ value }) => rows.every(({ place }) => place !== value));
  return (
    <>
      {rows.length > 0 && (
        <ul className={s.places}>
          {rows.map(({ place, vatId }) => (
            <li key={place}>
              <TextInput
                size="md"
                dir="ltr"
                label={say('registrations.number', { country: labelOf(place) })}
                autoComplete="off"
                maxLength={20}
                value={vatId}
                onChange={({ currentTarget }) =>
                  onChange(rows.map((row) => (row.place === place ? { place, vatId: currentTarget.value } : row)))
                }
              />
              <ActionIcon
                size={44}
                variant="subtle"
                aria-label={say('registrations.remove', { country: labelOf(place) })}
                onClick={() => onChange(rows.filter((row) => row.place !== place))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={s.more}>
        <NativeSelect
          size="md"
          label={say('registrations.country')}
          data={[{ value: '', label: '' }, ...free]}
          value={next}
          onChange={({ currentTarget }) => setNext(currentTarget.value)}
        />
        <Button
          size="md"
          leftSection={<IconPlus size={16} />}
          disabled={next === ''}
          onClick={() => {
            onChange([...rows, { place: next, vatId: '' }]);
            setNext('');
          }}
        >
          {say('registrations.add')}
        </Button>
      </div>
    </>
  );
}

/** Where the seller is registered for VAT besides its own country, and what a small business does beyond its border. */
export function Registrations({ calls }: { calls: SellerCalls }) {
  const { data } = useSuspenseQuery(calls.query);
  return data.seller === null ? null : <Form key={data.seller.revision} seller={data.seller} calls={calls} />;
}

function Form({ seller, calls }: { seller: SellerView; calls: SellerCalls }) {
  const say = termsText();
  const queries = useQueryClient();
  const { run, dialog } = useProof();
  const form = useDraftForm<Draft>({
    key: null,
    initial: { registrations: seller.registrations, abroad: seller.abroad },
    check: ({ registrations }) => (registrations.some(({ vatId }) => vatId.trim() === '') ? { registrations: 'number' } : {}),
    say: useTermsSay(),
    save: async ({ registrations, abroad }) => {
      const saved = await run(say('registrations.proof'), () => calls.save({ ...seller, registrations, abroad }));
      if (saved !== null) queries.setQueryData(calls.query.queryKey, (known) => known && { ...known, seller: saved });
    },
  });
  const wrong = form.errors['registrations'];
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      <FormSection id="seller-registrations" title={say('registrations.title')} hint={say('registrations.hint')}>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        {wrong !== undefined && <Banner hue="red">{wrong}</Banner>}
        <Places rows={form.values.registrations} onChange={(rows) => form.set('registrations', rows)} />
        {seller.regime === 'small-business' && (
          <div className={s.abroad}>
            <NativeSelect
              size="md"
              {...form.input('abroad')}
              label={say('registrations.abroad')}
              data={ways.map((value) => ({ value, label: say(`registrations.${value}`) }))}
            />
          </div>
        )}
        <div className={s.add}>
          <Button type="submit" variant="filled" loading={form.saving} disabled={form.changes.length === 0}>
            {say('registrations.save')}
          </Button>
        </div>
      </FormSection>
      {dialog}
    </form>
  );
}
