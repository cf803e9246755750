import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/api.tsx';
import dialogs from '#kit/ui/dialog.module.css';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form.tsx';
import { AccountField } from '#sales/billing/ui/blocks/account-field.part.tsx';
import { billingText } from '#sales/billing/ui/blocks/billing-text.hook.ts';
import type { AccountFound } from '#sales/billing/ui/blocks/invoice-slots.hook.ts';
import { ReasonField } from './act-dialog.part.tsx';
import { booksApi, plansToGive, useBooksRefresh } from './books-data.hook.ts';
import { booksText, useMoneySay } from './books-text.hook.ts';
import s from './books.module.css';

type Draft = { account: AccountFound | null; planId: string; period: string; reason: string };
const REASON_MIN = 3;

/** A plan for an account that has none, for nothing. */
export function CompDialog({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  const say = booksText();
  const ofBilling = billingText();
  const api = useApi(booksApi);
  const refresh = useBooksRefresh();
  const { data } = useQuery(plansToGive(api));
  const plans = (data?.items ?? []).filter((plan) => plan.kind === 'base' && plan.visibility !== 'archived');
  const planOf = (id: string) => plans.find((plan) => plan.id === id) ?? plans[0];
  const form = useDraftForm<Draft>({
    key: null,
    initial: { account: null, planId: '', period: 'month', reason: '' },
    check: ({ account, reason }) => ({
      ...(account === null && { account: 'required' }),
      ...(reason.trim().length < REASON_MIN && { reason: 'reason' }),
    }),
    say: useMoneySay(),
    save: async ({ account, planId, period, reason }) => {
      const plan = planOf(planId);
      const every = period === 'year' ? 'year' : 'month';
      const currency = plan?.prices.find((price) => price.period === every)?.currency ?? plan?.prices[0]?.currency ?? 'EUR';
      const body = { accountId: account?.id ?? '', planId: plan?.id ?? '', currency, period: every, reason } as const;
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
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
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
        <ReasonField input={form.input('reason')} />
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
