import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, Full, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { ratesOf, type RateRow, rowsOf } from '#sales/tax/own-rates.rules.ts';
import { missingNumber } from '#sales/tax/seller-number.rules.ts';
import type { SellerView } from '../../seller.contract.ts';
import { AccountingChoice } from './accounting-choice.part.tsx';
import { AddressFields } from './address-fields.part.tsx';
import { type SellerClient, sellerApi, sellerQuery } from './seller-queries.hook.ts';
import { sellerText } from './seller-text.hook.ts';
import { OwnRates } from './own-rates.part.tsx';
import { SellerBank, SellerContact } from './seller-sections.part.tsx';

const regimes = ['standard', 'small-business', 'outside-eu'] as const;
const shops = ['off', 'threshold', 'on'] as const;
const fallbacks = ['charge', 'hold'] as const;
type SellerDraft = Omit<
  SellerView,
  | 'revision'
  | 'registrations'
  | 'abroad'
  | 'accountingCurrency'
  | 'vatId'
  | 'taxNumber'
  | 'registration'
  | 'iban'
  | 'bic'
  | 'holder'
  | 'dueDays'
  | 'trustDays'
  | 'ownRates'
  | 'contactName'
  | 'contactPhone'
  | 'contactEmail'
> & {
  contactName: string;
  contactPhone: string;
  contactEmail: string;
  ownRates: RateRow[];
  /** Empty: as the country has it. */
  accountingCurrency: string;
  vatId: string;
  taxNumber: string;
  registration: string;
  iban: string;
  bic: string;
  holder: string;
  dueDays: string;
  trustDays: string;
};

const draftOf = (seller: SellerView | null, zone: string): SellerDraft => ({
  legalName: seller?.legalName ?? '',
  street: seller?.street ?? '',
  postcode: seller?.postcode ?? '',
  city: seller?.city ?? '',
  country: seller?.country ?? '',
  email: seller?.email ?? '',
  contactName: seller?.contactName ?? '',
  contactPhone: seller?.contactPhone ?? '',
  contactEmail: seller?.contactEmail ?? '',
  vatId: seller?.vatId ?? '',
  taxNumber: seller?.taxNumber ?? '',
  registration: seller?.registration ?? '',
  regime: seller?.regime ?? 'standard',
  oss: seller?.oss ?? 'off',
  taxFallback: seller?.taxFallback ?? 'charge',
  accountingCurrency: seller?.accountingCurrency ?? '',
  iban: seller?.iban ?? '',
  bic: seller?.bic ?? '',
  holder: seller?.holder ?? '',
  instructions: seller?.instructions ?? '',
  currency: seller?.currency ?? 'EUR',
  zone: seller?.zone ?? zone,
  seriesPrefix: seller?.seriesPrefix ?? '',
  dueDays: String(seller?.dueDays ?? 14),
  trustDays: String(seller?.trustDays ?? 0),
  footer: seller?.footer ?? '',
  ownRates: rowsOf(seller?.ownRates ?? {}),
});

const isDays = (text: string, most: number) => /^\d{1,2}$/.test(text.trim()) && Number(text) <= most;
const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Which of its numbers the seller's invoices lack. */
const missingIn = (draft: SellerDraft) =>
  missingNumber({ ...draft, ownRates: ratesOf(draft.ownRates) ?? {}, on: new Date().toISOString().slice(0, 10) });

/** Where the data come from and go to, where it is not the operator's own. */
export type SellerCalls = {
  query: ReturnType<typeof sellerQuery>;
  save: (body: Parameters<SellerClient['billing']['saveSeller']>[0]['body']) => Promise<SellerView>;
};
function useSeller(calls: SellerCalls | undefined) {
  const say = sellerText();
  const api = useApi(sellerApi);
  const queries = useQueryClient();
  const { zone } = useReader();
  const query = calls?.query ?? sellerQuery(api);
  const { data } = useSuspenseQuery(query);
  const [saved, setSaved] = useState<'yes' | 'no'>('no');
  const { run, dialog } = useProof();
  const form = useDraftForm<SellerDraft>({
    key: null,
    initial: draftOf(data.seller, zone),
    check: (draft) => ({
      ...(draft.legalName.trim() === '' && { legalName: 'required' }),
      ...(draft.street.trim() === '' && { street: 'required' }),
      ...(draft.city.trim() === '' && { city: 'required' }),
      ...(draft.country === '' && { country: 'required' }),
      ...(!/^\S+@\S+\.\S+$/.test(draft.email.trim()) && { email: 'not_an_address' }),
      ...(draft.contactEmail.trim() !== '' &&
        !/^\S+@\S+\.\S+$/.test(draft.contactEmail.trim()) && { contactEmail: 'not_an_address' }),
      ...(!/^[A-Z]{3}$/.test(draft.currency.trim()) && { currency: 'not_a_currency' }),
      ...(!/^[A-Z0-9-]{0,12}$/.test(draft.seriesPrefix) && { seriesPrefix: 'bad_prefix' }),
      ...(!isDays(draft.dueDays, 90) && { dueDays: 'bad_days' }),
      ...(!isDays(draft.trustDays, 60) && { trustDays: 'bad_days' }),
      ...(ratesOf(draft.ownRates) === null && { ownRates: 'bad_rate' }),
      ...(missingIn(draft) !== null && { taxNumber: missingIn(draft) ?? '' }),
    }),
    say,
    save: async (draft) => {
      const body = {
        ...draft,
        accountingCurrency: orNull(draft.accountingCurrency),
        vatId: orNull(draft.vatId),
        taxNumber: orNull(draft.taxNumber),
        registration: orNull(draft.registration),
        iban: orNull(draft.iban),
        contactName: orNull(draft.contactName),
        contactPhone: orNull(draft.contactPhone),
        contactEmail: orNull(draft.contactEmail),
        bic: orNull(draft.bic),
        holder: orNull(draft.holder),
        dueDays: Number(draft.dueDays),
        trustDays: Number(draft.trustDays),
        ownRates: ratesOf(draft.ownRates) ?? {},
        // filled in elsewhere
        registrations: data.seller?.registrations ?? [],
        abroad: data.seller?.abroad ?? 'exempt',
        revision: data.seller?.revision ?? null,
      };
      const seller = await run(say('seller.proof'), () => calls?.save(body) ?? api.billing.saveSeller({ body }));
      if (seller === null) return;
      queries.setQueryData(query.queryKey, { ...data, seller });
      setSaved('yes');
    },
  });
  const missing = data.seller === null ? null : missingIn(draftOf(data.seller, zone));
  return { say, data, form, dialog, saved: saved === 'yes', missing };
}

