import { NativeSelect, TextInput } from '@mantine/core';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { Full } from '#kit/ui/form/form-parts.tsx';
import { billingText } from './billing-text.hook.ts';
import { useCountries } from './countries.hook.ts';

type Address = { street: string; postcode: string; city: string; country: string };

/** Street, postcode, city and country of one side of an invoice. */
export function AddressFields<V extends Address>({ form }: { form: DraftForm<V> }) {
  const say = billingText();
  const countries = useCountries();
  return (
    <>
      <Full>
        <TextInput
          size="md"
          dir="auto"
          label={say('address.street')}
          autoComplete="street-address"
          maxLength={200}
          {...form.input('street')}
        />
      </Full>
      <TextInput
        size="md"
        dir="ltr"
        label={say('address.postcode')}
        autoComplete="postal-code"
        maxLength={20}
        {...form.input('postcode')}
      />
      <TextInput
        size="md"
        dir="auto"
        label={say('address.city')}
        autoComplete="address-level2"
        maxLength={100}
        {...form.input('city')}
      />
      <NativeSelect
        size="md"
        label={say('address.country')}
        autoComplete="country"
        data={[{ value: '', label: say('address.choose') }, ...countries]}
        {...form.input('country')}
      />
    </>
  );
}
