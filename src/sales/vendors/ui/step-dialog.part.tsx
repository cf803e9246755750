import { Button, Textarea, TextInput } from '@mantine/core';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { VendorView } from '../vendors.contract.ts';
import { needsReason } from '../vendors.rules.ts';
import { vendorsApi } from './vendors-data.hook.ts';
import { vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

export type StepTo = 'active' | 'rejected' | 'suspended' | 'terminated';
type StepDraft = { reason: string; contractVersion: string };
type Props = { vendor: VendorView; to: StepTo; verb: string; onClose: () => void; onDone: () => Promise<void> };

/** Asks for what a step needs: a reason that the vendor reads, or the terms of the approval. */
export function StepDialog({ vendor, to, verb, onClose, onDone }: Props) {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const proof = useProof();
  const approval = vendor.state === 'applied' && to === 'active';
  const form = useDraftForm<StepDraft>({
    key: null,
    initial: { reason: '', contractVersion: vendor.contractVersion ?? '' },
    check: ({ reason, contractVersion }) => ({
      ...(needsReason(to) && reason.trim() === '' && { reason: 'required' }),
      ...(approval && contractVersion.trim() === '' && { contractVersion: 'required' }),
    }),
    say,
    save: async ({ reason, contractVersion }) => {
      const body = { to, ...(needsReason(to) && { reason }), ...(approval && { contractVersion }) };
      const taken = await proof.run(say('form.proof'), () => api.vendors.step({ params: { id: vendor.id }, body }));
      if (taken === null) return;
      await onDone();
      onClose();
    },
  });
  return (
    <>
      <Dialog
        title={say('step.title', { name: vendor.name, step: verb })}
        lead={say('step.lead', { to })}
        width={520}
        onClose={onClose}
      >
        <form className={s.fields} onSubmit={form.submit} noValidate>
          {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
          {needsReason(to) && (
            <Textarea size="md" {...form.input('reason')} label={say('step.reason')} rows={3} maxLength={500} dir="auto" />
          )}
          {approval && (
            <TextInput size="md" {...form.input('contractVersion')} label={say('form.contract')} maxLength={40} dir="auto" />
          )}
          <div className={dialogs.acts}>
            <Button size="md" onClick={onClose}>
              {say('form.cancel')}
            </Button>
            <Button size="md" variant="filled" type="submit" loading={form.saving}>
              {verb}
            </Button>
          </div>
        </form>
      </Dialog>
      {proof.dialog}
    </>
  );
}
