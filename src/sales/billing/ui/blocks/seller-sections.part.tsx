import { Textarea, TextInput } from '@mantine/core';
import { Fields, FormSection, Full } from '#kit/ui/form/form-parts.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { sellerText } from './seller-text.hook.ts';

type ContactDraft = { contactName: string; contactPhone: string; contactEmail: string };
type BankDraft = { iban: string; holder: string; bic: string; instructions: string; footer: string };

/** Whom public bodies ask about an invoice. */
export function SellerContact<V extends ContactDraft>({ form }: { form: DraftForm<V> }) {
  const say = sellerText();
  return (
    <FormSection id="seller-contact" title={say('seller.contactTitle')} hint={say('seller.contactHint')}>
      <Fields>
        <Full>
          <TextInput
            size="md"
            dir="auto"
            label={say('seller.contactName')}
            autoComplete="name"
            maxLength={100}
            {...form.input('contactName')}
          />
        </Full>
        <TextInput
          size="md"
          dir="ltr"
          type="tel"
          label={say('seller.contactPhone')}
          autoComplete="tel"
          maxLength={40}
          {...form.input('contactPhone')}
        />
        <TextInput
          size="md"
          dir="ltr"
          type="email"
          label={say('seller.contactEmail')}
          autoComplete="email"
          maxLength={254}
          {...form.input('contactEmail')}
        />
      </Fields>
    </FormSection>
  );
}

/** Where its customers pay. */
export function SellerBank<V extends BankDraft>({ form }: { form: DraftForm<V> }) {
  const say = sellerText();
  return (
    <FormSection id="seller-bank" title={say('seller.bankTitle')} hint={say('seller.bankHint')}>
      <Fields>
        <Full>
          <TextInput size="md" dir="ltr" label={say('seller.iban')} autoComplete="off" maxLength={42} {...form.input('iban')} />
        </Full>
        <TextInput
          size="md"
          dir="auto"
          label={say('seller.holder')}
          autoComplete="off"
          maxLength={70}
          {...form.input('holder')}
        />
        <TextInput size="md" dir="ltr" label={say('seller.bic')} autoComplete="off" maxLength={11} {...form.input('bic')} />
        <Full>
          <Textarea
            size="md"
            dir="auto"
            rows={3}
            label={say('seller.instructions')}
            description={say('seller.instructionsHint')}
            maxLength={1000}
            {...form.input('instructions')}
          />
        </Full>
        <Full>
          <Textarea size="md" dir="auto" rows={2} label={say('seller.footer')} maxLength={500} {...form.input('footer')} />
        </Full>
      </Fields>
    </FormSection>
  );
}
