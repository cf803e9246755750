import { ActionIcon, Button, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { FormPage, FormSection, SaveBar } from '#kit/ui/form/form-parts.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import {
  emptyLine,
  type LineDraft,
  LINES_MAX,
  lineTroubles,
  linesOf,
  type SentLine,
  sentLine,
  sumOf,
} from './invoice-lines.hook.ts';
import { useMoney } from './blocks/money.hook.ts';

import s from './invoice.module.css';

export type LinesDraft = { lines: LineDraft[]; note: string };
/** What is wrong with the lines, as the code of their field. */
export const linesTrouble = (lines: readonly LineDraft[], currency: string) =>
  lines.some((line) => lineTroubles(line, currency).length > 0)
    ? { lines: 'lines' }
    : sumOf(lines, currency) < 0
      ? { lines: 'below_nothing' }
      : {};
export const linesToSend = (lines: readonly LineDraft[], currency: string): SentLine[] =>
  lines.flatMap((line) => sentLine(line, currency) ?? []);

type RowProps = {
  line: LineDraft;
  at: number;
  bad: readonly (keyof LineDraft)[];
  onChange: (line: LineDraft) => void;
  /** Null: it is the only one. */
  onRemove: (() => void) | null;
};
function LineRow({ line, at, bad, onChange, onRemove }: RowProps) {
  const say = invoiceText();
  const field = (name: keyof LineDraft) => ({
    size: 'md' as const,
    id: `line-${at}-${name}`,
    value: line[name],
    error: bad.includes(name) ? say(`invoices.lineErrors.${name === 'detail' ? 'title' : name}`) : null,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...line, [name]: event.currentTarget.value }),
  });
  return (
    <li className={s.lineRow}>
      <TextInput {...field('title')} label={say('invoices.what')} maxLength={200} dir="auto" />
      <TextInput {...field('quantity')} label={say('invoices.quantity')} inputMode="numeric" dir="ltr" maxLength={9} />
      <TextInput {...field('unit')} label={say('invoices.price')} inputMode="decimal" dir="ltr" maxLength={20} />
      <TextInput {...field('detail')} label={say('invoices.detail')} maxLength={500} dir="auto" />
      {onRemove !== null && (
        <ActionIcon size={40} variant="default" aria-label={say('invoices.removeLine', { at: at + 1 })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  );
}

type LineFieldsProps = {
  lines: readonly LineDraft[];
  currency: string;
  /** What is wrong with them, in words. */
  wrong: ReactNode;
  onChange: (lines: LineDraft[]) => void;
};
/** The lines of a draft with what they come to before tax, and the note under them. */
export function LineFields({ lines, currency, wrong, onChange: put }: LineFieldsProps) {
  const say = invoiceText();
  const amountText = useMoney();
  return (
    <>
      <ul className={s.lineRows}>
        {lines.map((line, at) => (
          <LineRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a line that is being written has no other name than its place
            key={at}
            line={line}
            at={at}
            bad={wrong === undefined ? [] : lineTroubles(line, currency)}
            onChange={(next) => put(lines.map((one, i) => (i === at ? next : one)))}
            onRemove={lines.length === 1 ? null : () => put(lines.filter((_one, i) => i !== at))}
          />
        ))}
      </ul>
      <div className={s.linesFoot}>
        <Button
          leftSection={<IconPlus size={16} stroke={2} />}
          disabled={lines.length >= LINES_MAX}
          onClick={() => put([...lines, emptyLine])}
        >
          {say('invoices.addLine')}
        </Button>
        <span className="small soft" aria-live="polite">
          {say('invoices.sumSoFar', { amount: amountText(sumOf(lines, currency), currency) })}
        </span>
      </div>
      {wrong !== undefined && (
        <div role="alert" className={`small ${s.trouble}`}>
          {wrong}
        </div>
      )}
    </>
  );
}

type NoteFieldProps = { input: TextareaProps & { id: string }; children?: ReactNode };
export function NoteField({ input, children }: NoteFieldProps) {
  const say = invoiceText();
  return (
    <FormSection id="invoice-note" title={say('invoices.note')} hint={say('invoices.noteHint')}>
      <Textarea
        className={s.spaced ?? ''}
        size="md"
        {...input}
        aria-label={say('invoices.note')}
        rows={3}
        maxLength={1000}
        dir="auto"
      />
      {children}
    </FormSection>
  );
}

/** Changes a draft in its place; with what was saved the sums are the server's again. */
export function DraftForm({ invoice, onDone }: { invoice: InvoiceView; onDone: () => void }) {
  const say = invoiceText();
  const { allInvoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('seller');
  const { currency } = invoice;
  const form = useDraftForm<LinesDraft>({
    key: `invoice:${invoice.id}`,
    initial: { lines: linesOf(invoice), note: invoice.note },
    check: ({ lines }) => linesTrouble(lines, currency),
    labels: { lines: say('invoices.amounts'), note: say('invoices.note') },
    say,
    save: async ({ lines, note }) => {
      const body = { lines: linesToSend(lines, currency), note, revision: invoice.revision };
      await allInvoices.edit({ params: { id: invoice.id }, body });
      await refresh();
      onDone();
    },
  });
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      <FormPage>
        <FormSection id="invoice-lines" title={say('invoices.linesTitle')} hint={say('invoices.linesHint', { currency })}>
          <LineFields
            lines={form.values.lines}
            currency={currency}
            wrong={form.errors['lines']}
            onChange={(lines) => form.set('lines', lines)}
          />
        </FormSection>
        <NoteField input={form.input('note')}>
          <Button
            className={s.stop ?? ''}
            onClick={() => {
              form.discard();
              onDone();
            }}
          >
            {say('invoices.stopEditing')}
          </Button>
        </NoteField>
      </FormPage>
      <SaveBar form={form} primary={say('invoices.saveDraft')} />
    </form>
  );
}
