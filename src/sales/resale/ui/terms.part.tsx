import { Button, TextInput } from '@mantine/core';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import type { TermsView } from '../resale.contract.ts';
import { type Model, models, resaleLimits } from '../resale.rules.ts';
import { resaleApi, typedPart, useResaleRefresh } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

type ResaleTermsDraft = { model: Model; rate: string; lockDays: string };
const isDays = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= resaleLimits.lockDays;

/** The operator agrees with a vendor on commission or wholesale. */
export function TermsForm({ vendorId, terms }: { vendorId: string; terms: TermsView | null }) {
  const say = resaleText();
  const { resale } = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const form = useDraftForm<ResaleTermsDraft>({
    key: null,
    initial: {
      model: terms?.model ?? 'commission',
      rate: terms?.rate == null ? '20' : String(terms.rate / 1000),
      lockDays: String(terms?.lockDays ?? 30),
    },
    check: ({ model, rate, lockDays }) => ({
      ...(model === 'commission' && typedPart(rate) === null && { rate: 'rate' }),
      ...(!isDays(lockDays) && { lockDays: 'days' }),
    }),
    say,
    save: async ({ model, rate, lockDays }) => {
      const part = model === 'commission' ? typedPart(rate) : null;
      const body = { model, rate: part, lockDays: Number(lockDays), revision: terms?.revision ?? null };
      await resale.setTerms({ params: { id: vendorId }, body });
      await refresh();
    },
  });
  const shares = form.values.model === 'commission';
  return (
    <Panel title={say('terms.title')} id="terms">
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {terms === null && <Banner hue="blue">{say('terms.none')}</Banner>}
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <RadioList
          label={say('terms.model')}
          value={form.values.model}
          onChange={(model) => form.set('model', model)}
          options={models.map((value) => ({ value, title: say(`terms.models.${value}`), text: say(`terms.hints.${value}`) }))}
        />
        {shares && (
          <div className={s.row}>
            <TextInput size="md" {...form.input('rate')} label={say('terms.rate')} inputMode="decimal" dir="ltr" maxLength={7} />
            <TextInput
              size="md"
              {...form.input('lockDays')}
              label={say('terms.lockDays')}
              inputMode="numeric"
              dir="ltr"
              maxLength={3}
            />
          </div>
        )}
        <div className={s.row}>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('terms.save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
