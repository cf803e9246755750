import { TextInput } from '@mantine/core';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { readLeitwegId } from '#sales/billing/leitweg-id.rules.ts';
import { InvoiceActs } from '#sales/billing/ui/blocks/reason-form.part.tsx';
import { type TermsDialogProps, useKept } from './terms-dialogs.part.tsx';
import { termsText, useTermsSay } from './terms-text.hook.ts';
import s from './terms.module.css';

type LeitwegDraft = { leitwegId: string };
function troubleOf({ leitwegId }: LeitwegDraft): { leitwegId?: string } {
  if (leitwegId.trim() === '') return {};
  const read = readLeitwegId(leitwegId);
  return read.kind === 'refused' ? { leitwegId: read.why } : {};
}

/** Writes down where a German public body wants its invoices. */
export function LeitwegDialog({ of, id, side, name, onClose }: TermsDialogProps) {
  const say = termsText();
  const { calls, keep } = useKept({ side, id });
  const form = useDraftForm<LeitwegDraft>({
    key: null,
    initial: { leitwegId: of.buyer?.leitwegId ?? '' },
    check: troubleOf,
    say: useTermsSay(),
    save: async ({ leitwegId }) => {
      keep(await calls.leitweg({ params: { id }, body: { leitwegId: leitwegId.trim() === '' ? null : leitwegId.trim() } }));
      onClose();
    },
  });
  return (
    <Dialog title={`${say('leitweg.title')}: ${name}`} lead={say('leitweg.lead')} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...form.input('leitwegId')}
          label={say('leitweg.title')}
          dir="ltr"
          autoComplete="off"
          maxLength={60}
        />
        <InvoiceActs verb={say('leitweg.verb')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}
