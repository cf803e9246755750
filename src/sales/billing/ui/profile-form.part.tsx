import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconBuildingBank, IconCreditCard, IconLock } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, Full, RadioList } from '#kit/ui/form/form-parts.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { Link } from '#kit/ui/link.tsx';
import type { NextStep } from '../invoices.contract.ts';
import { readLeitwegId } from '../leitweg-id.rules.ts';
import type { ProfileView } from '../parties.contract.ts';
import type { Price } from '../billing.contract.ts';
import type { OrderGivenUp } from '../gives-up.contract.ts';
import { AddressFields } from './blocks/address-fields.part.tsx';
import { billingApi, profileQuery, useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { type Answered, useChecked } from './card-check.hook.ts';
import { useGiveUp } from './give-up.hook.ts';
import { PriceSide } from './price.part.tsx';
import s from './purchase.module.css';

type CheckoutWay = 'card' | 'transfer';
/** The seller's own ways to pay, in its words. */
type Manual = readonly { id: string; name: string; instructions: string }[];
const buyers = ['business', 'consumer'] as const;
type ProfileDraft = Omit<ProfileView, 'revision' | 'vatCheck' | 'vatId' | 'leitwegId'> & {
  vatId: string;
  leitwegId: string;
  by: string;
  terms: boolean;
};
/** Null where nothing is wrong: only a business in Germany has one. */
function leitwegTrouble({ buyer, country, leitwegId }: ProfileDraft): string | null {
  if (buyer !== 'business' || country !== 'DE' || leitwegId.trim() === '') return null;
  const read = readLeitwegId(leitwegId);
  return read.kind === 'refused' ? read.why : null;
}
export type Bought = { subscriptionId: string; invoiceId: string | null; next: NextStep };
/** What is bought here: its price, pinned for a quarter of an hour, and the purchase of it. */
export type Till = {
  of: 'plan' | 'pass';
  quote: () => Promise<Price & { id: string; givesUp: readonly OrderGivenUp[] }>;
  buy: (of: { quoteId: string; by: CheckoutWay; manual?: string; givesUp: string[] } & Answered) => Promise<Bought>;
};
type Props = {
  till: Till;
  price: Price;
  ways: readonly CheckoutWay[];
  manual: Manual;
  country: string | null;
  onPlace: (place: ProfilePlace) => void;
  onBought: (bought: Bought) => void;
  onDropCoupon: () => void;
};
export type ProfilePlace = { country: string; postcode: string; buyer: 'business' | 'consumer' };

function useCheckout({ till, price, ways, manual, country, onBought }: Props) {
  const say = billingText();
  const api = useApi(billingApi);
  const refresh = useBillingRefresh();
  const checked = useChecked();
  const { agreed, errors } = useGiveUp(say);
  const { data } = useSuspenseQuery(profileQuery(api));
  const [shown, setShown] = useState<{ quote: Price; instead: Price } | null>(null);
  // what was shown last: the price that was quoted, until another one is asked for
  const newer = shown !== null && shown.instead === price ? shown.quote : price;
  const { profile, suggested } = data;
  const form = useDraftForm<ProfileDraft>({
    key: 'purchase',
    initial: {
      organisation: profile?.organisation ?? suggested.organisation,
      street: profile?.street ?? '',
      postcode: profile?.postcode ?? '',
      city: profile?.city ?? '',
      country: profile?.country ?? country ?? '',
      email: profile?.email ?? suggested.email,
      buyer: profile?.buyer ?? 'business',
      vatId: profile?.vatId ?? '',
      orderNumber: profile?.orderNumber ?? '',
      buyerReference: profile?.buyerReference ?? '',
      leitwegId: profile?.leitwegId ?? '',
      by: ways[0] ?? manual[0]?.id ?? '',
      terms: false,
    },
    check: (draft) => ({
      ...(draft.organisation.trim() === '' && { organisation: 'required' }),
      ...(draft.street.trim() === '' && { street: 'required' }),
      ...(draft.city.trim() === '' && { city: 'required' }),
      ...(draft.country === '' && { country: 'required' }),
      ...(!/^\S+@\S+\.\S+$/.test(draft.email.trim()) && { email: 'not_an_address' }),
      ...(leitwegTrouble(draft) !== null && { leitwegId: leitwegTrouble(draft) ?? '' }),
      ...(!draft.terms && { terms: 'terms' }),
    }),
    say: errors,
    save: async ({ by, terms: _terms, vatId, leitwegId, ...rest }) => {
      const body = {
        ...rest,
        vatId: vatId.trim() === '' ? null : vatId.trim(),
        leitwegId: rest.country === 'DE' && leitwegId.trim() !== '' ? leitwegId.trim() : null,
        revision: data.profile?.revision ?? null,
      };
      await api.billing.saveProfile({ body });
      await refresh();
      const quote = await till.quote();
      // the data on the invoice changed what it costs: it is shown before anything is booked
      if (quote.total !== newer.total || quote.toPay !== newer.toPay) return setShown({ quote, instead: price });
      if (!(await agreed(quote.givesUp))) return;
      const givesUp = quote.givesUp.map((one) => one.invoiceId);
      const way = by === 'card' ? by : 'transfer';
      // an id is longer than a word
      const own = by.length > 8 && { manual: by };
      const bought = await checked((answered) => till.buy({ quoteId: quote.id, by: way, givesUp, ...own, ...answered }));
      await refresh();
      onBought(bought);
    },
  });
  return { say, form, newer };
}

type WaysOf = { form: DraftForm<ProfileDraft>; ways: readonly CheckoutWay[]; manual: Manual; of: Till['of'] };
function Ways({ form, ways, manual, of }: WaysOf) {
  const say = billingText();
  const hints =
    of === 'plan'
      ? { card: say('purchase.wayHints.card'), transfer: say('purchase.wayHints.transfer') }
      : { card: say('passes.byCard'), transfer: say('passes.byTransfer') };
  const icons = { card: IconCreditCard, transfer: IconBuildingBank };
  return (
    <RadioList
      label={say('purchase.payBy')}
      value={form.values.by}
      onChange={(by) => form.set('by', by)}
      options={[
        ...ways.map((value) => {
          const Icon = icons[value];
          const title = (
            <>
              <Icon size={18} stroke={1.75} className={s.icon} /> {say(`purchase.ways.${value}`)}
            </>
          );
          return { value, title, text: hints[value] };
        }),
        ...manual.map(({ id, name, instructions }) => ({ value: id, title: name, text: instructions })),
      ]}
    />
  );
}

function OnInvoice({ form }: { form: DraftForm<ProfileDraft> }) {
  const say = billingText();
  const { buyer, country } = form.values;
  return (
    <Panel id="invoice" title={say('purchase.onInvoice')}>
      <Fields>
        <Full>
          <TextInput
            size="md"
            dir="auto"
            label={say('purchase.organisation')}
            autoComplete="organization"
            maxLength={200}
            {...form.input('organisation')}
          />
        </Full>
        <AddressFields form={form} />
        <TextInput
          size="md"
          dir="ltr"
          type="email"
          label={say('purchase.email')}
          autoComplete="email"
          maxLength={254}
          {...form.input('email')}
        />
        <Full>
          <p className={`small strong ${s.legend}`}>{say('purchase.buyer')}</p>
          <RadioList
            label={say('purchase.buyer')}
            value={buyer}
            onChange={(value) => form.set('buyer', value)}
            options={buyers.map((value) => ({ value, title: say(`purchase.buyers.${value}`) }))}
          />
        </Full>
        {buyer === 'business' && (
          <TextInput
            size="md"
            dir="ltr"
            label={say('address.vatId')}
            autoComplete="off"
            maxLength={20}
            {...form.input('vatId')}
          />
        )}
        <TextInput
          size="md"
          dir="auto"
          label={say('purchase.orderNumber')}
          autoComplete="off"
          maxLength={60}
          {...form.input('orderNumber')}
        />
        {buyer === 'business' && country === 'DE' && (
          <TextInput
            size="md"
            dir="ltr"
            label={say('purchase.leitwegId')}
            description={say('purchase.leitwegHint')}
            autoComplete="off"
            maxLength={60}
            {...form.input('leitwegId')}
          />
        )}
      </Fields>
    </Panel>
  );
}

function Terms({ form }: { form: DraftForm<ProfileDraft> }) {
  const say = billingText();
  const link = (words: ReactNode) => (
    <Link to="/terms" target="_blank" className={s.link}>
      {words}
    </Link>
  );
  return <Checkbox size="md" className={s.terms} label={say.rich('purchase.terms', { link })} {...form.check('terms')} />;
}

/** What stands on the invoice, how it is paid, the price of it, and the button that buys. */
export function Checkout(props: Props) {
  const { till, price, ways, onPlace, onDropCoupon } = props;
  const { say, form, newer } = useCheckout(props);
  const money = useMoney();
  const verb = newer.trialDays > 0 ? 'startTrial' : form.values.by === 'card' ? 'toCard' : 'order';
  const tellPlace = () => {
    const { country, postcode, buyer } = form.values;
    if (country !== '') onPlace({ country, postcode, buyer });
  };
  const due = (one: Price) => money(one.toPay, one.currency);
  return (
    <>
      <form id="checkout" method="post" onSubmit={form.submit} onBlur={tellPlace} noValidate className={s.stack}>
        <OnInvoice form={form} />
        <Panel id="by" title={say('purchase.payBy')}>
          <Ways form={form} ways={ways} manual={props.manual} of={till.of} />
          <Terms form={form} />
        </Panel>
        {newer !== price && <Banner hue="amber">{say('purchase.changed', { from: due(price), to: due(newer) })}</Banner>}
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      </form>
      <PriceSide
        price={newer}
        onDropCoupon={onDropCoupon}
        hint={
          <>
            <IconLock size={14} stroke={1.75} className={s.lock} /> {say('purchase.safe')}
          </>
        }
      >
        <Button size="md" variant="filled" type="submit" form="checkout" loading={form.saving}>
          {say(`purchase.${verb}`)}
        </Button>
      </PriceSide>
    </>
  );
}
