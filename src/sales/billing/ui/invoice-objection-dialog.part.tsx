import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { leftToRight } from './blocks/money.hook.ts';
import type { Side } from './invoice-data.hook.ts';
import { type ObjectionCalls, objectionsApi } from './invoice-objection.hook.ts';
import s from './invoice.module.css';

type Props = { invoice: InvoiceView; side: Side; answer?: ObjectionCalls['answer']; onClose: () => void };
/** The customer says what is wrong, or the seller answers. */
export function WordsDialog({ invoice, side, answer, onClose }: Props) {
  const say = invoiceText();
  const { objections } = useApi(objectionsApi);
  const queries = useQueryClient();
  const key = side === 'buyer' ? 'raise' : 'answer';
  const form = useDraftForm({
    key: null,
    initial: { words: '' },
    check: ({ words }) => (words.trim().length < 3 ? { words: 'reason' } : {}),
    say,
    save: async ({ words }) => {
      const params = { id: invoice.id };
      if (side === 'buyer') await objections.raise({ params, body: { reason: words } });
      else if (answer === undefined) await objections.answer({ params, body: { answer: words } });
      else await answer(words);
      await queries.invalidateQueries({ queryKey: [side === 'buyer' ? 'user' : 'admin'] });
      onClose();
    },
  });
  return (
    <Dialog
      title={say(`invoices.objection.${key}Title`, { number: leftToRight(invoice.number ?? '') })}
      lead={say(`invoices.objection.${key}Lead`)}
      width={520}
      onClose={onClose}
    >
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <Textarea
          size="md"
          {...form.input('words')}
          label={say(`invoices.objection.${key}Label`)}
          rows={4}
          maxLength={2000}
          dir="auto"
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('invoices.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say(`invoices.objection.${key}Verb`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
