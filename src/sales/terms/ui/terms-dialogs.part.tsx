import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { type CustomerTerms, TRUST_DAYS_MAX } from '#sales/billing/terms.contract.ts';
import { InvoiceActs } from '#sales/billing/ui/blocks/reason-form.part.tsx';
import { type TaxDraft, taxDraftOf, taxOf, taxTroubles } from './tax-draft.hook.ts';
import { TaxFields, WhyField } from './tax-fields.part.tsx';
import { type Seller, termsApi, termsOf, termsQuery } from './terms-data.hook.ts';
import { termsText, useTermsSay } from './terms-text.hook.ts';
import s from './terms.module.css';

export type CustomerTermsProps = { of: CustomerTerms; id: string; side: Seller; name: string };
export type TermsDialogProps = CustomerTermsProps & { onClose: () => void };

/** Keeps what came back where the panel reads it. */
export function useKept({ side, id }: Pick<CustomerTermsProps, 'side' | 'id'>) {
  const api = useApi(termsApi);
  const queries = useQueryClient();
  return {
    calls: termsOf(api, side),
    keep: (after: CustomerTerms) => queries.setQueryData(termsQuery(api, { side, id }).queryKey, after),
  };
}

/** Decides the tax of one customer. */
export function TaxDialog({ of, id, side, name, onClose }: TermsDialogProps) {
  const say = termsText();
  const { calls, keep } = useKept({ side, id });
  const form = useDraftForm<TaxDraft>({
    key: null,
    initial: taxDraftOf(of.tax, of.today),
    check: taxTroubles,
    say: useTermsSay(),
    save: async (draft) => {
      const tax = taxOf(draft);
      const { from, until, reason } = draft;
      const days = { from: from === '' ? null : from, until: until === '' ? null : until };
      const body = { tax: tax === null ? null : { ...tax, ...days }, reason, revision: of.revision };
      keep(await calls.tax({ params: { id }, body }));
      onClose();
    },
  });
  return (
    <Dialog title={say('tax.title', { name })} lead={say('customer.hint')} width={560} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TaxFields form={form} days="with days" />
        <InvoiceActs verb={say('tax.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}

type TrustDraft = { days: string; reason: string };
const daysOf = (text: string): number | null => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : null);
const isDays = (text: string): boolean => text.trim() === '' || (daysOf(text) ?? TRUST_DAYS_MAX + 1) <= TRUST_DAYS_MAX;

/** Decides how long what one customer buys by transfer runs before its money is here. */
export function TrustDialog({ of, id, side, name, onClose }: TermsDialogProps) {
  const say = termsText();
  const { calls, keep } = useKept({ side, id });
  const form = useDraftForm<TrustDraft>({
    key: null,
    initial: { days: of.trust === null ? '' : String(of.trust.days), reason: '' },
    check: ({ days, reason }) => ({
      ...(!isDays(days) && { days: 'days' }),
      ...(reason.trim().length < 3 && { reason: 'reason' }),
    }),
    say: useTermsSay(),
    save: async ({ days, reason }) => {
      keep(await calls.trust({ params: { id }, body: { days: daysOf(days), reason, revision: of.revision } }));
      onClose();
    },
  });
  return (
    <Dialog title={`${say('customer.trust')}: ${name}`} lead={say('trust.lead')} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...form.input('days')}
          label={say('trust.field')}
          placeholder={String(of.trustDays)}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          maxLength={2}
        />
        <WhyField form={form} />
        <InvoiceActs verb={say('trust.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}
