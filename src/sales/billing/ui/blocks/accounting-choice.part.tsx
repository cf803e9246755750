import { NativeSelect } from '@mantine/core';
import { currencyDecimals } from '#kit/currencies.ts';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { currencyOfCountry } from '#sales/exchange/exchange.rules.ts';
import { sellerText } from './seller-text.hook.ts';

const codes = [...currencyDecimals.keys()].sort();

/** Second currency in which an invoice states its tax: that of the country, none, or one that the seller decides on. */
export function AccountingChoice<V extends { country: string; accountingCurrency: string }>({ form }: { form: DraftForm<V> }) {
  const say = sellerText();
  const usual = currencyOfCountry(form.values.country);
  return (
    <NativeSelect
      size="md"
      label={say('seller.accounting')}
      description={say('seller.accountingHint')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data={[
        {
          value: '',
          label: usual === null ? say('seller.accountingNoCountry') : say('seller.accountingCountry', { currency: usual }),
        },
        { value: 'none', label: say('seller.accountingNone') },
        ...codes.map((value) => ({ value, label: value })),
      ]}
      {...form.input('accountingCurrency')}
    />
  );
}
