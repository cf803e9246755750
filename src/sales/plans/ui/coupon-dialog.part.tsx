import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currencyDecimals } from '#kit/currencies.ts';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { Fields, Full, RadioList } from '#kit/ui/form/form-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { couponCovers, planLimits } from '../plans.rules.ts';
import { type CouponDraft, couponOfDraft, couponTroubles, emptyCoupon } from './coupon-draft.hook.ts';
import { type CouponSource, planChoiceQuery, plansApi, usePlansRefresh } from './plans-data.hook.ts';
import { plansText } from './plans-text.hook.ts';

const words = { size: 'md', autoComplete: 'off' } as const;

/** A part of the price, or an amount in one currency. */
function TakesOff({ form }: { form: DraftForm<CouponDraft> }) {
  const say = plansText();
  if (form.values.kind === 'part')
    return (
      <TextInput {...words} {...form.input('part')} label={say('coupon.percent')} inputMode="decimal" dir="ltr" maxLength={7} />
    );
  return (
    <>
      <TextInput {...words} {...form.input('amount')} label={say('coupon.amount')} inputMode="decimal" dir="ltr" maxLength={18} />
      <Select
        {...words}
        {...form.input('currency')}
        label={say('form.currency')}
        data={[...currencyDecimals.keys()].sort()}
        searchable
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        dir="ltr"
      />
    </>
  );
}

/** Makes a coupon. Its discount never changes afterwards: holders keep what they were promised. */
export function CouponDialog({ source, onClose }: { source: CouponSource; onClose: () => void }) {
  const say = plansText();
  const api = useApi(plansApi);
  const refresh = usePlansRefresh();
  const { zone } = useReader();
  const plans = useQuery({ ...planChoiceQuery(api), enabled: source.plans === 'choose' }).data?.items ?? [];
  const form = useDraftForm<CouponDraft>({
    key: null,
    initial: emptyCoupon,
    check: couponTroubles,
    say,
    save: async (draft) => {
      await source.add(couponOfDraft(draft, zone));
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={say('coupon.add')} width={560} onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <Fields>
          <Full>
            <TextInput
              {...words}
              {...form.input('code')}
              label={say('coupon.code')}
              maxLength={planLimits.coupon.max}
              dir="ltr"
            />
          </Full>
          <Full>
            <RadioList
              label={say('coupon.takes')}
              value={form.values.kind}
              onChange={(value) => form.set('kind', value)}
              options={(['part', 'amount'] as const).map((value) => ({ value, title: say(`coupon.${value}`) }))}
            />
          </Full>
          <TakesOff form={form} />
          <Full>
            <RadioList
              label={say('coupon.covers')}
              value={form.values.covers}
              onChange={(value) => form.set('covers', value)}
              options={couponCovers.map((value) => ({ value, title: say(`coupon.coversOf.${value}`) }))}
            />
          </Full>
          <TextInput
            {...words}
            {...form.input('periods')}
            label={say('coupon.periods')}
            placeholder={say('coupon.forEver')}
            inputMode="numeric"
            dir="ltr"
            maxLength={3}
          />
          <TextInput
            {...words}
            {...form.input('most')}
            label={say('coupon.most')}
            placeholder={say('form.noLimit')}
            inputMode="numeric"
            dir="ltr"
            maxLength={8}
          />
          <DateField {...words} {...form.input('expiresAt')} label={say('coupon.until')} />
          {source.plans === 'choose' && (
            <MultiSelect
              {...words}
              {...form.input('planIds')}
              label={say('coupon.plans')}
              placeholder={form.values.planIds.length === 0 ? say('coupon.everyPlan') : ''}
              data={plans.map((one) => ({ value: one.id, label: one.name }))}
              comboboxProps={{ withinPortal: false }}
            />
          )}
        </Fields>
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('act.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('coupon.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
