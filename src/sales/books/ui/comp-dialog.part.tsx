import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { COMP_MONTHS_MAX } from '#sales/billing/comp.contract.ts';
import { startDays } from '#sales/billing/start.rules.ts';
import { AccountField } from '#sales/billing/ui/blocks/account-field.part.tsx';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import type { AccountFound } from '#sales/billing/ui/blocks/invoice-slots.hook.ts';
import { ReasonField } from './act-dialog.part.tsx';
import { addonsAt, addonsTyped, CompAddons, type TypedAddons } from './comp-addons.part.tsx';
import { booksApi, plansToGive, useBooksRefresh } from './books-data.hook.ts';
import { booksText, useMoneySay } from './books-text.hook.ts';
import s from './books.module.css';

/** How long it is given: endless, or months that end or are paid for afterwards. */
const spans = ['endless', 'end', 'paid'] as const;
type CompDraft = {
  account: AccountFound | null;
  planId: string;
  period: string;
  time: (typeof spans)[number];
  months: string;
  start: string;
  addons: TypedAddons;
  reason: string;
};
const monthsOf = (text: string): number | null => {
  const months = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return months >= 1 && months <= COMP_MONTHS_MAX ? months : null;
};
const REASON_MIN = 3;

/** From which day on, and how long. */
function Time({ form }: { form: DraftForm<CompDraft> }) {
  const say = booksText();
  const { now, zone } = useReader();
  const { from, until } = startDays(now, zone);
  return (
    <>
      <NativeSelect
        size="md"
        {...form.input('time')}
        label={say('act.comp.time')}
        data={spans.map((value) => ({ value, label: say(`act.comp.${value}`) }))}
      />
      {form.values.time !== 'endless' && (
        <TextInput
          size="md"
          dir="ltr"
          inputMode="numeric"
          maxLength={2}
          {...form.input('months')}
          label={say('act.comp.months')}
        />
      )}
      <DateField
        size="md"
        min={from}
        max={until}
        {...form.input('start')}
        label={say('act.comp.start')}
        description={say('act.comp.startHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
    </>
  );
}

/** A plan for an account that has none, for nothing. */
export function CompDialog({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  const say = booksText();
  const ofBilling = invoiceText();
  const api = useApi(booksApi);
  const refresh = useBooksRefresh();
  const { data } = useQuery(plansToGive(api));
  const plans = (data?.items ?? []).filter((plan) => plan.kind === 'base' && plan.visibility !== 'archived');
  const planOf = (id: string) => plans.find((plan) => plan.id === id) ?? plans[0];
  const priceOf = ({ planId, period }: Pick<CompDraft, 'planId' | 'period'>) => {
    const [plan, every] = [planOf(planId), period === 'year' ? ('year' as const) : ('month' as const)];
    const currency = plan?.prices.find((price) => price.period === every)?.currency ?? plan?.prices[0]?.currency ?? 'EUR';
    return { planId: plan?.id ?? '', currency, period: every };
  };
  const form = useDraftForm<CompDraft>({
    key: null,
    initial: { account: null, planId: '', period: 'month', time: 'endless', months: '3', start: '', addons: {}, reason: '' },
    check: ({ account, time, months, reason }) => ({
      ...(account === null && { account: 'required' }),
      ...(time !== 'endless' && monthsOf(months) === null && { months: 'months' }),
      ...(reason.trim().length < REASON_MIN && { reason: 'reason' }),
    }),
    say: useMoneySay(),
    save: async ({ account, planId, period, time, months, start, addons, reason }) => {
      const at = priceOf({ planId, period });
      const body = {
        ...{ accountId: account?.id ?? '', ...at, reason },
        addons: addonsTyped(addonsAt(data?.items ?? [], at), addons),
        ...(time === 'endless' ? {} : { months: monthsOf(months) ?? 1, after: time }),
        ...(start === '' ? {} : { startsOn: start }),
      };
      const given = await api.allSubscriptions.comp({ body });
      await refresh();
      onClose();
      onOpen(given.id);
    },
  });
  const wrong = form.errors['account'];
  return (
    <Dialog title={say('act.comp.title')} lead={say('act.comp.lead')} width={560} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        <AccountField
          chosen={form.values.account}
          onChoose={(one) => form.set('account', one)}
          error={typeof wrong === 'string' ? wrong : null}
        />
        <NativeSelect
          size="md"
          {...form.input('planId')}
          label={say('list.plan')}
          data={plans.map((plan) => ({ value: plan.id, label: plan.name }))}
        />
        <NativeSelect
          size="md"
          {...form.input('period')}
          label={say('act.comp.rhythm')}
          data={(['month', 'year'] as const).map((value) => ({ value, label: say(`act.comp.${value}`) }))}
        />
        <CompAddons
          offers={addonsAt(data?.items ?? [], priceOf(form.values))}
          typed={form.values.addons}
          onType={(addons) => form.set('addons', addons)}
        />
        <Time form={form} />
        <ReasonField input={form.input('reason')} />
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {ofBilling('invoices.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving} disabled={plans.length === 0}>
            {say('act.comp.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