function Company({ form }: { form: DraftForm<SellerDraft> }) {
  const say = sellerText();
  return (
    <FormSection id="seller" title={say('seller.title')} hint={say('seller.hint')}>
      <Fields>
        <Full>
          <TextInput
            size="md"
            dir="auto"
            label={say('seller.legalName')}
            autoComplete="organization"
            maxLength={200}
            {...form.input('legalName')}
          />
        </Full>
        <AddressFields form={form} />
        <TextInput
          size="md"
          dir="ltr"
          type="email"
          label={say('seller.email')}
          autoComplete="email"
          maxLength={254}
          {...form.input('email')}
        />
        <TextInput size="md" dir="ltr" label={say('address.vatId')} autoComplete="off" maxLength={20} {...form.input('vatId')} />
        <TextInput
          size="md"
          dir="ltr"
          label={say('seller.taxNumber')}
          autoComplete="off"
          maxLength={40}
          {...form.input('taxNumber')}
        />
        <TextInput
          size="md"
          dir="auto"
          label={say('seller.registration')}
          autoComplete="off"
          maxLength={60}
          {...form.input('registration')}
        />
      </Fields>
    </FormSection>
  );
}

function Taxes({ form }: { form: DraftForm<SellerDraft> }) {
  const say = sellerText();
  return (
    <FormSection id="seller-tax" title={say('seller.taxTitle')} hint={say('seller.taxHint')}>
      <Fields>
        <NativeSelect
          size="md"
          label={say('seller.regime')}
          data={regimes.map((value) => ({ value, label: say(`seller.regimes.${value}`) }))}
          {...form.input('regime')}
        />
        <NativeSelect
          size="md"
          label={say('seller.oss')}
          data={shops.map((value) => ({ value, label: say(`seller.ossWays.${value}`) }))}
          {...form.input('oss')}
        />
        <NativeSelect
          size="md"
          label={say('seller.taxFallback')}
          data={fallbacks.map((value) => ({ value, label: say(`seller.taxFallbacks.${value}`) }))}
          {...form.input('taxFallback')}
        />
        <AccountingChoice form={form} />
        <TextInput
          size="md"
          dir="ltr"
          label={say('seller.seriesPrefix')}
          description={say('seller.seriesHint')}
          maxLength={12}
          {...form.input('seriesPrefix')}
        />
        <TextInput size="md" dir="ltr" label={say('seller.currency')} maxLength={3} {...form.input('currency')} />
        <TextInput
          size="md"
          dir="ltr"
          inputMode="numeric"
          label={say('seller.dueDays')}
          maxLength={2}
          {...form.input('dueDays')}
        />
        <TextInput
          size="md"
          dir="ltr"
          inputMode="numeric"
          label={say('seller.trustDays')}
          description={say('seller.trustHint')}
          maxLength={2}
          {...form.input('trustDays')}
        />
      </Fields>
    </FormSection>
  );
}

/** Who issues the invoices, how they are taxed, and where money is sent to: the operator's settings of payment, or a vendor's. */
export function SellerForm({ calls }: { calls?: SellerCalls }) {
  const { say, data, form, dialog, saved, missing } = useSeller(calls);
  return (
    <>
      <form method="post" onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        {saved && form.changes.length === 0 && <Banner hue="blue">{say('seller.saved')}</Banner>}
        {data.seller === null && <Banner hue="amber">{say('seller.none')}</Banner>}
        {missing !== null && <Banner hue="amber">{say(`fieldErrors.${missing}`)}</Banner>}
        {calls === undefined && <Banner hue="blue">{say(data.card === 'on' ? 'seller.cardOn' : 'seller.cardOff')}</Banner>}
        <FormPage>
          <Company form={form} />
          <SellerContact form={form} />
          <Taxes form={form} />
          <OwnRates rows={form.values.ownRates} error={form.errors['ownRates']} onChange={(rows) => form.set('ownRates', rows)} />
          <SellerBank form={form} />
        </FormPage>
        <SaveBar form={form} />
      </form>
      {dialog}
    </>
  );
}
