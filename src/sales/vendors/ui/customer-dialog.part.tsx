import { Button, TextInput } from '@mantine/core';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Grant } from '../vendors.rules.ts';
import { FigureFields } from './figure-fields.part.tsx';
import { type FigureDraft, figuresIn, figuresOf, figureTroubles, grantOfDraft } from './pool-draft.hook.ts';
import { useVendorsRefresh, vendorsApi } from './vendors-data.hook.ts';
import { vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

type CustomerDraft = FigureDraft & { organisation: string; ownerName: string; ownerEmail: string };
const required = (values: CustomerDraft) =>
  Object.fromEntries(
    (['organisation', 'ownerName', 'ownerEmail'] as const)
      .filter((name) => values[name].trim() === '')
      .map((name) => [name, 'required']),
  );

/** A customer of the vendor: whose account, who owns it, and what it begins with. */
export function CustomerDialog({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const refresh = useVendorsRefresh();
  const { locale } = useReader();
  const form = useDraftForm<CustomerDraft>({
    key: null,
    initial: { organisation: '', ownerName: '', ownerEmail: '', ...figuresOf(grant) },
    check: (values) => ({ ...figureTroubles(figuresIn(values), 'bad'), ...required(values) }),
    say,
    save: async ({ organisation, ownerName, ownerEmail, ...figures }) => {
      await api.vendors.addCustomer({ body: { organisation, ownerName, ownerEmail, locale, grant: grantOfDraft(figures) } });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={say('customer.add')} width={560} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput size="md" {...form.input('organisation')} label={say('form.organisation')} maxLength={100} dir="auto" />
        <TextInput
          size="md"
          {...form.input('ownerName')}
          label={say('form.ownerName')}
          maxLength={100}
          dir="auto"
          autoComplete="off"
        />
        <TextInput
          size="md"
          {...form.input('ownerEmail')}
          type="email"
          label={say('form.ownerEmail')}
          description={say('form.ownerHint')}
          maxLength={254}
          dir="ltr"
          autoComplete="off"
        />
        <FigureFields form={form} />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('form.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('customer.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
