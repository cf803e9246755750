import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconCash, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { FormSection } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { MANUAL_MOST, type ManualMethodView, manualKinds } from '#sales/billing/manual-methods.contract.ts';
import { InvoiceActs } from '#sales/billing/ui/blocks/reason-form.part.tsx';
import { manualOf, manualQuery, type Seller, termsApi, useTermsRefresh } from './terms-data.hook.ts';
import { termsText, useTermsSay } from './terms-text.hook.ts';
import s from './terms.module.css';

type ManualMethodDraft = Pick<ManualMethodView, 'kind' | 'name' | 'instructions' | 'offered'> & { account: string };
const offers = ['customers', 'recording'] as const;

type DialogProps = { of: ManualMethodView | null; side: Seller; onClose: () => void };
/** A new one, or one that is changed. */
function MethodDialog({ of, side, onClose }: DialogProps) {
  const say = termsText();
  const calls = manualOf(useApi(termsApi), side);
  const refresh = useTermsRefresh();
  const { kind = 'cash', name = '', instructions = '', offered = 'customers', account } = of ?? {};
  const form = useDraftForm<ManualMethodDraft>({
    key: null,
    initial: { kind, name, instructions, offered, account: account ?? '' },
    check: (draft) => ({
      ...(draft.name.trim() === '' && { name: 'required' }),
      ...(!/^[A-Za-z0-9 ./_-]{0,20}$/.test(draft.account.trim()) && { account: 'account' }),
    }),
    say: useTermsSay(),
    save: async (draft) => {
      const body = { ...draft, account: draft.account.trim() === '' ? null : draft.account.trim() };
      if (of === null) await calls.add({ body });
      else await calls.change({ params: { id: of.id }, body: { ...body, revision: of.revision } });
      await refresh();
      onClose();
    },
  });
  // the seller's form on the same page has fields of these names
  const input = (field: keyof ManualMethodDraft) => ({ ...form.input(field), id: `manual-${field}` });
  return (
    <Dialog title={of === null ? say('manual.add') : say('manual.edit', { name: of.name })} width={560} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <div className={s.pair}>
          <TextInput size="md" {...input('name')} label={say('manual.name')} maxLength={60} dir="auto" autoComplete="off" />
          <NativeSelect
            size="md"
            {...input('kind')}
            label={say('manual.kind')}
            data={manualKinds.map((value) => ({ value, label: say(`manual.kinds.${value}`) }))}
          />
        </div>
        <NativeSelect
          size="md"
          {...input('offered')}
          label={say('manual.offered')}
          data={offers.map((value) => ({ value, label: say(`manual.offers.${value}`) }))}
        />
        <Textarea
          size="md"
          {...input('instructions')}
          label={say('manual.instructions')}
          description={say('manual.instructionsHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          rows={3}
          maxLength={1000}
          dir="auto"
        />
        <TextInput
          size="md"
          {...input('account')}
          label={say('manual.account')}
          description={say('manual.accountHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          dir="ltr"
          autoComplete="off"
          maxLength={20}
        />
        <InvoiceActs verb={say('manual.save')} saving={form.saving} onClose={onClose} />
      </form>
    </Dialog>
  );
}

type RowProps = { of: ManualMethodView; onEdit: () => void; onArchive: () => void };
function Row({ of, onEdit, onArchive }: RowProps) {
  const say = termsText();
  const { name } = of;
  return (
    <li>
      <IconCash size={18} stroke={1.75} />
      <span className={s.words}>
        <bdi className="strong">{name}</bdi>
        <span className="small quiet">
          <DotLine>
            {say(`manual.kinds.${of.kind}`)}
            {say(`manual.offers.${of.offered}`)}
            {of.account !== null && <bdi dir="ltr">{of.account}</bdi>}
          </DotLine>
        </span>
      </span>
      <span className={s.acts}>
        <ActionIcon size={44} variant="subtle" aria-label={say('manual.edit', { name })} onClick={onEdit}>
          <IconPencil size={16} stroke={1.75} />
        </ActionIcon>
        <ActionIcon size={44} variant="subtle" aria-label={say('manual.archive', { name })} onClick={onArchive}>
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </span>
    </li>
  );
}

/** Ways to pay besides cards and transfers, as the seller names them. */
export function ManualMethods({ side }: { side: Seller }) {
  const say = termsText();
  const ask = useAsk();
  const api = useApi(termsApi);
  const refresh = useTermsRefresh();
  const failureText = useFailureText(useTermsSay());
  const { data } = useQuery(manualQuery(api, side));
  const [open, setOpen] = useState<ManualMethodView | 'new' | null>(null);
  const [failure, setFailure] = useState('');
  const items = data?.items ?? [];
  const archive = async ({ id, name }: ManualMethodView) => {
    const sure = await ask({
      title: say('manual.archiveTitle', { name }),
      lead: say('manual.archiveLead'),
      verb: say('manual.archiveDo'),
      safe: say('manual.archiveKeep'),
    });
    if (!sure) return;
    const text = await manualOf(api, side)
      .archive({ params: { id } })
      .then(() => '', failureText);
    setFailure(text);
    await refresh();
  };
  return (
    <FormSection id="seller-manual" title={say('manual.title')} hint={say('manual.hint')}>
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      {data !== undefined && items.length === 0 && <p className="small quiet">{say('manual.none')}</p>}
      {items.length > 0 && (
        <ul className={s.rows}>
          {items.map((one) => (
            <Row key={one.id} of={one} onEdit={() => setOpen(one)} onArchive={() => void archive(one)} />
          ))}
        </ul>
      )}
      <div className={s.add}>
        <Button
          leftSection={<IconPlus size={16} stroke={2} />}
          disabled={items.length >= MANUAL_MOST}
          onClick={() => setOpen('new')}
        >
          {say('manual.add')}
        </Button>
      </div>
      {open !== null && <MethodDialog of={open === 'new' ? null : open} side={side} onClose={() => setOpen(null)} />}
    </FormSection>
  );
}
