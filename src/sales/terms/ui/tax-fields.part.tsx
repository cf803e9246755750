import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { codesOf } from '#sales/tax/agreed.rules.ts';
import { taxCategories } from '#sales/tax/tax.rules.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { categoryOf, isTaxed, type TaxDraft } from './tax-draft.hook.ts';
import { termsText } from './terms-text.hook.ts';
import s from './terms.module.css';

/** Why it is decided: for the seller's own eyes, hence without a word about the other side. */
export function WhyField<T extends { reason: string }>({ form }: { form: DraftForm<T> }) {
  const say = invoiceText();
  return <Textarea size="md" {...form.input('reason')} label={say('invoices.reason')} rows={2} maxLength={500} dir="auto" />;
}

/** Which tax it is, with what its category has to carry. `days`: whether it counts from a day and until another. */
export function TaxFields({ form, days }: { form: DraftForm<TaxDraft>; days: 'with days' | 'at once' }) {
  const say = termsText();
  const category = categoryOf(form.values);
  const codes = category === null ? [] : codesOf(category);
  return (
    <>
      <NativeSelect
        size="md"
        {...form.input('category')}
        label={say('tax.category')}
        data={[
          { value: '', label: say('customer.asRules') },
          ...taxCategories.map((value) => ({ value, label: say(`tax.categories.${value}`) })),
        ]}
      />
      {category === 'S' && (
        <TextInput
          size="md"
          {...form.input('rate')}
          label={say('tax.rate')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          maxLength={6}
        />
      )}
      {category !== null && !isTaxed(category) && (
        <>
          <Textarea
            size="md"
            {...form.input('text')}
            label={say('tax.text')}
            description={say('tax.textHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            rows={2}
            maxLength={300}
            dir="auto"
          />
          <NativeSelect
            size="md"
            {...form.input('code')}
            label={say('tax.code')}
            data={[{ value: '', label: say('tax.noCode') }, ...codes.map((value) => ({ value, label: value }))]}
          />
        </>
      )}
      {category !== null && days === 'with days' && (
        <div className={s.pair}>
          <DateField size="md" {...form.input('from')} label={say('tax.from')} />
          <DateField size="md" {...form.input('until')} label={say('tax.until')} />
        </div>
      )}
      <WhyField form={form} />
    </>
  );
}
