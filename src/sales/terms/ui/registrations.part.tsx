import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { FormSection } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { SellerView } from '#sales/billing/seller.contract.ts';
import { useCountries } from '#sales/billing/ui/blocks/countries.hook.ts';
import { PlaceRows } from '#sales/billing/ui/blocks/place-rows.part.tsx';
import type { SellerCalls } from '#sales/billing/ui/blocks/seller-form.part.tsx';
import { termsText, useTermsSay } from './terms-text.hook.ts';
import s from './terms.module.css';

type RegistrationsDraft = Pick<SellerView, 'registrations' | 'abroad'>;
const ways = ['exempt', 'as-standard'] as const;

function Places({
  rows,
  onChange,
}: {
  rows: RegistrationsDraft['registrations'];
  onChange: (rows: RegistrationsDraft['registrations']) => void;
}) {
  const say = termsText();
  const places = useCountries();
  return (
    <PlaceRows
      rows={rows.map(({ place, vatId }) => ({ place, value: vatId }))}
      places={places}
      most={places.length}
      words={{
        choose: say('registrations.country'),
        add: say('registrations.add'),
        label: (country) => say('registrations.number', { country }),
        remove: (country) => say('registrations.remove', { country }),
      }}
      field={() => ({ autoComplete: 'off', maxLength: 20 })}
      onChange={(changed) => onChange(changed.map(({ place, value }) => ({ place, vatId: value })))}
    />
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
  const form = useDraftForm<RegistrationsDraft>({
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
