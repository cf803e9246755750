import { NativeSelect } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { currencyDecimals } from '#kit/currencies.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { FormPage, FormSection, SaveBar } from '#kit/ui/form/form-parts.tsx';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { billingApi, waysQuery } from './blocks/billing-queries.hook.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { type AccountFound, accountsFoundQuery, type InvoiceSlots, InvoiceSlotsContext } from './blocks/invoice-slots.hook.ts';
import { AccountField } from './blocks/account-field.part.tsx';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import { LineFields, type LinesDraft, linesToSend, linesTrouble, NoteField } from './invoice-draft.part.tsx';
import { emptyLine } from './invoice-lines.hook.ts';
import s from './invoice.module.css';

type NewInvoiceDraft = LinesDraft & { account: AccountFound | null; currency: string };

/** Currencies to write an invoice in: those of the offers first. */
const currenciesAfter = (first: readonly string[]): string[] => [
  ...first,
  ...[...currencyDecimals.keys()].filter((code) => !first.includes(code)).sort(),
];

/** A draft for an account; it has no number before it is finalized. */
function NewInvoice() {
  const say = invoiceText();
  const { allInvoices } = useApi(invoicesApi);
  const { data: ways } = useSuspenseQuery(waysQuery(useApi(billingApi)));
  const refresh = useInvoiceRefresh('seller');
  const navigate = useNavigate();
  const currencies = currenciesAfter(ways.currencies);
  const form = useDraftForm<NewInvoiceDraft>({
    key: 'invoice:new',
    initial: { account: null, currency: currencies[0] ?? 'EUR', lines: [emptyLine], note: '' },
    check: ({ account, lines, currency }) => ({
      ...(account === null && { account: 'required' }),
      ...linesTrouble(lines, currency),
    }),
    labels: {
      account: say('invoices.account'),
      currency: say('invoices.currency'),
      lines: say('invoices.linesTitle'),
      note: say('invoices.note'),
    },
    say,
    save: async ({ account, currency, lines, note }) => {
      const body = { accountId: account?.id ?? '', currency, lines: linesToSend(lines, currency), note };
      const made = await allInvoices.create({ body });
      await refresh();
      await navigate(`/all-invoices/${made.id}`, { replace: true });
    },
  });
  const { account, currency } = form.values;
  const wrong = form.errors['account'];
  return (
    <>
      <PageHead title={say('invoices.newTitle')} sub={say('invoices.newSub')} />
      <form method="post" onSubmit={form.submit} noValidate>
        <FormPage>
          <FormSection id="invoice-account" title={say('invoices.forWhom')}>
            <AccountField
              chosen={account}
              onChoose={(one) => form.set('account', one)}
              error={typeof wrong === 'string' ? wrong : null}
            />
          </FormSection>
          <FormSection id="invoice-lines" title={say('invoices.linesTitle')} hint={say('invoices.linesHint', { currency })}>
            <NativeSelect
              className={s.currency ?? ''}
              size="md"
              {...form.input('currency')}
              label={say('invoices.currency')}
              data={currencies}
            />
            <LineFields
              lines={form.values.lines}
              currency={currency}
              wrong={form.errors['lines']}
              onChange={(lines) => form.set('lines', lines)}
            />
          </FormSection>
          <NoteField input={form.input('note')} />
        </FormPage>
        <SaveBar form={form} primary={say('invoices.saveDraft')} always="always" />
      </form>
    </>
  );
}

/** `/all-invoices/new`, with the accounts that can be written to. */
export const newInvoiceScreen = (slots: InvoiceSlots): ScreenModule => ({
  Screen: () => (
    <InvoiceSlotsContext value={slots}>
      <NewInvoice />
    </InvoiceSlotsContext>
  ),
  load: async ({ api, queries }: LoadContext) => {
    await Promise.all([
      queries.ensureQueryData(waysQuery(api(billingApi))),
      queries.prefetchQuery(accountsFoundQuery(slots.accounts(api), '')),
    ]);
    return null;
  },
});
