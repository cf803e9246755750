import { Button } from '@mantine/core';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { Grant } from '../vendors.rules.ts';
import { FigureFields } from './figure-fields.part.tsx';
import { type FigureDraft, figuresOf, figureTroubles, grantOfDraft } from './pool-draft.hook.ts';
import { type VendorsClient, useVendorsRefresh, vendorsApi } from './vendors-data.hook.ts';
import { vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

type GrantTarget = { id: string; name: string } | 'newcomers';
type Props = { of: GrantTarget; grant: Grant; onClose: () => void };

const put = (api: VendorsClient, of: GrantTarget, grant: Grant): Promise<unknown> =>
  of === 'newcomers'
    ? api.vendors.starter({ body: { starter: grant } })
    : api.vendors.grant({ params: { id: of.id }, body: { grant } });

/** What a customer holds out of the pool, or what those who come by the link begin with. */
export function GrantDialog({ of, grant, onClose }: Props) {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const refresh = useVendorsRefresh();
  const form = useDraftForm<FigureDraft>({
    key: null,
    initial: figuresOf(grant),
    check: (values) => figureTroubles(values, 'bad'),
    say,
    save: async (values) => {
      await put(api, of, grantOfDraft(values));
      await refresh();
      onClose();
    },
  });
  const title = of === 'newcomers' ? say('own.starter') : say('customer.limits', { name: of.name });
  return (
    <Dialog title={title} width={560} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <FigureFields form={form} />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('form.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('customer.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
